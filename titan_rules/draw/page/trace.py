"""A game's states as a page carries them: flat facts under short keys, and of every step only what it changed.

The keys: ``t`` turn, ``a`` whose turn, ``w`` what happens in words, ``e`` the land of the Engagement being
resolved, ``P/Red`` a player, ``L/Rd01`` a Legion, and of a battle ``B`` what stays, ``b`` what changes, ``A`` and
``D`` its sides. Characters are numbers in the page's list of names.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from ...box import Box
from ...box.characters import TITAN
from ...box.reading import current
from ...kernel.jsontext import JSON
from ...position.battle import Battle, BattleSide, Combatant
from ...position.game import Game, Legion, Player
from ..battle import what_happens as battle_words
from ..game import what_happens as game_words


@cache
def _numbers(box: Box) -> dict[str, int]:
    """Every character's number."""
    return {name: i for i, name in enumerate(box.characters)}


MOVED, STRUCK, SLAIN = 1, 2, 4
"""The marks of a character in a battle; a Legion has the first."""


class Trace:
    """Turns one state after the other into what has changed since the one before."""

    def __init__(self) -> None:
        self._facts: dict[str, Any] = {}

    def changes(self, game: Game) -> dict[str, JSON]:
        """The facts that are new or different in a state; None under the keys of those that are gone."""
        before, now = self._facts, facts(game)
        self._facts = now
        changed = {key: value for key, value in now.items() if before.get(key) != value}
        changed.update((key, None) for key in before if key not in now)
        return changed


def facts(game: Game) -> dict[str, Any]:
    """All facts of a state; none of them is None."""
    found: dict[str, Any] = {"t": game.turn, "w": game_words(game)}
    if game.active is not None:
        found["a"] = game.active
    if game.engagement is not None:
        found["e"] = game.engagement.land
    for player in game.players:
        found[f"P/{player.color}"] = _player(player)
        for legion in player.legions:
            found[f"L/{legion.legion}"] = _legion(player, legion)
    if game.battle is not None:
        found.update(_battle(game, game.battle))
    return found


def _player(player: Player) -> list[Any]:
    """Score, its Titan's Power-factor, whether it is out, markers left."""
    return [player.score, current().power(TITAN, player.score), int(player.out), len(player.free_markers)]


def _legion(player: Player, legion: Legion) -> list[Any]:
    """Holder, land, height, marks, and the characters known to be in it: all, or those revealed."""
    known = legion.revealed if legion.characters is None else legion.characters
    return [player.color, legion.land, legion.size, MOVED * legion.moved, [_numbers(current())[name] for name in known]]


def _battle(game: Game, battle: Battle) -> Mapping[str, Any]:
    where = game.engagement.land if game.engagement is not None else None
    sides = [battle.attacker, battle.defender]
    return {
        "B": [battle.terrain, where, *[text for side in sides for text in (side.player, side.legion)]],
        "b": [battle.turn, battle.acting if battle.outcome is None else "", battle_words(battle)],
        "A": _side(battle.attacker),
        "D": _side(battle.defender),
    }


def _side(side: BattleSide) -> list[Any]:
    """Its characters, and the names of those removed so far."""
    return [[_combatant(side, c) for c in side.characters], [_numbers(current())[name] for name in side.slain]]


def _combatant(side: BattleSide, combatant: Combatant) -> list[Any]:
    """Character, hex, Power-factor, hits, marks."""
    marks = MOVED * combatant.moved + STRUCK * combatant.struck + SLAIN * side.is_slain(combatant)
    return [_numbers(current())[combatant.name], combatant.hex or "", side.power(combatant), combatant.hits, marks]
