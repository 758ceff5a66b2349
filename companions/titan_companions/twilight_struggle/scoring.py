"""VP, DEFCON, Military Operations, scoring; and the ends of a game (TS-WIN, TS-DEF, TS-MIL, TS-TURN, TS-SCR)."""

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

from titan_rules.kernel.wording import listed

from ..protocol import Doing, Ending, Ruling, carried_out, consequence, evolve, frozen, judged
from . import catalog
from .catalog import LASTING, SCORING_CARDS, SIDES, Country, RegionName, Side, SideName, in_region, opponent, the
from .state import NOT_BEGUN, NOTHING, ChinaCard, Done, Position, effects, unseen

AT_ONCE = {"europe": "Control of Europe", "nuclear war": "DEFCON 1", "scoring card": "a held scoring card"}
"""The ends that need no VP (TS-WIN-2)."""

Status: TypeAlias = Literal["control", "domination", "presence", "none"]
HIGHER: dict[Status, tuple[Status, ...]] = {
    "none": ("domination", "control"), "presence": ("domination", "control"), "domination": ("control",), "control": (),
}  # fmt: skip
RULES = {"control": "TS-SCR-3", "domination": "TS-SCR-2", "presence": "TS-SCR-1", "none": "TS-SCR-1"}


def ended(at: Position, winner: Side | None, how: str, rule: str, sentence: str, **facts: Any) -> Done:
    """The game ended by a rule, told by its sentence."""
    yield consequence(rule, sentence, **facts)
    if how in AT_ONCE:
        yield consequence("TS-WIN-2", "{what} ends the game, whatever the VP", what=AT_ONCE[how])
    return evolve(at, over=Ending(winner=winner, how=how, rule=rule))


# --- VP --------------------------------------------------------------------------------------------------------------


def moved(before: int, vp: int, after: int, rule: str, what: str) -> Ruling:
    """How the VP marker moves: ``what`` gives the VP, by a rule."""
    start, end = ("{before:+d}" if before else "{before}"), ("{after:+d}" if after else "{after}")
    sentence = f"{{what}}: {{gain}}, the VP marker goes from {start} to {end}"
    if vp == 0:
        sentence = f"{{what}}: no change, the VP marker stays at {end}"
    elif after - before != vp:
        sentence += ", the end of its track"
    gain = "nobody" if vp == 0 else f"{the('US' if vp > 0 else 'USSR')} +{abs(vp)}"
    return consequence(rule, sentence, what=what, gain=gain, before=before, after=after)


def on_track(vp: int) -> int:
    """The VP marker's place for a count."""
    return max(-catalog.VP_TO_WIN, min(catalog.VP_TO_WIN, vp))


def score_vp(at: Position, vp: int, rule: str, what: str) -> Done:
    """Apply all VP of one event, scoring or check at once; :func:`decided` checks whether that wins.

    :param vp: the net change, above 0 for the US.
    """
    after = on_track(at.vp + vp)
    yield moved(at.vp, vp, after, rule, what)
    return evolve(at, vp=after)


def decided(at: Position) -> Done:
    """Whether the VP marker ends the game, after all VP have been applied (TS-WIN-1)."""
    if abs(at.vp) < catalog.VP_TO_WIN:
        return at
    winner: Side = "US" if at.vp > 0 else "USSR"
    return (yield from ended(at, winner, "vp", "TS-WIN-1", "{vp} VP: {who} wins", vp=catalog.VP_TO_WIN,
                             who=the(winner), marker=at.vp))  # fmt: skip


# --- DEFCON ----------------------------------------------------------------------------------------------------------


def region_ruling(at: Position, country: Country) -> Ruling:
    """Whether DEFCON leaves a country's region open to coups and realignment (TS-DEF-2)."""
    region = f"the {country.region}" if country.region.startswith("Middle") else country.region
    sentence = "{country} is in {region}, which DEFCON {defcon} "
    still_open = country.region not in catalog.CLOSED[at.defcon]
    return judged(still_open, "TS-DEF-2", sentence + "leaves open", sentence + "closes", country=country.name,
                  region=region, defcon=at.defcon)  # fmt: skip


def nuclear_war(at: Position, acting: Side) -> Done:
    """The end when DEFCON reaches 1: the phasing player loses, whoever acted (TS-DEF-1).

    :param acting: taken for the phasing player where the document names none.
    """
    loser: Side = at.phasing or acting
    sentence = "DEFCON 1 is nuclear war: {loser} is the phasing player and loses"
    if loser != acting:
        sentence += ", though {actor} acts; in its own action round {actor} would lose"
    return (yield from ended(at, opponent(loser), "nuclear war", "TS-DEF-1", sentence, loser=the(loser),
                             actor=the(acting)))  # fmt: skip


