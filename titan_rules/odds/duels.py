"""Duels: two characters in contact that strike in every Strike Phase until at least one is slain.

Both roll all their dice once a phase, because even the slain strike back (STRIKE-8). The hits taken so far are the
states of a Markov chain, solved exactly by :func:`titan_rules.kernel.race.race`.
"""

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias, TypedDict

from attrs import field, frozen

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.hexes import BIT
from ..box.names import CharacterName
from ..kernel.answers import Answer, Part
from ..kernel.arguments import expect
from ..kernel.blocks import Block, Table, Why
from ..kernel.errors import CannotTell, Fault, IllegalAction
from ..kernel.evolving import evolve
from ..kernel.fields import ALWAYS, key
from ..kernel.judging import Refusal, refused
from ..kernel.odds import Chance, Distribution, Mean, percent, race
from ..kernel.rulings import Ruling, consequence, illegal
from ..kernel.wording import article
from ..position.battle import Battle, Combatant, Role, other
from ..position.files import battle_of
from ..position.game import Game
from ..rules.battle.drift import Toll, tolls
from ..rules.battle.strike import judge_strike
from ..rules.battle.strike_numbers import dice_and_number, level_strike, strike_rulings
from .carry import hits_of
from .cases import AROUND, TARGET, Strikes, hex_of, standing, typed_battle, unstruck

KIND = "duel-odds"


@frozen(kw_only=True)
class DuelStrike(Part):
    """What one character rolls in each Strike Phase, and the hits it needs."""

    dice: int
    strike_number: int
    needs: int


@frozen(kw_only=True, repr=False)
class DuelOdds(Answer):
    """How a duel ends if both strike in every Strike Phase until one is slain, or both.

    :param first_slays: the chance that the second is slain, alone or with the first.
    :param second_slays: the chance that the first is slain, alone or with the second.
    """

    kind: ClassVar[str] = KIND
    first: str
    origin: str | None = field(default=None, metadata=key("from"))
    second: str
    to: str | None = None
    first_strikes: DuelStrike
    second_strikes: DuelStrike
    first_slays: Chance
    second_slays: Chance
    both_slain: Chance
    mean_strike_phases: Mean
    only_second_slain: Chance
    only_first_slain: Chance
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """What each character rolls, and how the duel ends."""
        first, second = standing(self.first, self.origin), standing(self.second, self.to)
        yield f"{first} against {second}: both strike in every Strike Phase, the slain too"
        rows = [
            [name, strikes.dice, strikes.strike_number, strikes.needs, slays]
            for name, strikes, slays in (
                (first, self.first_strikes, self.first_slays),
                (second, self.second_strikes, self.second_slays),
            )
        ]
        yield from ("", Table(rows, ["", "dice", "number", "needs", "slays"], range(1, 5)))
        alike = self.first == self.second
        ends = [
            [f"only {'the second ' if alike else ''}{self.second} slain", self.only_second_slain],
            [f"only {'the first ' if alike else ''}{self.first} slain", self.only_first_slain],
            ["both slain", self.both_slain],
            ["Strike Phases on average", self.mean_strike_phases],
        ]
        yield from ("", Table(ends, ["", ""], [1]), "", Why(self.rulings))


@frozen(kw_only=True, repr=False)
class DuelRefused(Answer):
    """A duel that cannot be fought.

    :param origin, to, target: as asked.
    :param rulings: the reasons, the deciding one first.
    """

    kind: ClassVar[str] = KIND
    origin: str | tuple[str, ...] | None = field(default=None, metadata=key("from"))
    to: str | None = None
    target: str | None = None
    verdict: Literal["illegal"] = field(default="illegal", metadata=ALWAYS)
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """Why the duel cannot be fought."""
        yield from ("not allowed:", Why(self.rulings))


@frozen(kw_only=True)
class Duellist(Part):
    """A character of the table."""

    name: str
    power: int
    skill: int

    def __str__(self) -> str:
        return f"Titan {self.power}" if self.name == "Titan" else self.name


@frozen(kw_only=True)
class DuelInShort(Part):
    """One duel in the table."""

    first: str
    first_power: int
    second: str
    second_power: int
    first_slays: Chance
    second_slays: Chance
    both_slain: Chance
    mean_strike_phases: Mean


@frozen(kw_only=True, repr=False)
class DuelTable(Answer):
    """Every character against every other, unhurt on level ground."""

    kind: ClassVar[str] = KIND
    characters: tuple[Duellist, ...]
    duels: tuple[DuelInShort, ...]
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)

    def blocks(self) -> Iterator[Block]:
        """Rows with the chances that the row's character slays the column's."""
        yield "chance in percent that the row's character slays the column's, both slain included"
        chances = {
            (one.first, one.first_power, one.second, one.second_power): percent(one.first_slays.exact, 0)
            for one in self.duels
        }
        rows = [
            [one, *(chances[one.name, one.power, c.name, c.power].removesuffix(" %") for c in self.characters)]
            for one in self.characters
        ]
        heads = [f"Tit {c.power}" if c.name == "Titan" else c.name[:4] for c in self.characters]
        yield from ("", Table(rows, ["", *heads], range(1, len(heads) + 1), parted=True))


