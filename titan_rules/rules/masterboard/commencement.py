"""The Commencement Phase: splitting Legions (SPLIT-1 to SPLIT-4)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from ...box import Box
from ...box.names import CharacterName, Marker
from ...kernel.judging import Refusal, judged
from ...kernel.rulings import Ruling, illegal, legal
from ...kernel.wording import listed
from ...position.game import STARTING_HEIGHT, Game, Legion, Player
from .mustering import known_content

SMALLEST = 2
"""Every part of a split keeps at least this many characters (SPLIT-2)."""

HALF = STARTING_HEIGHT // 2
"""The height of both halves of the starting characters (SPLIT-1)."""


def free_markers(player: Player, game: Game) -> tuple[Marker, ...]:
    """The Legion Markers a player has and is not using (SPLIT-3).

    Where the document does not list them: its own colour's, less those on the Masterboard.
    """
    if player.markers is not None:
        return player.markers
    used = {legion.legion for _, legion in game.legions()}
    return tuple(marker for marker in game.the_box.markers.of(player.color) if marker not in used)


def splits(player: Player, legion: Legion, game: Game) -> list[tuple[CharacterName, ...]]:
    """Every distinct content that may leave a Legion, each in the Legion's order, smallest first.

    In the first turn these are the halves of SPLIT-1, later all of SPLIT-2. Empty if the Legion
    cannot be split, or the player has no Legion Marker left (SPLIT-3).

    :raises CannotTell: the content is not known, and nothing else forbids a split.
    """
    if _height_violations(game, legion) or not free_markers(player, game):
        return []
    known_content(legion)
    return known_splits(player, legion, game)


def known_splits(player: Player, legion: Legion, game: Game) -> list[tuple[CharacterName, ...]]:
    """The same of a Legion that is not known whole: what its known characters make."""
    if _height_violations(game, legion) or not free_markers(player, game):
        return []
    if game.turn > 1:
        return list(_parts(legion.known, legion.size))
    content = legion.characters or ()
    halves, box = _parts(content, len(content)), game.the_box
    return [part for part in halves if _is_half(box, part) and _is_half(box, _rest(content, part))]


@lru_cache(4096)
def _parts(known: tuple[CharacterName, ...], height: int) -> tuple[tuple[CharacterName, ...], ...]:
    """Every distinct part of the known characters that leaves itself and the rest at least two."""
    have = Counter(known)
    found = []
    for counts in product(*(range(n, -1, -1) for n in have.values())):
        if SMALLEST <= sum(counts) <= height - SMALLEST:
            found.append(tuple(name for name, n in zip(have, counts, strict=True) for _ in range(n)))
    return tuple(sorted(found, key=len))


def _rest(content: Sequence[CharacterName], part: Sequence[CharacterName]) -> tuple[CharacterName, ...]:
    return tuple((Counter(content) - Counter(part)).elements())


def staying(legion: Legion, leaving: Sequence[CharacterName]) -> tuple[CharacterName, ...]:
    """What stays in a Legion when ``leaving`` leaves it, in the Legion's order.

    :raises CannotTell: its content is not known.
    """
    gone = Counter(leaving)
    left = []
    for name in known_content(legion):
        if gone[name]:
            gone[name] -= 1
        else:
            left.append(name)
    return tuple(left)


def _is_half(box: Box, part: Sequence[CharacterName]) -> bool:
    """Whether a part is what SPLIT-1 wants: one Lord and three Creatures."""
    return len(part) == HALF and len(box.lords(part)) == 1 and all(box.characters[c].rank != "Demi-Lord" for c in part)


def _height_violations(game: Game, legion: Legion) -> list[Ruling]:
    """Why a Legion is not high enough to be split in this turn; empty if it is."""
    height = legion.size
    if game.turn == 1 and height != STARTING_HEIGHT:
        return [
            illegal(
                "SPLIT-1",
                "in the first turn only the eight starting characters are split, {legion} has height {height}",
                legion=legion.legion,
                height=height,
            )
        ]
    if height < 2 * SMALLEST:
        return [
            illegal(
                "SPLIT-2",
                "{legion} has height {height}, only a Legion of {least} or more can be split",
                legion=legion.legion,
                height=height,
                least=2 * SMALLEST,
            )
        ]
    return []


def may_be_split(game: Game, legion: Legion) -> bool:
    """Whether a Legion is high enough to be split in this turn (SPLIT-1, SPLIT-2)."""
    return not _height_violations(game, legion)


def legion_rulings(game: Game, legion: Legion) -> list[Ruling]:
    """Whether the active player's Legion can be split at all: every ruling against it, or one for it (SPLIT-1 to 3)."""
    against = _height_violations(game, legion)
    if not free_markers(game.mover, game):
        against.append(illegal("SPLIT-3", "{player} has no unused Legion Marker", player=game.active))
    if against:
        return against
    if game.turn == 1:
        return [legal("SPLIT-1", "in the first turn each half has exactly one Lord and three Creatures")]
    sentence = "every part of a Legion of height {height} keeps at least {least} characters"
    return [legal("SPLIT-2", sentence, height=legion.size, least=SMALLEST)]