def standing_end(at: Position) -> Done:
    """The end that the VP marker or DEFCON means as they stand, if any (TS-WIN-1, TS-DEF-1)."""
    if at.defcon > catalog.LOWEST_DEFCON or abs(at.vp) == catalog.VP_TO_WIN:
        return (yield from decided(at))
    if at.phasing is not None:
        return (yield from nuclear_war(at, at.phasing))
    sentence = "DEFCON 1: the phasing player loses; the document does not say who that is"
    return (yield from ended(at, None, "nuclear war", "TS-DEF-1", sentence))


def over(at: Position) -> Ending | None:
    """How the game has ended, if it has."""
    return at.over or carried_out(standing_end(at))[0].over


# --- the end of a turn -----------------------------------------------------------------------------------------------


def earned(at: Position, side: Side, points: int) -> Position:
    """With Military Operations raised or lowered, within the track (TS-COUP-4, TS-MIL-2)."""
    after = max(0, min(catalog.TRACK_END, at.military_operations.of(side) + points))
    return evolve(at, military_operations=evolve(at.military_operations, **{side: after}))


def _military_check(at: Position) -> Done:
    """What Military Operations cost if the turn ends now (TS-MIL-1, TS-MIL-3)."""
    net = 0
    for side in SIDES:
        made = at.military_operations.of(side)
        vp, sentence = at.defcon - made, "{who}: DEFCON {defcon} less Military Operations {done}, {vp} short"
        if at.readings.military_operations == "difference":
            vp, sentence = abs(vp), "{who}: DEFCON {defcon}, Military Operations {done}, a difference of {vp}"
        elif made > at.defcon:
            vp, sentence = 0, "{who}: Military Operations {done} exceed DEFCON {defcon}, which costs nothing"
        net += vp if side == "USSR" else -vp
        yield consequence("TS-MIL-1", sentence, who=the(side), defcon=at.defcon, done=made, vp=vp)
    at = yield from score_vp(at, net, "TS-MIL-3", "Military Operations, both sides at once")
    return (yield from decided(evolve(at, military_operations=NOTHING)))


def _held_scoring(at: Position) -> Done:
    """The end that a held scoring card brings after the last action round (TS-SC-2).

    Both sides holding one is a case that the rules leave open: the game ends, and nobody is named the winner.
    """
    held = {side: hand.scoring for side in SIDES if (hand := at.hand(side)) is not None and hand.scoring}
    if not held:
        return at
    if len(held) == len(SIDES):
        sentence = "both sides hold a scoring card: the rules do not say who loses"
        return (yield from ended(at, None, "scoring card", "TS-SC-2", sentence))
    ((loser, cards),) = held.items()
    sentence = "{who} holds {cards} after the last action round and loses"
    return (yield from ended(at, opponent(loser), "scoring card", "TS-SC-2", sentence, who=the(loser),
                             cards=listed(cards)))  # fmt: skip


def end_of_turn(at: Position) -> Done:
    """The checks at the end of a turn and the start of the next (TS-TURN-1); after turn 10 final scoring remains."""
    checked = at.turn < catalog.LAST_TURN or at.readings.last_turn_military_check
    checks = [_held_scoring, *([_military_check] if checked else [])]
    for check in checks if at.readings.held_scoring_check == "first" else reversed(checks):
        at = yield from check(at)
        if at.over is not None:
            return at
    last, after = catalog.LAST_TURN, min(catalog.HIGHEST_DEFCON, at.defcon + 1)
    if at.turn == last:
        yield consequence("TS-TURN-1", "turn {turn} was the last: final scoring follows", turn=last)
        return at
    sentence = "turn {turn} of {last} ends: the China Card is turned face up, turn {next} begins"
    yield consequence("TS-TURN-1", sentence, turn=at.turn, last=last, next=at.turn + 1)
    rises, stays = "DEFCON {before} rises to {after}", "DEFCON {before} stays: {before} is the ceiling"
    yield consequence("TS-DEF-0", stays if after == at.defcon else rises, before=at.defcon, after=after)
    return evolve(
        at, turn=at.turn + 1, round=0, phasing=None, defcon=after, military_operations=NOTHING, space_attempts=NOTHING,
        china_card=ChinaCard(at.china_card.holder, "up"), this_round=NOT_BEGUN,
    ).without(*(row.event for row in LASTING.values() if row.lasts == "turn"))  # fmt: skip


