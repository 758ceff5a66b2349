"""Where a Legion can go: routes, normal moves, and teleports with a Movement Roll of 6 (MOVE-3 to 8, TELE-1 to 4)."""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import Literal, NamedTuple, TypeAlias

from attrs import frozen

from ...box.characters import TITAN
from ...box.masterboard import ENTRY_SIDES, Exit, Masterboard, Sign
from ...box.names import CharacterName, EntrySide, LandNo, Marker
from ...kernel.evolving import carry_view, view_of
from ...kernel.wording import several
from ...position.game import Game, Legion, Player
from ...position.stock import count_of, unseen

How: TypeAlias = Literal["normal", "tower-teleport", "titan-teleport"]

TELEPORT_ROLL = 6  # TELE-1
TELEPORT_LANDS = 6  # the reach of a Tower Teleport along any connection (TELE-2)


@frozen
class Destination:
    """Where a Legion can go.

    :param entry_sides: where it can enter the Battleland; empty if nobody is engaged (MOVE-8).
    :param engages: the enemy Legion there.
    :param reveal: the mover reveals one of these; empty for a normal move.
    """

    land: LandNo
    entry_sides: tuple[EntrySide, ...] = ()
    engages: str | None = None
    how: How = "normal"
    reveal: tuple[CharacterName, ...] = ()


# --- routes ----------------------------------------------------------------------------------------------------------

ONLY_FIRST: tuple[Sign, ...] = ("Block", "Arch")
"""Signs that a Legion crosses only when it leaves its starting land (MOVE-4)."""


Lands: TypeAlias = tuple[LandNo, ...]
Signs: TypeAlias = tuple[Sign, ...]


class Route(NamedTuple):
    """A route from a starting land, step by step.

    :param lands: the lands entered, in order; ``bits`` are the same as masks, ``mask`` all of them.
    :param signs: the sign that each step crosses.
    :param entry_sides: the entry side of each land, if it is entered this way (MOVE-8).
    """

    start: int
    lands: Lands
    signs: Signs
    entry_sides: tuple[EntrySide, ...]
    bits: tuple[int, ...]
    mask: int

    def upto(self, steps: int) -> "Route":
        """Its first steps."""
        return _masked(self.start, self.lands[:steps], self.signs[:steps], self.entry_sides[:steps], self.bits[:steps])


def _masked(start: int, lands: Lands, signs: Signs, sides: tuple[EntrySide, ...], bits: tuple[int, ...]) -> Route:
    mask = 0
    for bit in bits:
        mask |= bit
    return Route(start, lands, signs, sides, bits, mask)


def exits(board: Masterboard, land: int, came_from: int | None) -> tuple[Exit, ...]:
    """The exits open to a Legion; ``came_from``: the land it just left, None at the start (MOVE-4, MOVE-5)."""
    every = board.lands[land].exits
    if came_from is None:
        return tuple([e for e in every if e.sign == "Block"]) or every
    return tuple([e for e in every if e.sign not in ONLY_FIRST and e.to != came_from])


@lru_cache(4096)
def routes(board: Masterboard, start: int, steps: int) -> tuple[Route, ...]:
    """Every route of exactly ``steps`` lands from ``start``, in the order of the lands entered (MOVE-4, MOVE-5)."""
    paths: list[tuple[Lands, Signs]] = [((LandNo(start),), ())]
    for _ in range(steps):
        paths = [
            ((*lands, e.to), (*signs, e.sign))
            for lands, signs in paths
            for e in exits(board, lands[-1], lands[-2] if signs else None)
        ]
    ways_walked = []
    for lands, signs in sorted(paths):
        sides = tuple([board.entry_side(b, a) for a, b in pairwise(lands)])
        bits = tuple([board.bit[land] for land in lands[1:]])
        ways_walked.append(_masked(start, lands[1:], signs, sides, bits))
    return tuple(ways_walked)


