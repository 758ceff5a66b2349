"""What may be asked besides actions: control, access, prices, targets, odds of realignment, hands, who has won."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from ...kernel.dice import enumerated
from ...kernel.errors import CannotTell, Fault
from ...kernel.games import Between, Outcome, allowed, broken, consequence, evolve, frozen, judged, legal
from ...kernel.odds import Chance, Mean
from ...kernel.rulings import Facts, Ruling
from . import catalog
from .cards import plays_left, rounds, rounds_left
from .catalog import COUNTRIES, SIDES, Country, Side, opponent, turns
from .ops import aimed, bonuses, control_ruling, price_of, reach, realignable, target, unreachable
from .scoring import clauses, side_rulings, status, table_rulings
from .scoring import final as scored_at_the_end
from .state import BySide, Defcon, Done, Hand, Position
from .tracks import earned, end_of_turn, standing_end
from .turn import Modifier, Ops
from .unseen import unseen
from .words import CountryName, RegionName, ScoringName, SideName, TargetName, listed, the

DIFFERENCES: Counter[int] = Counter(own - other for own, other in enumerated(2))
"""The own die less the other's, in 36 rolls of two dice."""


def side_of(at: Position, side: Side | None) -> Side:
    """The side that a question is about: the one named, or else whose action round it is.

    :raises CannotTell: neither is known.
    """
    who = side or at.phasing
    if who is None:
        message = "the document does not say whose action round it is"
        raise CannotTell(Fault("side-missing", message, "/phasing", hint="side=US or side=USSR"))
    return who


# --- the map ----------------------------------------------------------------------------------------------------------


@frozen
class Standing:
    """A country: who is there, and who controls it."""

    country: str
    region: str
    stability: int
    battleground: bool
    US: int
    USSR: int
    controller: Side | None
    rulings: tuple[Ruling, ...] = ()


@frozen
class Flip:
    """What one marker does: a side ``gains`` a country, or ``breaks`` the opponent's control."""

    country: str
    side: Side
    effect: str
    reachable: bool


@frozen
class Control:
    """Who controls which country, and what is one marker from flipping."""

    countries: tuple[Standing, ...]
    one_marker: tuple[Flip, ...]
    rulings: tuple[Ruling, ...]


def _standing(at: Position, country: Country, *rulings: Ruling) -> Standing:
    there = at.at(country)
    place = (country.name, country.region, country.stability, country.battleground)
    return Standing(*place, there.US, there.USSR, at.controller(country), rulings)


def control(at: Position, country: tuple[CountryName, ...] = ()) -> Control:
    """Who controls which country, and what is one marker from flipping?"""
    named = [COUNTRIES[name] for name in country]
    within = {side: reach(at, side) for side in SIDES}
    flips = []
    for one in named or COUNTRIES.values():
        for side in SIDES:
            before, after = at.controller(one), at.at(one).plus(side, 1).controller(one)
            if after != before:
                flips.append(Flip(one.name, side, "gains" if after == side else "breaks", one.name in within[side]))
    shown = named or [one for one in COUNTRIES.values() if one.name in at.influence]
    return Control(
        tuple(_standing(at, one, control_ruling(one, at.at(one))) for one in shown),
        tuple(flips),
        (
            consequence("TS-CTRL-1", "control needs a lead of the stability number"),
            consequence("TS-CTRL-2", "one marker more or less can change control at once"),
        ),
    )


@frozen
class Accessible:
    """A country where a side may place, why, and for how much."""

    country: str
    region: str
    why: str
    controller: Side | None
    price: int


@frozen
class Access:
    """Where a side may place influence."""

    side: Side
    countries: tuple[Accessible, ...]
    unseen_events: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def access(at: Position, side: SideName | None = None) -> Access:
    """Where may I place influence at all?"""
    who = side_of(at, side)
    within = reach(at, who)
    sentence = "{who} may place in {count} countries: where it has influence, next to them, and next to its superpower"
    rows = [(COUNTRIES[name], why) for name, why in within.items()]
    return Access(
        who,
        tuple(Accessible(c.name, c.region, why, at.controller(c), price_of(c, at.at(c), who)) for c, why in rows),
        unseen("place", at, who),
        (
            legal("TS-INF-1", sentence, who=the(who), count=len(within)),
            consequence("TS-INF-2", "what is placed in this action round opens no further countries"),
            legal("TS-INF-4", "any split over countries; DEFCON {defcon} does not limit it", defcon=at.defcon),
        ),
    )


