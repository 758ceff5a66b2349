"""A strike with its options, carries and possible strikebacks, in a battle or between characters given by name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from ..box.hexes import BIT, HEX_NUMBER, hex_names, numbers_in
from ..box.names import Hex, Marker
from ..kernel.blocks import Table
from ..kernel.errors import CannotTell, DocumentError, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal, refused
from ..kernel.odds import Distribution, HitChance, percent
from ..kernel.rulesets import OptionValue
from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle, BattleSide, Combatant, Role, other
from ..position.faults.battle import battle_faults
from ..rules.battle.carry import carry_rulings, choose, declared, judge_carries
from ..rules.battle.field import View, field_of, named
from ..rules.battle.rangestrike import rangestrike, rangestrike_rulings
from ..rules.battle.strike import judge_strike, strike_options
from ..rules.battle.strike_numbers import strike_rulings
from ..rules.battle.strike_tables import RangeStrike, StrikeOption
from .carry import Aim, Contender, best_way, hits_of, rolled

StrikeKind: TypeAlias = Literal["strike", "rangestrike"]
KIND = "strike-odds"


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
class StrikeCase:
    """One striker and its target.

    :param options: the ways to roll the strike, the natural one first (CARRY-2); ``option`` is the one chosen.
    :param enemies: by hex, every enemy that some option could carry over to; ``carry_to``: those chosen, in order.
    :param declared: carries are declared before the roll (``carry_declaration: targets_and_order``).
    :param backs: possible strikebacks at the striker, the target's first (STRIKE-8).
    :param range: for a rangestrike, both ends counted.
    """

    striker: Contender
    target: Contender
    kind: StrikeKind
    options: tuple[StrikeOption, ...]
    option: StrikeOption
    enemies: Mapping[str, Contender]
    carry_to: tuple[Contender, ...] = ()
    declared: bool
    backs: tuple[tuple[Contender, StrikeOption], ...]
    range: int | None
    rulings: tuple[Ruling, ...]

    @property
    def hits(self) -> Distribution:
        """The hits rolled, including those beyond what slays the target."""
        return hits_of(self.option.dice, self.option.strike_number)

    @property
    def heading(self) -> dict[str, Any]:
        """The striker and its roll, by their keys in an answer."""
        return {"striker": self.striker.name, "origin": self.striker.hex, "strike": self.kind, "range": self.range}

    @property
    def whom(self) -> dict[str, Any]:
        """The target, by its keys in an answer."""
        return {"target": self.target.name, "to": self.target.hex, "needs": self.target.left}

    @property
    def in_short(self) -> dict[str, Any]:
        """The roll and its chances, in short."""
        roll = rolled(self.option, self.target.left)
        del roll["hits"]
        return roll


def standing(name: str, label: str | None) -> str:
    """A character with its hex, if it has one."""
    return name if label is None else f"{name} in {label}"


def hits_table(hits: Iterable[HitChance], needs: int) -> Table:
    """The chances of each number of hits."""
    rows = [[slaying(row.hits, needs), percent(row.exact), percent(row.at_least_exact)] for row in hits]
    return Table(rows, ["hits", "exactly", "or more"], [1, 2])


def slaying(hits: int, needs: int) -> str:
    """A number of hits in a table."""
    return f"{hits}  slays" if hits == needs else str(hits)


def hex_of(battle: Battle, role: Role, text: str) -> str | Refusal:
    """The hex meant by a label, or by the name of the side's only such character on the board.

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
        return refused(illegal("STRIKE-1", "the {name} is off the board, in contact with nobody", name=name))
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

    def fighter(self, role: Role, c: Combatant) -> Contender:
        """A character with its hits left and its points."""
        side = self.battle.of(role)
        worth = side.the_box.points(c.name, side.score)
        return Contender(c.name, c.hex if self.hexes else None, self.view.left(role, c), worth)

    def told(self, rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
        """The rulings, without hexes in their sentences if answers name none."""
        if self.hexes:
            return tuple(rulings)
        names = {
            named(c): f"the {c.name}" for role in (self.role, other(self.role)) for c in self.battle.of(role).characters
        }
        return tuple([evolve(r, facts={key: names.get(fact, fact) for key, fact in r.facts.items()}) for r in rulings])

    def case(self, from_hex: str, to_hex: str, given: Declaration = NATURAL) -> StrikeCase | Refusal:
        """A strike, or the rulings against it or its declaration."""
        field, role = self.view, self.role
        judged = judge_strike(field, role, from_hex, to_hex, given.strike_number, given.dice_count)
        if isinstance(judged, Refusal):
            return judged
        striker, target, options = judged.striker, judged.target, judged.options
        shot = rangestrike(field, role, striker, target)
        case = StrikeCase(
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
        if against:
            return Refusal(against)
        return evolve(case, carry_to=tuple([case.enemies[at] for at in given.carry_to]))

    def against_carries(
        self, case: StrikeCase, from_hex: str, to_hex: str, carry_to: Sequence[str]
    ) -> tuple[Ruling, ...]:
        """Why hits may not be carried over to these hexes in this order, whatever is rolled (CARRY-1 to CARRY-3)."""
        field, enemy = self.view, other(self.role)
        needs = {c.hex or "": field.left(enemy, c) for c in self.battle.of(enemy).characters}
        carries = [(label, needs.get(label, 1)) for label in carry_to]
        hits = case.target.left + sum([need for _, need in carries])
        option = case.option.strike_number, case.option.dice
        judged = judge_carries(field, self.role, from_hex, to_hex, hits, carries, *option)
        return judged.rulings if isinstance(judged, Refusal) else ()

    def _backs(self, from_hex: str, to_hex: str) -> tuple[tuple[Contender, StrikeOption], ...]:
        """The possible strikebacks in this phase, the target's first; none during strikeback (STRIKE-8)."""
        battle, enemy = self.battle, other(self.role)
        if battle.phase != "strike":
            return ()
        field = field_of(evolve(battle, phase="strikeback", **{enemy: unstruck(battle.of(enemy))}))
        striker = field.who[HEX_NUMBER[from_hex]]
        if field.left(self.role, striker) <= 0:
            return ()
        near = [c for c in field.of(enemy).characters if field.in_contact(enemy, c) & BIT[from_hex]]
        near.sort(key=lambda c: (c.hex != to_hex, c.hex))
        return tuple([(self.fighter(enemy, c), strike_options(field, enemy, c, striker)[0]) for c in near])

    def natural(self, from_hex: str, to_hex: str) -> StrikeOption | None:
        """The natural strike as if the enemy had one hit left, so with every carry; None if illegal."""
        foe = other(self.role)
        side = self.battle.of(foe)
        worn = [evolve(c, hits=side.power(c) - 1) if c.hex == to_hex else c for c in side.characters]
        field = field_of(evolve(self.battle, **{foe: evolve(side, characters=tuple(worn))}))
        judged = judge_strike(field, self.role, from_hex, to_hex)
        return None if isinstance(judged, Refusal) else judged.options[0]

    def near(self, from_hexes: Iterable[str], to_hex: str) -> list[Contender]:
        """The living enemies in contact with any of the strikers, except their target."""
        field, touched = self.view, 0
        for start in from_hexes:
            touched |= field.in_contact(self.role, field.who[HEX_NUMBER[start]])
        return [self.fighter(other(self.role), field.who[n]) for n in numbers_in(touched & ~BIT[to_hex])]

    def possible(self, from_hex: str | None = None, to_hex: str | None = None) -> list[StrikeCase]:
        """Every legal strike and rangestrike, optionally by one striker or at one target."""
        field = self.view
        targets = [to_hex] if to_hex else [field.who[n].hex or "" for n in numbers_in(field.living[other(self.role)])]
        strikers = [c.hex for c in self.battle.of(self.role).characters if c.hex and from_hex in (None, c.hex)]
        cases = [self.case(start, end) for start in strikers for end in targets]
        return [case for case in cases if isinstance(case, StrikeCase)]


def unstruck(side: BattleSide) -> BattleSide:
    """The side as if nobody had struck yet."""
    return evolve(side, characters=tuple([evolve(c, struck=False) for c in side.characters]))


# --- named characters ------------------------------------------------------------------------------------------------

LEVEL_TERRAIN = "Plains"  # the Battleland without hazards
TARGET = Hex("D4")  # where the target is placed
AROUND = tuple(map(Hex, ("D3", "D5", "C3", "C4", "E3", "E4")))  # the hexes in contact with it


def typed_battle(
    strikers: Sequence[Combatant],
    target: Combatant,
    *,
    terrain: str = LEVEL_TERRAIN,
    score: int = 0,
    target_score: int = 0,
    ruleset: str = "standard",
    options: Mapping[str, OptionValue] | None = None,
) -> Battle:
    """A battle of these characters alone, in which the strikers are about to strike.

    :param strikers: those without a hex are placed around the target, in :data:`TARGET`.
    :param score: of the strikers' player; ``target_score``: of the target's.
    :raises DocumentError: the position is impossible.
    :raises CannotTell: there is not enough room.
    """
    if len(strikers) > len(AROUND):
        raise CannotTell(Fault("no-room", f"at most {len(AROUND)} characters are in contact with one"))
    placed = [evolve(c, hex=c.hex or around) for c, around in zip(strikers, AROUND, strict=False)]
    target = evolve(target, hex=target.hex or TARGET)
    battle = Battle(
        ruleset=ruleset,
        options=dict(options or {}),
        terrain=terrain,
        turn=2,
        side="attacker",
        phase="strike",
        attacker=BattleSide(
            player="striker", legion=Marker("Bk01"), entry_side="bottom", score=score, characters=tuple(placed)
        ),
        defender=BattleSide(player="target", legion=Marker("Rd01"), score=target_score, characters=(target,)),
    )
    faults = battle_faults(battle)
    if faults:
        raise DocumentError([evolve(fault, pointer="") for fault in faults])
    return battle