DuelAnswer: TypeAlias = DuelOdds | DuelRefused | DuelTable


# --- exact odds ------------------------------------------------------------------------------------------------------

SIMULATE = "titan resolve-battle POSITION --simulate 10000"  # if there is no exact answer
MOST_BITS = 18_000  # the longest exact answer: binary digits of its denominator (4,200 decimal digits)
TITAN_SCORES = range(0, 1_500, 100)  # of the Titans in the table: Power-factors 6 to 20


@frozen
class DuelSide:
    """One side of a duel.

    :param left: the hits it can still take before it is slain, at least 1.
    :param toll: the hits that its hex and poison cost it before each strike (DRIFT-1, BOX-5, BOX-7).
    """

    left: int
    dice: int
    strike_number: int
    toll: int = 0

    def losses_to(self, enemy: "DuelSide") -> Distribution:
        """Its losses in one Strike Phase."""
        return hits_of(enemy.dice, enemy.strike_number).raised(self.toll)


class Ends(TypedDict):
    """The chance of each end, and the mean number of Strike Phases."""

    first_slays: Chance
    second_slays: Chance
    both_slain: Chance
    mean_strike_phases: Mean


def duel(first: DuelSide, second: DuelSide) -> Ends:
    """The exact odds of a duel.

    :raises CannotTell: the answer has too many digits (Power-factors far beyond the game's).
    """
    losses, enemy_losses = first.losses_to(second), second.losses_to(first)
    digits = (first.left + second.left) * (losses.total * enemy_losses.total).bit_length()
    if digits > MOST_BITS:
        powers = f"{first.dice} dice against {second.dice}"
        raise CannotTell(Fault("too-large", f"a duel of {powers} is too long to be worked out exactly"))
    first_slain, second_slain, both, phases = race(first.left, losses, second.left, enemy_losses)
    return Ends(
        first_slays=Chance(second_slain),
        second_slays=Chance(first_slain),
        both_slain=Chance(both),
        mean_strike_phases=Mean(phases),
    )


def turned(ends: Ends) -> Ends:
    """The same duel from the other side."""
    return {**ends, "first_slays": ends["second_slays"], "second_slays": ends["first_slays"]}


# --- in a battle -----------------------------------------------------------------------------------------------------


def battle_duel(battle: Battle, first: str, second: str, *, hexes: bool = True) -> DuelOdds | DuelRefused:
    """The odds of a duel between two characters in contact, from the next whole Strike Phase on.

    Drift and poison hurt before each Strike Phase (DRIFT-1, BOX-5, BOX-7) except the current one.

    :param first: a hex or name on the acting side; ``second``: on the other.
    :param hexes: the answer names hexes; False for a battle made of names alone.
    :raises CannotTell: it is the strikeback, or a character poisons or heals, so phases differ.
    :raises UnknownName: neither a hex nor a character.
    """
    if battle.phase == "strikeback":
        raise CannotTell(Fault("strikeback", "a duel begins with a whole Strike Phase; here the strikeback is due"))
    held = battle.at(first.strip().upper())
    role = held[0] if held else battle.acting
    froms, to = hex_of(battle, role, first), hex_of(battle, other(role), second)
    asking = Strikes(evolve(battle, phase="strike", side=role, **{role: unstruck(battle.of(role))}), hexes)
    pair = froms if isinstance(froms, Refusal) else to if isinstance(to, Refusal) else _pair(asking, froms, to)
    if isinstance(pair, Refusal):
        if hexes:
            return DuelRefused(origin=first, to=second, rulings=pair.rulings)
        return DuelRefused(target=battle.defender.characters[0].name, rulings=asking.told(pair.rulings))
    return _duel(asking, *pair, begun=battle.phase == "strike")


def _pair(asking: Strikes, from_hex: str, to_hex: str) -> tuple[Combatant, Combatant] | Refusal:
    field, role = asking.view, asking.role
    judged = judge_strike(field, role, from_hex, to_hex)
    if isinstance(judged, Refusal):
        return judged
    if not field.in_contact(role, judged.striker) & BIT[to_hex]:
        sentence = "the two are not in contact: a rangestrike gets no strikeback, so it is not a duel"
        return refused(illegal("RANGE-9", sentence))
    if field.left(role, judged.striker) <= 0:
        return refused(illegal("STRIKE-7", "the {name} is slain already", name=judged.striker.name))
    return judged.striker, judged.target


