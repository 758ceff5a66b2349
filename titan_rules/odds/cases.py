"""A strike with its options, carries and possible strikebacks."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from ..answers.strike_odds import Aim, StrikeKind
from ..box.hexes import BIT, HEX_NUMBER, hex_names, numbers_in
from ..kernel.errors import CannotTell, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal, refused
from ..kernel.odds import Distribution
from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle, BattleSide, Combatant, Role, other
from ..rules.battle.carry import StrikeOption, carry_rulings, choose, declared, judge_carries
from ..rules.battle.field import View, field_of, named
from ..rules.battle.rangestrike import RangeStrike, rangestrike, rangestrike_rulings
from ..rules.battle.strike import judge_strike, strike_options
from ..rules.battle.strike_numbers import contacts, strike_rulings
from .carry import Fighter, best_way, hits_of


def _hexes(labels: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(hex_names.canonical, labels))


@frozen(kw_only=True)
class Declaration:
    """What the striking player declares: a penalty (CARRY-2) and hexes to carry to, or the aim to choose them by."""

    strike_number: int | None = None
    dice_count: int | None = None
    carry_to: tuple[str, ...] = field(default=(), converter=_hexes)
    aim: Aim | None = None


NATURAL = Declaration()


@frozen(kw_only=True)
class Case:
    """One striker and its target.

    :param options: the ways to roll the strike, the natural one first (CARRY-2); ``option`` is the one chosen.
    :param enemies: by hex, everyone whom some option could carry over to; ``carry_to`` those chosen, in order.
    :param declared: carries are declared before the roll (``carry_declaration: targets_and_order``).
    :param backs: possible strikebacks at the striker, the target's first (STRIKE-8).
    :param range: of a rangestrike, both ends counted.
    """

    striker: Fighter
    target: Fighter
    kind: StrikeKind
    options: tuple[StrikeOption, ...]
    option: StrikeOption
    enemies: Mapping[str, Fighter]
    carry_to: tuple[Fighter, ...] = ()
    declared: bool
    backs: tuple[tuple[Fighter, StrikeOption], ...]
    range: int | None
    rulings: tuple[Ruling, ...]

    @property
    def hits(self) -> Distribution:
        """The hits rolled, including those beyond what slays the target."""
        return hits_of(self.option.dice, self.option.strike_number)


def hex_of(battle: Battle, role: Role, text: str) -> str | Refusal:
    """The hex that a text means: a label, or the name of the side's only such character on the board.

    :raises UnknownName: neither a hex nor a character.
    :raises CannotTell: the side has no such character, or several.
    """
    label = hex_names.find(text)
    if label is not None:
        return label
    name = battle.the_box.character_names.find(text)
    if name is None:
        fault = hex_names.fault(text)
        raise UnknownName(evolve(fault, code="unknown-hex", hint="hexes run from A1 to F6; a name will do, too"))
    meant = [c for c in battle.of(role).characters if c.name == name]
    if len(meant) != 1:
        count = f"{len(meant)} of them" if meant else "none"
        raise CannotTell(Fault("which-character", f"the {role} has {count}: {name}; give its hex"))
    if meant[0].hex is None:
        return refused(illegal("STRIKE-1", "the {name} is off the board and in contact with nobody", name=name))
    return meant[0].hex


@frozen
class Strikes:
    """The strikes of the side that acts.

    :param hexes: answers name hexes; False for a battle made of names alone.
    """

    battle: Battle
    hexes: bool = True

    @property
    def role(self) -> Role:
        """The side that acts."""
        return self.battle.acting

    @property
    def view(self) -> View:
        """The battle as a field of hexes."""
        return field_of(self.battle)

    def fighter(self, role: Role, c: Combatant) -> Fighter:
        """A character with its hits left and its points."""
        side = self.battle.of(role)
        worth = side.the_box.points(c.name, side.score)
        return Fighter(c.name, c.hex if self.hexes else None, self.view.left(role, c), worth)

    def told(self, rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
        """The rulings, without hexes in their sentences if answers name none."""
        if self.hexes:
            return tuple(rulings)
        names = {
            named(c): f"the {c.name}" for role in (self.role, other(self.role)) for c in self.battle.of(role).characters
        }
        return tuple([evolve(r, facts={key: names.get(fact, fact) for key, fact in r.facts.items()}) for r in rulings])

    def case(self, from_hex: str, to_hex: str, given: Declaration = NATURAL) -> Case | Refusal:
        """A strike, or the rulings that forbid it or what is declared."""
        field, role = self.view, self.role
        judged = judge_strike(field, role, from_hex, to_hex, given.strike_number, given.dice_count)
        if isinstance(judged, Refusal):
            return judged
        striker, target, options = judged.striker, judged.target, judged.options
        shot = rangestrike(field, role, striker, target)
        case = Case(
            striker=self.fighter(role, striker),
            target=self.fighter(other(role), target),
            kind="rangestrike" if isinstance(shot, RangeStrike) else "strike",
            options=options,
            option=judged.option,
            enemies={
                label: self.fighter(other(role), field.who[HEX_NUMBER[label]])
                for option in options
                for label in option.carry_to
            },
            declared=field.rules.carry_declaration == "targets_and_order",
            backs=self._backs(from_hex, to_hex),
            range=shot.range if isinstance(shot, RangeStrike) else None,
            rulings=self.told(
                rangestrike_rulings(field, role, striker, target)
                if isinstance(shot, RangeStrike)
                else strike_rulings(field, role, striker, target) + carry_rulings(field, role, striker, target, options)
            ),
        )
        if given.aim is not None:
            best = best_way(case.target, options, case.enemies, given.aim, declared=case.declared)
            option = next(o for o in options if (o.dice, o.strike_number) == (best.dice, best.strike_number))
            return evolve(case, option=option, carry_to=tuple([case.enemies[label] for label in best.carry_to]))
        number, dice = given.strike_number, given.dice_count
        if case.declared and given.carry_to and number is None and dice is None:
            dice, number = declared(field, role, striker, target, given.carry_to)
        case = evolve(case, option=choose(options, number, dice) or options[0])
        against = self.against_carries(case, from_hex, to_hex, given.carry_to)
        return (
            Refusal(against) if against else evolve(case, carry_to=tuple([case.enemies[at] for at in given.carry_to]))
        )

    def against_carries(self, case: Case, from_hex: str, to_hex: str, carry_to: Sequence[str]) -> tuple[Ruling, ...]:
        """Why hits may not be carried over to these hexes in this order, however many are rolled (CARRY-1 to 3)."""
        field, enemy = self.view, other(self.role)
        needs = {c.hex or "": field.left(enemy, c) for c in self.battle.of(enemy).characters}
        carries = [(label, needs.get(label, 1)) for label in carry_to]
        hits = case.target.left + sum([need for _, need in carries])
        option = case.option.strike_number, case.option.dice
        judged = judge_carries(field, self.role, from_hex, to_hex, hits, carries, *option)
        return judged.rulings if isinstance(judged, Refusal) else ()

    def _backs(self, from_hex: str, to_hex: str) -> tuple[tuple[Fighter, StrikeOption], ...]:
        """The possible strikebacks in this phase, the target's first; none during strikeback (STRIKE-8)."""
        battle, enemy = self.battle, other(self.role)
        if battle.phase != "strike":
            return ()
        field = field_of(evolve(battle, phase="strikeback", **{enemy: unstruck(battle.of(enemy))}))
        striker = field.who[HEX_NUMBER[from_hex]]
        if field.left(self.role, striker) <= 0:
            return ()
        near = [c for c in field.of(enemy).characters if contacts(field, enemy, c) & BIT[from_hex]]
        near.sort(key=lambda c: (c.hex != to_hex, c.hex))
        return tuple([(self.fighter(enemy, c), strike_options(field, enemy, c, striker)[0]) for c in near])

    def natural(self, from_hex: str, to_hex: str) -> StrikeOption | None:
        """The natural strike at an enemy as if it had one hit left, so with all carries; None if illegal."""
        role, battle = other(self.role), self.battle
        side = battle.of(role)
        worn = [evolve(c, hits=side.power(c) - 1) if c.hex == to_hex else c for c in side.characters]
        judged = judge_strike(
            field_of(evolve(battle, **{role: evolve(side, characters=tuple(worn))})), self.role, from_hex, to_hex
        )
        return None if isinstance(judged, Refusal) else judged.options[0]

    def near(self, from_hexes: Iterable[str], to_hex: str) -> list[Fighter]:
        """The living enemies in contact with any of the strikers, except their target."""
        field, touched = self.view, 0
        for start in from_hexes:
            touched |= contacts(field, self.role, field.who[HEX_NUMBER[start]])
        return [self.fighter(other(self.role), field.who[n]) for n in numbers_in(touched & ~BIT[to_hex])]

    def possible(self, from_hex: str | None = None, to_hex: str | None = None) -> list[Case]:
        """Every legal strike and rangestrike, optionally by one striker or at one target."""
        field = self.view
        targets = [to_hex] if to_hex else [field.who[n].hex or "" for n in numbers_in(field.living[other(self.role)])]
        strikers = [c.hex for c in self.battle.of(self.role).characters if c.hex and from_hex in (None, c.hex)]
        cases = [self.case(start, end) for start in strikers for end in targets]
        return [case for case in cases if isinstance(case, Case)]


def unstruck(side: BattleSide) -> BattleSide:
    """The side as if nobody had struck yet."""
    return evolve(side, characters=tuple([evolve(c, struck=False) for c in side.characters]))
