"""Influence on the map: who controls what, where a side may place, and for how much (TS-CTRL, TS-INF)."""

from collections.abc import Iterable
from typing import Literal

from titan_rules.kernel.rulings import Ruling
from titan_rules.kernel.wording import listed

from ..protocol import consequence, frozen, illegal, legal, refuse
from . import catalog
from .cards import Ops, Owner, Play, actor
from .catalog import COUNTRIES, SIDES, CardName, Country, Side, SideName, TargetName, opponent, the
from .state import BySide, Done, Position, effects, unseen

ANY_SPLIT = "any split over countries; DEFCON {defcon} does not limit it"


def target(name: str) -> Country:
    """The country of that name, not a superpower's own space (TS-CTRL-3)."""
    if name in catalog.SUPERPOWERS:
        refuse("TS-CTRL-3", "{space} is a superpower: it holds no influence and cannot be a target", space=name)
    return COUNTRIES[name]


def control_ruling(country: Country, influence: BySide) -> Ruling:
    """Who controls a country with that influence, and why (TS-CTRL-1)."""
    ahead: Side = "US" if influence.US >= influence.USSR else "USSR"
    sentence = "{country}: US {US}, USSR {USSR}; a lead of {lead} "
    if influence.controller(country) is None:
        sentence += "is less than stability {stability}: nobody controls it"
    else:
        sentence += "reaches stability {stability}: {who} controls it"
    return consequence("TS-CTRL-1", sentence, country=country.name, who=the(ahead), US=influence.US,
                       USSR=influence.USSR, lead=influence.lead(ahead), stability=country.stability)  # fmt: skip


def reach(at: Position, side: Side) -> dict[str, str]:
    """Every country where a side may place, and why, by what stood there when the round began (TS-INF-1, TS-INF-2)."""
    start = at.influence if at.this_round.influence is None else at.this_round.influence
    held = {name for name, influence in start.items() if influence.of(side) > 0}
    why: dict[str, str] = {}
    for country in COUNTRIES.values():
        near = [name for name in country.neighbours if name in held]
        reasons = ["own influence there"] if country.name in held else []
        reasons += ["next to " + listed(near)] if near else []
        reasons += ["next to its own superpower"] if country.superpower == side else []
        why |= {country.name: ", ".join(reasons)} if reasons else {}
    return why


def price_of(country: Country, influence: BySide, side: Side) -> int:
    """What the next marker there costs, in Operations (TS-INF-3)."""
    return 2 if influence.controller(country) == opponent(side) else 1


def _cost(at: Position, side: Side, countries: Iterable[Country]) -> int:
    """What markers cost, one after another (TS-INF-3)."""
    total = 0
    for country in countries:
        total += price_of(country, at.at(country), side)
        at = at.with_influence(country, at.at(country).plus(side, 1))
    return total


