"""Scoring: a region, what is lacking in it, Southeast Asia, final scoring, and whether somebody has won."""

from ....kernel.questions import Answer
from ....kernel.rulings import Ruling
from ..catalog import SIDES, SOUTHEAST_ASIA, Side
from ..rules.control import controller
from ..rules.scoring import Clause, SideScore, Status, clauses, score_region, score_southeast_asia, status
from ..rules.winning import FinalScoring, Verdict, final_scoring, judge
from ..state import Position
from ..unseen import unseen
from ..words import region_names
from .common import Values, acting, final, game_over, marker, told

RANKS: tuple[Status, ...] = ("none", "presence", "domination", "control")


def answer_score(position: Position, values: Values) -> Answer:
    """What scoring a region gives now, for each side, and why not more."""
    region = region_names.canonical(values["region"])
    if region == SOUTHEAST_ASIA:
        return answer_southeast_asia(position, values)
    result = score_region(position, region)
    return {
        "region": region,
        "card": result.card.name,
        **{side: _side(position, side, result.sides[side]) for side in SIDES},
        "net": result.net,
        "marker": marker(position.vp, result.scored.marker),
        "game_over": game_over(result.ending),
        "unseen_events": unseen("score", position, region=region),
        "rulings": told(result.rulings),
        "final": final(result.scored.to(position)),
    }


def _side(position: Position, side: Side, scored: SideScore) -> Answer:
    own = scored.standing
    higher = [
        clause
        for clause in clauses(position, side, own.region)
        if not clause.met and RANKS.index(clause.status) > RANKS.index(scored.status)
    ]
    return {
        "countries": [c.name for c in own.countries],
        "battlegrounds": [c.name for c in own.battlegrounds],
        "status": scored.status,
        "status_vp": scored.status_vp,
        "battleground_vp": len(own.battlegrounds),
        "next_to_enemy": [c.name for c in own.near_enemy],
        "vp": scored.vp,
        "why_not_higher": {"rulings": told(clause.ruling(side) for clause in higher)},
    }


def answer_lacking(position: Position, values: Values) -> Answer:
    """What a side lacks for domination and for control of a region, and which countries would help."""
    side, region = acting(position, values), region_names.canonical(values["region"])
    if region == SOUTHEAST_ASIA:
        region = "Asia"
    asked = clauses(position, side, region)
    return {
        "side": side,
        "region": region,
        "status": status(position, side, region),
        "domination": _lack(position, asked, "domination"),
        "control": _lack(position, asked, "control"),
        "unseen_events": unseen("score", position, region=region),
        "rulings": told(clause.ruling(side) for clause in asked),
    }


def _lack(position: Position, asked: list[Clause], wanted: Status) -> Answer:
    failed = [clause for clause in asked if clause.status == wanted and not clause.met]
    return {
        "reached": not failed,
        "lacking": [
            {
                "clause": clause.text,
                "have": clause.have,
                "need": clause.need,
                "countries": [c.name for c in clause.candidates],
                "of_the_opponent": [c.name for c in clause.candidates if controller(position, c.name) is not None],
            }
            for clause in failed
        ],
    }


def answer_southeast_asia(position: Position, values: Values) -> Answer:
    """What Southeast Asia Scoring gives now."""
    result = score_southeast_asia(position)
    return {
        "region": SOUTHEAST_ASIA,
        **{side: {"countries": held, "vp": sum(held.values())} for side, held in result.sides.items()},
        "net": result.scored.vp,
        "marker": marker(position.vp, result.scored.marker),
        "game_over": game_over(result.scored.ending),
        "rulings": told(result.rulings),
        "final": final(result.scored.to(position)),
    }


def answer_final_scoring(position: Position, _: Values) -> Answer:
    """Who wins if all regions are scored after turn 10."""
    result = final_scoring(position)
    return {
        **_final(position, result),
        "unseen_events": unseen("final-scoring", position),
        "rulings": told(result.rulings),
    }


def _final(position: Position, result: FinalScoring) -> Answer:
    regions = [
        {
            "region": region.card.region,
            **{side: region.sides[side].vp for side in SIDES},
            **{f"{side}_status": region.sides[side].status for side in SIDES},
            "net": region.net,
        }
        for region in result.regions
    ]
    return {
        "regions": regions,
        "china_card": {"holder": position.china_card.holder, "net": result.china.vp},
        "marker": marker(position.vp, result.marker),
        "winner": result.ending.winner,
        "how": result.ending.how,
    }


def answer_winner(position: Position, values: Values) -> Answer:
    """Whether somebody has won: each end of the game, tested."""
    found = judge(position, values["turn_over"])
    ending = found.ending
    answer: Answer = {
        "over": ending is not None,
        "winner": None if ending is None else ending.winner,
        "how": None if ending is None else ending.how,
        "conditions": [{"condition": c.name, "holds": c.holds, "rulings": told([c.ruling])} for c in found.conditions],
    }
    if found.final is not None and found.turn_end is not None:
        answer["final_scoring"] = _final(found.turn_end.position, found.final)
    return {**answer, "rulings": told(_rulings(found))}


def _rulings(found: Verdict) -> list[Ruling]:
    steps = list(found.turn_end.rulings) if found.turn_end is not None else []
    end = [found.ending.ruling] if found.ending is not None and found.ending.ruling not in steps else []
    return [*steps, *end]
