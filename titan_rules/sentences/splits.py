"""Splits in free sentences: by the characters of the parts, by their numbers, or none."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT
from .cases import Case
from .legions import Legion, Told, color_of, listed
from .said import Translation


def within(part: Legion, whole: Legion) -> bool:
    """Whether characters are some of a Legion named before."""
    return part.marker is None and all(whole.names.get(name, 0) >= number for name, number in part.names.items())


def parted(told: Told) -> Translation | None:
    """*turn 1: Titan, 3 Ogres … in one half, the rest in the other*, *turn 1: A + B*, *the Titan stays alone*."""
    turn, verb = told.value("turn"), told.verb("split")
    if not told.troops:
        return None
    whole, *parts = told.troops
    into = _other_marker(told)
    if into is not None:
        start = Legion(0, 0, into[0].cue, dict(Counter(_STARTING)), into[0].marker)
        return _split(told, into[0] if into[0].names else start, [into[1].names], f"/{into[1].marker}")
    first = turn == 1 or (turn is None and told.has("8"))
    out = told.has("off", "out", "leave", "leaves", "from")
    if first and not parts and whole.size < STARTING_HEIGHT and (verb is not None or told.words & _NEW):
        whole, parts = Legion(0, 0, names=dict(Counter(_STARTING))), [whole]
    elif len(parts) == 1 and not first and within(parts[0], whole) and out:
        pass
    elif not parts and verb is not None and out and (height := told.value("height") or 0) > whole.size:
        filler = {next(iter(current().characters)): height - whole.size}  # 1 Ogre off a Legion of 5
        whole, parts = Legion(0, 0, whole.cue, dict(Counter(whole.names) + Counter(filler)), whole.marker), [whole]
    elif whole.size <= STARTING_HEIGHT // 2 and len(told.troops) == 2 and (first or verb is not None):
        names = Counter(whole.names) + Counter(parts[0].names)
        stays = _is_told_to_stay(told, parts[0])
        whole = whole if stays else Legion(0, 0, names=dict(names))
    elif verb is None or (not parts and not _counts(told)):
        return None
    if len(parts) > 1 and parts[0].size + parts[1].size > whole.size:
        return None
    leaving = [_as_many(told, parts[0], whole)] if parts else []
    if parts and _is_told_to_stay(told, parts[0]):
        leaving = [Counter(whole.names) - Counter(leaving[0])]
    elif not parts:
        content, counts = [*Counter(whole.names).elements()], _counts(told)
        if sum(counts) != whole.size:
            return None
        leaving = [Counter(content[sum(counts[:n]) : sum(counts[: n + 1])]) for n in range(1, len(counts))]
    return _split(told, whole, leaving)


def _other_marker(told: Told) -> tuple[Legion, Legion] | None:
    """The two parts of a Legion, written with their markers: *Rd01/Rd02 Ang Ogr Cen Gar*."""
    if len(told.legions) != 2 or told.verbs:
        return None
    one, part = told.legions
    named = one.marker is not None and part.marker is not None and color_of(one) == color_of(part)
    return (one, part) if named and told.low(part.first - 1) == "/" and part.names and part.land is None else None


def _split(told: Told, whole: Legion, leaving: Iterable[Mapping[str, int]], into: str = "") -> Translation:
    """A Legion and who leaves it; before the first turn's splits it stands in a Tower.

    :param into: the marker of the new Legion, after a slash.
    """
    when = told.value("turn") or (1 if whole.size == STARTING_HEIGHT else 2)
    towers = (land for _, land in told.lands if current().masterboard.lands[land].is_tower)
    land = next(towers, 600) if when == 1 else next((land for _, land in told.lands if land > MAX_HEIGHT), 1)
    case = Case(told, "commencement", color_of(whole) or "Black", when)
    if told.value("roll") is not None and not told.has("before"):
        case.phase, case.roll = "movement", told.value("roll")
    marker = case.put(whole, land)
    verb = into or " splits off"
    return str(case), "; ".join(f"{marker}{verb} {listed(part)}" for part in leaving)


def _is_told_to_stay(told: Told, part: Legion) -> bool:
    """Whether a part of a Legion is the one that stays: *so that the Titan stays alone*."""
    return told.items[part.last + 1 : part.last + 2] != [] and told.items[part.last + 1].value == "stand"


def _counts(told: Told) -> list[int]:
    """The numbers of characters in the parts."""
    return [item.value for item in told.items if item.kind == "number" or (item.kind == "height" and item.value < 4)]


_STARTING = ("Angel", "Ogre", "Centaur", "Gargoyle", "Ogre", "Centaur", "Gargoyle", TITAN)
"""The Legion of the first turn: its first four can leave it."""
_NEW = any_of("rest other others remaining new form forms")


def kept_together(told: Told) -> Translation | None:
    """*In my first turn I do not split*, *I keep all eight together*."""
    turn, split = told.value("turn"), told.verb("split")
    kept = told.has("together", "keep") and (told.value("height") or told.value("number")) in (None, STARTING_HEIGHT)
    if turn is None or told.troops or not (kept or split in told.denied):
        return None
    whole = dict(Counter(_STARTING)) if turn == 1 else {TITAN: 1, "Ogre": 3}
    case = Case(told, "commencement", turn=turn)
    case.put(Legion(0, 0, names=whole), 600)
    return str(case), "end-splits"


def parted_by_number(told: Told) -> Translation | None:
    """*a Legion of 5: 3 stay and 2 go*, *4 characters: split 3 and 1*, *4-4 in turn 1*."""
    turn = told.value("turn")
    values = [item.value for item in told.items if item.kind in ("number", "height")]
    values.sort(key=lambda value: value != told.value("height"))
    told_height = any(item.kind == "height" for item in told.items) or values[:1] == [STARTING_HEIGHT]
    split = told.verb("split")
    unmoved = split in told.denied or (split is None and (told.value("roll") is not None or told.has("all", "whole")))
    if told.troops or not values or unmoved:
        return None
    known = told_height or (len(values) > 2 and values[0] == sum(values[1:]))
    whole, *parts = values if known else [sum(values), *values]
    first = turn == 1 or (turn is None and whole == STARTING_HEIGHT)
    said = split is not None or told.words & any_of("stay stays leave keep keeps kept")
    if not said and (not (known or first) or len(parts) < 2):
        return None
    if (whole != STARTING_HEIGHT if first else whole > MAX_HEIGHT) or (len(parts) > 1 and sum(parts) != whole):
        return None
    if parts == [whole]:
        return None
    if len(parts) == 1 and told.words & any_of("keep keeps kept stay stays"):
        parts = [parts[0], whole - parts[0]]
    one = next((x for x in told.legions if x.marker), Legion(0, 0))
    content = _STARTING if first else (next(iter(current().characters)),) * whole
    one.names, one.height = dict(Counter(content)), None
    leaving = parts[1:] or parts or [2]
    return _split(told, one, [Counter(content[sum(leaving[:n]) :][:size]) for n, size in enumerate(leaving)])


def _as_many(told: Told, part: Legion, whole: Legion) -> Mapping[str, int]:
    """A part with as many of a kind as the whole has, if it says *the Ogres*."""
    plural = {x.value for x in told.items[part.first : part.last + 1] if x.kind == "character" and x.low[-1:] == "s"}
    plural -= {name for name in plural if name[-1] == "s"}
    return {n: whole.names.get(n, c) if c == 1 and n in plural else c for n, c in part.names.items()}
