"""Operations on the map: control, access, influence placed, realignment, coups (TS-CTRL, TS-INF, TS-RLN, TS-COUP)."""

from collections.abc import Iterable, Sequence

from ...kernel import games as kit
from ...kernel.games import DiceMissing, Outcome, allowed, consequence, evolve, frozen, illegal, legal, refuse, rolled
from ...kernel.rulings import Facts, Ruling
from .catalog import COUNTRIES, LOWEST_DEFCON, SUPERPOWERS, TRACK_END, Country, Side, opponent
from .state import BySide, Done, Position
from .tracks import earned, nuclear_war, region_ruling
from .words import listed, the


def target(name: str) -> Country:
    """The country of that name.

    :raises IllegalAction: it is a superpower's own space (TS-CTRL-3).
    """
    if name in SUPERPOWERS:
        refuse("TS-CTRL-3", "{space} is a superpower: it holds no influence and cannot be a target", space=name)
    return COUNTRIES[name]


def controlled(at: Position, side: Side, countries: Iterable[Country]) -> tuple[Country, ...]:
    """Those of the countries that a side controls."""
    return tuple(country for country in countries if at.controller(country) == side)


def control_ruling(country: Country, influence: BySide) -> Ruling:
    """Who controls a country with that influence, and why (TS-CTRL-1)."""
    ahead: Side = "US" if influence.US >= influence.USSR else "USSR"
    sentence = "{country}: US {US}, USSR {USSR}; a lead of {lead} "
    if influence.controller(country) is None:
        sentence += "is less than stability {stability}: nobody controls it"
    else:
        sentence += "reaches stability {stability}: {who} controls it"
    facts: Facts = {
        "US": influence.US,
        "USSR": influence.USSR,
        "lead": influence.lead(ahead),
        "stability": country.stability,
    }
    return consequence("TS-CTRL-1", sentence, country=country.name, who=the(ahead), **facts)


# --- influence --------------------------------------------------------------------------------------------------------


def reach(at: Position, side: Side) -> dict[str, str]:
    """Every country where a side may place, and why, by what stood there when the round began (TS-INF-1, TS-INF-2)."""
    held = {name for name, influence in at.at_start.influence.items() if influence.of(side) > 0}
    reasons_by_country: dict[str, str] = {}
    for country in COUNTRIES.values():
        near = [name for name in country.neighbours if name in held]
        reasons = ["own influence there"] if country.name in held else []
        reasons += ["next to " + listed(near)] if near else []
        reasons += ["next to its own superpower"] if country.superpower == side else []
        if reasons:
            reasons_by_country[country.name] = ", ".join(reasons)
    return reasons_by_country


def price_of(country: Country, influence: BySide, side: Side) -> int:
    """What the next marker there costs, in Operations (TS-INF-3)."""
    return 2 if influence.controller(country) == opponent(side) else 1


def place(at: Position, side: Side, ops: int, countries: Sequence[Country]) -> Done:
    """Place markers one after another (TS-INF)."""
    if not countries:
        refuse("TS-INF-3", "{who} places no marker: a card played for Operations is used", who=the(side))
    within, done = reach(at, side), Outcome(at)
    for country in countries:
        done = done.then(lambda p, c=country, left=ops: _marker(p, side, c, left, within))  # type: ignore[misc]
        ops -= price_of(country, at.at(country), side)
        at = done.position
    sentence = "any split over countries; DEFCON {defcon} does not limit it"
    return done.told(legal("TS-INF-4", sentence, defcon=at.defcon))


def _marker(at: Position, side: Side, country: Country, ops: int, within: dict[str, str]) -> Done:
    """One marker, where it may go, at its price (TS-INF-1 to 3)."""
    before, owner = at.at(country), at.controller(country)
    cost, after = price_of(country, before, side), before.plus(side, 1)
    facts: Facts = {"country": country.name, "owner": the(owner), "cost": cost, "ops": ops, "left": ops - cost}
    if country.name not in within:
        now = {name for name, influence in at.influence.items() if influence.of(side) > 0}
        if country.name in now or now & set(country.neighbours):
            sentence = "only a marker of this action round opens {country} for {who}: access is frozen at its start"
            refuse("TS-INF-2", sentence, who=the(side), country=country.name)
        sentence = "{who} has no influence in {country} or next to it, nor its superpower"
        refuse("TS-INF-1", sentence, who=the(side), country=country.name)
    if cost > ops:
        sentence = "{country} is controlled by {owner}: a marker costs {cost} Operations, {ops} left"
        refuse("TS-INF-3", sentence, **facts)
    why = within[country.name]
    rulings = [
        legal("TS-INF-1", "{who} may place in {country}: {why}", who=the(side), country=country.name, why=why),
        legal("TS-INF-3", "{country} is controlled by {owner}: the marker costs {cost}, {left} left", **facts),
    ]
    if after.controller(country) != owner:
        sentence = "US {US}, USSR {USSR} against stability {stability}: {now} controls {country} now"
        facts = {"US": after.US, "USSR": after.USSR, "stability": country.stability, "country": country.name}
        rulings.append(consequence("TS-CTRL-2", sentence, now=the(after.controller(country)), **facts))
    return Outcome(at.with_influence(country, after), tuple(rulings))