@lru_cache(4096)
def neighbours(board: Masterboard, land: int) -> tuple[int, ...]:
    """The lands connected with a land in either direction, ignoring signs; sorted."""
    there = {e.to for e in board.lands[land].exits} | {e.came_from for e in board.lands[land].entrances}
    return tuple(sorted(there))


@lru_cache(4096)
def distances(board: Masterboard, start: int) -> dict[int, int]:
    """The distance of every land along any connection, ignoring signs."""
    away = {start: 0}
    queue = [start]
    for land in queue:
        for near in neighbours(board, land):
            if near not in away:
                away[near] = away[land] + 1
                queue.append(near)
    return away


@lru_cache(4096)
def within(board: Masterboard, start: int, lands: int) -> int:
    """The mask of the lands within that distance along any connection, ``start`` excluded (TELE-2)."""
    return sum([board.bit[land] for land, away in distances(board, start).items() if 0 < away <= lands])


def lands_text(count: int) -> str:
    """``1 land``, ``4 lands``."""
    return several(count, "land")


class Occupancy:
    """The lands that matter to one player's moves, as masks.

    :ivar own: lands with the player's Legions; ``shared``: with several of them.
    :ivar enemy: lands with other players' Legions; ``enemy_at`` their markers.
    :ivar barred: lands with an Engagement (MOVE-7).
    :ivar reached: by land and Movement Roll, the known normal moves (kept by ``normal_destinations``).
    """

    __slots__ = ("barred", "board", "color", "enemy", "enemy_at", "own", "reached", "shared")

    def __init__(self, game: Game, color: str) -> None:
        self.color = color
        self.board: Masterboard = game.the_box.masterboard
        bits = self.board.bit
        own = shared = enemy = crowded = 0
        enemy_at: dict[int, Marker] = {}
        for player in game.players:
            if player.color == color:
                for legion in player.legions:
                    bit = bits[legion.land]
                    shared |= own & bit
                    own |= bit
            else:
                for legion in player.legions:
                    enemy_at[legion.land] = legion.legion
                    bit = bits[legion.land]
                    crowded |= enemy & bit
                    enemy |= bit
        self.own, self.shared, self.enemy, self.barred = own, shared, enemy, own & enemy | crowded
        self.enemy_at: Mapping[int, Marker] = enemy_at
        self.reached: dict[tuple[int, int], tuple[Destination, ...]] = {}

    def own_but_one_in(self, land: int) -> int:
        """The lands with own Legions, not counting one of those in ``land``."""
        bit = self.board.bit[land]
        return self.own if self.shared & bit else self.own & ~bit


def occupancy(game: Game, color: str) -> Occupancy:
    """The lands for a player's moves, cached on the game for the last player asked about."""
    seen: Occupancy | None = view_of(game)
    if seen is None or seen.color != color:
        seen = Occupancy(game, color)
        carry_view(game, seen)
    return seen


def open_routes(seen: Occupancy, start: int, roll: int, land: int) -> tuple[Route, ...]:
    """The routes of a normal move to a land, each cut off at the first enemy (MOVE-3, MOVE-7)."""
    own, enemy = seen.own_but_one_in(start), seen.enemy
    reaching: dict[Route, None] = {}
    for route in routes(seen.board, start, roll):
        if enemy & route.mask:
            steps = next(i for i, bit in enumerate(route.bits, 1) if bit & enemy)
            if route.lands[steps - 1] == land and not route.bits[steps - 1] & seen.barred:
                reaching[route.upto(steps)] = None
        elif route.lands[-1] == land and not route.bits[-1] & own:
            reaching[route] = None
    return tuple(reaching)


# --- destinations ----------------------------------------------------------------------------------------------------


destination = cache(Destination)
"""A cached :class:`Destination`."""

_in_order = attrgetter("land")