# --- scoring ---------------------------------------------------------------------------------------------------------


def controlled(at: Position, side: Side, countries: Iterable[Country]) -> tuple[Country, ...]:
    """The countries that a side controls."""
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


def is_battleground(at: Position, country: Country) -> bool:
    """Whether a country counts as a battleground when its region is scored (TS-LAST-6)."""
    return country.battleground or any(row.does == "battleground" for row, _ in effects(at, "score", country=country))


def battlegrounds_of(at: Position, side: Side, region: str) -> int:
    """How many battlegrounds count for a side in a region (TS-LAST-6)."""
    number = sum(is_battleground(at, country) for country in controlled(at, side, in_region(region)))
    fewer = side == "USSR" and any(row.does == "fewer" for row, _ in effects(at, "score", region=region))
    return max(0, number - fewer)


def clauses(at: Position, side: Side, region: str) -> list[Clause]:
    """Every clause of domination and control for a side (TS-SCR-2, TS-SCR-3)."""
    every = in_region(region)
    own, enemy = (controlled(at, who, every) for who in (side, opponent(side)))
    rest = tuple(c.name for c in every if c not in own)
    battlegrounds = tuple(c.name for c in every if c not in own and is_battleground(at, c))
    others = tuple(name for name in rest if name not in battlegrounds)
    have, have_bg = len(own), battlegrounds_of(at, side, region)
    every_bg = sum(is_battleground(at, c) for c in every)
    more, more_bg = len(enemy) + 1, battlegrounds_of(at, opponent(side), region) + 1
    wanted = [
        Clause("domination", "more countries than the opponent", have, more, rest),
        Clause("domination", "more battlegrounds than the opponent", have_bg, more_bg, battlegrounds),
        Clause("domination", "a battleground", have_bg, 1, battlegrounds),
        Clause("domination", "a non-battleground", sum(not is_battleground(at, c) for c in own), 1, others),
        Clause("control", "more countries than the opponent", have, more, rest),
        Clause("control", "every battleground", have_bg, every_bg, battlegrounds),
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
    battlegrounds, near = battlegrounds_of(at, side, region), [c for c in own if c.superpower == opponent(side)]
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
    for row, _ in effects(at, "score", region=region):
        yield consequence("TS-LAST-6", "{event}: {text}", event=row.event, text=row.text)
    net = yield from _difference(at, region)
    after = yield from score_vp(at, net, "TS-SCR-5", f"{region} Scoring, the difference")
    after = after.without(*(row.event for row, _ in effects(at, "score", region=region) if row.lasts == "scoring"))
    if region == "Europe":
        after = yield from _europe_scored(after)
    return (yield from decided(after)) if after.over is None else after


def _europe_scored(at: Position) -> Done:
    """Control of Europe wins when Europe is scored (TS-SCR-6)."""
    winner = next((side for side in SIDES if status(at, side, "Europe") == "control"), None)
    if winner is None:
        return at
    sentence = "{who} has Control of Europe and wins the game"
    return (yield from ended(at, winner, "europe", "TS-SCR-6", sentence, who=the(winner)))


def final_scoring(at: Position) -> Done:
    """Final scoring: who wins?"""
    at = at.without("Shuttle Diplomacy")
    count, holder = at.vp, at.china_card.holder  # beyond 20 it does not win at once (TS-WIN-3)
    nets = [(carried_out(_difference(at, region))[0], "TS-SCR-5", f"{region} Scoring, the difference")
            for region in catalog.REGIONS]  # fmt: skip
    china = catalog.CHINA_VP if holder == "US" else -catalog.CHINA_VP
    for net, rule, what in (*nets, (china, "TS-CHN-5", f"the China Card, held by {the(holder)}")):
        yield moved(count, net, count + net, rule, what)
        count += net
    after = yield from _europe_scored(evolve(at, vp=on_track(count)))
    if after.over is not None:
        return after
    winner: Side | None = None if count == 0 else "US" if count > 0 else "USSR"
    sentence = "the marker stands at {marker:+d}: {who} wins" if winner else "the marker stands at {marker}: a draw"
    return (yield from ended(after, winner, "final scoring", "TS-WIN-3", sentence, marker=count, who=the(winner)))
