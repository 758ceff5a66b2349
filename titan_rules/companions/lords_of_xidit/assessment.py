"""The regions, and the final assessment: three criteria, ranking, elimination, the winner (IV)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...kernel.games import CannotTell, Fault, consequence, evolve, frozen, legal
from ...kernel.jsontext import pointer
from ...kernel.rulings import Ruling
from .state import PlayerName, Position
from .words import CRITERIA, DUMMY, MOST_PLAYERS, Criterion

COUNTED: dict[Criterion, str] = {
    "wealth": "the value of gold",
    "influence": "guild storeys on the board",
    "reputation": "points from regions",
}
NTH = ("first", "second", "third")
LAST = len(CRITERIA) - 1


# --- regions ----------------------------------------------------------------------------------------------------------


@frozen
class RegionScore:
    """A region's places.

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


@frozen
class Regions:
    """Every region's places, and what they add up to."""

    regions: tuple[RegionScore, ...]
    reputation: Mapping[str, int]
    rulings: tuple[Ruling, ...]


def regions(at: Position) -> Regions:
    """Who is first and second in each region?"""
    scores = region_scores(at)
    rule = consequence("LX-FINAL-2", "reputation is the sum of a player's points from regions")
    return Regions(scores, {name: reputation(scores, name) for name in at.order}, (rule,))


def region_scores(at: Position, removed: Collection[str] = ()) -> tuple[RegionScore, ...]:
    """Every region's places (LX-FINAL-3 to 5).

    :param removed: players whose harps are no longer on the board (LX-FINAL-9).
    """
    return tuple(_score(at, region, removed) for region in sorted(at.map.regions))


def _score(at: Position, name: str, removed: Collection[str]) -> RegionScore:
    region = at.map.regions[name]
    harps = {p: at.players[p].harps.get(name, 0) for p in at.order if p not in removed}
    most = max(harps.values(), default=0)
    first = tuple(p for p, count in harps.items() if count == most > 0)
    fewer = {p: count for p, count in harps.items() if count < most} if len(first) == 1 else {}
    next_most = max(fewer.values(), default=0)
    counts = next_most or at.rules.second_without_harp == "counts"
    second = tuple(p for p, count in fewer.items() if count == next_most) if counts else ()
    points = dict.fromkeys(first, region.first) | dict.fromkeys(second, region.second)
    facts: dict[str, Any] = {"region": name, "first": ", ".join(first), "most": most, "points": region.first}
    others: dict[str, Any] = {"region": name, "second": ", ".join(second), "points": region.second, "count": next_most}
    win, tie, none = "LX-FINAL-3", "LX-FINAL-4", "LX-FINAL-5"
    if not first:
        rulings = [consequence(none, "no harp is in {region}: nobody has a place", region=name)]
    elif len(first) > 1:
        sentence = "{first} tie for first in {region} with {most:harp}: {points:point} each, and nobody is second"
        rulings = [consequence(tie, sentence, **facts)]
    else:
        rulings = [consequence(win, "{first} is first in {region} with {most:harp}: {points:point}", **facts)]
        if not second:
            rulings.append(consequence(none, "nobody else has a harp in {region}: nobody is second", region=name))
        elif not next_most:
            sentence = "{second} without a harp count as second in {region}: {points:point} each"
            rulings.append(consequence(none, sentence, **others))
        elif len(second) > 1:
            sentence = "{second} tie for second in {region} with {count:harp}: {points:point} each"
            rulings.append(consequence(tie, sentence, **others))
        else:
            sentence = "{second} is second in {region} with {count:harp}: {points:point}"
            rulings.append(consequence(win, sentence, **others))
    return RegionScore(name, region.bastion, harps, first, second, points, tuple(rulings))


def reputation(scores: Sequence[RegionScore], name: str) -> int:
    """A player's points from all regions (LX-FINAL-2)."""
    return sum(score.points.get(name, 0) for score in scores)


# --- the three assessments --------------------------------------------------------------------------------------------