# --- realignment ------------------------------------------------------------------------------------------------------


@frozen
class Roll:
    """One realignment roll.

    :param dice: the acting side's die, then the opponent's; None: not rolled yet.
    """

    country: Country
    dice: tuple[int, ...] | None


def realignable(at: Position, side: Side, country: Country) -> list[Ruling]:
    """Whether a side may realign a country; it may where none of the rulings is illegal."""
    theirs = at.at(country).of(opponent(side))
    enough = theirs > 0 or at.readings.realignment_target == "any"
    return [_enemy("TS-RLN-3", at, side, country, enough=enough), region_ruling(at, country)]


def _enemy(rule: str, at: Position, side: Side, country: Country, *, enough: bool) -> Ruling:
    """How much influence a side's opponent has in a country that the side aims at."""
    enemy = opponent(side)
    theirs = at.at(country).of(enemy)
    facts: Facts = {"who": the(enemy), "theirs": theirs, "country": country.name}
    return kit.judged(enough, rule, "{who} has {theirs} influence in {country}", **facts)


def bonuses(at: Position, side: Side, country: Country) -> list[str]:
    """The reasons for a side to add 1 to its die in a country, 1 for each (TS-RLN-2)."""
    reasons = [f"controls {name}" for name in country.neighbours if at.controller(COUNTRIES[name]) == side]
    influence = at.at(country)
    if influence.lead(side) > 0:
        reasons.append(f"more influence ({influence.of(side)} to {influence.of(opponent(side))})")
    if country.superpower == side:
        reasons.append("its superpower is adjacent")
    return reasons


def realign(at: Position, side: Side, ops: int, rolls: Sequence[Roll], modifier: int, other: int) -> Done:
    """Each Operation a roll of both sides; the lower total loses the difference (TS-RLN).

    :param modifier, other: what events add to the acting side's dice, and to the opponent's.
    """
    if not rolls:
        refuse("TS-RLN-1", "{who} makes no roll: a card played for Operations is used", who=the(side))
    if len(rolls) > ops:
        refuse("TS-RLN-1", "{ops} Operations buy {ops} rolls, not {rolls}", ops=ops, rolls=len(rolls))
    done = Outcome(at)
    for number, roll in enumerate(rolls):
        done = done.then(lambda p, r=roll, n=number: _realigned(p, side, r, rolls[n:], modifier, other))  # type: ignore[misc]
    sentence = "DEFCON stays {defcon}, and Military Operations are not changed"
    several = [consequence("TS-RLN-4", "modifiers are recomputed before each roll")] if len(rolls) > 1 else []
    return done.told(*several, consequence("TS-RLN-5", sentence, defcon=at.defcon))


def _realigned(at: Position, side: Side, roll: Roll, left: Sequence[Roll], modifier: int, other: int) -> Done:
    country, enemy = roll.country, opponent(side)
    may = allowed(realignable(at, side, country))
    if roll.dice is None:
        missing = [one for one in left if one.dice is None]
        raise DiceMissing(2 * len(missing), lambda dice: {"dice": tuple(dice)}, may)
    rulings, totals = list(may), dict[Side, int]()
    for who, die, extra in ((side, roll.dice[0], modifier), (enemy, roll.dice[1], other)):
        given = bonuses(at, who, country)
        totals[who] = die + len(given) + extra
        parts = "".join(f", +1 {reason}" for reason in given) + (f", {extra:+d} by an event" if extra else "")
        facts: Facts = {"who": the(who), "die": die, "parts": parts, "total": totals[who]}
        rulings.append(consequence("TS-RLN-2", "{who}: die {die}{parts}: {total}", **facts))
    by = totals[side] - totals[enemy]
    if by == 0:
        rulings.append(consequence("TS-RLN-1", "{total} each: a tie changes nothing", total=totals[side]))
        return Outcome(at, tuple(rulings))
    loser, before = enemy if by > 0 else side, at.at(country)
    after = before.plus(loser, -abs(by))
    facts = {"difference": abs(by), "removed": before.of(loser) - after.of(loser), "before": before.of(loser)}
    sentence = "{who} has the lower total, by {difference}: it loses {removed} of its {before} influence in {country}"
    rulings.append(consequence("TS-RLN-1", sentence, who=the(loser), country=country.name, **facts))
    return Outcome(at.with_influence(country, after), tuple(rulings))


