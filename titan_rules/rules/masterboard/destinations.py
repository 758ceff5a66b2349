"""Where a Legion can go: by normal moves, and by teleports with a Movement Roll of 6 (MOVE-3 to 8, TELE-1 to 4)."""

from functools import cache, lru_cache
from operator import attrgetter
from typing import Literal, TypeAlias

from attrs import frozen

from ...box import Box
from ...box.characters import TITAN
from ...box.masterboard import ENTRY_SIDES, Masterboard
from ...box.names import CharacterName, EntrySide, LandNo
from ...position.game import Game, Legion, Player
from .routes import Occupancy, occupancy, routes, within

How: TypeAlias = Literal["normal", "tower-teleport", "titan-teleport"]

TELEPORT_ROLL = 6  # TELE-1
TELEPORT_LANDS = 6  # the reach of a Tower Teleport along any connection (TELE-2)


@frozen
class Destination:
    """Where a Legion can go.

    :param entry_sides: where it can enter the Battleland; empty if nobody is engaged (MOVE-8).
    :param engages: the enemy Legion there.
    :param reveal: the characters of which the mover reveals one; empty for a normal move.
    """

    land: LandNo
    entry_sides: tuple[EntrySide, ...] = ()
    engages: str | None = None
    how: How = "normal"
    reveal: tuple[CharacterName, ...] = ()


destination = cache(Destination)
"""A :class:`Destination`, the same object for the same place."""

_in_order = attrgetter("land")


def destinations(game: Game, player: Player, legion: Legion, roll: int) -> tuple[Destination, ...]:
    """Everywhere a Legion can go with a Movement Roll, by land, normal moves before teleports.

    Unknown content is taken to hold no unrevealed Lord; see :func:`depends_on_content`.
    """
    if legion.moved or legion.recombined:
        return ()
    seen = occupancy(game, player.color)
    normal = normal_destinations(seen, legion.land, roll)
    further = _teleports(game, player, legion, seen) if roll == TELEPORT_ROLL else None
    return tuple(sorted((*normal, *further), key=_in_order)) if further else normal


# --- normal moves ----------------------------------------------------------------------------------------------------


def normal_destinations(seen: Occupancy, start: int, roll: int) -> tuple[Destination, ...]:
    """Where a Legion can go without teleporting, sorted by land (MOVE-3 to MOVE-8)."""
    known: tuple[Destination, ...] | None = seen.reached.get((start, roll))
    if known is None:
        known = seen.reached[start, roll] = _normal_destinations(seen, start, roll)
    return known


def _normal_destinations(seen: Occupancy, start: int, roll: int) -> tuple[Destination, ...]:
    own, enemy = seen.own_but_one_in(start), seen.enemy
    entered, ends = _covered(seen.board, start, roll)
    if not enemy & entered:
        return _unhindered(seen.board, ends & ~own)
    there: dict[LandNo, Destination] = {}
    for route in routes(seen.board, start, roll):
        if not enemy & route.mask:
            if not route.bits[-1] & own:
                there[route.lands[-1]] = destination(route.lands[-1])
            continue
        for bit, land, side in zip(route.bits, route.lands, route.entry_sides, strict=True):
            if bit & enemy:
                if not bit & seen.barred:
                    before = there[land].entry_sides if land in there else ()
                    sides = tuple([s for s in ENTRY_SIDES if s in before or s == side])
                    there[land] = destination(land, sides, seen.enemy_at[land])
                break
    return tuple([there[land] for land in sorted(there)])


@lru_cache(4096)
def _covered(board: Masterboard, start: int, roll: int) -> tuple[int, int]:
    """The lands that any route enters, and those where one ends."""
    entered = ends = 0
    for route in routes(board, start, roll):
        entered |= route.mask
        ends |= route.bits[-1]
    return entered, ends


@lru_cache(16384)
def _unhindered(board: Masterboard, lands: int) -> tuple[Destination, ...]:
    return tuple(map(destination, board.lands_in(lands)))