@frozen
class Standing:
    """A player in a ranking.

    :param rank: from 1.
    :param total: of the criterion.
    :param units: units in hand.
    :param distance: seats clockwise from the start player; -1 for the dummy.
    """

    rank: int
    player: str
    total: int
    units: int
    distance: int

    @property
    def key(self) -> tuple[int, int, int]:
        """The greater ranks higher (LX-FINAL-7)."""
        return self.total, self.units, self.distance


@frozen
class Round:
    """One of the three assessments.

    :param assessment: which, from 1.
    :param ranking: those not yet eliminated, the best first.
    :param eliminated: who is eliminated in it.
    """

    assessment: int
    criterion: Criterion
    ranking: tuple[Standing, ...]
    eliminated: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def assess(at: Position) -> tuple[Round, ...]:
    """The three assessments; the first of the last ranking wins (LX-FINAL-10).

    :raises CannotTell: the order of the criteria is unknown, or a player's gold.
    """
    rounds, removed = list[Round](), list[str]()
    living = [*at.order, *([DUMMY] if at.dummy is not None else [])]
    for nth, criterion in enumerate(_criteria(at)):
        standings = []
        for name in living:
            here = name in at.players
            hand, seat = (at.players[name].units, at.turn_order.index(name)) if here else (0, -1)
            standings.append(Standing(0, name, total(at, criterion, name, removed), hand, seat))
        ranking = sorted(standings, key=lambda standing: standing.key, reverse=True)
        ranked = tuple(evolve(standing, rank=rank) for rank, standing in enumerate(ranking, 1))
        two = len(at.players) == MOST_PLAYERS and (nth == 0 or at.rules.elimination_of_five == "two_each_time")
        count = 0 if nth == LAST else min(2 if two else 1, len(ranked) - 1)
        out = tuple(standing.player for standing in ranked[len(ranked) - count :])
        rounds.append(Round(nth + 1, criterion, ranked, out, tuple(_told(at, nth, criterion, ranked, out, removed))))
        removed.extend(out)
        living = [name for name in living if name not in out]
    return tuple(rounds)


def _criteria(at: Position) -> tuple[Criterion, ...]:
    """The criteria in the order of this game (LX-FINAL-1)."""
    if at.criteria is None:
        message = 'the order of the criteria is unknown: "criteria": ["wealth", "reputation", "influence"], say'
        raise CannotTell(Fault("criteria-unknown", message, "/criteria"))
    return at.criteria


def total(at: Position, criterion: Criterion, name: str, removed: Collection[str]) -> int:
    """A player's total of a criterion (LX-FINAL-2).

    :param removed: players eliminated so far.
    :raises CannotTell: it is wealth, and the player's gold is hidden.
    """
    if name == DUMMY and at.dummy is not None:
        return int(getattr(at.dummy, criterion))
    player = at.players[name]
    if criterion == "influence":
        return player.storeys
    if criterion == "reputation":
        return reputation(region_scores(at, removed if at.rules.eliminated_harps == "remove" else ()), name)
    if player.gold is None:
        message = f"the gold of {name} is hidden behind the screen (LX-GOLD-1); the final assessment needs it"
        raise CannotTell(Fault("gold-unknown", message, pointer("players", name, "gold")))
    return player.gold