def destinations(game: Game, player: Player, legion: Legion, roll: int) -> tuple[Destination, ...]:
    """Everywhere a Legion can go with a Movement Roll, by land, normal moves before teleports.

    Unknown content is assumed to hold no unrevealed Lord; see :func:`depends_on_content`.
    """
    if legion.moved or put_together(player) is not None:
        return ()
    seen = occupancy(game, player.color)
    normal = normal_destinations(seen, legion.land, roll)
    further = _teleports(game, player, legion, seen) if roll == TELEPORT_ROLL else None
    return tuple(sorted((*normal, *further), key=_in_order)) if further else normal


def put_together(player: Player) -> Legion | None:
    """The Legion in which parts of a split were put together this turn: after it no Legion moves (MOVE-9)."""
    return next((legion for legion in player.legions if legion.recombined), None)


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
    """The lands that routes enter, and those where they end."""
    entered = ends = 0
    for route in routes(board, start, roll):
        entered |= route.mask
        ends |= route.bits[-1]
    return entered, ends


@lru_cache(16384)
def _unhindered(board: Masterboard, lands: int) -> tuple[Destination, ...]:
    return tuple(map(destination, board.lands_in(lands)))


# --- teleports -------------------------------------------------------------------------------------------------------


def titan_only(game: Game) -> bool:
    """Whether Tower Teleports are for the Titan's Legion, from Tower to Tower (TELE-2, option ``tower_teleport``)."""
    return game.rules.tower_teleport == "titan_to_towers"


def is_revealed(game: Game, name: CharacterName) -> bool:
    """Whether a Tower Teleport can reveal a character: a Lord (TELE-2)."""
    return name == TITAN if titan_only(game) else game.the_box.characters[name].is_lord


def revealable(game: Game, legion: Legion, possible: bool = False) -> tuple[CharacterName, ...]:
    """The Lords that a Tower Teleport of a Legion can reveal; ``possible``: with those that it may hold (TELE-2)."""
    names = set(legion.known if not unseen(legion) else game.the_box.characters)
    able = [name for name in names if is_revealed(game, name) and count_of(game, legion, name)[possible]]
    return tuple(sorted(able))


def is_open(game: Game, player: Player) -> bool:
    """Whether a player can still teleport this turn, ignoring the Movement Roll (TELE-1, TELE-4)."""
    return not player.teleported and not (game.turn == 1 and game.rules.first_turn_teleport == "forbidden")


def without_towers(game: Game) -> bool:
    """Whether no Tower Teleport may end in a Tower now (TELE-2, TELE-4)."""
    first = game.turn == 1 and game.rules.first_turn_teleport == "not_to_towers"
    return first or game.rules.tower_teleport == "not_to_towers"


def tower_lands(game: Game, start: int) -> int:
    """The mask of the lands that a Tower Teleport from ``start`` reaches, ignoring Legions (TELE-2)."""
    board = game.the_box.masterboard
    if not board.lands[start].is_tower or game.rules.tower_teleport == "none":
        return 0
    towers = board.tower_mask & ~board.bit[start]
    reached = towers if titan_only(game) else towers | within(board, start, TELEPORT_LANDS)
    return reached & ~board.tower_mask if without_towers(game) else reached


def titan_lands(game: Game, start: int, seen: Occupancy) -> int:
    """The mask of the lands that a Titan Teleport from ``start`` reaches (TELE-3)."""
    if game.rules.titan_teleport == "none":
        return 0
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
    shown = revealable(game, legion) if from_tower else ()
    if shown:
        held = seen.own | seen.enemy
        there_by = [there for bit, there in _tower_teleports(board, tower_lands(game, start), shown) if not bit & held]
    if player.score >= box.teleport_score and count_of(game, legion, TITAN)[0]:
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
    if roll != TELEPORT_ROLL or not unseen(legion) or legion.moved or put_together(player) or not is_open(game, player):
        return False
    if tower_lands(game, legion.land) and not revealable(game, legion) and revealable(game, legion, possible=True):
        return True
    least, most = count_of(game, legion, TITAN) if game.rules.titan_teleport != "none" else (0, 0)
    return player.score >= game.the_box.teleport_score and most > least