@frozen
class Price:
    """The fewest Operations to control a country, and to break control of it."""

    side: Side
    country: str
    control: int
    break_control: int
    reachable: bool
    rulings: tuple[Ruling, ...]


def price(at: Position, country: TargetName, *, side: SideName | None = None) -> Price:
    """The fewest Operations to control a country, or to break control of it."""
    one, who = target(country), side_of(at, side)
    why = reach(at, who).get(one.name)
    placed = legal("TS-INF-1", "{who} may place in {country}: {why}", who=the(who), country=one.name, why=why)
    rulings = (
        control_ruling(one, at.at(one)),
        placed if why is not None else unreachable(one, who),
        consequence("TS-INF-3", "a marker costs 2 Operations while the opponent controls the country, else 1"),
    )
    gained, broken_ = _total(at, one, who, (who,)), _total(at, one, who, (who, None))
    return Price(who, one.name, gained, broken_, why is not None, rulings)


def _total(at: Position, country: Country, side: Side, goal: tuple[Side | None, ...]) -> int:
    """The fewest Operations after which one of those named controls a country (TS-INF-3)."""
    influence, total = at.at(country), 0
    while influence.controller(country) not in goal:
        total, influence = total + price_of(country, influence, side), influence.plus(side, 1)
    return total


@frozen
class Targets:
    """What may be couped and realigned, and what DEFCON closes."""

    side: Side
    defcon: int
    coup: tuple[Standing, ...]
    realign: tuple[str, ...]
    closed: tuple[Standing, ...]
    unseen_events: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def targets(at: Position, side: SideName | None = None, *, at_defcon: Defcon | None = None) -> Targets:
    """What can I coup or realign at this DEFCON?"""
    who, here = side_of(at, side), at if at_defcon is None else evolve(at, defcon=at_defcon)
    every = COUNTRIES.values()
    coups = [c for c in every if not broken(aimed(here, who, c, free=False))]
    closed = [c for c in every if here.at(c).of(opponent(who)) and c not in coups]
    realigned = tuple(c.name for c in every if not broken(realignable(here, who, c)))
    return Targets(
        who, here.defcon,
        tuple(_standing(here, c, aimed(here, who, c, free=False)[1]) for c in coups), realigned,
        tuple(_standing(here, c, aimed(here, who, c, free=False)[1]) for c in closed),
        tuple(dict.fromkeys(line for c in coups for line in unseen("coup", here, who, c))),
        (
            consequence("TS-COUP-1", "every other country holds no influence of {who}", who=the(opponent(who))),
            consequence("TS-RLN-5", "the DEFCON limits of regions hold for realignment, too"),
        ),
    )  # fmt: skip


@frozen
class Spread:
    """What some rolls come to.

    :param expected_removed, expected_lost: of the opponent's influence, and of the own.
    """

    rolls: int
    control: Mapping[str, Any]
    they_lose_control: Mapping[str, Any]
    expected_removed: Mapping[str, Any]
    expected_lost: Mapping[str, Any]


@frozen
class RealignmentOdds:
    """One roll in a country, of 36, and as many as the Operations buy there."""

    side: Side
    country: str
    net: int
    win: int
    tie: int
    lose: int
    one_roll: Spread
    all_rolls: Spread | None
    rulings: tuple[Ruling, ...]


def realignment_odds(
    at: Position, country: TargetName, ops: Ops | None = None, *, side: SideName | None = None,
    modifier: Modifier = 0, opponent_modifier: Modifier = 0,
) -> RealignmentOdds:  # fmt: skip
    """The odds of a realignment, also of as many rolls as the Operations buy, all there."""
    one, who = target(country), side_of(at, side)
    may = allowed(realignable(at, who, one))
    extra = modifier - opponent_modifier
    net = len(bonuses(at, who, one)) - len(bonuses(at, opponent(who), one)) + extra
    rulings = []
    for each, added in ((who, modifier), (opponent(who), opponent_modifier)):
        given = bonuses(at, each, one)
        facts: Facts = {"total": len(given) + added, "reasons": "; ".join(given) or "no reason to add"}
        rulings.append(consequence("TS-RLN-2", "{who} adds {total}: {reasons}", who=the(each), **facts))
    rulings.append(consequence("TS-RLN-1", "the lower modified total loses the difference; a tie changes nothing"))
    signs = [(difference + net > 0) - (difference + net < 0) for difference in DIFFERENCES.elements()]
    ways = [signs.count(sign) for sign in (1, 0, -1)]
    several = None if ops is None else _spread(at, who, one, ops, extra)
    return RealignmentOdds(
        who, one.name, net, ways[0], ways[1], ways[2], _spread(at, who, one, 1, extra), several, (*may, *rulings)
    )  # fmt: skip


