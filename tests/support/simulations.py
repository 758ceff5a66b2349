"""Battles to simulate, and policies of one's own."""

from random import Random

from builders import side
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.position.battle import Battle
from titan_rules.rules.battle.strike import must_strike
from titan_rules.simulation.fast_battle import FastBattle
from titan_rules.simulation.rolls import foes, rolled


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

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        pass

    def strikes(self, battle: FastBattle, random: Random) -> None:
        for fighter in battle.mine.characters:
            if must_strike(battle, fighter.role, fighter):
                foe, roll = foes(battle, fighter)[0]
                battle.strike(fighter, foe, roll, rolled(*roll, random))


class Cheat(Idle):
    """Tries to be everywhere."""

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        battle.move(battle.mine.everyone[0], HEX_NUMBER["A3"])


NO_POLICY = 7
