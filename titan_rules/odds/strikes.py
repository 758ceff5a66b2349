"""The answers of ``titan strike-odds``: one strike, several strikers on one target, or all that are legal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias, overload

from attrs import field, frozen

from ..box.current_box import current
from ..box.hexes import HEXES
from ..kernel.answers import Answer, Part
from ..kernel.arguments import expect, expect_each, wrong
from ..kernel.blocks import Block, Listed, Table, Why, column
from ..kernel.dice import dice_faults
from ..kernel.errors import ArgumentError, CannotTell, DocumentError, Fault, IllegalAction
from ..kernel.fields import key
from ..kernel.judging import Refusal
from ..kernel.odds import Chance, HitChance, Mean, percent
from ..kernel.rulings import Facts, Ruling, consequence
from ..kernel.wording import several
from ..position.battle import Battle, Combatant, other
from ..position.files import battle_of
from ..position.game import Game
from ..rules.battle.strike import judge_striker, strike_notes
from ..rules.battle.strike_numbers import hits_rolled
from . import carry
from .carry import AIMS, Aim, BestWay, CarryFate, JointOutcome, rolled
from .cases import (
    AROUND,
    KIND,
    NATURAL,
    TARGET,
    Declaration,
    StrikeCase,
    StrikeKind,
    Strikes,
    hex_of,
    hits_table,
    slaying,
    standing,
    typed_battle,
)  # fmt: skip
from .duels import DuelRefused
from .exchanges import Exchange, exchange_of, no_strikeback
from .several import SeveralStrikesOdds, several_odds


@frozen(kw_only=True)
class WayToRoll(Part):
    """A way to roll the strike: naturally, or with a penalty taken to carry over (CARRY-2).

    :param natural: it takes no penalty.
    :param chosen: the rest of the answer is about this way.
    :param carry_to: the enemies to whom hits may then be carried over (CARRY-1).
    """

    dice: int
    strike_number: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean
    natural: bool
    chosen: bool
    carry_to: tuple[str, ...]


@frozen(kw_only=True)
class Taken(Part):
    """The hits that a character took."""

    to: str
    character: str
    hits: int
    slain: bool


@frozen(kw_only=True)
class Rolled(Part):
    """The effect of dice already rolled.

    :param may_carry_to: the enemies to whom the hits left over may be carried.
    :param at_least: the chance of at least this many hits.
    :param best: by aim, the best carries, in order.
    """

    dice: tuple[int, ...]
    hits: int
    takes: tuple[Taken, ...]
    left_over: int
    may_carry_to: tuple[str, ...]
    at_least: Chance = field(metadata=key("at_least_so_many"))
    best: Mapping[Aim, tuple[str, ...]] | None = None

    def lines(self) -> Iterator[str]:
        """What the dice did, and where leftover hits may go."""
        yield f"rolled {' '.join(map(str, self.dice))}: {several(self.hits, 'hit')}"
        for taken in self.takes:
            place = taken.character if taken.to == taken.character else standing(taken.character, taken.to)
            yield f"  {place} takes {several(taken.hits, 'hit')}{', slain' if taken.slain else ''}"
        if self.left_over:
            may = f", may be carried to {' or '.join(self.may_carry_to)}" if self.may_carry_to else ""
            yield f"  {self.left_over} left over{may}"
        for aim, carry_to in (self.best or {}).items():
            if carry_to:
                yield f"  best for {aim}: carry to {' then '.join(carry_to)}"
        yield f"  at least this many hits: {self.at_least}"


@frozen(kw_only=True, repr=False)
class StrikeOdds(Answer):
    """The exact odds of a strike.

    :param striker, target: names of characters.
    :param origin, to: their hexes, if given.
    :param needs: the hits that would slay the target.
    :param range: for a rangestrike, both ends counted.
    :param hits: the chance of each number of hits rolled.
    :param slays: the chance that the target is slain.
    :param carry: what happens to the carry targets, in order.
    :param joint: the effect of each number of hits on target and carry targets.
    :param options: every way to roll the strike, the natural one first.
    :param best: by aim, the best of them.
    :param exchange: the strikeback, if asked for.
    :param roll: the effect of the dice, if given.
    """

    kind: ClassVar[str] = KIND
    striker: str
    origin: str | None = field(default=None, metadata=key("from"))
    target: str
    to: str | None = None
    needs: int
    strike: StrikeKind
    range: int | None = None
    dice: int
    strike_number: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean
    carry: tuple[CarryFate, ...]
    joint: tuple[JointOutcome, ...] | None = None
    expected_slain: Mean | None = None
    expected_points: Mean | None = None
    options: tuple[WayToRoll, ...]
    best: Mapping[Aim, BestWay] | None = None
    exchange: Exchange | None = None
    roll: Rolled | None = None
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """The roll, the chances of each effect, and the best choice."""
        striker, target = standing(self.striker, self.origin), standing(self.target, self.to)
        verb = "strikes" if self.strike == "strike" else f"rangestrikes (range {self.range})"
        slay = "1 hit slays it" if self.needs == 1 else f"{self.needs} hits slay it"
        yield f"{striker} {verb} {target}: {self.dice} dice at Strike-number {self.strike_number}; {slay}"
        if self.roll is not None:
            yield from ("", *self.roll.lines())
        yield ""
        if len(self.options) == 1:
            yield from (hits_table(self.hits, self.needs), "")
            yield f"slays {self.slays}, expected hits {self.expected_hits}"
        else:
            yield self._side_by_side()
        if self.joint:
            yield from ("", *self._carried(self.joint))
        if self.best is not None:
            yield from ("", _best("to slay the most", self.best["slain"]))
            yield _best("for the most points", self.best["points"])
        if self.exchange is not None:
            yield from self.exchange.blocks(self.target)
        yield from ("", Why(self.rulings))

    def _side_by_side(self) -> Table:
        """The chances of at least each number of hits, with a column for the natural strike and each penalty."""
        options = self.options
        ways = [f"{'natural' if o.natural else 'penalty'}\n{o.dice} dice at {o.strike_number}" for o in options]
        rows: list[list[object]] = [
            [slaying(n, self.needs), *(percent(o.hits[n].at_least_exact) if n <= o.dice else "-" for o in options)]
            for n in range(max(option.dice for option in options) + 1)
        ]
        rows.append(["expected hits", *(o.expected_hits for o in options)])
        rows.append(["may carry to", *(" ".join(o.carry_to) or "nobody" for o in options)])
        return Table(rows, ["hits\nor more", *ways], range(1, len(ways) + 1))

    def _carried(self, joint: Sequence[JointOutcome]) -> Iterator[Block]:
        """The joint outcome of the chosen strike and its carries."""
        labels = list(joint[0].takes)
        yield f"{self.dice} dice at {self.strike_number}, carried over to {' then '.join(labels[1:])}:"
        names = [self.target, *(c.character for c in self.carry)]
        who = [standing(name, at) for name, at in zip(names, labels, strict=True)]
        rows: list[list[object]] = [
            [
                one.hits,
                *(f"{one.takes[at]}{' slain' * (at in one.slain)}" for at in labels),
                one.left_over,
                one.chance,
            ]
            for one in joint
        ]
        rows.append(["slain", self.slays, *(c.slays for c in self.carry)])
        yield Table(rows, ["rolled", *who, "left over", "chance"], range(1, len(who) + 3))
        yield f"expected: {self.expected_slain} slain, {self.expected_points} points"


def _best(aim: str, way: BestWay) -> str:
    carry = f", carry to {' then '.join(way.carry_to)}" if way.carry_to else ""
    means = f"{way.expected_slain} slain, {way.expected_points} points on average"
    return f"{aim}: {way.dice} dice at {way.strike_number}{carry} ({means})"


@frozen(kw_only=True)
class StrikeInShort(Part):
    """A legal strike with its odds in short."""

    striker: str = field(metadata=column("striker", lambda one: standing(one.striker, one.origin)))
    origin: str | None = field(default=None, metadata=key("from"))
    target: str = field(metadata=column("target", lambda one: standing(one.target, one.to)))
    to: str | None = None
    needs: int = field(metadata=column("needs", right=True, rank=2))
    strike: StrikeKind = field(metadata=column("", lambda one: one.range and f"rangestrike at {one.range}"))
    range: int | None = None
    dice: int = field(metadata=column("dice", right=True))
    strike_number: int = field(metadata=column("number", right=True))
    slays: Chance = field(metadata=column("slays", right=True, rank=3))
    expected_hits: Mean = field(metadata=column("expected hits", right=True, rank=3))


@frozen(kw_only=True, repr=False)
class StrikesInShort(Answer):
    """Every legal strike, in short."""

    kind: ClassVar[str] = KIND
    phase: Literal["maneuver", "strike", "strikeback"]
    side: Literal["attacker", "defender"]
    strikes: tuple[StrikeInShort, ...]
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """One strike per line, and why there are no others."""
        yield from (Listed(self.strikes) if self.strikes else "no strike is possible", "", Why(self.rulings))


@frozen(kw_only=True, repr=False)
class StrikeRefused(DuelRefused):
    """A strike that may not be made.

    :param legal: the legal strikes.
    """

    kind: ClassVar[str] = KIND
    legal: tuple[StrikeInShort, ...] | None = None

    def blocks(self) -> Iterator[Block]:
        """Why the strike is illegal, and what would be legal."""
        yield from super().blocks()
        if self.legal:
            yield from ("", "allowed now:", Listed(self.legal))


@overload
def strike_odds(
    position: Battle | Game | str,
    origin: str,
    to: str,
    *,
    strike_number: int | None = None,
    dice_count: int | None = None,
    carry_to: Sequence[str] = (),
    best: Aim | None = None,
    exchange: bool = False,
    dice: Sequence[int] | None = None,
) -> StrikeOdds: ...
@overload
def strike_odds(
    position: str, origin: str, *, exchange: bool = False, dice: Sequence[int] | None = None
) -> StrikeOdds: ...
@overload
def strike_odds(
    position: Battle | Game | str, origin: list[str], to: str, *, carry_to: Sequence[str] = (), exchange: bool = False
) -> StrikeOdds | SeveralStrikesOdds: ...
def strike_odds(
    position: Battle | Game | str,
    origin: str | list[str],
    to: str | None = None,
    *,
    strike_number: int | None = None,
    dice_count: int | None = None,
    carry_to: Sequence[str] = (),
    best: Aim | None = None,
    exchange: bool = False,
    dice: Sequence[int] | None = None,
) -> StrikeOdds | SeveralStrikesOdds:
    """The exact odds of a strike by the acting side, or of several at one target.

    Without a position the two are on level ground, and unhurt: ``strike_odds("Ogre", "Centaur")``.

    :param position: a battle, a game in one, or the line of one.
    :param origin, to: the hexes of striker and target, or their names if unambiguous; several
        strikers as a list.
    :param strike_number, dice_count: a penalty taken in order to carry over (CARRY-2); by default the natural strike.
    :param carry_to: hexes to carry over to, in order.
    :param best: pick the dice, Strike-number and carries that are best for this aim.
    :param exchange: include the strikeback of this phase.
    :param dice: the dice already rolled; the answer says what they did.
    :raises IllegalAction: the strike is illegal, with the rulings that forbid it.
    :raises UnknownName: neither a hex nor a character. :raises CannotTell: a name is ambiguous.
    """
    hexes = to is not None
    if to is None:
        expect(str, origin=origin)
        if isinstance(position, Battle | Game):
            raise ArgumentError("to is missing: whom is the strike at?", "to")
        expect(str, position=position)
        names = [current().character_names.canonical(str(name)) for name in (position, origin)]
        position, origin, to = typed_battle([Combatant(names[0])], Combatant(names[1])), AROUND[0], TARGET
    battle = battle_of(position)
    strikers = [origin] if isinstance(origin, str) else origin
    expect_each(str, origin=strikers, carry_to=carry_to)
    expect(str, to=to)
    expect(int | None, strike_number=strike_number, dice_count=dice_count)
    expect(bool, exchange=exchange)
    if dice is not None:
        expect_each(int, dice=dice)
    if best is not None and best not in AIMS:
        raise wrong("best", f"one of {', '.join(AIMS)}", best)
    given = Declaration(strike_number=strike_number, dice_count=dice_count, carry_to=tuple(carry_to), aim=best)
    answer = battle_answer(battle, strikers, to, given, exchange=exchange, roll=dice, hexes=hexes)
    if not isinstance(answer, StrikeOdds | SeveralStrikesOdds):
        raise IllegalAction(answer.rulings)
    return answer


StrikeAnswer: TypeAlias = StrikeOdds | SeveralStrikesOdds | StrikesInShort | StrikeRefused


def battle_answer(
    battle: Battle,
    strikers: Sequence[str] = (),
    target: str | None = None,
    given: Declaration = NATURAL,
    *,
    exchange: bool = False,
    roll: Sequence[int] | None = None,
    hexes: bool = True,
) -> StrikeAnswer:
    """The odds of the strikes asked for.

    :param strikers: hexes or names on the acting side; empty: all.
    :param target: a hex or name; None: all.
    :param given: what a single striker declares; several strikers use only its ``carry_to``.
    :param exchange: include the strikeback of this phase.
    :param roll: the dice that a single striker has already rolled.
    :param hexes: the answer names hexes; False for a battle made of names alone.
    :raises UnknownName: neither a hex nor a character.
    :raises CannotTell: it is not clear who is meant.
    """
    asked: dict[str, Any] = {"origin": strikers[0] if len(strikers) == 1 else tuple(strikers) or None, "to": target}
    asking, role = Strikes(battle, hexes), battle.acting
    places: list[str] = []
    named = [*strikers, *([] if target is None else [target])]
    for n, text in enumerate(named):
        label = hex_of(battle, role if n < len(strikers) else other(role), text)
        if isinstance(label, Refusal):
            return StrikeRefused(**asked, rulings=label.rulings, legal=overview(asking))
        places.append(label)
    to = None if target is None else places[-1]
    froms = places[: len(strikers)]
    if len(set(froms)) < len(froms):
        raise CannotTell(Fault("striker-twice", "a striker is named twice: each character strikes once"))
    if to is None and len(froms) > 1:
        raise CannotTell(Fault("no-target", "several strikers need a target"))
    if to is None or not froms:
        return _all_answer(asking, froms[0] if froms else None, to, asked)
    cases: list[StrikeCase] = []
    for label in froms:
        case = asking.case(label, to, given if len(froms) == 1 else NATURAL)
        if isinstance(case, Refusal):
            if hexes:
                return StrikeRefused(**asked, rulings=case.rulings, legal=overview(asking, label))
            return StrikeRefused(target=battle.defender.characters[0].name, rulings=asking.told(case.rulings))
        cases.append(case)
    if len(cases) == 1:
        return _one_answer(cases[0], exchange=exchange, roll=roll)
    answer = several_odds(asking, cases, places, given.carry_to, exchange=exchange)
    return StrikeRefused(**asked, rulings=answer.rulings) if isinstance(answer, Refusal) else answer


def _all_answer(asking: Strikes, from_hex: str | None, to_hex: str | None, asked: Mapping[str, Any]) -> StrikeAnswer:
    field, role, battle = asking.view, asking.role, asking.battle
    striker = battle.of(role).at(from_hex) if from_hex else None
    if from_hex or field.striker is None:
        judged = judge_striker(field, role, from_hex or HEXES[0])
        if isinstance(judged, Refusal):
            return StrikeRefused(**asked, rulings=judged.rulings, legal=overview(asking))
    return StrikesInShort(
        phase=battle.phase,
        side=battle.side,
        strikes=overview(asking, from_hex, to_hex),
        rulings=() if striker is None else tuple(strike_notes(field, role, striker)),
    )


def overview(asking: Strikes, from_hex: str | None = None, to_hex: str | None = None) -> tuple[StrikeInShort, ...]:
    """Every legal strike, in short."""
    cases = asking.possible(from_hex, to_hex)
    return tuple([StrikeInShort(**case.heading, **case.whom, **case.in_short) for case in cases])


# --- one strike ------------------------------------------------------------------------------------------------------


def _one_answer(case: StrikeCase, *, exchange: bool, roll: Sequence[int] | None) -> StrikeOdds:
    """The odds of a strike.

    :raises DocumentError: this strike cannot have rolled these dice.
    """
    if roll is not None and (faults := dice_faults(roll, case.option.dice)):
        raise DocumentError(faults)
    hits, target, victims = case.hits, case.target, (case.target, *case.carry_to)
    carries: dict[str, Any] = {}
    if case.carry_to:
        means = {f"expected_{aim}": Mean(carry.expected(hits, victims, aim)) for aim in AIMS}
        carries = {"joint": carry.joint(hits, victims), **means}
    best: dict[Aim, BestWay] = {}
    for aim in AIMS if case.enemies else ():
        best[aim] = carry.best_way(target, case.options, case.enemies, aim, declared=case.declared)
    ways = list[WayToRoll]()
    for way in case.options:
        chosen, natural = way is case.option, way is case.options[0]
        ways.append(WayToRoll(**rolled(way, target.left), natural=natural, chosen=chosen, carry_to=way.carry_to))
    more = [no_strikeback(case)] if exchange and not case.backs else []
    return StrikeOdds(
        **case.heading,
        **case.whom,
        **rolled(case.option, target.left),
        carry=carry.fates(hits, victims),
        **carries,
        options=tuple(ways),
        best=best or None,
        exchange=exchange_of(target, hits, [case]) if exchange else None,
        roll=None if roll is None else _rolled(case, roll),
        rulings=(*case.rulings, *more, *([] if roll is None else _rolled_rulings(case, roll))),
    )


def _rolled(case: StrikeCase, roll: Sequence[int]) -> Rolled:
    """The result of dice already rolled; hits are carried only as declared, ``may_carry_to`` names other targets."""
    hits, option = hits_rolled(roll, case.option.strike_number), case.option
    best: dict[Aim, tuple[str, ...]] | None = None
    takes = _takes(case, hits)
    left_over, named = hits - sum(taken.hits for taken in takes), [taken.to for taken in takes]
    if hits > case.target.left and option.carry_to and not case.declared:
        best = {aim: carry.best_after_roll(case.target, option, case.enemies, aim, hits) for aim in AIMS}
    return Rolled(
        dice=tuple(roll),
        hits=hits,
        takes=takes,
        left_over=left_over,
        may_carry_to=tuple([label for label in option.carry_to if label not in named]) if left_over else (),
        at_least=Chance(case.hits.at_least(hits)),
        best=best,
    )


def _takes(case: StrikeCase, hits: int) -> tuple[Taken, ...]:
    victims = (case.target, *case.carry_to)
    shares = zip(victims, carry.shared_out(hits, [victim.left for victim in victims]), strict=True)
    return tuple([Taken(to=v.label, character=v.name, hits=n, slain=n >= v.left) for v, n in shares])


def _rolled_rulings(case: StrikeCase, roll: Sequence[int]) -> list[Ruling]:
    number = case.option.strike_number
    hits = hits_rolled(roll, number)
    sentence = f"{{hits}} of {{dice}} dice show {{number}} or more: {several(hits, 'hit')}"
    rulings = [consequence("STRIKE-3", sentence, hits=hits, dice=len(roll), number=number)]
    for victim, took in zip((case.target, *case.carry_to), _takes(case, hits), strict=True):
        rule, verb = ("STRIKE-7", "takes") if victim is case.target else ("CARRY-1", "takes by carrying over")
        end = "is slain" if took.slain else f"still needs {victim.left - took.hits}"
        sentence = "the {name} {verb} {taken} of the {needs} hits that slay it and {end}"
        facts: Facts = {"name": victim.name, "verb": verb, "taken": took.hits, "needs": victim.left, "end": end}
        rulings.append(consequence(rule, sentence, **facts))
    return rulings
