"""The policy ``greedy``: the most points slain, less what it costs, within its own phases."""

from collections.abc import Iterator, Sequence
from random import Random

from ..actions.intents import Action, Carry, Reinforce, Summon
from ..box.characters import TITAN
from ..box.hexes import BIT, HEXES, numbers_in
from ..position.battle import LAST_TURN, Combatant, Role
from ..rules.battle.maneuver import deployment, entering, entry_mask
from .chances import carried, harm
from .choices import END_MANEUVER, Blow, Choices, move
from .policy import greatest_first

FEW = 3
"""Who can enter over so few hexes or less enters before the others take them."""


def _turn(pair: tuple[Combatant, int]) -> int:
    """Whose turn it is to move: who may soon be left off the board, the others, a Titan."""
    combatant, mask = pair
    if combatant.hex is None and mask.bit_count() <= FEW:
        return 0
    return 2 if combatant.name == TITAN else 1


class Worth:
    """What the characters of a battle are worth, in points (SCORE-1).

    A Titan is worth its whole Legion besides, since the battle is lost with it (BATTLE-6).
    """

    __slots__ = ("_points", "_score", "_titan")

    def __init__(self, choices: Choices) -> None:
        self._score: dict[Role, int] = {}
        self._titan: dict[Role, float] = {}
        self._points = choices.battle.the_box.points
        for role in (choices.role, choices.enemy):
            side = choices.battle.of(role)
            self._score[role] = side.score
            self._titan[role] = 0.0
            if any(c.name == TITAN for c in side.characters):
                self._titan[role] = float(sum([side.the_box.points(c.name, side.score) for c in side.characters]))

    def of(self, role: Role, combatant: Combatant) -> float:
        """What a side's character is worth."""
        name = combatant.name
        return self._titan[role] if name == TITAN else self._points(name)


def blow_value(choices: Choices, worth: Worth, blow: Blow) -> float:
    """The expected points of a way to roll: the target's, and those of the best to carry over to."""
    option, enemy = blow.option, choices.enemy
    need = choices.left(blow.target)
    value = harm(option.dice, option.strike_number, need) * worth.of(enemy, blow.target)
    if option.carry_to:
        side = choices.battle.of(enemy)
        others = [side.at(label) for label in option.carry_to]
        value += max(
            [
                carried(option.dice, option.strike_number, need, choices.left(c)) * worth.of(enemy, c)
                for c in others
                if c is not None
            ]
        )
    return value


def opening(choices: Choices) -> Reinforce | Summon | None:
    """The most valuable reinforcement or summons that may be taken now."""
    points = choices.battle.the_box.points
    return max(choices.arrivals(), key=lambda action: points(action.character), default=None)


def best_roll(choices: Choices, worth: Worth, striker: Combatant, target: Combatant, must: bool) -> Blow:
    """The way to roll a strike that brings most, penalties where they pay."""
    blows = choices.blows(striker, target, must)
    return blows[0] if len(blows) == 1 else max(blows, key=lambda blow: blow_value(choices, worth, blow))


class GreedyPolicy:
    """Moves each character where the strikes and strikebacks of its own phases bring most; strikes where most is slain.

    Every strike is worth its exact expected points: those of the target times the chance to slay it, and half of
    the share for hits that do not slay. A hex is worth the best strike from it, less what the enemies in contact
    with it strike back on average; where one of them has several to strike back at, each bears a part. What is
    lost counts the less for the attacker, the nearer the seventh turn is, which loses it everything. Who
    finds no strike that pays stays, as a defender; an attacker goes nearer, but for its Titan. Who enters does so
    as near to the enemy as it can without shutting the others out, a Titan as far from it. A reinforcement or
    summons is always taken, the most valuable one. No random number is used.
    """

    def maneuver(self, choices: Choices, random: Random) -> Action:
        """The first character in order that has a hex better than its own; Titans last, or they enter in time."""
        arriving = opening(choices)
        if arriving is not None:
            return arriving
        movable = choices.maneuvers()
        if not movable:
            return END_MANEUVER
        sight = self.look(choices)
        movable.sort(key=_turn)
        outside = [pair for pair in movable if pair[0].hex is None]
        for combatant, mask in movable:
            if combatant.hex is None and len(outside) > 1:
                mask = leaving_room(choices, combatant, mask, outside)
            number = sight.best(combatant, mask)
            if number is not None:
                return move(combatant, number)
        return END_MANEUVER

    def look(self, choices: Choices) -> "Outlook":
        """What the position offers."""
        return Outlook(choices)

    def strike(self, choices: Choices, random: Random) -> Blow | None:
        """The strike with the most expected points, of all that may be made now; penalties where they pay."""
        field, enemy = choices.field, choices.enemy
        worth = Worth(choices)
        best: tuple[Combatant, Combatant, bool] | None = None
        most = -1.0
        for striker, targets, must in choices.strikers():
            for target in targets:
                if must:
                    dice, number = choices.natural(striker, target)
                else:
                    option = choices.blows(striker, target)[0].option
                    dice, number = option.dice, option.strike_number
                value = harm(dice, number, field.left(enemy, target)) * worth.of(enemy, target)
                if value > most:
                    most, best = value, (striker, target, must)
        return best_roll(choices, worth, *best) if best is not None else None

    def carry(self, choices: Choices, blow: Blow, excess: int, random: Random) -> tuple[Carry, ...]:
        """To the most valuable that the hits slay."""
        return greatest_first(choices, blow, excess)


