"""Several strikers on one target, one after another, with carries (STRIKE-1, CARRY-1)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import factorial, prod
from typing import ClassVar, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Listed, Table, Why, column
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.fields import key
from ..kernel.judging import Refusal
from ..kernel.odds import Chance, HitChance, Mean, together
from ..kernel.rulings import Ruling, illegal
from ..kernel.wording import several
from ..rules.battle.strike_tables import StrikeOption
from .carry import AIMS, Aim, Victims, chances, hits_of, in_order, labels, shared_out
from .cases import KIND, StrikeCase, StrikeKind, Strikes, hits_table, standing
from .exchanges import Exchange, exchange_of


@frozen(kw_only=True)
class OneOfSeveral(Part):
    """One of several strikers on the same target."""

    striker: str = field(metadata=column("striker", lambda one: standing(one.striker, one.origin)))
    origin: str | None = field(default=None, metadata=key("from"))
    strike: StrikeKind
    range: int | None = None
    dice: int = field(metadata=column("dice", right=True))
    strike_number: int = field(metadata=column("number", right=True))
    slays: Chance = field(metadata=column("alone slays", right=True))
    expected_hits: Mean = field(metadata=column("expected hits", right=True))
    carry_to: tuple[str, ...] = field(metadata=column("carries to"))


@frozen(kw_only=True)
class FurtherVictim(Part):
    """What happens to another enemy through carries and free strikers, in the order that slays the most."""

    to: str
    character: str
    needs: int
    slays: Chance


@frozen(kw_only=True)
class SlainChance(Part):
    """The chance that the character in a hex is slain."""

    to: str
    slays: Chance


@frozen(kw_only=True)
class StrikingOrder(Part):
    """The result of one order of striking.

    :param order: the strikers' hexes, or their names.
    :param expected_free: the average number of strikers left free.
    """

    order: tuple[str, ...]
    expected_slain: Mean
    expected_points: Mean
    expected_free: Mean
    carry: tuple[SlainChance, ...]


@frozen(kw_only=True, repr=False)
class SeveralStrikesOdds(Answer):
    """The exact odds of several natural strikes at the same target, one after another.

    :param orders: the best orders of striking.
    :param orders_in_all: how many orders there are.
    :param best: by aim, the best order.
    """

    kind: ClassVar[str] = KIND
    strikers: tuple[OneOfSeveral, ...]
    target: str
    to: str | None = None
    needs: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean
    carry: tuple[FurtherVictim, ...]
    orders: tuple[StrikingOrder, ...]
    orders_in_all: int
    best: Mapping[Aim, StrikingOrder]
    exchange: Exchange | None = None
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """The strikers, the chance to slay the target, and the best orders."""
        target = standing(self.target, self.to)
        yield f"{len(self.strikers)} strike {target}, {several(self.needs, 'hit')} from being slain"
        yield from (Listed(self.strikers), "", hits_table(self.hits, self.needs), "")
        yield f"slain by any order of them: {self.slays}, expected hits {self.expected_hits}"
        some = "" if len(self.orders) == self.orders_in_all else f", the best of {self.orders_in_all}"
        yield from ("", f"orders{some}, on average; once the target is slain, the others are struck:")
        rows = [
            [", ".join(o.order), o.expected_slain, o.expected_points, o.expected_free, *(c.slays for c in o.carry)]
            for o in self.orders
        ]
        headings = ["order", "slain", "points", "left free", *(f"slays {c.to}" for c in self.carry)]
        yield Table(rows, headings, range(1, len(headings)))
        yield from ("", f"to slay the most: {', '.join(self.best['slain'].order)}")
        yield f"for the most points: {', '.join(self.best['points'].order)}"
        if self.exchange is not None:
            yield from self.exchange.blocks(self.target)
        yield from ("", Why(self.rulings))


# --- orders of striking ----------------------------------------------------------------------------------------------

MOST_LISTED = 12  # the best orders
MOST_ORDERS = 720  # six strikers, no two of them alike
MOST_DICE = 300  # of all strikers; only Titans of many thousands of points roll hundreds
MOST_ROLLED = 50_000  # dice in all orders together

State: TypeAlias = tuple[int, ...]  # the hits that still slay each victim, the target first


@frozen
class Striker:
    """One of several strikers: its natural strike at the target and at each further victim, None if impossible."""

    label: str
    options: tuple[StrikeOption | None, ...]


def orders(victims: Victims, strikers: Sequence[Striker]) -> list[StrikingOrder]:
    """The outcome of every order of striking that makes a difference, the deadliest first.

    Each striker strikes the target or, once that is slain, the first living victim within reach; otherwise it is free.

    :param victims: the target, then other enemies in the order in which they are carried over to and struck.
    :raises CannotTell: there are more orders than :data:`MOST_ORDERS`, or too many dice.
    """
    _bounded(strikers)
    start = _Prefix((), {tuple([v.left for v in victims]): 1}, 1, Fraction(0, 1))
    every = [_order(prefix, victims) for prefix in _grown(start, strikers, victims)]
    return sorted(every, key=lambda order: _rank(order, "slain"), reverse=True)


def best_order(every: Sequence[StrikingOrder], aim: Aim) -> StrikingOrder:
    """The best order by an aim; ties go to the other aim, then to more strikers left free, then to the first."""
    return max(every, key=lambda order: _rank(order, aim))


def _rank(order: StrikingOrder, aim: Aim) -> tuple[object, ...]:
    means = {"slain": order.expected_slain.exact, "points": order.expected_points.exact}
    return *[means[one] for one in in_order(aim)], order.expected_free.exact


def _bounded(strikers: Sequence[Striker]) -> None:
    """Refuse work that would take longer than seconds."""
    alike = Counter(striker.options for striker in strikers).values()
    count = factorial(len(strikers)) // prod(map(factorial, alike))
    dice = sum([striker.options[0].dice for striker in strikers if striker.options[0]])
    most = min(MOST_DICE, MOST_ROLLED // count)
    if count > MOST_ORDERS:
        message = f"there are {count:,} orders of striking, and at most {MOST_ORDERS} are worked out"
    elif len(strikers) > 1 and dice > most:
        message = f"the strikers roll {dice:,} dice, and at most {most:,} are worked out in {count:,} orders"
    else:
        return
    raise CannotTell(Fault("too-much-work", message, hint="name fewer strikers at a time"))


@frozen
class _Prefix:
    """The first strikers of an order, and the states they can lead to."""

    strikers: tuple[str, ...]
    states: dict[State, int]
    total: int
    free: Fraction


def _grown(prefix: _Prefix, rest: Sequence[Striker], victims: Victims) -> Iterator[_Prefix]:
    """Every complete order that begins with the prefix; equal strikers are not permuted."""
    if not rest:
        yield prefix
        return
    seen = set()
    for i, striker in enumerate(rest):
        if striker.options not in seen:
            seen.add(striker.options)
            yield from _grown(_longer(prefix, striker, victims), [*rest[:i], *rest[i + 1 :]], victims)


def _longer(prefix: _Prefix, striker: Striker, victims: Victims) -> _Prefix:
    """The prefix with another striker; all states count the same number of rolls, whatever its dice."""
    hits = [None if option is None else hits_of(option.dice, option.strike_number) for option in striker.options]
    rolls = max(each.total for each in hits if each is not None)
    states: Counter[State] = Counter()
    free = 0
    for left, count in prefix.states.items():
        aim = next((i for i, each in enumerate(hits) if each is not None and left[i]), None)
        if aim is None:
            free += count
            states[left] += count * rolls
            continue
        option, rolled = striker.options[aim], hits[aim]
        assert option is not None
        assert rolled is not None
        takers = (aim, *[i for i, victim in enumerate(victims) if victim.label in option.carry_to])
        weight = count * (rolls // rolled.total)
        for number, chance in enumerate(rolled.ways):
            states[_after(left, takers, number)] += weight * chance
    return _Prefix(
        (*prefix.strikers, striker.label), states, prefix.total * rolls, prefix.free + Fraction(free, prefix.total)
    )


def _after(left: State, takers: Sequence[int], hits: int) -> State:
    new = list(left)
    for place, taken in zip(takers, shared_out(hits, [left[i] for i in takers]), strict=True):
        new[place] -= taken
    return tuple(new)


def _order(prefix: _Prefix, victims: Victims) -> StrikingOrder:
    slain = [sum([ways for left, ways in prefix.states.items() if left[i] == 0]) for i in range(len(victims))]
    points = sum([ways * v.points for ways, v in zip(slain, victims, strict=True)])
    chances = [Chance(Fraction(ways, prefix.total)) for ways in slain[1:]]
    return StrikingOrder(
        order=prefix.strikers,
        expected_slain=Mean(Fraction(sum(slain), prefix.total)),
        expected_points=Mean(Fraction(points, prefix.total)),
        expected_free=Mean(prefix.free),
        carry=tuple([SlainChance(to=at, slays=one) for at, one in zip(labels(victims[1:]), chances, strict=True)]),
    )


def several_odds(
    asking: Strikes, cases: Sequence[StrikeCase], places: Sequence[str], carry_to: Sequence[str], *, exchange: bool
) -> SeveralStrikesOdds | Refusal:
    """The odds of several strikes at one target; refused if hits may not be carried as named.

    :param places: the strikers' hexes, then the target's.
    :param carry_to: the only other enemies to carry over to, in order; empty: all, the weakest first.
    :param exchange: include the strikeback.
    """
    *froms, to = places
    against = _against_carries(asking, cases, places, carry_to)
    if against:
        return Refusal(tuple(against))
    target, further = cases[0].target, asking.near(froms, to)
    if carry_to:
        further = [enemy for label in carry_to for enemy in further if enemy.hex == label]
    else:
        further.sort(key=lambda enemy: (enemy.left, -enemy.points, enemy.label))
    others = labels(further)
    strikers: list[Striker] = []
    for case, start in zip(cases, froms, strict=True):
        naturals = [asking.natural(start, place) for place in (to, *others)]
        kept = [o and evolve(o, carry_to=tuple([at for at in others if at in o.carry_to])) for o in naturals]
        strikers.append(Striker(case.striker.label, tuple(kept)))
    hits, every = together(case.hits for case in cases), orders((target, *further), strikers)
    best: dict[Aim, StrikingOrder] = {aim: best_order(every, aim) for aim in AIMS}
    fates = zip(further, best["slain"].carry, strict=True)
    return SeveralStrikesOdds(
        strikers=tuple(
            [
                OneOfSeveral(**case.heading, **case.in_short, carry_to=striker.options[0].carry_to)
                for case, striker in zip(cases, strikers, strict=True)
                if striker.options[0] is not None
            ]
        ),
        **cases[0].whom,
        **chances(hits, target.left),
        carry=tuple([FurtherVictim(to=v.label, character=v.name, needs=v.left, slays=x.slays) for v, x in fates]),
        orders=tuple(every[:MOST_LISTED]),
        orders_in_all=len(every),
        best=best,
        exchange=exchange_of(target, hits, cases) if exchange else None,
        rulings=tuple([ruling for case in cases for ruling in case.rulings]),
    )


def _against_carries(
    asking: Strikes, cases: Sequence[StrikeCase], places: Sequence[str], carry_to: Sequence[str]
) -> list[Ruling]:
    *froms, to = places
    able = {label for start in froms for option in [asking.natural(start, to)] if option for label in option.carry_to}
    twice = {label for label in carry_to if carry_to.count(label) > 1}
    rulings = [illegal("CARRY-1", "{hex} is named twice", hex=label) for label in sorted(twice)]
    for label in carry_to:
        if label not in able:
            for case, start in zip(cases, froms, strict=True):
                rulings += asking.against_carries(case, start, to, [label])
    return rulings
