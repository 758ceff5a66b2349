"""Census and final assessment: ``census``, ``regions``, ``final``, ``what-if``."""

from collections.abc import Mapping
from typing import Any

from ....kernel.evolving import evolve
from ....kernel.names import Names
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling
from ..rules import census as rules
from ..rules.assessment import Round, Standing, assess, contenders, shortfall
from ..rules.outcomes import ChoiceNeeded, IllegalChoice
from ..rules.regions import RegionScore, region_scores, reputation
from ..rules.saying import consequence, legal
from ..rules.years import what_follows
from ..state import Position
from ..words import CRITERIA, DUMMY, UNITS, Criterion
from .common import document, player_of, refused, rulings_json


def census(position: Position, values: Mapping[str, Any]) -> Answer:
    """Winners per type, ties, rewards and where they may go, from the units shown."""
    found = rules.results(position)
    awards: list[dict[str, Any]] = []
    after = position
    for result in found:
        for name in result.winners if result.reward is not None else ():
            award, after = _award(after, result, name)
            awards.append(award)
    states = {award["state"] for award in awards}
    verdict = next((state for state in ("illegal", "open") if state in states), "complete")
    answer: Answer = {
        "verdict": verdict,
        "types": [_result_json(result) for result in found],
        "awards": awards,
        "not_shown": [unit for unit in UNITS if unit not in position.census_shown],
        "rulings": rulings_json(_due(position)),
    }
    if verdict == "complete" and not answer["not_shown"]:
        kept = tuple(choice for choice in position.choices if choice.census is None)
        answer["final"] = document(evolve(after, census_held=True, census_shown={}, choices=kept))
    return answer


def _due(position: Position) -> list[Ruling]:
    """Whether a census is held after this year at all (LX-CENSUS-1)."""
    follow = what_follows(position)
    if follow.census:
        return [ruling for ruling in follow.rulings if ruling.rule == "LX-CENSUS-1"]
    sentence = "no census is held after year {year} of a {length} game; this is what it would give"
    return [consequence("LX-CENSUS-1", sentence, year=position.year, length=position.length)]


def _result_json(result: rules.Result) -> dict[str, Any]:
    return {
        "type": result.unit,
        "shown": dict(result.shown),
        "winners": list(result.winners),
        "reward": None if result.reward is None else result.reward.kind,
        "amount": result.amount if result.winners else None,
        "rulings": rulings_json(result.rulings),
    }


def _award(position: Position, result: rules.Result, name: str) -> tuple[dict[str, Any], Position]:
    """One winner's reward, and the position with it as far as nothing is open."""
    assert result.reward is not None
    award: dict[str, Any] = {
        "type": result.unit,
        "player": name,
        "reward": result.reward.kind,
        "amount": result.amount,
    }
    try:
        outcome = rules.reward(position, result, name)
    except ChoiceNeeded as e:
        return {**award, "state": "open", **e.open.to_json()}, position
    except IllegalChoice as e:
        return {**award, "state": "illegal", **refused(e)}, position
    did = [dict(event) for event in outcome.did]
    return {**award, "state": "done", "did": did, "rulings": rulings_json(outcome.rulings)}, outcome.position


def regions(position: Position, values: Mapping[str, Any]) -> Answer:
    """First, second and points in each region, and every player's reputation."""
    scores = region_scores(position)
    return {
        "regions": [_region_json(position, score) for score in scores],
        "reputation": {name: reputation(scores, name) for name in position.order},
        "rulings": rulings_json([consequence("LX-FINAL-2", "reputation is the sum of a player's points from regions")]),
    }


def _region_json(position: Position, score: RegionScore) -> dict[str, Any]:
    return {
        "region": score.region,
        "bastion": position.map.regions[score.region].bastion,
        "harps": dict(score.harps),
        "first": list(score.first),
        "second": list(score.second),
        "points": dict(score.points),
        "rulings": rulings_json(score.rulings),
    }


def final(position: Position, values: Mapping[str, Any]) -> Answer:
    """The ranking by each criterion, who is eliminated when, and the winner."""
    rounds = assess(position)
    winner = rounds[-1].ranking[0].player
    rulings = []
    if winner == DUMMY:
        sentence = "the dummy is the best of those left; what that means for the players is not said"
        rulings.append(consequence("LX-FINAL-11", sentence))
    elif len(rounds[-1].ranking) == 1:
        sentence = "{player} alone is left before the last assessment"
        rulings.append(consequence("LX-FINAL-10", sentence, player=winner))
    return {
        "winner": winner,
        "rounds": [_round_json(nth, each) for nth, each in enumerate(rounds, 1)],
        "rulings": rulings_json(rulings),
    }


def _round_json(nth: int, each: Round) -> dict[str, Any]:
    return {
        "assessment": nth,
        "criterion": each.criterion,
        "ranking": [_standing_json(rank, standing) for rank, standing in enumerate(each.ranking, 1)],
        "eliminated": list(each.eliminated),
        "rulings": rulings_json(each.rulings),
    }


def _standing_json(rank: int, standing: Standing) -> dict[str, Any]:
    return {"rank": rank, "player": standing.player, "total": standing.total, "units": standing.units}


def what_if(position: Position, values: Mapping[str, Any]) -> Answer:
    """How much more of a criterion a player needs not to be eliminated by it, or by the last one to win."""
    criterion: Criterion = Names("criterion", CRITERIA).canonical(values["criterion"])  # type: ignore[assignment]
    name = player_of(position, values)
    short = shortfall(position, criterion, name)
    ranking = short.round.ranking
    last = not short.round.eliminated
    rank = next((i for i, s in enumerate(ranking, 1) if s.player == name), None)
    answer: Answer = {
        "player": name,
        "criterion": criterion,
        "to": "win" if last else "stay in",
        "rank": rank,
        "of": len(ranking),
        "needs": short.needs,
    }
    facts: dict[str, Any] = {"player": name, "criterion": criterion}
    ruling: Ruling
    if rank is None:
        ruling = consequence("LX-FINAL-8", "{player} is eliminated before {criterion} is assessed", **facts)
    elif not short.needs:
        aim = "wins" if last else "is not eliminated"
        rule = "LX-FINAL-10" if last else "LX-FINAL-8"
        ruling = legal(rule, "{player} {aim} by {criterion} as it is", **facts, aim=aim)
    else:
        own = ranking[rank - 1].total
        goal = "win" if last else "stay in"
        rule = "LX-FINAL-10" if last else "LX-FINAL-8"
        sentence = "{player} has {own} {criterion} and needs {needs} more to {goal}, the others staying as they are"
        ruling = consequence(rule, sentence, **facts, own=own, needs=short.needs, goal=goal)
    tie = legal("LX-FINAL-7", "a tie is enough where units in hand, or else the turn, decide it so")
    return {**answer, "contenders": len(contenders(position)), "rulings": rulings_json([ruling, tie])}