# --- teleports -------------------------------------------------------------------------------------------------------


def known_characters(legion: Legion) -> tuple[CharacterName, ...]:
    """The characters known to be in a Legion: its content, or what was revealed of it."""
    return legion.revealed if legion.characters is None else legion.characters


def is_open(game: Game, player: Player) -> bool:
    """Whether a player can still teleport in this turn, whatever its Movement Roll (TELE-1, TELE-4)."""
    return not player.teleported and not (game.turn == 1 and game.rules.first_turn_teleport == "forbidden")


def revealed_by_tower_teleport(game: Game, legion: Legion) -> tuple[CharacterName, ...]:
    """The Lords of which a Tower Teleport reveals one; empty if none is known to be there (TELE-2)."""
    known = known_characters(legion)
    if game.rules.tower_teleport == "titan_to_towers":
        return (TITAN,) if TITAN in known else ()
    return tuple(sorted(set(game.the_box.lords(known))))


def tower_lands(game: Game, start: int) -> int:
    """The mask of the lands that a Tower Teleport from ``start`` reaches, ignoring Legions (TELE-2)."""
    board = game.the_box.masterboard
    if not board.lands[start].is_tower:
        return 0
    towers = board.tower_mask & ~board.bit[start]
    return towers if game.rules.tower_teleport == "titan_to_towers" else towers | within(board, start, TELEPORT_LANDS)


def has_titan_teleport(box: Box, player: Player, legion: Legion) -> bool:
    """Whether a Legion is known to hold a strong enough Titan (TELE-3)."""
    return player.score >= box.teleport_score and TITAN in known_characters(legion)


def titan_lands(game: Game, start: int, seen: Occupancy) -> int:
    """The mask of the lands that a Titan Teleport from ``start`` reaches (TELE-3)."""
    if game.rules.titan_teleport == "within_six":
        return within(seen.board, start, TELEPORT_LANDS) & ~seen.own & ~seen.barred
    return seen.enemy & ~seen.barred


def _teleports(game: Game, player: Player, legion: Legion, seen: Occupancy) -> list[Destination]:
    """The teleports of a Legion that has not moved, with a Movement Roll of 6, Tower Teleports first."""
    start, box, board = legion.land, game.the_box, seen.board
    from_tower = board.lands[start].is_tower
    if (not from_tower and player.score < box.teleport_score) or not is_open(game, player):
        return []
    there_by = []
    lords = revealed_by_tower_teleport(game, legion) if from_tower else ()
    if lords:
        held = seen.own | seen.enemy
        there_by = [there for bit, there in _tower_teleports(board, tower_lands(game, start), lords) if not bit & held]
    if has_titan_teleport(box, player, legion):
        for land in board.lands_in(titan_lands(game, start, seen) & ~board.bit[start]):
            enemy = seen.enemy_at.get(land)
            sides = board.lands[land].entry_sides if enemy else ()
            there_by.append(destination(land, sides, enemy, "titan-teleport", (TITAN,)))
    return there_by


@lru_cache(1024)
def _tower_teleports(
    board: Masterboard, reached: int, lords: tuple[CharacterName, ...]
) -> tuple[tuple[int, Destination], ...]:
    """A Tower Teleport to each land of a mask, each with its land's bit; ``lords``: those to reveal."""
    lands = board.lands_in(reached)
    return tuple([(board.bit[land], destination(land, (), None, "tower-teleport", lords)) for land in lands])


def depends_on_content(game: Game, player: Player, legion: Legion, roll: int) -> bool:
    """Whether unknown characters of a Legion could let it teleport where the known ones do not."""
    if legion.characters is not None or legion.moved or legion.recombined:
        return False
    if roll != TELEPORT_ROLL or not is_open(game, player):
        return False
    box = game.the_box
    if box.masterboard.lands[legion.land].is_tower and not revealed_by_tower_teleport(game, legion):
        return True
    return player.score >= box.teleport_score and TITAN not in known_characters(legion)