def leaving_room(choices: Choices, combatant: Combatant, mask: int, outside: Sequence[tuple[Combatant, int]]) -> int:
    """The hexes of a mask from which a character that enters shuts out none of the others; all, if there is none.

    :param outside: who is still to enter, and where it could.
    """
    field, role = choices.field, choices.role
    over = deployment(choices.battle, role) or entry_mask(choices.battle, role)
    # Who could stop in two of the hexes over which it enters is not shut out by one.
    tight = [c for c, reach in outside if c is not combatant and (reach & over).bit_count() < 2]
    if not tight:
        return mask
    kept = 0
    for number in numbers_in(mask):
        free = field.free & ~(1 << number)
        if all(entering(field, role, c, free) for c in tight):
            kept |= 1 << number
    return kept or mask


class Outlook:
    """What the hexes of a position are worth to the side that maneuvers."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.worth = Worth(choices)
        field = choices.field
        self.own = field.living[choices.role]
        self.enemies = field.living[choices.enemy]
        contact = field.tables.contact
        touched = 0
        for number in numbers_in(self.enemies):
            touched |= contact[number]
        self.touched = touched
        attacks = choices.role == "attacker"
        self.patience = max(0.1, (LAST_TURN - choices.battle.turn) / LAST_TURN) if attacks else 1.0

    def best(self, combatant: Combatant, mask: int) -> int | None:
        """The hex of a mask that is better than to stay; None if there is none."""
        best, most = None, self.staying(combatant)
        for number in numbers_in(mask & self.touched):
            value = self.value(combatant, number)
            if value > most:
                most, best = value, number
        if best is not None:
            return best
        quiet = mask & ~self.touched
        if combatant.hex is None:
            return self.entering(combatant, quiet or mask)
        if self.choices.role == "attacker" and combatant.name != TITAN:
            return self.nearer(combatant.hex, quiet)
        return None

    def staying(self, combatant: Combatant) -> float:
        """What it is worth to stay out of contact, in points."""
        return 0.0

    def value(self, combatant: Combatant, number: int) -> float:
        """What a hex in contact with enemies is worth, in points."""
        choices = self.choices
        field, role, enemy = choices.field, choices.role, choices.enemy
        contact, who, rows = field.tables.contact, field.who, field.strikes.rows
        label = HEXES[number]
        need = field.left(role, combatant)
        gain = loss = 0.0
        mine = rows[combatant.name]
        extra = choices.extra_dice(role, combatant)
        for there in numbers_in(contact[number] & self.enemies):
            foe = who[there]
            dice, numbers = mine[label, HEXES[there]]
            struck = harm(dice + extra, numbers[foe.name], field.left(enemy, foe)) * self.worth.of(enemy, foe)
            gain = max(gain, struck)
            dice, numbers = rows[foe.name][HEXES[there], label]
            back = harm(dice + choices.extra_dice(enemy, foe), numbers[combatant.name], need)
            loss += back / (1 + (contact[there] & self.own).bit_count())
        return gain - loss * self.worth.of(role, combatant) * self.patience

    def entering(self, combatant: Combatant, mask: int) -> int:
        """The hex of a mask that is nearest to the enemy; farthest from it for a Titan."""
        last = [mask]
        for ring in self.rings():
            if ring & mask:
                last = [ring & mask]
                if combatant.name != TITAN:
                    break
        return first(last[0])

    def nearer(self, here: str, mask: int) -> int | None:
        """The hex of a mask that is nearer to an enemy than a hex, the nearest; None if there is none."""
        stands = BIT[here]
        for ring in self.rings():
            if ring & stands:
                return None
            if ring & mask:
                return first(ring & mask)
        return None

    def rings(self) -> Iterator[int]:
        """The hexes by their distance from the nearest enemy; or, before it has entered, from where it will enter."""
        choices = self.choices
        edge = seen = self.enemies or entry_mask(choices.battle, choices.enemy)
        neighbours = choices.field.tables.neighbours
        while edge:
            yield edge
            onward = 0
            for number in numbers_in(edge):
                onward |= neighbours[number]
            edge = onward & ~seen
            seen |= edge


def first(mask: int) -> int:
    """The first hex of a mask."""
    return (mask & -mask).bit_length() - 1
