"""Scoring: regions, and the whole game at its end (TS-SCR, TS-WIN-3, TS-CHN-5)."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from ...kernel.games import Doing, Ruling, carried_out, consequence, evolve, frozen
from ...kernel.wording import listed
from . import catalog
from .catalog import SCORING_CARDS, SIDES, Country, RegionName, Side, SideName, in_region, opponent, the
from .state import Done, Position, unseen
from .tracks import decided, ended, moved, on_track, score_vp

Status: TypeAlias = Literal["control", "domination", "presence", "none"]
HIGHER: dict[Status, tuple[Status, ...]] = {
    "none": ("domination", "control"), "presence": ("domination", "control"), "domination": ("control",), "control": (),
}  # fmt: skip
RULES = {"control": "TS-SCR-3", "domination": "TS-SCR-2", "presence": "TS-SCR-1", "none": "TS-SCR-1"}


def controlled(at: Position, side: Side, countries: Iterable[Country]) -> tuple[Country, ...]:
    """Those of the countries that a side controls."""
    return tuple(country for country in countries if at.controller(country) == side)


@frozen
class Clause:
    """One clause of domination or control, for one side.

    :param status: what it belongs to.
    :param clause: what it asks for; ``have`` and ``need`` this case's numbers.
    :param countries: those that would help.
    """

    status: Status
    clause: str
    have: int
    need: int
    countries: tuple[str, ...]

    @property
    def met(self) -> bool:
        """Whether it holds."""
        return self.have >= self.need

    def ruling(self, side: Side) -> Ruling:
        """The clause applied to this case."""
        sentence = "{status}, {who}: {text}: {have} of {need}, " + ("met" if self.met else "not met")
        return consequence(RULES[self.status], sentence, who=the(side), status=self.status, text=self.clause,
                           have=self.have, need=self.need)  # fmt: skip


def clauses(at: Position, side: Side, region: str) -> list[Clause]:
    """Every clause of domination and control for a side (TS-SCR-2, TS-SCR-3)."""
    every = in_region(region)
    own, enemy = (controlled(at, who, every) for who in (side, opponent(side)))
    rest = tuple(c.name for c in every if c not in own)
    battlegrounds, others = (
        tuple(c.name for c in every if c not in own and c.battleground is wanted) for wanted in (True, False)
    )
    have, have_bg = len(own), sum(c.battleground for c in own)
    more, more_bg = len(enemy) + 1, sum(c.battleground for c in enemy) + 1
    wanted = [
        Clause("domination", "more countries than the opponent", have, more, rest),
        Clause("domination", "more battlegrounds than the opponent", have_bg, more_bg, battlegrounds),
        Clause("domination", "a battleground", have_bg, 1, battlegrounds),
        Clause("domination", "a non-battleground", have - have_bg, 1, others),
        Clause("control", "more countries than the opponent", have, more, rest),
        Clause("control", "every battleground", have_bg, have_bg + len(battlegrounds), battlegrounds),
    ]
    return [c for c in wanted if c.clause != "a non-battleground" or at.readings.domination != "summary"]


def status(at: Position, side: Side, region: str) -> Status:
    """A side's highest status in a region (TS-SCR-1 to TS-SCR-3)."""
    failed = {clause.status for clause in clauses(at, side, region) if not clause.met}
    if failed != {"control", "domination"}:
        return "control" if "control" not in failed else "domination"
    return "presence" if controlled(at, side, in_region(region)) else "none"


@frozen
class Lacking:
    """What a side lacks for domination or control of a region."""

    side: Side
    region: str
    status: str
    lacking: tuple[Clause, ...]
    unseen_events: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def lacking(at: Position, region: RegionName, *, side: SideName | None = None) -> Lacking:
    """What do I lack for domination or control of a region?"""
    where, who = "Asia" if region == catalog.SOUTHEAST_ASIA else region, at.asked(side)
    every = clauses(at, who, where)
    return Lacking(who, where, status(at, who, where), tuple(clause for clause in every if not clause.met),
                   unseen(at, "score", region=where), tuple(clause.ruling(who) for clause in every))  # fmt: skip


