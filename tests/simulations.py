"""Battles to simulate, and policies of one's own."""

from random import Random

from battles import side
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.position.battle import Battle
from titan_rules.simulation.melee import Melee
from titan_rules.simulation.rolls import foes, must_strike, rolled


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

    def maneuver(self, melee: Melee, random: Random) -> None:
        pass

    def strikes(self, melee: Melee, random: Random) -> None:
        side = melee.acting
        for i in range(len(melee.at[side])):
            if must_strike(melee, side, i):
                foe, roll = foes(melee, side, i)[0]
                melee.strike(i, foe, roll, rolled(*roll, random))


class Cheat(Idle):
    """Tries to be everywhere."""

    def maneuver(self, melee: Melee, random: Random) -> None:
        melee.move(0, HEX_NUMBER["A3"])


NO_POLICY = 7
