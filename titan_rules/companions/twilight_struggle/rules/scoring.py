"""Scoring a region, and what is lacking in it (TS-SCR)."""

from typing import Literal, TypeAlias

from attrs import frozen

from ....kernel.companions import Answer
from ....kernel.rulings import Ruling, consequence
from ..asking import Acting, Region
from ..catalog import (
    SCORING_CARDS,
    SIDES,
    SOUTHEAST_ASIA,
    SOUTHEAST_ASIA_VP,
    Country,
    ScoringCard,
    Side,
    in_region,
    opponent,
)
from ..state import Position
from ..unseen import unseen
from ..words import listed, the
from .control import controlled, controller
from .endings import End, Scored, score_vp

Status: TypeAlias = Literal["control", "domination", "presence", "none"]

STATUS_RULES = {"control": "TS-SCR-3", "domination": "TS-SCR-2", "presence": "TS-SCR-1", "none": "TS-SCR-1"}
RANKS: tuple[Status, ...] = ("none", "presence", "domination", "control")


@frozen
class Standing:
    """What a side controls in a region."""

    side: Side
    region: str
    countries: tuple[Country, ...]

    @property
    def battlegrounds(self) -> tuple[Country, ...]:
        """The battlegrounds among them."""
        return tuple(c for c in self.countries if c.battleground)

    @property
    def near_enemy(self) -> tuple[Country, ...]:
        """Those adjacent to the enemy superpower (TS-SCR-4)."""
        return tuple(c for c in self.countries if c.superpower == opponent(self.side))


@frozen
class Clause:
    """One clause of domination or control, for one side.

    :param status: what it belongs to.
    :param rule: the rule that has it.
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
        facts = {"status": self.status, "who": the(side), "text": self.text, "have": self.have, "need": self.need}
        return consequence(self.rule, sentence, None, **facts)


def standing(position: Position, side: Side, region: str) -> Standing:
    """What a side controls in a region."""
    return Standing(side, region, controlled(position, side, in_region(region)))


def clauses(position: Position, side: Side, region: str) -> list[Clause]:
    """Every clause of domination and control for a side (TS-SCR-2, TS-SCR-3)."""
    own, enemy = standing(position, side, region), standing(position, opponent(side), region)
    open_ = tuple(c for c in in_region(region) if c not in own.countries)
    battlegrounds = tuple(c for c in open_ if c.battleground)
    rest = tuple(c for c in open_ if not c.battleground)
    every = sum(c.battleground for c in in_region(region))
    have, have_bg = len(own.countries), len(own.battlegrounds)
    more, more_bg = len(enemy.countries) + 1, len(enemy.battlegrounds) + 1
    found = [
        Clause("domination", "TS-SCR-2", "more countries than the opponent", have, more, open_),
        Clause("domination", "TS-SCR-2", "more battlegrounds than the opponent", have_bg, more_bg, battlegrounds),
        Clause("domination", "TS-SCR-2", "a battleground", have_bg, 1, battlegrounds),
        Clause("domination", "TS-SCR-2", "a non-battleground", have - have_bg, 1, rest),
        Clause("control", "TS-SCR-3", "more countries than the opponent", have, more, open_),
        Clause("control", "TS-SCR-3", "every battleground", have_bg, every, battlegrounds),
    ]
    if position.readings.domination == "summary":
        found = [clause for clause in found if clause.text != "a non-battleground"]
    return found


def status(position: Position, side: Side, region: str) -> Status:
    """A side's highest status in a region (TS-SCR-1 to TS-SCR-3)."""
    asked = clauses(position, side, region)
    for wanted in ("control", "domination"):
        if all(clause.met for clause in asked if clause.status == wanted):
            return wanted
    return "presence" if standing(position, side, region).countries else "none"


@frozen
class SideScore:
    """What a side gets from a region.

    :param status_vp: for its status; None for Control of Europe, which wins.
    """

    standing: Standing
    status: Status
    status_vp: int | None
    rulings: tuple[Ruling, ...]

    @property
    def vp(self) -> int:
        """All its VP there (TS-SCR-4)."""
        return (self.status_vp or 0) + len(self.standing.battlegrounds) + len(self.standing.near_enemy)


