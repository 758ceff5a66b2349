"""The Commencement Phase: splitting Legions (SPLIT-1 to SPLIT-4)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from ...box import Box
from ...box.names import CharacterName, Marker
from ...kernel.judging import Objection, until_stopped
from ...kernel.rulings import Facts, Ruling, illegal, legal
from ...kernel.wording import listed
from ...position.game import STARTING_HEIGHT, Game, Legion, Player
from ..objections import UnknownContent, against_holding, against_phase

SMALLEST = 2  # every part of a split keeps at least this many characters (SPLIT-2)
HALF = STARTING_HEIGHT // 2  # the height of both halves of the starting characters (SPLIT-1)


def free_markers(player: Player, game: Game) -> tuple[Marker, ...]:
    """The Legion Markers a player has left; if unlisted, those of its colour not on the board (SPLIT-3)."""
    if player.markers is not None:
        return player.markers
    used = {legion.legion for _, legion in game.legions()}
    return tuple(marker for marker in game.the_box.markers.of(player.color) if marker not in used)


def splits(player: Player, legion: Legion, game: Game) -> list[tuple[CharacterName, ...]]:
    """Every distinct set of known characters that may leave a Legion, each in the Legion's order, smallest first.

    In the first turn these are the halves of SPLIT-1, later all of SPLIT-2. Empty if the Legion cannot be split, or the
    player has no Legion Marker left (SPLIT-3).
    """
    if _too_low(game, legion) or not free_markers(player, game):
        return []
    if game.turn > 1:
        return list(_parts(legion.known, legion.size))
    content = legion.characters or ()
    halves, box = _parts(content, len(content)), game.the_box
    return [part for part in halves if _is_half(box, part) and _is_half(box, _rest(content, part))]


@lru_cache(4096)
def _parts(known: tuple[CharacterName, ...], height: int) -> tuple[tuple[CharacterName, ...], ...]:
    """Every distinct part of the known characters such that it and the rest have at least two."""
    have = Counter(known)
    parts = []
    for counts in product(*(range(n, -1, -1) for n in have.values())):
        if SMALLEST <= sum(counts) <= height - SMALLEST:
            parts.append(tuple(name for name, n in zip(have, counts, strict=True) for _ in range(n)))
    return tuple(sorted(parts, key=len))


def _rest(content: Sequence[CharacterName], part: Sequence[CharacterName]) -> tuple[CharacterName, ...]:
    return tuple((Counter(content) - Counter(part)).elements())


def staying(legion: Legion, leaving: Sequence[CharacterName]) -> tuple[CharacterName, ...]:
    """A Legion's known characters less those ``leaving``, in the Legion's order."""
    gone = Counter(leaving)
    rest = []
    for name in legion.known:
        if gone[name]:
            gone[name] -= 1
        else:
            rest.append(name)
    return tuple(rest)


def _is_half(box: Box, part: Sequence[CharacterName]) -> bool:
    """Whether a part has one Lord and three Creatures (SPLIT-1)."""
    return len(part) == HALF and len(box.lords(part)) == 1 and all(box.characters[c].rank != "Demi-Lord" for c in part)


def _too_low(game: Game, legion: Legion) -> list[Ruling]:
    """Why a Legion is too low to be split in this turn; empty if it is not."""
    facts: Facts = {"legion": legion.legion, "height": legion.size}
    if game.turn == 1 and legion.size != STARTING_HEIGHT:
        sentence = "in the first turn only the eight starting characters are split, {legion} has height {height}"
        return [illegal("SPLIT-1", sentence, **facts)]
    if legion.size < 2 * SMALLEST:
        sentence = "{legion} has height {height}, only a Legion of {least} or more can be split"
        return [illegal("SPLIT-2", sentence, **facts, least=2 * SMALLEST)]
    return []


def may_be_split(game: Game, legion: Legion) -> bool:
    """Whether a Legion is high enough to be split in this turn (SPLIT-1, SPLIT-2)."""
    return not _too_low(game, legion)


def legion_rulings(game: Game, legion: Legion) -> list[Ruling]:
    """Every ruling against splitting the active player's Legion, or the one that allows it (SPLIT-1 to 3)."""
    against = _too_low(game, legion)
    if not free_markers(game.mover, game):
        against.append(illegal("SPLIT-3", "{player} has no unused Legion Marker", player=game.active))
    if against:
        return against
    if game.turn == 1:
        return [legal("SPLIT-1", "in the first turn each half has exactly one Lord and three Creatures")]
    sentence = "every part of a Legion of height {height} keeps at least {least} characters"
    return [legal("SPLIT-2", sentence, height=legion.size, least=SMALLEST)]


