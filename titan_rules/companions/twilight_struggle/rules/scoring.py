"""Scoring a region (TS-SCR)."""

from typing import Literal, TypeAlias

from attrs import frozen

from ....kernel.rulings import Ruling, consequence
from ..catalog import (
    SCORING_CARDS,
    SIDES,
    SOUTHEAST_ASIA_VP,
    Country,
    ScoringCard,
    Side,
    in_region,
    opponent,
)
from ..state import Position
from ..words import listed, the
from .control import controlled
from .endings import Ending, Scored, score

Status: TypeAlias = Literal["control", "domination", "presence", "none"]

STATUS_RULES = {"control": "TS-SCR-3", "domination": "TS-SCR-2", "presence": "TS-SCR-1", "none": "TS-SCR-1"}


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
    def others(self) -> tuple[Country, ...]:
        """The rest of them."""
        return tuple(c for c in self.countries if not c.battleground)

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
        return consequence(
            self.rule,
            "{status}, {who}: {text}: {have} of {need}, " + ("met" if self.met else "not met"),
            status=self.status,
            who=the(side),
            text=self.text,
            have=self.have,
            need=self.need,
        )


def standing(position: Position, side: Side, region: str) -> Standing:
    """What a side controls in a region."""
    return Standing(side, region, controlled(position, side, in_region(region)))


def clauses(position: Position, side: Side, region: str) -> list[Clause]:
    """Every clause of domination and control for a side (TS-SCR-2, TS-SCR-3)."""
    own, enemy = standing(position, side, region), standing(position, opponent(side), region)
    open_ = tuple(c for c in in_region(region) if c not in own.countries)
    battlegrounds = tuple(c for c in open_ if c.battleground)
    rest = tuple(c for c in open_ if not c.battleground)
    all_battlegrounds = sum(c.battleground for c in in_region(region))
    have, have_bg = len(own.countries), len(own.battlegrounds)
    more, more_bg = len(enemy.countries) + 1, len(enemy.battlegrounds) + 1
    found = [
        Clause("domination", "TS-SCR-2", "more countries than the opponent", have, more, open_),
        Clause("domination", "TS-SCR-2", "more battlegrounds than the opponent", have_bg, more_bg, battlegrounds),
        Clause("domination", "TS-SCR-2", "a battleground", have_bg, 1, battlegrounds),
        Clause("domination", "TS-SCR-2", "a non-battleground", len(own.others), 1, rest),
        Clause("control", "TS-SCR-3", "more countries than the opponent", have, more, open_),
        Clause("control", "TS-SCR-3", "every battleground", have_bg, all_battlegrounds, battlegrounds),
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
    ending: Ending | None

    @property
    def net(self) -> int:
        """What the marker moves by, above 0 towards the US."""
        return self.scored.vp

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """All rulings, in order."""
        end = (self.ending.ruling,) if self.ending else ()
        return (*self.sides["US"].rulings, *self.sides["USSR"].rulings, self.scored.ruling, *end)


def card_of(region: str) -> ScoringCard:
    """The scoring card of a region."""
    return next(card for card in SCORING_CARDS.values() if card.region == region)


def score_region(position: Position, region: str) -> RegionScore:
    """Score one of the six regions (TS-SCR-1 to TS-SCR-6)."""
    card = card_of(region)
    sides = {side: _side_score(position, side, card) for side in SIDES}
    scored = score(position, sides["US"].vp - sides["USSR"].vp, "TS-SCR-5", f"{card.name}, the difference")
    winner = next((side for side in SIDES if sides[side].status == "control" and sides[side].status_vp is None), None)
    ending = _europe(winner) if winner else scored.ending
    return RegionScore(card, sides, scored, ending)


def _europe(winner: Side) -> Ending:
    ruling = consequence("TS-SCR-6", "{who} has Control of Europe and wins the game", who=the(winner))
    return Ending(winner, "europe", ruling)


def _side_score(position: Position, side: Side, card: ScoringCard) -> SideScore:
    own, got = standing(position, side, card.region), status(position, side, card.region)
    status_vp = 0 if got == "none" else card.vp.get(got)
    total = SideScore(own, got, status_vp, ())
    reached = consequence(
        STATUS_RULES[got],
        "{who}: {status} in {region}, with {countries} countries, {battlegrounds} of them battlegrounds",
        who=the(side),
        status="nothing" if got == "none" else got,
        region=card.region,
        countries=len(own.countries),
        battlegrounds=len(own.battlegrounds),
    )
    parts = consequence(
        "TS-SCR-4",
        "{who}: {status_vp} for {status}, {battlegrounds} for battlegrounds, {near} next to the enemy ({names}): {vp}",
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


def score_southeast_asia(position: Position) -> SoutheastAsiaScore:
    """Score Southeast Asia by its own card (TS-SCR-7)."""
    sides = {
        side: {c.name: SOUTHEAST_ASIA_VP[c.name] for c in controlled(position, side, in_region("Southeast Asia"))}
        for side in SIDES
    }
    rulings = [
        consequence(
            "TS-SCR-7",
            "{who}: {countries}: {vp}",
            who=the(side),
            countries=listed(f"{name} {vp}" for name, vp in held.items()),
            vp=sum(held.values()),
        )
        for side, held in sides.items()
    ]
    net = sum(sides["US"].values()) - sum(sides["USSR"].values())
    scored = score(position, net, "TS-SCR-5", "Southeast Asia Scoring, the difference")
    end = (scored.ending.ruling,) if scored.ending else ()
    return SoutheastAsiaScore(sides, scored, (*rulings, scored.ruling, *end))