def _duel(asking: Strikes, first: Combatant, second: Combatant, *, begun: bool) -> DuelOdds:
    """The odds of a duel; if it has begun, the hits already include the first phase's tolls."""
    field, role, enemy = asking.view, asking.role, other(asking.role)
    for one in (first, second):
        if field.box.characters[one.name].poison:  # after its hits the later Strike Phases differ from the first
            message = f"{article(one.name)} poisons whom it hits (BOX-7): such a duel is not worked out exactly"
            raise CannotTell(Fault("not-exact", message, hint=SIMULATE))
    due = tolls(field)
    rulings = strike_rulings(field, role, first, second) + strike_rulings(field, enemy, second, first)
    duellists: list[DuelSide] = []
    pairs: list[tuple[Role, Combatant, Combatant]] = [(role, first, second), (enemy, second, first)]
    for side, one, opponent in pairs:
        own = [toll for _, who, theirs in due if who is one for toll in theirs if toll.hits]
        rulings += [_told(toll, one) for toll in own]
        hits = sum(toll.hits for toll in own)
        left = field.left(side, one) + hits * begun
        duellists.append(DuelSide(left, *dice_and_number(field, side, one, opponent), hits))
    attacks, defends = asking.fighter(role, first), asking.fighter(enemy, second)
    ends = duel(*duellists)
    strikes = [
        DuelStrike(dice=by.dice, strike_number=by.strike_number, needs=whom.left)
        for by, whom in zip(duellists, (defends, attacks), strict=True)
    ]
    return DuelOdds(
        first=attacks.name,
        origin=attacks.hex,
        second=defends.name,
        to=defends.hex,
        first_strikes=strikes[0],
        second_strikes=strikes[1],
        **ends,
        only_second_slain=Chance(1 - ends["second_slays"].exact),
        only_first_slain=Chance(1 - ends["first_slays"].exact),
        rulings=asking.told(rulings),
    )


def _told(toll: Toll, one: Combatant) -> Ruling:
    """What a character loses before each Strike Phase.

    :raises CannotTell: it heals instead.
    """
    if toll.hits < 0:
        message = f"the {one.name} in {one.hex} heals in {toll.where} before each Strike Phase (BOX-5)"
        raise CannotTell(Fault("not-exact", f"{message}: such a duel is not worked out exactly", hint=SIMULATE))
    rule, what = ("BOX-7", "poison") if toll.where is None else ("DRIFT-1" if toll.printed else "BOX-5", toll.where)
    hits = "a hit" if toll.hits == 1 else f"{toll.hits} hits"
    sentence = f"the {{name}} takes {hits} of {{what}} before each Strike Phase"
    return consequence(rule, sentence, name=one.name, what=what)


def duel_odds(first: str, second: str, position: Battle | Game | str | None = None, *, score: int = 0) -> DuelOdds:
    """The exact odds of a duel: two characters that strike in every Strike Phase until one is slain, or both.

    :param first, second: names of characters; in a battle, hexes or unambiguous names.
    :param position: their battle; None: level ground, both unhurt.
    :param score: the owners' score without a battle, for a Titan's Power-factor.
    :raises IllegalAction: they cannot strike each other, with the rulings. :raises UnknownName: no such character.
    """
    expect(str, first=first, second=second)
    expect(int, score=score)
    if position is None:
        strikes, struck = (Combatant(current().character_names.canonical(name)) for name in (first, second))
        level = typed_battle([strikes], struck, score=score, target_score=score)
        answer = battle_duel(level, AROUND[0], TARGET, hexes=False)
    else:
        answer = battle_duel(battle_of(position), first, second)
    if not isinstance(answer, DuelOdds):
        raise IllegalAction(answer.rulings)
    return answer


# --- the table -------------------------------------------------------------------------------------------------------


def table_entries() -> list[tuple[CharacterName, int]]:
    """The table's characters and scores: Creatures and Lords, then Titans; without those that poison (BOX-7)."""
    others = [(name, 0) for name, character in current().characters.items() if name != TITAN and not character.poison]
    return others + [(TITAN, score) for score in TITAN_SCORES]


def duel_table() -> list[list[Ends]]:
    """Every character against every other, unhurt on level ground; rows strike first."""
    box, entries = current(), table_entries()
    table: list[list[Ends]] = []
    for i, (first, score) in enumerate(entries):
        row = [turned(table[j][i]) for j in range(i)]
        for second, second_score in entries[i:]:
            one = DuelSide(box.power(first, score), *level_strike(box, first, second, score))
            two = DuelSide(box.power(second, second_score), *level_strike(box, second, first, second_score))
            row.append(duel(one, two))
        table.append(row)
    return table


def table_answer() -> DuelTable:
    """The whole table."""
    box = current()
    listed = [
        Duellist(name=name, power=box.power(name, score), skill=box.characters[name].skill)
        for name, score in table_entries()
    ]
    duels = [
        DuelInShort(first=one.name, first_power=one.power, second=two.name, second_power=two.power, **ends)
        for one, row in zip(listed, duel_table(), strict=True)
        for two, ends in zip(listed, row, strict=True)
    ]
    return DuelTable(characters=tuple(listed), duels=tuple(duels))