def side_score(at: Position, side: Side, region: str) -> Doing[int]:
    """The VP that a side gets from a region (TS-SCR-4, TS-SCR-7)."""
    own = controlled(at, side, in_region(region))
    vp = SCORING_CARDS[f"{region} Scoring"].vp
    if region == catalog.SOUTHEAST_ASIA:
        total = sum(vp[c.name] for c in own)
        names = listed(f"{c} {vp[c.name]}" for c in own)
        yield consequence("TS-SCR-7", "{who}: {countries}: {vp}", who=the(side), countries=names, vp=total)
        return total
    got = status(at, side, region)
    yield from (clause.ruling(side) for clause in clauses(at, side, region)
                if not clause.met and clause.status in HIGHER[got])  # fmt: skip
    battlegrounds, near = sum(c.battleground for c in own), [c for c in own if c.superpower == opponent(side)]
    sentence = "{who}: {status} in {region}, with {countries:country}, {battlegrounds} of them battlegrounds"
    yield consequence(RULES[got], sentence, who=the(side), status="nothing" if got == "none" else got, region=region,
                      countries=len(own), battlegrounds=battlegrounds)  # fmt: skip
    total = vp.get(got, 0) + battlegrounds + len(near)
    parts = "{status_vp} for {status}, {battlegrounds} for battlegrounds, {near} next to the enemy ({names})"
    yield consequence(
        "TS-SCR-4", f"{{who}}: {parts}: {{vp}}", who=the(side), status="no status" if got == "none" else got,
        status_vp=vp.get(got, "the game" if got == "control" else 0), battlegrounds=battlegrounds, near=len(near),
        names=listed(near), vp=total,
    )  # fmt: skip
    return total


def _difference(at: Position, region: str) -> Doing[int]:
    us = yield from side_score(at, "US", region)
    return us - (yield from side_score(at, "USSR", region))


def score_region(at: Position, region: str) -> Done:
    """A region scored: the difference moves the VP marker (TS-SCR-5)."""
    net = yield from _difference(at, region)
    after = yield from score_vp(at, net, "TS-SCR-5", f"{region} Scoring, the difference")
    winner = _controls_europe(at) if region == "Europe" else None
    return (yield from (decided(after) if winner is None else _europe_won(after, winner)))


def _controls_europe(at: Position) -> Side | None:
    return next((side for side in SIDES if status(at, side, "Europe") == "control"), None)


def _europe_won(at: Position, winner: Side) -> Done:
    """Control of Europe wins when Europe is scored (TS-SCR-6)."""
    sentence = "{who} has Control of Europe and wins the game"
    return (yield from ended(at, winner, "europe", "TS-SCR-6", sentence, who=the(winner)))


def final_scoring(at: Position) -> Done:
    """Final scoring: who wins?"""
    count, holder = at.vp, at.china_card.holder  # beyond 20 it does not win at once (TS-WIN-3)
    for region in catalog.REGIONS:
        net = carried_out(_difference(at, region))[0]
        yield moved(count, net, count + net, "TS-SCR-5", f"{region} Scoring, the difference")
        count += net
    china = catalog.CHINA_VP if holder == "US" else -catalog.CHINA_VP
    yield moved(count, china, count + china, "TS-CHN-5", f"the China Card, held by {the(holder)}")
    count += china
    after, europe = evolve(at, vp=on_track(count)), _controls_europe(at)
    if europe is not None:
        return (yield from _europe_won(after, europe))
    winner: Side | None = None if count == 0 else "US" if count > 0 else "USSR"
    sentence = "the marker stands at {marker:+d}: {who} wins" if winner else "the marker stands at {marker}: a draw"
    return (yield from ended(after, winner, "final scoring", "TS-WIN-3", sentence, marker=count, who=the(winner)))