def judge_split(game: Game, marker: str, into: str, characters: Sequence[CharacterName]) -> Legion | Refusal:
    """The active player's Legion that ``characters`` leave for a new one, or why they may not (SPLIT-1 to 3).

    :param marker: the Legion that is split.
    :param into: the new Legion's marker.
    :raises CannotTell: the content is not known, and nothing else forbids the split.
    """
    player = game.mover
    legion = player.legion(marker)
    if legion is None:
        return _no_legion(player, marker)
    found = _height_violations(game, legion) + _marker_violations(game, player, into)
    if found and legion.characters is None:
        return Refusal(tuple(found))
    parts = _part_violations(marker, legion.size, len(characters)) if game.turn > 1 else []
    content = legion.known if game.turn > 1 else known_content(legion)
    missing = Counter(characters) - Counter(content)
    if missing:
        if parts and legion.characters is None:
            return Refusal((*found, *parts))
        known_content(legion)
        held = listed(missing.elements(), ",")
        return Refusal((*found, illegal("SPLIT-2", "{legion} does not hold {missing}", legion=marker, missing=held)))
    if game.turn == 1 and len(content) == STARTING_HEIGHT:
        parts = _half_violations(game.the_box, content, characters)
    return judged(found + parts, legion)


def judge_unsaid_split(game: Game, marker: str, into: str, count: int) -> Legion | Refusal:
    """The active player's Legion that ``count`` characters leave, or why none may, whoever they are (SPLIT-1 to 3).

    :param marker: the Legion that is split.
    :param into: the new Legion's marker.
    """
    player = game.mover
    legion = player.legion(marker)
    if legion is None:
        return _no_legion(player, marker)
    found = _height_violations(game, legion) + _marker_violations(game, player, into)
    if game.turn > 1:
        found += _part_violations(marker, legion.size, count)
    elif count != HALF and legion.size == STARTING_HEIGHT:
        sentence = "each half has exactly one Lord and three Creatures; {count} would leave"
        found.append(illegal("SPLIT-1", sentence, count=count))
    return judged(found, legion)


def _no_legion(player: Player, marker: str) -> Refusal:
    return Refusal((illegal("SPLIT-2", "{player} has no Legion {legion}", player=player.color, legion=marker),))


def _marker_violations(game: Game, player: Player, into: str) -> list[Ruling]:
    free = free_markers(player, game)
    if into in free:
        return []
    if game.find(into) is not None:
        return [illegal("SPLIT-3", "the Legion Marker {marker} is in use", marker=into)]
    return [
        illegal(
            "SPLIT-3",
            "{player} does not have the Legion Marker {marker}; unused: {free}",
            player=player.color,
            marker=into,
            free=listed(free, ","),
        )
    ]


def _half_violations(box: Box, content: Sequence[CharacterName], leaving: Sequence[CharacterName]) -> list[Ruling]:
    parts = {"leave": tuple(leaving), "stay": _rest(content, leaving)}
    return [
        illegal(
            "SPLIT-1",
            "each half has exactly one Lord and three Creatures; {part} would {way}",
            part=listed(part, ",", none="nothing"),
            way=way,
        )
        for way, part in parts.items()
        if not _is_half(box, part)
    ]


def _part_violations(marker: str, height: int, leaving: int) -> list[Ruling]:
    if SMALLEST <= leaving <= height - SMALLEST:
        return []
    return [
        illegal(
            "SPLIT-2",
            "every part keeps at least {least} characters: of {legion}'s {height}, {leave} would leave and {stay} stay",
            least=SMALLEST,
            height=height,
            legion=marker,
            leave=leaving,
            stay=height - leaving,
        )
    ]


def owed_splits(game: Game) -> list[Ruling]:
    """What is still owed before the Commencement Phase may end: the first turn's split (SPLIT-1)."""
    if game.turn != 1:
        return []
    return [
        illegal(
            "SPLIT-1",
            "in the first turn {legion}, of height {height}, must be split into two Legions of four",
            legion=legion.legion,
            height=legion.size,
        )
        for legion in game.mover.legions
        if legion.size == STARTING_HEIGHT
    ]
