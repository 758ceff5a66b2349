"""Realignment and coups (TS-RLN, TS-COUP)."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

from titan_rules.kernel.dice import enumerated
from titan_rules.kernel.odds import Chance, Mean
from titan_rules.kernel.rulings import Ruling

from .. import protocol as kit
from ..protocol import allowed, broken, consequence, evolve, frozen, illegal, judged, legal, refuse, rolled
from . import catalog
from .cards import Die, Given, Ops, Owner, Play, actor
from .catalog import COUNTRIES, CardName, Country, Side, SideName, TargetName, opponent, the
from .influence import Standing, control_ruling, standing, target
from .scoring import earned, ended, nuclear_war, region_ruling
from .state import BySide, Defcon, Done, Position, effects, unseen

Modifier: TypeAlias = Annotated[int, kit.Between(-6, 6)]
DIFFERENCES: Counter[int] = Counter(own - other for own, other in enumerated(2))
"""The acting side's die less the other's, in 36 rolls of two dice."""


def aimed(rule: str, at: Position, side: Side, country: Country, *, free: bool = False) -> list[Ruling]:
    """Whether a side may coup (TS-COUP-1) or realign (TS-RLN-3) a country: it may if no ruling is illegal.

    :param free: an event gives the coup and names the region (TS-COUP-6).
    """
    enemy, region = opponent(side), region_ruling(at, country)
    theirs = at.at(country).of(enemy)
    if free:
        sentence = "a free coup in a region that its card names ignores the limits of DEFCON {defcon}"
        region = legal("TS-COUP-6", sentence, defcon=at.defcon)
    use: Literal["coup", "realign"] = "coup" if rule == "TS-COUP-1" else "realign"
    barred = [
        illegal("TS-LAST-3", "{event}: {text}", event=row.event, text=row.text)
        for row, _ in effects(at, use, side, country)
        if row.does == "bars" and not at.has(row.but.get(country.name, ""))
    ]
    enough = theirs > 0 or (rule == "TS-RLN-3" and at.readings.realignment_target == "any")
    sentence = "{who} has {theirs} influence in {country}"
    return [judged(enough, rule, sentence, who=the(enemy), theirs=theirs, country=country.name), region,
            *barred]  # fmt: skip


# --- realignment -----------------------------------------------------------------------------------------------------


def bonuses(at: Position, side: Side, country: Country) -> list[str]:
    """The reasons for a side to add 1 to its die in a country, 1 for each (TS-RLN-2)."""
    reasons = [f"controls {name}" for name in country.neighbours if at.controller(COUNTRIES[name]) == side]
    influence = at.at(country)
    if influence.lead(side) > 0:
        reasons.append(f"more influence ({influence.of(side)} to {influence.of(opponent(side))})")
    if country.superpower == side:
        reasons.append("its superpower is adjacent")
    return reasons


def realign(
    at: Position, countries: tuple[TargetName, ...] = (), ops: Ops | None = None, by: Given | None = None, *,
    dice: tuple[Die, ...] = (), side: SideName | None = None, card: CardName | None = None, of: Owner | None = None,
    modifier: Modifier = 0, opponent_modifier: Modifier = 0,
) -> Done:  # fmt: skip
    """Realignment rolls, one for each of the Operations; the lower total loses the difference (TS-RLN).

    :param countries: one for each roll, in order.
    :param ops: the Operations used, with all changes; left out: what the card gives, or as many as there are rolls.
    :param by: an event gives the rolls for free, or the Operations.
    :param dice: of each roll the acting side's, then the opponent's; left out: not rolled yet.
    :param modifier, opponent_modifier: what events add to the dice.
    """
    if ops is None and card is None:
        ops = min(len(countries), catalog.MOST_OPS) or 1
    if len(dice) % 2 or len(dice) > 2 * len(countries):
        refuse("TS-RLN-1", "both sides roll a die for each of {rolls:roll}: {n:die} given", rolls=len(countries),
               n=len(dice))  # fmt: skip
    aims = [*map(target, countries)]
    play = Play("realign", actor(at, side), card, of, by)
    used = yield from play.begun(at, ops, aims)
    if not aims:
        refuse("TS-RLN-1", "{who} makes no roll: a card played for Operations is used", who=the(play.side))
    if len(aims) > used:
        refuse("TS-RLN-1", "{ops} Operations buy {ops} rolls, not {rolls}", ops=used, rolls=len(aims))
    after, added = at, {play.side: modifier, opponent(play.side): opponent_modifier}
    for number, aim in enumerate(aims):
        yield from allowed(aimed("TS-RLN-3", after, play.side, aim))
        thrown = dice[2 * number : 2 * number + 2]
        if not thrown:
            raise kit.DiceMissing(2 * len(aims) - len(dice), lambda more: {"dice": (*dice, *more)})
        after = yield from _lower_loses(after, aim, dict(zip(added, thrown, strict=True)), added)
    if len(aims) > 1:
        yield consequence("TS-RLN-4", "modifiers are recomputed before each roll")
    yield consequence("TS-RLN-5", "DEFCON stays {defcon}, and Military Operations are not changed", defcon=at.defcon)
    return (yield from play.done(at, after))


def _lower_loses(at: Position, country: Country, dice: Mapping[Side, int], added: Mapping[Side, int]) -> Done:
    """One roll of both sides (TS-RLN-1, TS-RLN-2).

    :param added: by events to each side's die, the acting side first.
    """
    totals = dict[Side, int]()
    for who, extra in added.items():
        given, more = bonuses(at, who, country), event_die(at, "realign", who, country)
        totals[who] = dice[who] + len(given) + extra + sum(more.values())
        parts = "".join(f", +1 {reason}" for reason in given) + (f", {extra:+d} by an event" if extra else "")
        parts += "".join(f", {by:+d} {event}" for event, by in more.items())
        yield consequence("TS-RLN-2", "{who}: die {die}{parts}: {total}", who=the(who), die=dice[who], parts=parts,
                          total=totals[who])  # fmt: skip
    side, enemy = added
    by = totals[side] - totals[enemy]
    if by == 0:
        yield consequence("TS-RLN-1", "{total} each: a tie changes nothing", total=totals[side])
        return at
    loser, before = enemy if by > 0 else side, at.at(country)
    after = _less(before, side, by)
    sentence = "{who} has the lower total, by {difference}: it loses {removed} of its {before} influence in {country}"
    yield consequence("TS-RLN-1", sentence, who=the(loser), difference=abs(by), country=country.name,
                      removed=before.of(loser) - after.of(loser), before=before.of(loser))  # fmt: skip
    return at.with_influence(country, after)


def _less(influence: BySide, side: Side, by: int) -> BySide:
    """The influence after a roll that a side won by so much, or lost (TS-RLN-1)."""
    return influence.plus(opponent(side) if by > 0 else side, -abs(by))


# --- the odds of realignment -----------------------------------------------------------------------------------------


@frozen
class Spread:
    """The result of some rolls.

    :param expected_removed, expected_lost: of the opponent's influence, and of the acting side's.
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
    one, who = target(country), at.asked(side)
    rulings = [*allowed(aimed("TS-RLN-3", at, who, one))]
    for each, added in ((who, modifier), (opponent(who), opponent_modifier)):
        given = bonuses(at, each, one)
        reasons = "; ".join(given) or "no reason to add"
        sentence = "{who} adds {total}: {reasons}"
        rulings.append(consequence("TS-RLN-2", sentence, who=the(each), total=len(given) + added, reasons=reasons))
    rulings.append(consequence("TS-RLN-1", "the lower modified total loses the difference; a tie changes nothing"))
    extra = modifier - opponent_modifier
    net = _net(at, who, one) + extra
    signs = [(difference + net > 0) - (difference + net < 0) for difference in DIFFERENCES.elements()]
    several = None if ops is None else _spread(at, who, one, ops, extra)
    return RealignmentOdds(who, one.name, net, signs.count(1), signs.count(0), signs.count(-1),
                           _spread(at, who, one, 1, extra), several, tuple(rulings))  # fmt: skip


