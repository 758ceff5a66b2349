"""Splits in free sentences: by the characters of the parts, by their numbers, or none."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT
from .cases import Case
from .legions import Legion, color_of, within
from .said import Translation
from .story import GOES, Story, require, sure
from .ties import Doing

STARTING = ("Angel", "Ogre", "Centaur", "Gargoyle", "Ogre", "Centaur", "Gargoyle", TITAN)
"""The Legion of the first turn: its first four can leave it."""


def splits(story: Story, last: Doing | None) -> Translation:
    """*A Legion of 5: 3 stay and 2 go*, *turn 1: Titan and 3 Ogres in one half, the rest in the other*."""
    told, turn = story.told, story.turn
    require(last is None or last.subject is None or last.subject.count == 1)
    for one in told.legions:
        if one.count > 1 and one.owner == "mine" and one.height is None:
            one.height, one.count = one.count, 1  # my 4 stack
    require(not any(x.lands for x in story.events if x.kind != "stand"))
    events = story.account("split", *GOES, "stand", "join")
    for event in story.account("muster"):
        require(event.subject is not None and len(event.objects) == 1 and event.subject is not event.objects[0])
        if event.subject is not None:
            event.subject.names = event.objects[0].names
            told.legions.remove(event.objects[0])
            story.use(event.objects[0])
    if any(x.denied for x in events if x.kind == "split") or is_kept(story):
        return kept(story)
    story.turn = None
    troops = [x for x in told.legions if x.names]
    numbers = [*told.numbers, *(n for x in events for n in x.numbers)]
    told.numbers = []
    for event in events:
        event.numbers = []
    heights: list[int] = [*told.heights, *(x.height for x in told.legions if x.height)]
    told.heights = []
    height = heights[0] if heights and heights[0] >= sum(heights[1:]) else None
    numbers += heights[1:] if height is not None else heights
    numbers += [x.count for x in told.legions if x.count > 1 and not x.names]
    first = turn == 1 or (turn is None and STARTING_HEIGHT in (height, *numbers[:1]))
    source = last.tied.get("from") if last is not None else None
    if source in troops[1:] and source is not None and all(within(x, source) for x in troops):
        troops = [source, *(x for x in troops if x is not source)]  # Titan and Ogre off his Legion of four
    fresh = [x for event in events for key, x in event.tied.items() if key == "to" and x.marker and not x.names]
    markers = [x.marker for x in (*(x for x in told.legions if x not in fresh), *fresh) if x.marker]
    marker = None if len(fresh) == len(markers) else markers[0]
    into = markers if marker is None else markers[1:]
    color = next((c for x in told.legions if (c := color_of(x))), None)
    out = told.words & {"off", "out", "leave", "leaves", "from"}
    story.use(*told.legions)
    require(len(into) < 2)
    if not troops:
        require(not into)
        if height is None and numbers and (len(numbers) == 2 or numbers[0] != sum(numbers[1:])):
            height = STARTING_HEIGHT if first else sum(numbers)
            numbers = [x for x in numbers if x != STARTING_HEIGHT] if first else numbers
        elif height is None and len(numbers) > 2:
            height, *numbers = numbers
        height = sure(height)
        require(height == STARTING_HEIGHT if first else height <= MAX_HEIGHT)
        if len(numbers) == 2 and numbers[0] * numbers[1] == height and sum(numbers) != height:
            numbers = [min(numbers)] * max(numbers) if max(numbers) * min(numbers) == height else numbers
        if len(numbers) == 1:
            numbers = [height - numbers[0], numbers[0]]
            if told.words & {"keep", "keeps", "stay", "stays", "kept"}:
                numbers.reverse()
        numbers = numbers or [height - 2, 2]
        require(sum(numbers) == height and min(numbers) > 0)
        content = list(STARTING) if first else [next(iter(current().characters))] * height
        parts = [Counter(content[sum(numbers[1 : n + 1]) :][:size]) for n, size in enumerate(numbers[1:])]
        return split(story, Counter(content), parts, turn, first, marker, color)
    whole = Counter(troops[0].names)
    numbers = [x for x in numbers if x != STARTING_HEIGHT]
    for one in troops[1:]:  # the Lions, however many they are
        one.names = {x: whole.get(x, n) if n == 1 and one.plural else n for x, n in one.names.items()}
    parts = [Counter(x.names) for x in troops[1:]]
    if first and not parts and numbers == [STARTING_HEIGHT // 2] * 2 and whole.total() < numbers[0]:
        rest = (Counter(STARTING) - whole).elements()  # 4 and 4, with Titan and Angel in a half
        whole, numbers = whole + Counter(islice(rest, numbers[0] - whole.total())), []
    require(len({color_of(x) for x in told.legions} - {None}) < 2)
    if sum(numbers) == whole.total() and len(parts) == 1 and parts[0].total() in numbers:
        numbers = []
    require(not numbers or len(troops) == 1 or told.words & {"other", "rest", "others"})
    if into:
        require(troops[-1].marker in (None, into[0]) and not numbers)
        if len(troops) == 1:
            require(turn == 1)
            rest_goes = _is_said_before(story, {"keep", "keeps", "kept", "stay", "stays"}, {"rest", "others"})
            whole, parts = Counter(STARTING), [Counter(STARTING) - whole if rest_goes else whole]
        elif turn == 1 and (whole + parts[0]).total() == STARTING_HEIGHT:
            whole += parts[0]
        return split(story, whole, parts, turn, turn == 1, marker, color, into[0])
    contained = all(not part - whole for part in parts)
    free = Counter(STARTING) - whole
    bare = not (numbers or height or contained or parts[1:])
    if first and parts and bare and "rest" in told.words and not parts[0] - free:
        parts, contained = [free], False  # Angel with the rest
    stays = [x.subject for x in story.told.events if x.kind == "stand" and x.subject in troops[1:]]
    if stays and contained and len(parts) == 1:
        parts = [whole - Counter(stays[0].names)]
    if first and whole.total() < STARTING_HEIGHT and (not parts or not contained or len(parts) == 1):
        require(len(parts) < 2)
        if parts:
            require((whole + parts[0]).total() == STARTING_HEIGHT)
            whole += parts[0]
        else:
            require(
                height in (None, STARTING_HEIGHT)
                and (last is not None or told.words & any_of("rest others other new form"))
            )
            require(not numbers or numbers in ([STARTING_HEIGHT - whole.total()], [STARTING_HEIGHT]))
            whole, parts = Counter(STARTING), [whole]
    elif parts and contained:
        require(len(parts) == 1 or sum(x.total() for x in parts) <= whole.total())
        if len(parts) == 2:
            require(parts[0] + parts[1] == whole)
            parts = parts[1:]
        elif parts[0] == whole and len(whole) == 2 and not out:
            parts = [Counter(dict(list(whole.items())[1:]))]  # split 2 Lions and 2 Centaurs
    elif parts:
        require(len(parts) == 1 and not out)
        whole += parts[0]
    elif out and (height or 0) > whole.total():
        filler = next(iter(current().characters))
        whole, parts = whole + Counter({filler: (height or 0) - whole.total()}), [whole]
    else:
        require(not numbers or sum(numbers) == whole.total() or numbers == [2])
        content = list(whole.elements())
        numbers = numbers if sum(numbers) == len(content) else [len(content) - len(content) // 2, len(content) // 2]
        parts = [Counter(content[sum(numbers[:n]) : sum(numbers[: n + 1])]) for n in range(1, len(numbers))]
    return split(story, whole, parts, turn, turn == 1 or whole.total() == STARTING_HEIGHT, marker, color)


def split(
    story: Story,
    whole: Mapping[str, int],
    parts: Sequence[Mapping[str, int]],
    turn: int | None,
    first: bool,
    marker: str | None,
    color: str | None,
    into: str | None = None,
) -> Translation:
    """A Legion and who leaves it; before the first turn's splits it stands in a Tower."""
    when = turn or (1 if first else 2)
    require(parts and all(parts) and not any(part == whole for part in parts))
    towers = [x.land for x in story.told.legions if x.land and current().masterboard.lands[x.land].is_tower]
    others = [x.land for x in story.told.legions if x.land]
    case = Case("commencement", color or "Black", when)
    rolled = any(x.kind == "roll" and not x.denied for x in story.told.events) and "before" not in story.told.words
    if (roll := story.take("roll")) is not None or rolled:
        case.phase, case.roll = "movement", roll or 3
    one = case.put(Legion(names=dict(whole), marker=marker), (towers or [600])[0] if when == 1 else (others or [1])[0])
    verb = f"/{into}" if into is not None else " splits off"
    texts = [" ".join(f"{n} {x}" if n > 1 else x for x, n in part.items()) for part in parts]
    return str(case), "; ".join(f"{one}{verb} {text}" for text in texts)


def _is_said_before(story: Story, words: set[str], others: set[str]) -> bool:
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
    case.put(Legion(marker=marker, names=dict(Counter(STARTING)) if turn == 1 else {TITAN: 1, "Ogre": 3}), 600)
    return str(case), "end-splits"