def _told(
    at: Position, nth: int, criterion: Criterion, ranking: Sequence[Standing], out: Sequence[str],
    removed: Sequence[str],
) -> Iterator[Ruling]:  # fmt: skip
    facts: dict[str, Any] = {"nth": NTH[nth], "criterion": criterion, "counted": COUNTED[criterion]}
    yield consequence("LX-FINAL-1", "the {nth} criterion of this game is {criterion}", **facts)
    yield consequence("LX-FINAL-2", "{criterion} counts {counted}", **facts)
    if criterion == "reputation":
        remove = at.rules.eliminated_harps == "remove"
        if removed:
            what = "are removed from the board" if remove else "still count in the regions"
            sentence = "the harps of {players}, eliminated before, {what}"
            yield consequence("LX-FINAL-9", sentence, players=", ".join(removed), what=what)
        yield from (ruling for score in region_scores(at, removed if remove else ()) for ruling in score.rulings)
    ranked = ", ".join(f"{standing.player} {standing.total}" for standing in ranking)
    yield consequence("LX-FINAL-6", "the ranking is {ranked}", ranked=ranked)
    yield from (_tie(a, b) for a, b in pairwise(ranking) if a.total == b.total)
    if any(standing.player == DUMMY for standing in ranking):
        yield consequence("LX-FINAL-11", "the dummy is ranked like a player")
    if out:
        sentence = "{players} eliminated, {count} in the {nth} assessment of {all} players"
        facts |= {"players": ", ".join(out), "count": len(out), "all": len(at.players)}
        yield consequence("LX-FINAL-8", sentence, **facts)
    if nth < LAST:
        return
    winner = ranking[0].player
    yield consequence("LX-FINAL-10", "{player} is the best of those left and wins", player=winner)
    if winner == DUMMY:
        sentence = "the dummy is the best of those left; what that means for the players is not said"
        yield consequence("LX-FINAL-11", sentence)
    elif len(ranking) == 1:
        yield consequence("LX-FINAL-10", "{player} alone is left before the last assessment", player=winner)


def _tie(higher: Standing, lower: Standing) -> Ruling:
    """Why one of two with the same total ranks higher (LX-FINAL-7)."""
    facts: dict[str, Any] = {"higher": higher.player, "lower": lower.player, "total": higher.total}
    facts |= {"units": higher.units, "fewer": lower.units, "far": higher.distance, "near": lower.distance}
    sentence = "{higher} and {lower} tie at {total} and {units:unit}: "
    if higher.units != lower.units:
        sentence = "{higher} and {lower} tie at {total}: {higher} has {units:unit} in hand, {lower} {fewer}"
    elif lower.distance < 0:
        sentence += "the dummy has no turn and is put last"
    else:
        sentence += "{higher}'s turn is farther from the start player, {far} to {near:seat}"
    return consequence("LX-FINAL-7", sentence, **facts)


# --- how much more ----------------------------------------------------------------------------------------------------


@frozen
class WhatIf:
    """How much of a criterion a player lacks.

    :param to: what for: to stay in, or in the last assessment to win.
    :param rank: the player's in that assessment; None: eliminated before.
    :param of: how many are ranked.
    :param needs: the least to be added, the others staying as they are; None: eliminated before.
    """

    player: str
    criterion: Criterion
    to: str
    rank: int | None
    of: int
    needs: int | None
    rulings: tuple[Ruling, ...]


def what_if(at: Position, criterion: Criterion, player: PlayerName | None = None) -> WhatIf:
    """How much more of a criterion is needed not to be last?"""
    name = player or at.turn.player
    nth = _criteria(at).index(criterion)
    each = assess(at)[nth]
    own = next((standing for standing in each.ranking if standing.player == name), None)
    needs, last = None, nth == LAST
    if own is not None:
        places = 1 if last else len(each.ranking) - len(each.eliminated)
        others = sorted((standing.key for standing in each.ranking if standing.player != name), reverse=True)
        beaten = others[places - 1] if len(others) >= places else (0, 0, 0)
        needs = max(0, beaten[0] - own.total)
        needs += len(others) >= places and (own.total + needs, *own.key[1:]) < beaten
    goal, rule = ("win", "LX-FINAL-10") if last else ("stay in", "LX-FINAL-8")
    facts: dict[str, Any] = {"player": name, "criterion": criterion, "goal": goal, "needs": needs}
    if own is None:
        ruling = consequence("LX-FINAL-8", "{player} is eliminated before {criterion} is assessed", **facts)
    elif not needs:
        aim = "wins" if last else "is not eliminated"
        ruling = legal(rule, "{player} {aim} by {criterion} as it is", **facts, aim=aim)
    else:
        sentence = "{player} has {own} {criterion} and needs {needs} more to {goal}, the others staying as they are"
        ruling = consequence(rule, sentence, **facts, own=own.total)
    tie = legal("LX-FINAL-7", "a tie is enough where units in hand, or else the turn, decide it so")
    rank = None if own is None else own.rank
    return WhatIf(name, criterion, goal, rank, len(each.ranking), needs, (ruling, tie))
