"""What a score brings: *I had 390, the battle brought 30, my Legion has six: do I get an Angel?*"""

import re
from collections.abc import Mapping

from ..box.names import CharacterName
from ..kernel.jsontext import data_file
from ..kernel.wording import article, listed
from ..rules.engagement.scoring import Offer, halves_of_flight, multiples_reached
from .statements import Asked, Truth

_ROLES = tuple((role, re.compile(pattern)) for role, *forms in data_file(__file__, "sums.json") for pattern in forms)
"""What a number is in a sum of points, by the words around it; each takes the numbers that are left."""
_ALWAYS = 100  # points that reach a multiple, whatever the score was
_DIGITS = re.compile(r"\d+")


def angels(told: Asked) -> Truth:
    """*Does an Archangel come at 500?*, *had 95, won against an Ogre: do I take an Angel?*"""
    fled = "flee" in told.concepts
    if fled and not told.concepts & {"score", "acquire"}:
        return None
    slain = [name for name in told.names if not told.box.characters[name].summonable]
    wanted = [name for name in told.names if told.box.characters[name].summonable]
    if "value" in told.concepts and "battle" not in told.concepts:
        return None  # what an Angel is worth
    if told.said.open and not told.said.numbers and not slain:
        come = [f"{article(a.character)} at each multiple of {a.points}" for a in told.box.acquirable if not a.terrains]
        return True, listed(come)
    numbers = _numbers(told.said.text)
    scores = None if len(wanted) != 1 else _scores(numbers, _value(told, slain, fled))
    if scores is None:
        return None
    before, to = scores
    reached, tall, count = multiples_reached(told.box, before, to), numbers.get("height", 1), told.counts[wanted[0]]
    accounted = {*reached, before, to, to - before, *told.counts.values(), *numbers.values()}
    if set(map(int, _DIGITS.findall(told.said.text))) - accounted or to < before:
        return None
    offer = Offer(told.box, "Plains", reached, tall, told.box.full_stock, told.rules)
    against = next(offer.against(wanted * count), None)
    if against is not None:
        return False, against.text
    return True, f"{before} becomes {to}: {', '.join(map(str, reached))} is reached"


def _numbers(text: str) -> Mapping[str, int]:
    """The numbers of a sum, by what they are."""
    numbers: dict[str, int] = {}
    for role, pattern in _ROLES:
        match = pattern.search(text) if role not in numbers else None
        if match is not None:
            at = next(n for n, digits in enumerate(match.groups(), 1) if digits)
            numbers[role] = int(match[at])
            text = f"{text[: match.start(at)]}_{text[match.end(at) :]}"
    return numbers


def _value(told: Asked, slain: list[CharacterName], fled: bool) -> int | None:
    """What the characters that are named score; None if it is not plain that all of them do."""
    if any(told.counts[name] > 1 for name in slain) and not (fled or told.concepts & {"against", "slain", "beat"}):
        return None  # whose number it is, is not told
    each = [name for name in slain for _ in range(told.counts[name])]
    if fled:
        return sum(halves_of_flight(told.box, each, told.rules))
    return sum(map(told.box.points, each))


def _scores(numbers: Mapping[str, int], value: int | None) -> tuple[int, int] | None:
    """The score before and after; a score alone has just been reached."""
    gain, after = numbers.get("gain"), numbers.get("after")
    before = numbers.get("before", numbers.get("score"))
    if value is None or (value and gain not in (None, value)):
        return None
    gain = gain if gain is not None else value or None
    if before is None:
        return (0, gain) if gain is not None and gain % _ALWAYS == 0 else None
    if gain is not None:
        return (before, before + gain) if after in (None, before + gain) else None
    return (before - 1, before) if after is None else (before, after)