def _net(at: Position, side: Side, country: Country) -> int:
    own, theirs = (
        len(bonuses(at, who, country)) + sum(event_die(at, "realign", who, country).values())
        for who in (side, opponent(side))
    )
    return own - theirs


def event_die(at: Position, use: str, side: Side, country: Country) -> dict[str, int]:
    """What lasting events add to a side's die, by event (TS-LAST-4)."""
    acting = effects(at, use, side, country)
    return {
        row.event: row.by if effect.side in (None, side) else -row.by for row, effect in acting if row.does == "die"
    }


def _spread(at: Position, side: Side, country: Country, rolls: int, extra: int) -> Spread:
    """The exact odds of some rolls in a country; rolling stops when it is no longer a legal target."""
    before = at.at(country)
    held: Counter[BySide] = Counter({before: 1})
    for _ in range(rolls):
        following: Counter[BySide] = Counter()
        for influence, many in held.items():
            here = at.with_influence(country, influence)
            if broken(aimed("TS-RLN-3", here, side, country)):
                following[influence] += 36 * many
                continue
            net = _net(here, side, country) + extra
            for difference, ways in DIFFERENCES.items():
                following[_less(influence, side, difference + net)] += many * ways
        held = following

    def chance(*goal: Side | None) -> Mapping[str, Any]:
        ways = sum(n for after, n in held.items() if after.controller(country) in goal)
        return Chance(Fraction(ways, held.total())).to_json()

    def mean(who: Side) -> Mapping[str, Any]:
        lost = sum(n * (before.of(who) - after.of(who)) for after, n in held.items())
        return Mean(Fraction(lost, held.total())).to_json()

    return Spread(rolls, chance(side), chance(side, None), mean(opponent(side)), mean(side))


