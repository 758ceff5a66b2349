"""Splits in free sentences: by the characters of the parts, by their numbers, or none."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from attrs import frozen

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT
from .cases import Case, anybody, listed
from .legions import Legion, color_of, contents, within
from .said import Translation
from .story import GOES, Story, require, sure
from .ties import Doing

_STAYS = any_of("keep keeps kept stay stays")
_LEAVES = any_of("off out leave leaves from")
_OTHERS = any_of("rest other others")
_FORMS = _OTHERS | any_of("new form same together split")


@frozen
class Told:
    """What was told of a split.

    :param troops: the characters that were named, in the order in which they were said; the whole Legion comes first.
    :param sizes: of the parts; :param height: of the whole.
    :param words: that were said; :param stays: who stays; :param rest_leaves: the others leave.
    """

    troops: tuple[Counter[str], ...]
    sizes: tuple[int, ...]
    height: int | None
    first: bool
    words: frozenset[str]
    stays: Counter[str] | None = None
    rest_leaves: bool = False

    @property
    def together(self) -> Counter[str]:
        """Everybody who was named."""
        return sum(self.troops, Counter[str]())


Halves = tuple[Counter[str], Sequence[Counter[str]]]
"""A whole Legion, and the parts that leave it."""


def starting() -> tuple[str, ...]:
    """The Legion of the first turn: its first four can leave it (SETUP-4, SPLIT-1)."""
    titan, lord, *pairs = current().starting_characters
    return (lord, *pairs[::2], *pairs[1::2], titan)


def splits(story: Story, last: Doing | None) -> Translation:
    """*A Legion of 5: 3 stay and 2 go*, *turn 1: Titan and 3 Ogres in one half, the rest in the other*."""
    require(last is None or last.subject is None or last.subject.count == 1)
    events = _accounted(story)
    if any(x.denied for x in events if x.kind == "split") or is_kept(story):
        return kept(story)
    told = _told(story, last, events)
    marker, into = _markers(story, events)
    story.use(*story.told.legions)
    require(into is None or (told.troops and not told.sizes))
    whole, parts = next(_ways(told, into is not None), (Counter[str](), ()))
    return _written(story, whole, parts, told.first, marker, into)


def _accounted(story: Story) -> list[Doing]:
    """The events of a split, accounted for, and who is in a part: *Legion A gets Titan and 3 Ogres*."""
    require(not any(x.lands.keys() - {"at"} for x in story.events if x.kind != "stand"))
    for event in story.account("muster"):
        one = sure(event.subject)
        require(len(event.objects) == 1 and one is not event.objects[0])
        one.names = event.objects[0].names
        story.told.legions.remove(event.objects[0])
        story.use(event.objects[0])
    events = story.account("split", *GOES, "stand", "join")
    for event in events:
        part, more = next(iter(event.objects), None), event.tied.get("with")
        if part is not None and more is not None and part.names and more.names and part is not more:
            part.names = dict(contents([part, more]))  # my Titan with two Ogres
            story.told.legions.remove(more)
            story.use(more)
    return events


def _told(story: Story, last: Doing | None, events: Sequence[Doing]) -> Told:
    """What was told, every number of it accounted for."""
    told = story.told
    for one in told.legions:
        if one.count > 1 and one.owner == "mine" and one.height is None:
            one.height, one.count = one.count, 1  # my 4 stack
    groups = _whole_first([x for x in told.legions if x.names], last)
    heights = sorted([*told.heights, *(x.height for x in told.legions if x.height)], reverse=True)
    tall = bool(heights) and heights[0] >= sum(heights[1:])
    sizes = [*told.numbers, *(n for event in events for n in event.numbers), *heights[tall:]]
    sizes += [x.count for x in told.legions if x.count > 1 and not x.names]
    told.heights, told.numbers = [], []
    for event in events:
        event.numbers = []
    for one in groups[1:]:  # the Lions, however many they are
        one.names = {x: groups[0].names.get(x, n) if n == 1 and one.plural else n for x, n in one.names.items()}
    first = story.turn == 1 or (story.turn is None and STARTING_HEIGHT in [*heights[:tall], *sizes[:1]])
    if first:
        sizes = [x for x in sizes if x != STARTING_HEIGHT]
    height = heights[0] if tall else STARTING_HEIGHT if first else None
    stands = [x.subject for x in events if x.kind == "stand" and x.subject in groups[1:]]
    return Told(
        tuple(Counter(x.names) for x in groups),
        _sizes(sizes, height, bool(groups) and not told.words & _LEAVES),
        height,
        first,
        told.words | ({"split"} if last is not None else set()),
        Counter(stands[0].names) if stands and stands[0] is not None else None,
        _is_said_before(story, _STAYS, _OTHERS),
    )


def _sizes(sizes: Sequence[int], height: int | None, named: bool) -> tuple[int, ...]:
    """The sizes of the parts: *3 Legions of 2* are three, and whoever splits a Legion in two says no size.

    :param named: the characters of the Legion were told, and nobody leaves it.
    """
    if len(sizes) == 2 and sizes[0] * sizes[1] == height != sum(sizes):
        return (min(sizes),) * max(sizes)
    return () if named and list(sizes) == [2] else tuple(sizes)


def _whole_first(groups: list[Legion], last: Doing | None) -> list[Legion]:
    """The Legions with the one first from which the others are taken: *Titan and Ogre off his Legion of four*."""
    source = last.tied.get("from") if last is not None else None
    if source is None or source not in groups[1:] or not all(within(x, source) for x in groups):
        return groups
    return [source, *(x for x in groups if x is not source)]


def _markers(story: Story, events: Sequence[Doing]) -> tuple[str | None, str | None]:
    """The marker of the Legion, and that of the new one."""
    own = [x.marker for x in story.told.legions if x.marker]
    aims = [x for event in events for key, x in event.tied.items() if key == "to" and not x.names]
    fresh = next((x.marker for x in aims if x.marker), None)
    marker = next((x for x in own if x != fresh), None)
    into = [x for x in own if x != marker]
    require(len(into) < 2)
    require(len({color_of(x) for x in story.told.legions} - {None}) < 2)
    return marker, next(iter(into), None)


def _ways(told: Told, named: bool) -> Iterator[Halves]:
    """The Legion and who leaves it, likeliest first: all that was told is true of each.

    :param named: the new Legion's marker was told.
    """
    for whole, parts in _halves(told, named):
        rest = whole - sum(parts, Counter[str]())
        totals = [whole.total(), rest.total(), *(x.total() for x in parts)]
        if not parts or not all(parts) or not rest or sum(totals[1:]) != totals[0]:
            continue
        if told.height in (None, whole.total()) and not Counter(told.sizes) - Counter(totals):
            yield whole, parts


def _halves(told: Told, named: bool) -> Iterator[Halves]:
    """Whoever may be the whole Legion and the parts that leave it."""
    troops = told.troops
    if not troops:
        yield from _by_size(told)
        return
    whole, parts = troops[0], troops[1:]
    if told.first and not parts and len(told.sizes) == 2 and whole.total() < told.sizes[0]:
        whole = _filled(whole, told.sizes[0], starting())  # 4 and 4, with Titan and Angel in a half
    if told.first and whole.total() < STARTING_HEIGHT:
        yield from _of_the_first_legion(told, whole, named)
    elif parts:
        yield from _by_name(told)
    elif told.words & _LEAVES and (told.height or 0) > whole.total():
        yield _filled(whole, told.height or 0, [anybody()] * MAX_HEIGHT), [whole]
    elif not named:
        yield _in_halves(whole, told)


def _of_the_first_legion(told: Told, some: Counter[str], named: bool) -> Iterator[Halves]:
    """The first Legion, both halves of which are named, or one."""
    eight = Counter(starting())
    if len(told.troops) == 2:
        yield told.together, told.troops[1:]
        if told.words & _OTHERS and told.troops[1] <= eight - some:
            yield eight, [eight - some]  # Angel with the rest
    elif len(told.troops) == 1 and (named or told.words & _FORMS):
        yield eight, [eight - some if told.rest_leaves else some]


def _by_name(told: Told) -> Iterator[Halves]:
    """A Legion and characters of it; or both halves."""
    whole, *parts = told.troops
    if all(part <= whole for part in parts):
        if told.stays is not None:
            yield whole, [whole - told.stays]
        elif parts == [whole] and not told.words & _LEAVES:
            yield whole, [Counter(dict(list(whole.items())[1:]))]  # split 2 Lions and 2 Centaurs
        elif sum(parts, Counter[str]()) == whole:
            yield whole, parts[1:]
        else:
            yield whole, parts
    elif len(parts) == 1 and not told.words & _LEAVES:
        yield told.together, parts


def _by_size(told: Told) -> Iterator[Halves]:
    """A Legion of which only the number is told, and the numbers of its parts."""
    height, sizes = told.height, list(told.sizes)
    if height is None and len(sizes) > 2 and sizes[0] == sum(sizes[1:]):
        height = sizes.pop(0)
    if height is None and len(sizes) > 1:
        height = sum(sizes)
    height = sure(height)
    require(told.first or height <= MAX_HEIGHT)
    if len(sizes) == 1:
        sizes.insert(1 if told.words & _STAYS else 0, height - sizes[0])
    content = starting() if told.first else [anybody()] * height
    stays, *leave = sizes or [height - 2, 2]
    yield Counter(content), _dealt(content, [*leave, stays])[:-1]


def _in_halves(whole: Counter[str], told: Told) -> Halves:
    """A Legion of which the parts are told by their numbers, if at all."""
    size, sizes = whole.total(), list(told.sizes)
    if len(sizes) == 1 and told.words & _LEAVES:
        sizes = [size - sizes[0], sizes[0]]
    return whole, _dealt(whole.elements(), sizes or [size - size // 2, size // 2])[1:]


def _dealt(content: Iterable[str], sizes: Sequence[int]) -> list[Counter[str]]:
    """Characters in parts of so many each."""
    dealt = iter(content)
    return [Counter(islice(dealt, size)) for size in sizes]


def _filled(some: Counter[str], size: int, others: Iterable[str]) -> Counter[str]:
    """Characters with others beside them, up to a size."""
    rest = (Counter(others) - some).elements()
    return some + Counter(islice(rest, size - some.total()))


def _written(
    story: Story,
    whole: Mapping[str, int],
    parts: Sequence[Mapping[str, int]],
    first: bool,
    marker: str | None,
    into: str | None,
) -> Translation:
    """A Legion and who leaves it; before the first turn's splits it stands in a Tower."""
    require(parts)
    lands = current().masterboard.lands
    color = next((c for x in story.told.legions if (c := color_of(x))), None)
    when = story.turn or (1 if first or sum(whole.values()) == STARTING_HEIGHT else 2)
    story.turn = None
    placed = [x.land for x in story.told.legions if x.land] + ([1] if when > 1 else [600])
    case = Case("commencement", color or "Black", when)
    rolled = any(x.kind == "roll" and not x.denied for x in story.told.events) and "before" not in story.told.words
    if (roll := story.take("roll")) is not None or rolled:
        case.phase, case.roll = "movement", roll or 3
    land = next(x for x in placed if when > 1 or lands[x].is_tower)
    one = case.put(Legion(names=dict(whole), marker=marker), land)
    verb = f"/{into}" if into is not None else " splits off"
    return str(case), "; ".join(f"{one}{verb} {listed(part)}" for part in parts)