def place(
    at: Position, markers: tuple[TargetName, ...], ops: Ops | None = None, *, side: SideName | None = None,
    card: CardName | None = None, of: Owner | None = None, by: Literal["event"] | None = None,
) -> Done:  # fmt: skip
    """Influence placed with Operations, one marker after another (TS-INF).

    :param markers: the countries, one for each marker, in order.
    :param ops: the Operations used, with all changes; left out: what the card gives, or what the markers cost.
    :param by: an event gives the Operations.
    """
    countries = [target(name) for name in markers]
    play = Play("place", actor(at, side), card, of, by)
    if ops is None and card is None:
        ops = min(catalog.MOST_OPS, max(1, _cost(at, play.side, countries)))
    ops = yield from play.begun(at, ops, countries)
    if not countries:
        refuse("TS-INF-3", "{who} places no marker: a card played for Operations is used", who=the(play.side))
    after, within = at, reach(at, play.side)
    for country in countries:
        before = after.at(country)
        cost, influence = price_of(country, before, play.side), before.plus(play.side, 1)
        owner, now = before.controller(country), influence.controller(country)
        facts = {"who": the(play.side), "country": country.name}
        for row, effect in effects(at, "place", play.side, country):
            if row.does == "bars" and effect.region in (None, country.region):
                refuse("TS-LAST-3", "{event}: {who} may not place in {country}", event=row.event, **facts)
        if country.name not in within:
            held = {name for name, there in after.influence.items() if there.of(play.side) > 0}
            if country.name in held or held & set(country.neighbours):
                sentence = "only a marker of this action round opens {country} for {who}: access is frozen at its start"
                refuse("TS-INF-2", sentence, **facts)
            refuse("TS-INF-1", "{who} has no influence in {country} or next to it, nor its superpower", **facts)
        if cost > ops:
            sentence = "{country} is controlled by {owner}: a marker costs {cost} Operations, {ops} left"
            refuse("TS-INF-3", sentence, **facts, owner=the(owner), cost=cost, ops=ops)
        ops -= cost
        yield legal("TS-INF-1", "{who} may place in {country}: {why}", **facts, why=within[country.name])
        sentence = "{country} is controlled by {owner}: the marker costs {cost}, {left} left"
        yield legal("TS-INF-3", sentence, **facts, owner=the(owner), cost=cost, left=ops)
        if now != owner:
            sentence = "US {US}, USSR {USSR} against stability {stability}: {now} controls {country} now"
            yield consequence("TS-CTRL-2", sentence, **facts, now=the(now), US=influence.US, USSR=influence.USSR,
                              stability=country.stability)  # fmt: skip
        after = after.with_influence(country, influence)
    yield legal("TS-INF-4", ANY_SPLIT, defcon=at.defcon)
    return (yield from play.done(at, after))


# --- questions -------------------------------------------------------------------------------------------------------


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


def standing(at: Position, country: Country, *rulings: Ruling) -> Standing:
    """The state of a country."""
    there, place = at.at(country), (country.name, country.region, country.stability, country.battleground)
    return Standing(*place, there.US, there.USSR, at.controller(country), rulings)


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


def control(at: Position, country: tuple[catalog.CountryName, ...] = ()) -> Control:
    """Who controls which country, and what is one marker from flipping?"""
    within, flips = {side: reach(at, side) for side in SIDES}, []
    named = [COUNTRIES[name] for name in country]
    for one in named or COUNTRIES.values():
        for side in SIDES:
            after = at.at(one).plus(side, 1).controller(one)
            if after != at.controller(one):
                flips.append(Flip(one.name, side, "gains" if after == side else "breaks", one.name in within[side]))
    shown = named or [one for one in COUNTRIES.values() if one.name in at.influence]
    return Control(
        tuple(standing(at, one, control_ruling(one, at.at(one))) for one in shown), tuple(flips),
        (
            consequence("TS-CTRL-1", "control needs a lead of the stability number"),
            consequence("TS-CTRL-2", "one marker more or less can change control at once"),
        ),
    )  # fmt: skip


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
    who = at.asked(side)
    rows = [(COUNTRIES[name], why) for name, why in reach(at, who).items()]
    sentence = "{who} may place in {count} countries: where it has influence, next to them, and next to its superpower"
    return Access(
        who, tuple(Accessible(c.name, c.region, why, at.controller(c), price_of(c, at.at(c), who)) for c, why in rows),
        unseen(at, "place", who),
        (
            legal("TS-INF-1", sentence, who=the(who), count=len(rows)),
            consequence("TS-INF-2", "what is placed in this action round opens no further countries"),
            legal("TS-INF-4", ANY_SPLIT, defcon=at.defcon),
        ),
    )  # fmt: skip


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
    one, who = target(country), at.asked(side)
    why = reach(at, who).get(one.name)
    placed = legal("TS-INF-1", "{who} may place in {country}: {why}", who=the(who), country=one.name, why=why)
    if why is None:
        sentence = "{who} has no influence in or next to {country}, nor its superpower: not now"
        placed = illegal("TS-INF-1", sentence, who=the(who), country=one.name)
    costs = consequence("TS-INF-3", "a marker costs 2 Operations while the opponent controls the country, else 1")

    def total(*goal: Side | None) -> int:
        influence, ops = at.at(one), 0
        while influence.controller(one) not in goal:
            ops, influence = ops + price_of(one, influence, who), influence.plus(who, 1)
        return ops

    rulings = (control_ruling(one, at.at(one)), placed, costs)
    return Price(who, one.name, total(who), total(who, None), why is not None, rulings)