# --- coups -----------------------------------------------------------------------------------------------------------


def coup(
    at: Position, country: TargetName, ops: Ops | None = None, die: Die | None = None, by: Given | None = None, *,
    side: SideName | None = None, card: CardName | None = None, of: Owner | None = None, modifier: Modifier = 0,
) -> Done:  # fmt: skip
    """A coup: die and Operations above twice the stability remove, and add, influence (TS-COUP).

    :param ops: the Operations used, with all changes; left out: what the card gives.
    :param by: an event gives the coup for free and names the region, or it gives Operations.
    :param modifier: what other events add to the die.
    """
    aim, free = target(country), by == "free"
    play = Play("coup", actor(at, side), card, of, by)
    ops = yield from play.begun(at, ops, [aim])
    yield from allowed(aimed("TS-COUP-1", at, play.side, aim, free=free))
    thrown, twice, who, enemy = rolled(die), 2 * aim.stability, play.side, opponent(play.side)
    crises = [effect for row, effect in effects(at, "coup") if row.does == "loses" and effect.side == who]
    if crises:
        sentence = "{event}: {who} coups and loses by nuclear war"
        return (yield from ended(at, enemy, "nuclear war", "TS-LAST-8", sentence, event=crises[0].event, who=the(who)))
    for event, more in event_die(at, "coup", who, aim).items():
        yield consequence("TS-LAST-4", "{event}: {more:+d} to the die", event=event, more=more)
        modifier += more
    margin, before = thrown + modifier + ops - twice, at.at(aim)
    total = "{die}{modifier:+d} + {ops}" if modifier else "{die} + {ops}"
    sentence = f"{total} {'exceeds' if margin > 0 else 'does not exceed'} 2 × {{stability}} = {{twice}}"
    yield consequence("TS-COUP-2", sentence, die=thrown, modifier=modifier, ops=ops, stability=aim.stability,
                      twice=twice, margin=margin)  # fmt: skip
    influence = before
    if margin > 0:
        influence = before.plus(enemy, -margin).plus(who, max(0, margin - before.of(enemy)))
        sentence = "margin {margin}: {removed} of {enemy} removed, {added} of {who} added in {country}"
        removed, gained = before.of(enemy) - influence.of(enemy), influence.of(who) - before.of(who)
        yield consequence("TS-COUP-3", sentence, margin=margin, enemy=the(enemy), who=the(who), country=aim.name,
                          removed=removed, added=gained)  # fmt: skip
    yield control_ruling(aim, influence)
    after = at.with_influence(aim, influence)
    if free:
        yield consequence("TS-COUP-6", "a free coup gives no Military Operations")
    else:
        after, made = earned(after, who, ops), at.military_operations.of(who)
        sentence = "Military Operations of {who} rise by {ops}, from {before} to {after}"
        sentence += ", the end of the track" if made + ops > catalog.TRACK_END else ""
        yield consequence("TS-COUP-4", sentence, who=the(who), ops=ops, before=made,
                          after=after.military_operations.of(who))  # fmt: skip
    subs = [row.event for row, _ in effects(at, "coup", who, aim) if row.does == "defcon"]
    falls = aim.battleground and not subs
    defcon, facts = max(catalog.LOWEST_DEFCON, at.defcon - falls), {"country": aim.name}
    if subs:
        sentence = "{event}: a coup of {who} in a battleground does not lower DEFCON"
        yield consequence("TS-LAST-4", sentence, event=subs[0], who=the(who))
    elif falls:
        sentence = "{country} is a battleground: DEFCON falls from {before} to {after}"
        yield consequence("TS-COUP-5", sentence, **facts, before=at.defcon, after=defcon)
    else:
        yield consequence("TS-COUP-5", "{country} is no battleground: DEFCON stays {defcon}", **facts, defcon=defcon)
    after = evolve(after, defcon=defcon)
    if falls and defcon == catalog.LOWEST_DEFCON:
        after = yield from nuclear_war(after, who)
    return (yield from play.done(at, after))


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
    who, here = at.asked(side), at if at_defcon is None else evolve(at, defcon=at_defcon)
    aims = {country: aimed("TS-COUP-1", here, who, country) for country in COUNTRIES.values()}
    coups = [country for country, rulings in aims.items() if not broken(rulings)]
    closed = [c for c in aims if here.at(c).of(opponent(who)) and c not in coups]
    return Targets(
        who, here.defcon, tuple(standing(here, c, aims[c][1]) for c in coups),
        tuple(c.name for c in aims if not broken(aimed("TS-RLN-3", here, who, c))),
        tuple(standing(here, c, aims[c][1]) for c in closed),
        tuple(dict.fromkeys(line for c in coups for line in unseen(here, "coup", who, c))),
        (
            consequence("TS-COUP-1", "every other country holds no influence of {who}", who=the(opponent(who))),
            consequence("TS-RLN-5", "the DEFCON limits of regions hold for realignment, too"),
        ),
    )  # fmt: skip
