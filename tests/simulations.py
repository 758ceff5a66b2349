"""Battles to simulate, and policies of one's own."""

from random import Random

from battles import side
from titan_rules.actions.intents import Action, Carry, Maneuver
from titan_rules.position.battle import Battle
from titan_rules.simulation.choices import END_MANEUVER, Blow, Choices


def small(terrain: str = "Brush", entry_side: str | None = "left", **more: object) -> Battle:
    """Three against three, about to begin."""
    attacker = side("Black", "Bk02", "Ogre -", "Lion -", "Troll -", entry_side=entry_side, score=100)
    defender = side("Red", "Rd02", "Centaur -", "Lion -", "Warbear -", score=60)
    return Battle(terrain=terrain, attacker=attacker, defender=defender, **more)


def seven(terrain: str = "Plains") -> Battle:
    """Seven against seven, about to begin."""
    attackers = ("Titan -", "Ogre -", "Lion -", "Minotaur -", "Gorgon -", "Ranger -", "Warbear -")
    defenders = ("Titan -", "Troll -", "Giant -", "Centaur -", "Hydra -", "Wyvern -", "Angel -")
    attacker = side("Black", "Bk01", *attackers, entry_side="bottom", score=310)
    return Battle(terrain=terrain, attacker=attacker, defender=side("Red", "Rd01", *defenders, score=310))


class Idle:
    """Never moves, and strikes whom it must."""

    def maneuver(self, choices: Choices, random: Random) -> Action:
        return END_MANEUVER

    def strike(self, choices: Choices, random: Random) -> Blow | None:
        for striker, targets, must in choices.strikers():
            if must:
                return choices.blows(striker, targets[0], must)[0]
        return None

    def carry(self, choices: Choices, blow: Blow, excess: int, random: Random) -> tuple[Carry, ...]:
        return ()


class Cheat(Idle):
    """Tries to be everywhere."""

    def maneuver(self, choices: Choices, random: Random) -> Action:
        return Maneuver(choices.battle.of(choices.role).characters[0].name, None, to="D3")


NO_POLICY = 7