@frozen
class RegionScore:
    """A region scored.

    :param sides: by side.
    :param scored: the difference applied to the marker (TS-SCR-5).
    :param ending: Control of Europe (TS-SCR-6), or 20 VP (TS-WIN-1).
    """

    card: ScoringCard
    sides: dict[Side, SideScore]
    scored: Scored
    ending: End | None

    @property
    def net(self) -> int:
        """What is scored, above 0 towards the US."""
        return self.scored.vp

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All rulings, in order."""
        end = (self.ending.ruling,) if self.ending else ()
        return (*self.sides["US"].rulings, *self.sides["USSR"].rulings, self.scored.ruling, *end)


def score_region(position: Position, region: str, start: int | None = None) -> RegionScore:
    """Score one of the six regions (TS-SCR-1 to TS-SCR-6).

    :param start: in final scoring, the count so far.
    """
    card = next(card for card in SCORING_CARDS.values() if card.region == region)
    sides = {side: _side_score(position, side, card) for side in SIDES}
    net, what = sides["US"].vp - sides["USSR"].vp, f"{card.name}, the difference"
    scored = score_vp(position, net, "TS-SCR-5", what, start=start)
    winner = next((side for side in SIDES if sides[side].status == "control" and sides[side].status_vp is None), None)
    if winner is None:
        return RegionScore(card, sides, scored, scored.ending)
    ruling = consequence("TS-SCR-6", "{who} has Control of Europe and wins the game", who=the(winner))
    return RegionScore(card, sides, scored, End(winner, "europe", ruling))


def _side_score(position: Position, side: Side, card: ScoringCard) -> SideScore:
    own, got = standing(position, side, card.region), status(position, side, card.region)
    status_vp = 0 if got == "none" else card.vp.get(got)
    total = SideScore(own, got, status_vp, ())
    facts = {"who": the(side), "countries": len(own.countries), "battlegrounds": len(own.battlegrounds)}
    sentence = "{who}: {status} in {region}, with {countries} countries, {battlegrounds} of them battlegrounds"
    name = "nothing" if got == "none" else got
    reached = consequence(STATUS_RULES[got], sentence, None, **facts, status=name, region=card.region)
    sentence = (
        "{who}: {status_vp} for {status}, {battlegrounds} for battlegrounds, {near} next to the enemy ({names}): {vp}"
    )
    parts = consequence(
        "TS-SCR-4",
        sentence,
        who=the(side),
        status_vp="the game" if status_vp is None else status_vp,
        status="no status" if got == "none" else got,
        battlegrounds=len(own.battlegrounds),
        near=len(own.near_enemy),
        names=listed(c.name for c in own.near_enemy),
        vp=total.vp,
    )
    return SideScore(own, got, status_vp, (reached, parts))


@frozen
class SoutheastAsiaScore:
    """Southeast Asia scored (TS-SCR-7).

    :param sides: by side, the controlled countries with their VP.
    """

    sides: dict[Side, dict[str, int]]
    scored: Scored
    rulings: tuple[Ruling, ...]

    @property
    def ending(self) -> End | None:
        """Whether that wins (TS-WIN-1)."""
        return self.scored.ending


def score_southeast_asia(position: Position) -> SoutheastAsiaScore:
    """Score Southeast Asia by its own card (TS-SCR-7)."""
    sides = {
        side: {c.name: SOUTHEAST_ASIA_VP[c.name] for c in controlled(position, side, in_region(SOUTHEAST_ASIA))}
        for side in SIDES
    }
    rulings = []
    for side, held in sides.items():
        facts = {"who": the(side), "countries": listed(f"{name} {vp}" for name, vp in held.items())}
        rulings.append(consequence("TS-SCR-7", "{who}: {countries}: {vp}", None, **facts, vp=sum(held.values())))
    net = sum(sides["US"].values()) - sum(sides["USSR"].values())
    scored = score_vp(position, net, "TS-SCR-5", "Southeast Asia Scoring, the difference")
    end = (scored.ending.ruling,) if scored.ending else ()
    return SoutheastAsiaScore(sides, scored, (*rulings, scored.ruling, *end))


def score_card(position: Position, card: ScoringCard) -> RegionScore | SoutheastAsiaScore:
    """What playing a scoring card does."""
    if card.region == SOUTHEAST_ASIA:
        return score_southeast_asia(position)
    return score_region(position, card.region)


def score(position: Position, region: Region) -> Answer:
    """Score a region now."""
    if region == SOUTHEAST_ASIA:
        return southeast_asia(position)
    result = score_region(position, region)
    return {
        "region": region,
        "card": result.card.name,
        **{side: _side(position, side, result.sides[side]) for side in SIDES},
        "net": result.net,
        "marker": result.scored.moved,
        "game_over": result.ending,
        "unseen_events": unseen("score", position, region=region),
        "rulings": result.rulings,
        "final": result.scored.to(position),
    }


def _side(position: Position, side: Side, scored: SideScore) -> Answer:
    own = scored.standing
    higher = [
        clause.ruling(side)
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
        "why_not_higher": {"rulings": higher},
    }


def lacking(position: Position, region: Region, side: Acting) -> Answer:
    """What do I lack for domination or control of a region?"""
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
        "rulings": [clause.ruling(side) for clause in asked],
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


def southeast_asia(position: Position) -> Answer:
    """Score Southeast Asia now."""
    result = score_southeast_asia(position)
    return {
        "region": SOUTHEAST_ASIA,
        **{side: {"countries": held, "vp": sum(held.values())} for side, held in result.sides.items()},
        "net": result.scored.vp,
        "marker": result.scored.moved,
        "game_over": result.ending,
        "rulings": result.rulings,
        "final": result.scored.to(position),
    }
