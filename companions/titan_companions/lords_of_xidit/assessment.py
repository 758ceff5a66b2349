"""The regions, and the final assessment: three criteria, ranking, elimination, the winner (IV)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from titan_rules.kernel.jsontext import pointer
from titan_rules.kernel.rulings import Ruling, consequence, legal

from ..protocol import CannotTell, Fault, evolve, frozen
from .state import CRITERIA, DUMMY, MOST_PLAYERS, Criterion, PlayerName, Position

COUNTED: dict[Criterion, str] = {
    "wealth": "the value of gold", "influence": "guild storeys on the board", "reputation": "points from regions"
}  # fmt: skip
NTH = ("first", "second", "third")
LAST = len(CRITERIA) - 1


# --- regions ---------------------------------------------------------------------------------------------------------


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
    """Every region's places, and their totals."""

    regions: tuple[RegionScore, ...]
    reputation: Mapping[str, int]
    rulings: tuple[Ruling, ...]


def regions(at: Position) -> Regions:
    """Who is first and second in each region?"""
    rule = consequence("LX-FINAL-2", "reputation is the sum of a player's points from regions")
    return Regions(region_scores(at), reputation(at), (rule,))


def reputation(at: Position, removed: Collection[str] = ()) -> dict[str, int]:
    """The players' points from all regions (LX-FINAL-2)."""
    scores = region_scores(at, removed)
    return {name: sum(score.points.get(name, 0) for score in scores) for name in at.order}


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
    rule, sentence = "LX-FINAL-3", "{first} is first in {region} with {most:harp}: {points:point}"
    if not first:
        rule, sentence, facts = "LX-FINAL-5", "no harp is in {region}: nobody has a place", {"region": name}
    elif len(first) > 1:
        rule = "LX-FINAL-4"
        sentence = "{first} tie for first in {region} with {most:harp}: {points:point} each, and nobody is second"
    rulings = [consequence(rule, sentence, **facts)]
    if len(first) == 1:
        rule, sentence = "LX-FINAL-3", "{second} is second in {region} with {count:harp}: {points:point}"
        if not second:
            others = {"region": name}
            rule, sentence = "LX-FINAL-5", "nobody else has a harp in {region}: nobody is second"
        elif not next_most:
            rule, sentence = "LX-FINAL-5", "{second} without a harp count as second in {region}: {points:point} each"
        elif len(second) > 1:
            rule, sentence = "LX-FINAL-4", "{second} tie for second in {region} with {count:harp}: {points:point} each"
        rulings.append(consequence(rule, sentence, **others))
    return RegionScore(name, region.bastion, harps, first, second, points, tuple(rulings))


# --- the three assessments -------------------------------------------------------------------------------------------


@frozen(order=True)
class Standing:
    """A player in a ranking: the greater ranks higher (LX-FINAL-7).

    :param total: of the criterion.
    :param units: units in hand.
    :param distance: seats clockwise from the start player; -1 for the dummy.
    """

    total: int
    units: int
    distance: int
    player: str


@frozen
class Round:
    """One of the three assessments.

    :param ranking: those not yet eliminated, the best first.
    :param eliminated: how many of them, the last, are eliminated in it.
    """

    ranking: tuple[Standing, ...]
    eliminated: int
    rulings: tuple[Ruling, ...]


def assess(at: Position) -> tuple[Round, ...]:
    """The three assessments; the first of the last ranking wins (LX-FINAL-10)."""
    rounds, removed = list[Round](), list[str]()
    living = {name: (at.players[name].units, at.turn_order.index(name)) for name in at.order}
    living |= {DUMMY: (0, -1)} if at.dummy is not None else {}
    for nth, criterion in enumerate(_criteria(at)):
        totals = _totals(at, criterion, living, removed)
        ranking = sorted((Standing(totals[name], *tie, name) for name, tie in living.items()), reverse=True)
        two = len(at.players) == MOST_PLAYERS and (nth == 0 or at.rules.elimination_of_five == "two_each_time")
        count = 0 if nth == LAST else min(2 if two else 1, len(ranking) - 1)
        rounds.append(Round(tuple(ranking), count, tuple(_told(at, nth, criterion, ranking, count, removed))))
        for standing in ranking[len(ranking) - count :]:
            removed.append(standing.player)
            del living[standing.player]
    return tuple(rounds)


def _criteria(at: Position) -> tuple[Criterion, ...]:
    """The criteria in the order of this game (LX-FINAL-1)."""
    if at.criteria is None:
        message = 'the order of the criteria is unknown: "criteria": ["wealth", "reputation", "influence"], say'
        raise CannotTell(Fault("criteria-unknown", message, "/criteria"))
    return at.criteria


def _totals(at: Position, criterion: Criterion, living: Iterable[str], removed: Collection[str]) -> dict[str, int]:
    """The total of each who is not eliminated (LX-FINAL-2)."""
    own: dict[str, int | None] = {name: player.gold for name, player in at.players.items()}
    if criterion == "influence":
        own = {name: player.storeys for name, player in at.players.items()}
    elif criterion == "reputation":
        own = {**reputation(at, removed if at.rules.eliminated_harps == "remove" else ())}
    own |= {DUMMY: getattr(at.dummy, criterion)} if at.dummy is not None else {}
    for name in living:
        if own[name] is None:
            message = f"the gold of {name} is hidden behind the screen (LX-GOLD-1); the final assessment needs it"
            raise CannotTell(Fault("gold-unknown", message, pointer("players", name, "gold")))
    return {name: own[name] or 0 for name in living}


def _told(
    at: Position, nth: int, criterion: Criterion, ranking: Sequence[Standing], count: int, removed: Sequence[str]
) -> Iterator[Ruling]:
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
    if count:
        sentence = "{players} eliminated, {count} in the {nth} assessment of {all} players"
        out = ", ".join(standing.player for standing in ranking[-count:])
        yield consequence("LX-FINAL-8", sentence, **facts, players=out, count=count, all=len(at.players))
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


# --- what is lacking -------------------------------------------------------------------------------------------------


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
    name, nth = player or at.turn.player, _criteria(at).index(criterion)
    each, last = assess(at)[nth], nth == LAST
    goal, rule = ("win", "LX-FINAL-10") if last else ("stay in", "LX-FINAL-8")
    ranked, own = {standing.player: rank for rank, standing in enumerate(each.ranking, 1)}, None
    rank, needs = ranked.get(name), None
    if rank is not None:
        own, places = each.ranking[rank - 1], 1 if last else len(ranked) - each.eliminated
        beaten = [other for other in each.ranking if other != own][places - 1 : places]
        needs = max([0, *(other.total - own.total for other in beaten)])
        needs += any(evolve(own, total=own.total + needs) < other for other in beaten)
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
    return WhatIf(name, criterion, goal, rank, len(ranked), needs, (ruling, tie))
