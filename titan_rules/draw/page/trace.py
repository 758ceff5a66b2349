"""Positions as pages carry them: flat facts under short keys, and of every step only what it changed.

The keys: ``t`` turn, ``a`` whose turn, ``w`` what happens in words, ``p`` the phase, ``r`` the Movement Roll, ``e`` the
land of the Engagement being resolved, ``P/Red`` a player, ``L/Rd01`` a Legion, and of a battle ``B`` what stays, ``b``
what changes, ``A`` and ``D`` its sides. Characters are numbers in the page's list of names. Whoever asks for changes
may add facts under keys of its own.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from ...box import Box
from ...box.characters import TITAN
from ...box.current_box import current
from ...kernel.jsontext import JSON
from ...position.battle import Battle, BattleSide, Combatant
from ...position.game import Game, Legion, Player
from ..battle import what_happens as battle_words
from ..game import what_happens as game_words
from ..svg import clean


@lru_cache(32)
def _numbers(box: Box) -> dict[str, int]:
    """Every character's number."""
    return {name: i for i, name in enumerate(box.characters)}


MOVED, STRUCK, SLAIN = 1, 2, 4
"""The marks of a character in a battle; a Legion has the first."""


class Trace:
    """Turns one state after the other into what has changed since the one before."""

    def __init__(self) -> None:
        self._facts: dict[str, JSON] = {}

    def changes(self, position: Game | Battle, more: Mapping[str, JSON] = MappingProxyType({})) -> dict[str, JSON]:
        """The facts that are new or different in a state; None under the keys of those that are gone.

        :param more: facts besides those of the position.
        """
        before, now = self._facts, {**facts(position), **more}
        self._facts = now
        changed = {key: value for key, value in now.items() if before.get(key) != value}
        changed.update((key, None) for key in before if key not in now)
        return changed


def facts(position: Game | Battle) -> dict[str, JSON]:
    """All facts of a position; none of them is None."""
    if isinstance(position, Battle):
        return {"p": "battle", "w": battle_words(position), **_battle(None, position)}
    game = position
    found: dict[str, JSON] = {"t": game.turn, "w": game_words(game), "p": game.phase}
    if game.active is not None:
        found["a"] = game.active
    if game.roll is not None:
        found["r"] = game.roll
    if game.engagement is not None:
        found["e"] = game.engagement.land
    for player in game.players:
        found[f"P/{player.color}"] = _player(player)
        for legion in player.legions:
            found[f"L/{legion.legion}"] = _legion(player, legion)
    if game.battle is not None:
        found.update(_battle(game, game.battle))
    return found


def _player(player: Player) -> list[JSON]:
    """Score, its Titan's Power-factor, whether it is out, markers left, name."""
    power = current().power(TITAN, player.score)
    return [player.score, power, int(player.out), len(player.free_markers), clean(player.name)]


def _legion(player: Player, legion: Legion) -> list[JSON]:
    """Holder, land, height, marks, the characters known to be in it (all, or those revealed), its entry side."""
    known = legion.revealed if legion.characters is None else legion.characters
    numbers = [_numbers(current())[name] for name in known]
    marks = MOVED * legion.moved
    return [player.color, legion.land, legion.size, marks, numbers, legion.entry_side or ""]


def _battle(game: Game | None, battle: Battle) -> Mapping[str, JSON]:
    where = game.engagement.land if game is not None and game.engagement is not None else None
    sides = [text for side in (battle.attacker, battle.defender) for text in (clean(side.player), side.legion)]
    return {
        "B": [battle.terrain, where, *sides, battle.attacker.entry_side or ""],
        "b": [battle.turn, battle.acting if battle.outcome is None else "", battle_words(battle), battle.phase],
        "A": _side(battle.attacker),
        "D": _side(battle.defender),
    }


def _side(side: BattleSide) -> list[JSON]:
    """Its characters, the names of those removed so far, and its owner's score."""
    return [
        [_combatant(side, c) for c in side.characters],
        [_numbers(current())[name] for name in side.slain],
        side.score,
    ]


def _combatant(side: BattleSide, combatant: Combatant) -> list[JSON]:
    """Character, hex, Power-factor, hits, marks."""
    marks = MOVED * combatant.moved + STRUCK * combatant.struck + SLAIN * side.is_slain(combatant)
    return [_numbers(current())[combatant.name], combatant.hex or "", side.power(combatant), combatant.hits, marks]
