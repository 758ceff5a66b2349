"""Scoring regions and the whole game, and whether somebody has won (TS-SCR, TS-WIN, TS-CHN-5)."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from ....kernel.companions import Answer, Outcome, Ruling, asked, consequence, evolve, frozen
from .. import catalog
from ..asking import Acting, Region
from ..catalog import SCORING_CARDS, SIDES, Country, Side, in_region, opponent
from ..state import Position
from ..unseen import unseen
from ..words import listed, signed, the
from .influence import controlled
from .tracks import Done, decided, end_of_turn, ended, moved, score_vp, standing_end

Status: TypeAlias = Literal["control", "domination", "presence", "none"]
RANKS: tuple[Status, ...] = ("none", "presence", "domination", "control")
STATUS_RULES = {"control": "TS-SCR-3", "domination": "TS-SCR-2", "presence": "TS-SCR-1", "none": "TS-SCR-1"}


@frozen
class Clause:
    """One clause of domination or control, for one side.

    :param status: what it belongs to, by the rule ``rule``.
    :param text: what it asks for.
    :param have, need: this case's numbers.
    :param candidates: the countries that would help.
    """

    status: Status
    rule: str
    text: str
    have: int
    need: int
    candidates: tuple[Country, ...]

    @property
    def met(self) -> bool:
        """Whether it holds."""
        return self.have >= self.need

    def ruling(self, side: Side) -> Ruling:
        """The clause applied to this case."""
        sentence = "{status}, {who}: {text}: {have} of {need}, " + ("met" if self.met else "not met")
        facts = {"status": self.status, "text": self.text, "have": self.have, "need": self.need}
        return consequence(self.rule, sentence, who=the(side), **facts)


def clauses(position: Position, side: Side, region: str) -> list[Clause]:
    """Every clause of domination and control for a side (TS-SCR-2, TS-SCR-3)."""
    every = in_region(region)
    own, enemy = (controlled(position, who, every) for who in (side, opponent(side)))
    rest = tuple(c for c in every if c not in own)
    battlegrounds, others = (tuple(c for c in rest if c.battleground is wanted) for wanted in (True, False))
    have, have_bg = len(own), sum(c.battleground for c in own)
    more, more_bg = len(enemy) + 1, sum(c.battleground for c in enemy) + 1
    found = [
        Clause("domination", "TS-SCR-2", "more countries than the opponent", have, more, rest),
        Clause("domination", "TS-SCR-2", "more battlegrounds than the opponent", have_bg, more_bg, battlegrounds),
        Clause("domination", "TS-SCR-2", "a battleground", have_bg, 1, battlegrounds),
        Clause("domination", "TS-SCR-2", "a non-battleground", have - have_bg, 1, others),
        Clause("control", "TS-SCR-3", "more countries than the opponent", have, more, rest),
        Clause("control", "TS-SCR-3", "every battleground", have_bg, have_bg + len(battlegrounds), battlegrounds),
    ]
    return [c for c in found if c.text != "a non-battleground" or position.readings.domination != "summary"]


def status(position: Position, side: Side, region: str) -> Status:
    """A side's highest status in a region (TS-SCR-1 to TS-SCR-3)."""
    failed = {clause.status for clause in clauses(position, side, region) if not clause.met}
    if failed != {"control", "domination"}:
        return "control" if "control" not in failed else "domination"
    return "presence" if controlled(position, side, in_region(region)) else "none"


@frozen
class SideScore:
    """What a side gets from a region (TS-SCR-4).

    :param countries: those that it controls there.
    :param status_vp: for its status; None for Control of Europe, which wins (TS-SCR-6).
    :param next_to_enemy: of its countries, those next to the enemy superpower.
    """

    countries: list[Country]
    battlegrounds: list[Country]
    status: Status
    status_vp: int | None
    battleground_vp: int
    next_to_enemy: list[Country]
    vp: int
    why_not_higher: Answer

    def rulings(self, side: Side, region: str) -> list[Ruling]:
        """Its status and its VP, from this case's numbers."""
        facts = {"who": the(side), "battlegrounds": self.battleground_vp}
        sentence = "{who}: {status} in {region}, with {countries} countries, {battlegrounds} of them battlegrounds"
        name = "nothing" if self.status == "none" else self.status
        reached = {"countries": len(self.countries), "status": name, "region": region}
        parts = "{status_vp} for {status}, {battlegrounds} for battlegrounds, {near} next to the enemy ({names})"
        counted = {
            "status_vp": "the game" if self.status_vp is None else self.status_vp,
            "status": "no status" if self.status == "none" else self.status,
            "near": len(self.next_to_enemy),
            "names": listed(self.next_to_enemy),
            "vp": self.vp,
        }
        return [
            consequence(STATUS_RULES[self.status], sentence, **facts, **reached),
            consequence("TS-SCR-4", f"{{who}}: {parts}: {{vp}}", **facts, **counted),
        ]


