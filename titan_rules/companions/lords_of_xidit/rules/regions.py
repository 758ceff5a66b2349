"""The regions: who is first and second in each, and for how many points (IV, 1)."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ....kernel.companions import Answer
from ....kernel.rulings import Ruling
from ..state import Position
from .saying import consequence


@frozen
class RegionScore:
    """A region's places.

    :param bastion: it is the centre.
    :param harps: by player.
    :param first, second: who holds these places.
    :param points: by player, those without any left out.
    """

    region: str
    bastion: bool
    harps: Mapping[str, int]
    first: tuple[str, ...]
    second: tuple[str, ...]
    points: Mapping[str, int]
    rulings: tuple[Ruling, ...]


def region_scores(position: Position, removed: frozenset[str] = frozenset()) -> tuple[RegionScore, ...]:
    """Every region's places (LX-FINAL-3 to 5).

    :param removed: players whose harps are no longer on the board (LX-FINAL-9).
    """
    return tuple(_score(position, region, removed) for region in sorted(position.map.regions))


def _score(position: Position, name: str, removed: frozenset[str]) -> RegionScore:
    region = position.map.regions[name]
    harps = {p: position.players[p].harps.get(name, 0) for p in position.order if p not in removed}
    most = max(harps.values(), default=0)
    first = tuple(p for p, count in harps.items() if count == most > 0)
    second = _second(position, harps, most) if len(first) == 1 else ()
    points = dict.fromkeys(first, region.first) | dict.fromkeys(second, region.second)
    return RegionScore(
        name, region.bastion, harps, first, second, points, _rulings(position, name, harps, first, second)
    )


def _second(position: Position, harps: Mapping[str, int], most: int) -> tuple[str, ...]:
    fewer = {p: count for p, count in harps.items() if count < most}
    next_most = max(fewer.values(), default=0)
    if not next_most and position.rules.second_without_harp == "none":
        return ()
    return tuple(p for p, count in fewer.items() if count == next_most)


def _rulings(
    position: Position, name: str, harps: Mapping[str, int], first: tuple[str, ...], second: tuple[str, ...]
) -> tuple[Ruling, ...]:
    region = position.map.regions[name]
    if not first:
        return (consequence("LX-FINAL-5", "no harp is in {region}: nobody has a place", region=name),)
    facts: dict[str, Any] = {"region": name, "first": ", ".join(first), "most": harps[first[0]], "points": region.first}
    if len(first) > 1:
        sentence = "{first} tie for first in {region} with {most:harp}: {points:point} each, and nobody is second"
        return (consequence("LX-FINAL-4", sentence, **facts),)
    found = [consequence("LX-FINAL-3", "{first} is first in {region} with {most:harp}: {points:point}", **facts)]
    facts = {"region": name, "second": ", ".join(second), "points": region.second}
    if not second:
        found.append(consequence("LX-FINAL-5", "nobody else has a harp in {region}: nobody is second", region=name))
        return tuple(found)
    facts["count"] = harps[second[0]]
    if not harps[second[0]]:
        sentence = "{second} without a harp count as second in {region}: {points:point} each"
        found.append(consequence("LX-FINAL-5", sentence, **facts))
    elif len(second) > 1:
        sentence = "{second} tie for second in {region} with {count:harp}: {points:point} each"
        found.append(consequence("LX-FINAL-4", sentence, **facts))
    else:
        sentence = "{second} is second in {region} with {count:harp}: {points:point}"
        found.append(consequence("LX-FINAL-3", sentence, **facts))
    return tuple(found)


def reputation(scores: tuple[RegionScore, ...], name: str) -> int:
    """A player's points from all regions (LX-FINAL-2)."""
    return sum(score.points.get(name, 0) for score in scores)


def regions(position: Position) -> Answer:
    """Who is first and second in each region?"""
    scores = region_scores(position)
    return {
        "regions": scores,
        "reputation": {name: reputation(scores, name) for name in position.order},
        "rulings": [consequence("LX-FINAL-2", "reputation is the sum of a player's points from regions")],
    }