def _spread(at: Position, side: Side, country: Country, rolls: int, extra: int) -> Spread:
    """What so many rolls in a country come to, exactly; rolling stops when it is no longer a legal target."""
    enemy, before = opponent(side), at.at(country)
    held: Counter[BySide] = Counter({before: 1})
    for _ in range(rolls):
        following: Counter[BySide] = Counter()
        for influence, many in held.items():
            here = at.with_influence(country, influence)
            if realignable(here, side, country)[0].verdict == "illegal":
                following[influence] += 36 * many
                continue
            net = len(bonuses(here, side, country)) - len(bonuses(here, enemy, country)) + extra
            for difference, ways in DIFFERENCES.items():
                by = difference + net
                following[influence.plus(enemy if by > 0 else side, -abs(by))] += many * ways
        held = following
    total = held.total()

    def chance(*goal: Side | None) -> Mapping[str, Any]:
        ways = sum(n for after, n in held.items() if after.controller(country) in goal)
        return Chance(Fraction(ways, total)).to_json()

    def mean(who: Side) -> Mapping[str, Any]:
        lost = sum(n * (before.of(who) - after.of(who)) for after, n in held.items())
        return Mean(Fraction(lost, total)).to_json()

    return Spread(rolls, chance(side), chance(side, None), mean(enemy), mean(side))


# --- regions, hands, the end ------------------------------------------------------------------------------------------


@frozen
class Lack:
    """A clause that is not met, and the countries that would help."""

    status: str
    clause: str
    have: int
    need: int
    countries: tuple[str, ...]


@frozen
class Lacking:
    """What a side lacks for domination or control of a region."""

    side: Side
    region: str
    status: str
    lacking: tuple[Lack, ...]
    unseen_events: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def lacking(at: Position, region: RegionName, *, side: SideName | None = None) -> Lacking:
    """What do I lack for domination or control of a region?"""
    where, who = "Asia" if region == catalog.SOUTHEAST_ASIA else region, side_of(at, side)
    every = clauses(at, who, where)
    missing = [c for c in every if not c.met]
    return Lacking(
        who, where, status(at, who, where),
        tuple(Lack(c.status, c.text, c.have, c.need, tuple(map(str, c.candidates))) for c in missing),
        unseen("score", at, region=where), tuple(clause.ruling(who) for clause in every),
    )  # fmt: skip


@frozen
class Holding:
    """A side's cards and rounds in a turn.

    :param plays_left: the cards it can still play: its rounds, and the headline where that is to come.
    :param you_lose_if: what would leave a scoring card in hand.
    """

    side: Side
    turn: int
    hand_size: int
    rounds: int
    rounds_left: int
    plays_left: int
    decks: tuple[str, ...]
    cards: int | None = None
    rounds_lost: int | None = None
    scoring: tuple[str, ...] = ()
    scoring_in_time: bool | None = None
    china_card: str | None = None
    you_lose_if: str | None = None
    unseen_events: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


def hand(
    at: Position, side: SideName | None = None, cards: Annotated[int, Between(0, 9)] | None = None,
    scoring: tuple[ScoringName, ...] = (),
) -> Holding:  # fmt: skip
    """How many cards and action rounds this turn? Can I still play my scoring card?

    :param cards: in hand, the China Card not counted; ``scoring`` the scoring cards among them.
    """
    who = side_of(at, side)
    row, every, left, plays = turns(at.turn), rounds(at, who), rounds_left(at, who), plays_left(at, who)
    known = at.hand(who)
    if cards is not None or scoring:
        known = Hand(max(len(scoring), cards if cards is not None else known.cards if known else 0), scoring)
    decks = tuple(deck for deck, first in catalog.DECKS.items() if at.turn >= first)
    dealt = "turn {turn}: dealt up to a hand of {size}; a held card counts, the China Card does not"
    station = " with the Space Station" if every > row.rounds else ""
    sentence = "{who} has {rounds} action rounds in turn {turn}" + station + ", {left} of them left"
    rulings = [
        consequence("TS-DEAL-1", dealt, turn=at.turn, size=row.hand),
        consequence("TS-DEAL-2", "the deck holds {decks}", decks=listed(decks)),
        consequence("TS-AR-1", sentence, who=the(who), rounds=every, turn=at.turn, left=left),
    ]
    holding = Holding(who, at.turn, row.hand, every, left, plays, decks, unseen_events=unseen("hand", at, who))
    if known is None:
        return evolve(holding, rulings=tuple(rulings))
    lost, china = max(0, plays - known.cards), None
    sentence = "{cards} cards for {plays} plays: the last ones are lost"
    if not lost:
        sentence = "one card each round: {plays} of the {cards} cards will be played"
    rulings.append(consequence("TS-AR-2", sentence, cards=known.cards, plays=plays))
    if lost and at.china_card.holder == who and at.china_card.face == "up":
        must = at.readings.china_card_alone == "must"
        china, lost = "must be played" if must else "may be played", lost - must
        told = "must be played" if must else "may be played or kept"
        rulings.append(consequence("TS-AR-2", f"with no other card left the China Card {told}"))
    in_time = len(known.scoring) <= plays
    if known.scoring:
        sentence = "{scoring} must be played this turn; {plays} cards can still be played"
        rulings.append(judged(in_time, "TS-SC-1", sentence, scoring=listed(known.scoring), plays=plays))
        rulings.append(consequence("TS-SC-2", "holding one after the last action round loses the game"))
    return evolve(
        holding, cards=known.cards, rounds_lost=lost, scoring=known.scoring, scoring_in_time=in_time, china_card=china,
        you_lose_if=_you_lose_if(known, plays), rulings=tuple(rulings),
    )  # fmt: skip


