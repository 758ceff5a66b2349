"""Whom a word of a free sentence means: a Legion named before, a player, or the player across the table."""

from collections.abc import Sequence

from ..box.characters import TITAN
from .legions import Legion, within
from .places import PREPOSITIONS
from .said import Item
from .ties import PARTS, Doing


def preposition_of(items: Sequence[Item], i: int) -> str | None:
    """What ties an item to what is before it: a preposition, or an arrow."""
    before = [x.low for x in items[max(0, i - 2) : i]]
    while before and before[-1] in ("(", "the", ":", "="):
        before.pop()
    if not before:
        return None
    return "to" if before[-1] == "-" else PREPOSITIONS.get(before[-1])


def is_attacked(items: Sequence[Item], i: int) -> bool:
    """Whether an item is whom somebody attacks: *may I hit him?*."""
    return i > 0 and items[i - 1].value in ("strike", "engage") and items[i - 1].kind == "verb"


def own_titan(items: Sequence[Item], i: int, legions: Sequence[Legion]) -> Legion | None:
    """The Titan that *he* must be, since nobody else was named: *my Titan in 105 has 390 points: may he ...*."""
    one = legions[-1] if legions else Legion()
    others = any(x.kind in ("owner", "name") and x.value != "mine" for x in items[:i])
    alone = one.owner == "mine" and dict(one.names) == {TITAN: 1} and not one.marker
    return one if alone and not others else None


def merge(legions: list[Legion], events: Sequence[Doing]) -> None:
    """Take characters that were named before in a Legion, or alone before their Legion, for that Legion."""
    kept = {id(one) for event in events if event.kind in PARTS for one in event.objects}
    parts = [x for x in events if x.kind == "split"]
    kept |= {
        id(one) for x in parts for one in (*x.tied.values(), *([x.subject] if x.subject and x.subject.names else []))
    }
    if parts:
        kept |= {id(x.subject) for x in events if x.kind == "stand"}
    for one in [x for x in legions if x.names and not (x.marker or x.height or x.other or id(x) in kept)]:
        for other in legions:
            whose = (None, one.owner, "mine") if one.owner is not None else (other.owner,)
            apart = (
                other is one
                or other.other
                or id(other) in kept
                or other.owner not in whose
                or other.owner == "theirs" != one.owner
            )
            if apart or not other.names or not within(one, other) or one.owner not in (None, other.owner, "mine"):
                continue
            if None not in (one.land, other.land) and one.land != other.land:
                continue
            other.land = other.land or one.land
            legions.remove(one)
            for event in events:
                event.subject = other if event.subject is one else event.subject
                event.objects = [other if x is one else x for x in event.objects]
                event.tied = {key: other if x is one else x for key, x in event.tied.items()}
            break