def against_split(
    game: Game, marker: str, into: str, characters: Sequence[CharacterName] | None, count: int = 0
) -> Iterator[Objection]:
    """Objections to a split of the active player's Legion (SPLIT-1 to SPLIT-4).

    :param into: the new Legion's marker.
    :param characters: who leaves; None: ``count`` unnamed ones.
    """
    objections = _against_split(game, marker, into, characters, count)
    return until_stopped(against_phase(game, "commencement", "SPLIT-4"), objections)


def _against_split(
    game: Game, marker: str, into: str, characters: Sequence[CharacterName] | None, count: int
) -> Iterator[Objection]:
    player = game.mover
    legion = player.legion(marker)
    if legion is None:
        yield illegal("SPLIT-2", "{player} has no Legion {legion}", player=player.color, legion=marker)
        return
    too_low = _too_low(game, legion)
    yield from too_low
    yield from _against_marker(game, player, into)
    leaving = count if characters is None else len(characters)
    if game.turn > 1 and not too_low:
        yield from _against_parts(marker, legion.size, leaving)
    elif not too_low and leaving != HALF:
        sentence = "each half has exactly one Lord and three Creatures; {count} would leave"
        yield illegal("SPLIT-1", sentence, count=leaving)
    if characters is not None:
        yield from against_holding(game, legion, characters, "SPLIT-2")
        if game.turn == 1 and not too_low and leaving == HALF:
            yield from _against_halves(game.the_box, legion, characters)


def _against_marker(game: Game, player: Player, into: str) -> Iterator[Ruling]:
    free = free_markers(player, game)
    if into in free:
        return
    if game.find(into) is not None:
        yield illegal("SPLIT-3", "the Legion Marker {marker} is in use", marker=into)
        return
    sentence = "{player} does not have the Legion Marker {marker}; unused: {free}"
    yield illegal("SPLIT-3", sentence, player=player.color, marker=into, free=listed(free, ",", none="none"))


def _against_halves(box: Box, legion: Legion, leaving: Sequence[CharacterName]) -> Iterator[Objection]:
    """Objections to the halves of the eight starting characters (SPLIT-1)."""
    if legion.characters is None:
        yield UnknownContent(legion.legion, "whether each half has one Lord and three Creatures")
        return
    if Counter(leaving) - Counter(legion.characters):
        return
    sentence = "each half has exactly one Lord and three Creatures; {part} would {way}"
    for way, part in (("leave", tuple(leaving)), ("stay", _rest(legion.characters, leaving))):
        if not _is_half(box, part):
            yield illegal("SPLIT-1", sentence, part=listed(part, ",", none="nothing"), way=way)


def _against_parts(marker: str, height: int, leaving: int) -> Iterator[Ruling]:
    """The objection that a part would be too small (SPLIT-2)."""
    stay = height - leaving
    if leaving < SMALLEST or stay < SMALLEST:
        sentence = (
            "every part keeps at least {least} characters: of {legion}'s {height}, {leave} would leave and {stay} stay"
        )
        yield illegal("SPLIT-2", sentence, least=SMALLEST, height=height, legion=marker, leave=leaving, stay=stay)


def owed_splits(game: Game) -> list[Ruling]:
    """The splits still required before the Commencement Phase can end (SPLIT-1)."""
    sentence = "in the first turn {legion}, of height {height}, must be split into two Legions of four"
    return [
        illegal("SPLIT-1", sentence, legion=legion.legion, height=legion.size)
        for legion in (game.mover.legions if game.turn == 1 else ())
        if legion.size == STARTING_HEIGHT
    ]