# --- coups ------------------------------------------------------------------------------------------------------------


def aimed(at: Position, side: Side, country: Country, *, free: bool) -> list[Ruling]:
    """Whether a side may coup in a country; it may where none of the rulings is illegal.

    :param free: an event gives the coup and names the region (TS-COUP-6).
    """
    region = region_ruling(at, country)
    if free:
        sentence = "a free coup in a region that its card names ignores the limits of DEFCON {defcon}"
        region = legal("TS-COUP-6", sentence, defcon=at.defcon)
    theirs = at.at(country).of(opponent(side))
    return [_enemy("TS-COUP-1", at, side, country, enough=theirs > 0), region]


def coup(
    at: Position, side: Side, ops: int, country: Country, die: int | None, modifier: int, *, free: bool, counts: bool
) -> Done:
    """Die and Operations above twice the stability remove, and add, influence (TS-COUP).

    :param counts: it gives Military Operations.
    """
    may = allowed(aimed(at, side, country, free=free))
    thrown, twice, enemy = rolled(die, may), 2 * country.stability, opponent(side)
    margin, before = thrown + modifier + ops - twice, at.at(country)
    facts: Facts = {"die": thrown, "modifier": modifier, "ops": ops, "twice": twice, "stability": country.stability}
    total = "{die}{modifier:+d} + {ops}" if modifier else "{die} + {ops}"
    sentence = f"{total} {'exceeds' if margin > 0 else 'does not exceed'} 2 × {{stability}} = {{twice}}"
    rulings = [*may, consequence("TS-COUP-2", sentence, margin=margin, **facts)]
    after = before
    if margin > 0:
        after = before.plus(enemy, -margin).plus(side, max(0, margin - before.of(enemy)))
        facts = {"removed": before.of(enemy) - after.of(enemy), "added": after.of(side) - before.of(side)}
        sentence = "margin {margin}: {removed} of {enemy} removed, {added} of {who} added in {country}"
        names = {"enemy": the(enemy), "who": the(side), "country": country.name}
        rulings.append(consequence("TS-COUP-3", sentence, margin=margin, **names, **facts))
    rulings.append(control_ruling(country, after))
    done = Outcome(at.with_influence(country, after), tuple(rulings))
    return done.then(lambda p: _credited(p, side, ops, counts)).then(lambda p: fallen(p, side, country))


def _credited(at: Position, side: Side, ops: int, counts: bool) -> Done:
    """The Military Operations for a coup (TS-COUP-4), but for a free one (TS-COUP-6)."""
    if not counts:
        return Outcome(at, (consequence("TS-COUP-6", "a free coup gives no Military Operations"),))
    after, before = earned(at, side, ops), at.military_operations.of(side)
    sentence = "Military Operations of {who} rise by {ops}, from {before} to {after}"
    sentence += ", the end of the track" if before + ops > TRACK_END else ""
    facts: Facts = {"ops": ops, "before": before, "after": after.military_operations.of(side)}
    return Outcome(after, (consequence("TS-COUP-4", sentence, who=the(side), **facts),))


def fallen(at: Position, side: Side, country: Country) -> Done:
    """DEFCON after any coup in a country, and nuclear war (TS-COUP-5, TS-DEF-1)."""
    before, after = at.defcon, max(LOWEST_DEFCON, at.defcon - 1)
    if not country.battleground:
        sentence = "{country} is no battleground: DEFCON stays {defcon}"
        return Outcome(at, (consequence("TS-COUP-5", sentence, country=country.name, defcon=before),))
    sentence = "{country} is a battleground: DEFCON falls from {before} to {after}"
    ruling = consequence("TS-COUP-5", sentence, country=country.name, before=before, after=after)
    done = Outcome(evolve(at, defcon=after), (ruling,))
    return nuclear_war(done, side) if after == LOWEST_DEFCON else done


def unreachable(country: Country, side: Side) -> Ruling:
    """Why nothing can be placed in a country now (TS-INF-1)."""
    sentence = "{who} has no influence in or next to {country}, nor its superpower: not now"
    return illegal("TS-INF-1", sentence, who=the(side), country=country.name)
