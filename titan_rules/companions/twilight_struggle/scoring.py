"""Setup and scoring: regions, the whole game (TS-SET, TS-SCR, TS-WIN, TS-CHN-5)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from ...kernel.games import Outcome, consequence, evolve, frozen, illegal, judged, legal
from ...kernel.rulings import Facts, Ruling
from . import catalog
from .catalog import COUNTRIES, SCORING_CARDS, SETUP, SIDES, Country, Side, in_region, opponent
from .ops import controlled
from .state import ChinaCard, Done, Position
from .tracks import decided, ended, moved, score_vp
from .words import listed, the

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
        facts: Facts = {"status": self.status, "text": self.text, "have": self.have, "need": self.need}
        return consequence(self.rule, sentence, who=the(side), **facts)


def clauses(at: Position, side: Side, region: str) -> list[Clause]:
    """Every clause of domination and control for a side (TS-SCR-2, TS-SCR-3)."""
    every = in_region(region)
    own, enemy = (controlled(at, who, every) for who in (side, opponent(side)))
    rest = tuple(c for c in every if c not in own)
    battlegrounds, others = (tuple(c for c in rest if c.battleground is wanted) for wanted in (True, False))
    have, have_bg = len(own), sum(c.battleground for c in own)
    more, more_bg = len(enemy) + 1, sum(c.battleground for c in enemy) + 1
    every_clause = [
        Clause("domination", "TS-SCR-2", "more countries than the opponent", have, more, rest),
        Clause("domination", "TS-SCR-2", "more battlegrounds than the opponent", have_bg, more_bg, battlegrounds),
        Clause("domination", "TS-SCR-2", "a battleground", have_bg, 1, battlegrounds),
        Clause("domination", "TS-SCR-2", "a non-battleground", have - have_bg, 1, others),
        Clause("control", "TS-SCR-3", "more countries than the opponent", have, more, rest),
        Clause("control", "TS-SCR-3", "every battleground", have_bg, have_bg + len(battlegrounds), battlegrounds),
    ]
    return [c for c in every_clause if c.text != "a non-battleground" or at.readings.domination != "summary"]


def status(at: Position, side: Side, region: str) -> Status:
    """A side's highest status in a region (TS-SCR-1 to TS-SCR-3)."""
    failed = {clause.status for clause in clauses(at, side, region) if not clause.met}
    if failed != {"control", "domination"}:
        return "control" if "control" not in failed else "domination"
    return "presence" if controlled(at, side, in_region(region)) else "none"


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
    why_not_higher: tuple[Ruling, ...]

    def rulings(self, side: Side, region: str) -> list[Ruling]:
        """Its status and its VP, from this case's numbers."""
        facts: Facts = {"who": the(side), "battlegrounds": self.battleground_vp}
        sentence = "{who}: {status} in {region}, with {countries} countries, {battlegrounds} of them battlegrounds"
        name = "nothing" if self.status == "none" else self.status
        reached: Facts = {"countries": len(self.countries), "status": name, "region": region}
        parts = "{status_vp} for {status}, {battlegrounds} for battlegrounds, {near} next to the enemy ({names})"
        counted: Facts = {
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


def side_score(at: Position, side: Side, region: str) -> SideScore:
    """What a side gets from one of the six regions."""
    card, got = SCORING_CARDS[f"{region} Scoring"], status(at, side, region)
    own = list(controlled(at, side, in_region(region)))
    battlegrounds, near = [c for c in own if c.battleground], [c for c in own if c.superpower == opponent(side)]
    status_vp = 0 if got == "none" else card.vp.get(got)
    higher = [
        clause.ruling(side)
        for clause in clauses(at, side, region)
        if not clause.met and RANKS.index(clause.status) > RANKS.index(got)
    ]
    vp = (status_vp or 0) + len(battlegrounds) + len(near)
    return SideScore(own, battlegrounds, got, status_vp, len(battlegrounds), near, vp, tuple(higher))


def score(at: Position, region: str) -> Done:
    """A region scored: the difference moves the VP marker (TS-SCR-5)."""
    if region == catalog.SOUTHEAST_ASIA:
        return _southeast_asia(at)
    sides: dict[Side, SideScore] = {side: side_score(at, side, region) for side in SIDES}
    rulings = [ruling for side in SIDES for ruling in (*sides[side].why_not_higher, *sides[side].rulings(side, region))]
    net, what = sides["US"].vp - sides["USSR"].vp, f"{region} Scoring, the difference"
    done = Outcome(at, tuple(rulings)).then(lambda p: score_vp(p, net, "TS-SCR-5", what))
    winner = _winner_in_europe(sides)
    return decided(done) if winner is None else _europe_won(done, winner)


def _winner_in_europe(sides: Mapping[Side, SideScore]) -> Side | None:
    """Who has Control of Europe, if that is what is scored (TS-SCR-6)."""
    return next((side for side, scored in sides.items() if scored.status_vp is None), None)


def _europe_won(done: Done, winner: Side) -> Done:
    ruling = consequence("TS-SCR-6", "{who} has Control of Europe and wins the game", who=the(winner))
    return ended(done, winner, "europe", ruling)


def _southeast_asia(at: Position) -> Done:
    """Southeast Asia scored: VP for each country that is controlled there (TS-SCR-7)."""
    totals, rulings, worth = dict[Side, int](), list[Ruling](), SCORING_CARDS[f"{catalog.SOUTHEAST_ASIA} Scoring"].vp
    for side in SIDES:
        held = {c.name: worth[c.name] for c in controlled(at, side, in_region(catalog.SOUTHEAST_ASIA))}
        totals[side] = sum(held.values())
        facts: Facts = {"countries": listed(f"{name} {vp}" for name, vp in held.items()), "vp": totals[side]}
        rulings.append(consequence("TS-SCR-7", "{who}: {countries}: {vp}", who=the(side), **facts))
    net, what = totals["US"] - totals["USSR"], "Southeast Asia Scoring, the difference"
    return decided(Outcome(at, tuple(rulings)).then(lambda p: score_vp(p, net, "TS-SCR-5", what)))


def final(at: Position) -> Done:
    """All six regions and the China Card scored after turn 10 (TS-WIN-3, TS-CHN-5): the count may go beyond 20."""
    count, rulings, europe = at.vp, list[Ruling](), None
    for region in catalog.REGIONS:
        sides: dict[Side, SideScore] = {side: side_score(at, side, region) for side in SIDES}
        net, europe = sides["US"].vp - sides["USSR"].vp, europe or _winner_in_europe(sides)
        rulings.append(moved(count, net, count + net, "TS-SCR-5", f"{region} Scoring, the difference"))
        count += net
    holder = at.china_card.holder
    china = catalog.CHINA_VP if holder == "US" else -catalog.CHINA_VP
    rulings.append(moved(count, china, count + china, "TS-CHN-5", f"the China Card, held by {the(holder)}"))
    count += china
    done = Outcome(evolve(at, vp=max(-catalog.VP_TO_WIN, min(catalog.VP_TO_WIN, count))), tuple(rulings))
    if europe is not None:
        return _europe_won(done, europe)
    winner: Side | None = None if count == 0 else "US" if count > 0 else "USSR"
    sentence = "the marker stands at {marker:+d}: {who} wins" if winner else "the marker stands at {marker}: a draw"
    ruling = consequence("TS-WIN-3", sentence, marker=count, who=the(winner))
    return ended(done, winner, "final scoring", ruling)


# --- setup ------------------------------------------------------------------------------------------------------------


def placed_free(at: Position, side: Side) -> int:
    """How much more than its fixed influence a side has placed."""
    return sum(at.at(name).of(side) for name in COUNTRIES) - sum(SETUP[side].fixed.values())


def side_rulings(at: Position, side: Side, extra: int) -> list[Ruling]:
    """Whether a side's influence can stand so after setup (TS-SET-2 to TS-SET-4, TS-SET-6).

    :param extra: by the house rule, where the side has some already.
    """
    start, who = SETUP[side], the(side)
    placed = {name: at.at(name).of(side) for name in COUNTRIES}
    wanted, total = sum(start.fixed.values()) + start.free + extra, sum(placed.values())
    free = {name: n - start.fixed.get(name, 0) for name, n in placed.items() if n > start.fixed.get(name, 0)}
    missing = [f"{name} {placed[name]} of {n}" for name, n in start.fixed.items() if placed[name] < n]
    half = {country.name for country in in_region(start.where)}
    outside = {name: number for name, number in free.items() if name not in half}
    fine = sum(outside.values()) <= extra and all(start.fixed.get(name) for name in outside)
    facts: Facts = {"who": who, "total": total, "wanted": wanted, "leftover": abs(wanted - total)}
    wrong = "{who} has placed {total} influence of {wanted}: {leftover} "
    wrong += "left over" if total < wanted else "too much"
    inside = sum(free.values()) - sum(outside.values())
    names = listed(f"{name} {number}" for name, number in outside.items())
    rulings = [
        judged(not missing, start.rule, "the fixed influence of {who} is there: {number}",
               "{who} lacks fixed influence: {missing}", who=who, number=sum(start.fixed.values()),
               missing=listed(missing)),
        judged(fine, "TS-SET-4", "{inside} free influence of {who} in {where}",
               "free influence of {who} goes to {where}, not to: {outside}", who=who, where=start.where,
               outside=names, inside=inside),
        judged(total == wanted, start.rule, "{who} has placed {total} influence", wrong, **facts),
    ]  # fmt: skip
    if extra:
        rulings.append(legal("TS-SET-6", "{extra} more influence for the US by the house rule", extra=extra))
    return rulings


def table_rulings(at: Position) -> list[Ruling]:
    """Whether the tracks and the China Card stand as at the start (TS-SET-1, TS-SET-5)."""
    start, card = Position(), at.china_card
    at_start = all(
        getattr(at, track) == getattr(start, track) for track in ("vp", "defcon", "space", "military_operations")
    )
    china = "the China Card starts face up before the USSR; it lies face {face} before {holder}"
    sentence = "DEFCON 5, VP 0, space 0 and 0, Military Operations 0 and 0 are the start; "
    sentence += "here DEFCON {defcon}, VP {vp}, space {space}, Military Operations {military}"
    facts: Facts = {"defcon": at.defcon, "vp": at.vp, "space": f"{at.space.US} and {at.space.USSR}",
             "military": f"{at.military_operations.US} and {at.military_operations.USSR}"}  # fmt: skip
    rulings = [
        judged(card == ChinaCard(), "TS-SET-1", china, face=card.face, holder=the(card.holder)),
        judged(at_start, "TS-SET-5", sentence, **facts),
    ]
    if at.turn != 1 or at.round:
        sentence = "a setup is turn 1 before the first round, not turn {turn}, round {round}"
        rulings.append(illegal("TS-SET-5", sentence, turn=at.turn, round=at.round))
    return rulings