def side_score(position: Position, side: Side, region: str) -> SideScore:
    """What a side gets from one of the six regions."""
    card, got = SCORING_CARDS[f"{region} Scoring"], status(position, side, region)
    own = list(controlled(position, side, in_region(region)))
    battlegrounds, near = [c for c in own if c.battleground], [c for c in own if c.superpower == opponent(side)]
    status_vp = 0 if got == "none" else card.vp.get(got)
    higher = [
        clause.ruling(side)
        for clause in clauses(position, side, region)
        if not clause.met and RANKS.index(clause.status) > RANKS.index(got)
    ]
    vp = (status_vp or 0) + len(battlegrounds) + len(near)
    return SideScore(own, battlegrounds, got, status_vp, len(battlegrounds), near, vp, {"rulings": higher})


def score(position: Position, region: Region) -> Done:
    """Score a region now."""
    if region == catalog.SOUTHEAST_ASIA:
        return southeast_asia(position)
    sides: dict[Any, SideScore] = {side: side_score(position, side, region) for side in SIDES}
    rulings = [ruling for side in SIDES for ruling in sides[side].rulings(side, region)]
    net, what = sides["US"].vp - sides["USSR"].vp, f"{region} Scoring, the difference"
    done = Outcome(position, tuple(rulings)).then(lambda at: score_vp(at, net, "TS-SCR-5", what))
    winner = winner_in_europe(sides)
    done = decided(done) if winner is None else _europe_won(done, winner)
    told = {"region": region, "card": f"{region} Scoring", **sides, **_moved(position, done, net)}
    return evolve(done, told={**told, "unseen_events": unseen("score", position, region=region)})


def winner_in_europe(sides: Mapping[Side, SideScore]) -> Side | None:
    """Who has Control of Europe, if that is what is scored (TS-SCR-6)."""
    return next((side for side, scored in sides.items() if scored.status_vp is None), None)


def _europe_won(done: Done, winner: Side) -> Done:
    ruling = consequence("TS-SCR-6", "{who} has Control of Europe and wins the game", who=the(winner))
    return ended(done, winner, "europe", ruling)


def _moved(before: Position, done: Done, net: int) -> Answer:
    """What an answer says of VP that were applied."""
    marker = {"before": before.vp, "after": done.position.vp}
    return {"net": net, "marker": marker, "game_over": done.position.over}


def southeast_asia(position: Position) -> Done:
    """Score Southeast Asia now."""
    sides, rulings, worth = dict[Side, Answer](), list[Ruling](), SCORING_CARDS[f"{catalog.SOUTHEAST_ASIA} Scoring"].vp
    for side in SIDES:
        held = {c.name: worth[c.name] for c in controlled(position, side, in_region(catalog.SOUTHEAST_ASIA))}
        sides[side] = {"countries": held, "vp": sum(held.values())}
        facts = {"countries": listed(f"{name} {vp}" for name, vp in held.items()), "vp": sum(held.values())}
        rulings.append(consequence("TS-SCR-7", "{who}: {countries}: {vp}", who=the(side), **facts))
    net, what = sides["US"]["vp"] - sides["USSR"]["vp"], "Southeast Asia Scoring, the difference"
    done = decided(Outcome(position, tuple(rulings)).then(lambda at: score_vp(at, net, "TS-SCR-5", what)))
    return evolve(done, told={"region": catalog.SOUTHEAST_ASIA, **sides, **_moved(position, done, net)})


def lacking(position: Position, region: Region, side: Acting) -> Answer:
    """What do I lack for domination or control of a region?"""
    region = "Asia" if region == catalog.SOUTHEAST_ASIA else region
    every = clauses(position, side, region)
    lacks = {
        wanted: [
            {
                "clause": clause.text,
                "have": clause.have,
                "need": clause.need,
                "countries": clause.candidates,
                "of_the_opponent": [c for c in clause.candidates if position.controller(c) is not None],
            }
            for clause in every
            if clause.status == wanted and not clause.met
        ]
        for wanted in ("domination", "control")
    }
    return {
        "side": side,
        "region": region,
        "status": status(position, side, region),
        **{wanted: {"reached": not failed, "lacking": failed} for wanted, failed in lacks.items()},
        "unseen_events": unseen("score", position, region=region),
        "rulings": [clause.ruling(side) for clause in every],
    }