def _is_said_before(story: Story, words: frozenset[str], others: frozenset[str]) -> bool:
    """Whether one of the words comes before one of the others."""
    said = [x.low for x in story.told.items if x.low in words | others]
    return len(said) > 1 and said[0] in words and said[1] in others


def is_kept(story: Story) -> bool:
    """Whether nobody leaves: *I keep all eight together*."""
    told = story.told
    counts = {*told.numbers, *told.heights, *(x.height for x in told.legions), *(x.count for x in told.legions)}
    whole = not counts - {None, 1, STARTING_HEIGHT} and not any(x.names for x in told.legions)
    return story.turn is not None and whole and bool(told.words & {"keep", "together"})


def kept(story: Story) -> Translation:
    """*In my first turn I do not split*, *I keep all eight together*."""
    turn, story.turn = story.turn, None
    require(turn is not None and not any(x.names for x in story.told.legions))
    case = Case("commencement", "Black", turn)
    require(sum(x.marker is not None for x in story.told.legions) < 2)
    own = next((x for x in story.told.legions if x.marker), None)
    marker, case.color = (own.marker, color_of(own) or case.color) if own is not None else (None, case.color)
    story.use(*story.told.legions)
    story.told.heights = story.told.numbers = []
    for event in story.told.events:
        event.numbers = []
    story.take("roll")
    case.put(Legion(marker=marker, names=dict(Counter(starting())) if turn == 1 else {TITAN: 1, anybody(): 3}), 600)
    return str(case), "end-splits"
