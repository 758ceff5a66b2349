"""The Masterboard in free sentences: what a Legion or its player does, in our notation."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import engagements, moves, musters, splits
from .cases import Case, content
from .clauses import Clauses
from .legions import THEIRS, color_of
from .places import NotUnderstoodError
from .said import Item, Translation
from .story import ATTACKS, GOES, Story, require, sure
from .ties import Doing


def translate(items: Sequence[Item]) -> Translation | None:
    """A position on the Masterboard and an action in it, in our notation; None if a word has no role in it."""
    try:
        return _translated(Story(Clauses(items)))
    except NotUnderstoodError:
        return None


def _translated(story: Story) -> Translation:
    """What is asked, if everything that was said has a part in it."""
    last = _asked(story)
    frame = _FRAMES.get(last.kind if last is not None else "")
    if last is not None and last.kind in GOES and "to" not in last.lands and _parts(story):
        frame = splits.splits
    deals = last is not None and last.kind == "muster" and any(x.size > 1 for x in last.objects)
    if story.turn == 1 and deals:
        frame = splits.splits  # Legion A gets Titan and 3 Ogres
    stops = any(x.kind == "end" for x in story.told.events) and not any(x.lands for x in story.told.events)
    if "roll" in story.moment and stops and (last is None or last.kind in GOES):
        return moves.ended(story, last or Doing("end", ""), story.take("roll"))
    translation = sure(frame)(story, last)
    require(not story.left and not story.moment and not story.events and story.told.land is None)
    require(not (story.told.numbers or story.told.heights or any(x.numbers for x in story.told.events)))
    return translation


def _asked(story: Story) -> Doing | None:
    """The event that is asked about: the last one that has not happened yet, and is more than how it came about."""
    asked = [x for x in story.events if not x.done]
    main = [x for x in asked if x.kind not in ("stand", "dead")]
    if not main:
        return asked[-1] if asked else None
    last = main[-1]
    if last.kind in ATTACKS:
        main = [x for x in main if x.kind in ("flee", "concede", "summon")]
    elif last.kind in GOES and not (last.lands or last.denied or last.objects):
        main = [x for x in main if x.kind == "roll"] or [x for x in main if x.kind == "muster" and x.objects]
    elif last.kind in ("flee", "concede") and "after" in story.told.words:
        main = [x for x in main if x.kind in ("summon", "muster")]
    return main[-1] if main else last


def _parts(story: Story) -> bool:
    """Whether who goes leaves a Legion: *Brown splits Br01, the Rangers go to Br04*, *of my 4, 2 stay and 2 go*."""
    events = [x for x in story.events if not x.done]
    split = any(x.kind == "split" for x in events) and not any("from" in x.lands for x in events)
    named = [x for x in story.told.legions if x.names or x.marker or x.stack]
    first = story.turn == 1 and not any(x.lands for x in events) and (len(named) > 1 or any(x.size > 1 for x in named))
    sizes, heights = story.told.numbers, [*story.told.heights, *(x.height for x in named if x.height)]
    return split or first or (len(sizes) > 1 and sum(sizes) in heights)


def position_in(items: Sequence[Item]) -> str | None:
    """A game or a Legion that musters, as it is told, in our notation; None if some Legion's land is not said."""
    try:
        return _position(Story(Clauses(items)))
    except NotUnderstoodError:
        return None


def _position(story: Story) -> str:
    told, moved = story.told, [x for x in story.account("move", "enter", "stand") if x.kind != "stand"]
    require(told.legions and not (story.events or told.numbers or told.heights or any(x.denied for x in moved)))
    if len(told.legions) == 1 and told.terrain is not None and not (told.legions[0].land or moved or story.moment):
        return f"{told.terrain}: {content(told.legions[0])}"
    for one in told.legions:
        came = next((x.lands.get("to") for x in moved if x.subject is one), None)
        one.land = one.land or came or moves.land_told(story, one)
        one.moved = came is not None
    require(all(x.land for x in told.legions) and told.land is None)
    roll = story.take("roll")
    case = Case("movement" if roll else "", turn=story.turn, roll=roll, score=moves.score_of(story))
    case.taken = {x.marker for x in told.legions if x.marker}
    for one in told.legions:
        color = color_of(one) or ("Red" if one.owner in THEIRS else "Black")
        marker = case.put(one, one.land or 0, color=color)
        case.bar += [f"moved {marker}"] if one.moved else []
    require(not story.moment)
    return str(case)


_FRAMES: Mapping[str, Callable[[Story, Any], Translation]] = {
    **dict.fromkeys([*GOES, *ATTACKS], musters.goes),
    **dict.fromkeys(("muster", "reinforce"), musters.musters),
    "flee": engagements.flees,
    "concede": engagements.concedes,
    "summon": engagements.summons,
    "mulligan": musters.rerolls,
    "roll": musters.rerolls,
    "split": splits.splits,
    "": musters.named,
}