def scored_at_the_end(position: Position) -> Done:
    """All six regions and the China Card scored after turn 10 (TS-WIN-3, TS-CHN-5): the count may go beyond 20."""
    count, rulings, regions, europe = position.vp, list[Ruling](), list[Answer](), None
    for region in catalog.REGIONS:
        sides = {side: side_score(position, side, region) for side in SIDES}
        net, europe = sides["US"].vp - sides["USSR"].vp, europe or winner_in_europe(sides)
        rulings.append(moved(count, net, count + net, "TS-SCR-5", f"{region} Scoring, the difference"))
        count += net
        statuses = {f"{side}_status": scored.status for side, scored in sides.items()}
        regions.append({"region": region, **{s: scored.vp for s, scored in sides.items()}, **statuses, "net": net})
    holder = position.china_card.holder
    china = catalog.CHINA_VP if holder == "US" else -catalog.CHINA_VP
    rulings.append(moved(count, china, count + china, "TS-CHN-5", f"the China Card, held by {the(holder)}"))
    count += china
    done = Outcome(evolve(position, vp=max(-catalog.VP_TO_WIN, min(catalog.VP_TO_WIN, count))), tuple(rulings))
    if europe is not None:
        done = _europe_won(done, europe)
    else:
        winner: Side | None = None if count == 0 else "US" if count > 0 else "USSR"
        sentence = "the marker stands at {marker:+d}: {who} wins" if winner else "the marker stands at {marker}: a draw"
        ruling = consequence("TS-WIN-3", sentence, marker=count, who=the(winner))
        done = ended(done, winner, "final scoring", ruling)
    told = {
        "regions": regions,
        "china_card": {"holder": holder, "net": china},
        "marker": {"before": position.vp, "after": count},
        **{name: getattr(done.position.over, name) for name in ("winner", "how")},
    }
    return evolve(done, told=told)


def final_scoring(position: Position) -> Answer:
    """Final scoring: who wins?"""
    done = scored_at_the_end(position)
    return {**done.told, "unseen_events": unseen("final-scoring", position), "rulings": done.rulings}


TurnOver: TypeAlias = Annotated[bool, asked("the last action round of the turn is over", "flag")]


def winner(position: Position, turn_over: TurnOver) -> Answer:
    """Has someone won?"""
    vp = f"the VP marker stands at {signed('vp', position.vp)}, short of {{most}}"
    short = consequence("TS-WIN-1", vp, vp=position.vp, most=catalog.VP_TO_WIN)
    won, defcon = decided(Outcome(position)).rulings, position.defcon
    conditions = [
        _condition("20 VP", bool(won), *(won or (short,))),
        _condition(
            "DEFCON 1", defcon == catalog.LOWEST_DEFCON, consequence("TS-DEF-1", "DEFCON is {defcon}", defcon=defcon)
        ),
    ]
    done, final = standing_end(position), Answer()
    if not turn_over:
        conditions += _later(position)
    elif not done.rulings:
        done = end_of_turn(position)
        over = done.position.over is not None
        tested = done.rulings[-1:] if over else [r for r in done.rulings if r.rule == "TS-TURN-1"]
        conditions.append(_condition("end of the turn", over, *tested))
        if not over and position.turn == catalog.LAST_TURN:
            scored = scored_at_the_end(done.position)
            conditions.append(_condition("final scoring", True, scored.rulings[-1]))
            final = {"final_scoring": scored.told}
            done = Outcome(scored.position, (*done.rulings, scored.rulings[-1]))
    ending = done.position.over
    return {
        "over": ending is not None,
        "winner": None if ending is None else ending.winner,
        "how": None if ending is None else ending.how,
        "conditions": conditions,
        **final,
        "rulings": done.rulings,
    }


def _condition(name: str, holds: bool, *rulings: Ruling) -> Answer:
    return {"condition": name, "holds": holds, "rulings": rulings}


def _later(position: Position) -> list[Answer]:
    """The ends that only come at their own time (TS-WIN-2, TS-WIN-3)."""
    europe = winner_in_europe({side: side_score(position, side, "Europe") for side in SIDES})
    sentence = "Control of Europe wins only when Europe is scored; "
    sentence += "neither side has it now" if europe is None else "{who} has it now"
    held = "a held scoring card loses only after the last action round"
    last = "final scoring comes after turn {last}; this is turn {turn}"
    return [
        _condition("Control of Europe", False, consequence("TS-WIN-2", sentence, who=the(europe))),
        _condition("held scoring card", False, consequence("TS-WIN-2", held)),
        _condition("final scoring", False, consequence("TS-WIN-3", last, last=catalog.LAST_TURN, turn=position.turn)),
    ]