def _you_lose_if(held: Hand, plays: int) -> str | None:
    if not held.scoring or held.cards <= plays:
        return None
    spare = plays - len(held.scoring)
    if spare < 0:
        return "the turn ends as it is: there are not enough plays left"
    if spare == 0:
        return "you play anything but a scoring card from now on"
    return f"you play more than {spare} other card{'s' if spare > 1 else ''} before the scoring cards"


Earned = Annotated[int, Between(0, catalog.TRACK_END)]


def military(at: Position, us_earns: Earned = 0, ussr_earns: Earned = 0) -> Done:
    """Which Military Operations do I still need, and what if the turn ended now?

    :param us_earns, ussr_earns: by war events, first.
    """
    done = Outcome(at)
    for side in SIDES:
        points = us_earns if side == "US" else ussr_earns
        after = earned(done.position, side, points)
        sentence = "{who} earns {points}, by a war card's own text: from {before} to {now}"
        facts: Facts = {"points": points, "before": done.position.military_operations.of(side)}
        ruling = consequence("TS-MIL-2", sentence, who=the(side), now=after.military_operations.of(side), **facts)
        done = Outcome(after, (*done.rulings, *([ruling] if points else [])))
    return done.then(end_of_turn)


def setup(at: Position) -> Done:
    """Is this setup legal?"""
    extra = catalog.SETUP["US"].extra if at.readings.us_extra_influence else 0
    sentence = "{first} places first, {second} second and seeing it"
    order = legal("TS-SET-4", sentence, first=the(SIDES[1]), second=the(SIDES[0]))
    rulings = [*table_rulings(at), order, *side_rulings(at, "USSR", 0), *side_rulings(at, "US", extra)]
    return Outcome(at, allowed(rulings))


def final_scoring(at: Position) -> Done:
    """Final scoring: who wins?"""
    return scored_at_the_end(at)


@frozen
class Winner:
    """Whether somebody has won, and the ends that come later."""

    over: bool
    winner: Side | None
    how: str | None
    rulings: tuple[Ruling, ...]


def winner(at: Position, *, turn_over: bool = False) -> Winner:
    """Has someone won?

    :param turn_over: the last action round of the turn is over.
    """
    done = standing_end(at)
    rulings = list(done.rulings)
    if not rulings and turn_over:
        done = end_of_turn(at)
        if done.position.over is None and at.turn == catalog.LAST_TURN:
            done = done.then(scored_at_the_end)
        rulings += done.rulings
    elif not rulings:
        rulings = [
            consequence("TS-WIN-1", "the VP marker stands at {vp}, short of {most}", vp=at.vp, most=catalog.VP_TO_WIN),
            consequence("TS-DEF-1", "DEFCON is {defcon}", defcon=at.defcon),
            consequence("TS-WIN-2", "Control of Europe wins only when Europe is scored"),
            consequence("TS-WIN-2", "a held scoring card loses only after the last action round"),
            consequence(
                "TS-WIN-3", "final scoring comes after turn {last}; this is turn {turn}", last=10, turn=at.turn
            ),
        ]
    ending = done.position.over
    who: Any = None if ending is None else ending.winner
    return Winner(ending is not None, who, None if ending is None else ending.how, tuple(rulings))
