"""Greedy play that minds what the enemy's answer would cost; ``foresight`` tries it beside others."""

from ..box.hexes import HEX_NUMBER, numbers_in
from ..position.battle import Combatant, Role
from ..rules.battle.level_ground import strike_number
from .chances import harm
from .choices import Choices
from .greedy_policy import GreedyPolicy, Outlook


class CautiousPolicy(GreedyPolicy):
    """Weighs each hex, in contact or not, by what the enemy could do to it in its next phase as well.

    Every enemy that is free to maneuver and could reach a hex in contact with this one is taken to strike, if
    its strike is worth more to it than the strikeback costs; not more of them than there is room for. What
    they would gain counts against the hex; where one of them can choose whom to strike, each bears a part.
    Strikes are chosen as by ``greedy``.

    :param caution: what the enemy's answer counts for; 0 is greedy.
    """

    def __init__(self, caution: float) -> None:
        self._caution = caution

    def look(self, choices: Choices) -> Outlook:
        """What the position offers, with the enemy's answers."""
        return Caution(choices, self._caution)


class Caution(Outlook):
    """What the hexes are worth with the enemy's next phase in view."""

    def __init__(self, choices: Choices, caution: float) -> None:
        super().__init__(choices)
        self._caution = caution
        field, enemy = choices.field, choices.enemy
        contact = field.tables.contact
        self._free: list[tuple[Combatant, int, int]] = []
        for number in numbers_in(self.enemies):
            if not contact[number] & self.own:
                foe = field.who[number]
                reach = field.tables.mobility[foe.name].reach(number, field.free) | 1 << number
                threatened = 0
                for there in numbers_in(reach):
                    threatened |= contact[there]
                self._free.append((foe, threatened, 1 + (threatened & self.own).bit_count()))
        self._enemy: Role = enemy

    def value(self, combatant: Combatant, number: int) -> float:
        """As greedily, less the enemy's answer."""
        return super().value(combatant, number) - self.answer(combatant, number)

    def staying(self, combatant: Combatant) -> float:
        """What the enemy's answer would cost where it stands."""
        return -self.answer(combatant, HEX_NUMBER[combatant.hex]) if combatant.hex is not None else -1e9

    def answer(self, combatant: Combatant, number: int) -> float:
        """What the enemies that could come to a hex would gain by it, in points."""
        field, role = self.choices.field, self.choices.role
        around = field.tables.contact[number]
        room = around & (field.free | self.enemies)
        mine, theirs = self.worth.of(role, combatant), self.worth
        need, dice = field.left(role, combatant), field.power(role, combatant)
        characters = field.box.characters
        skill = characters[combatant.name].skill
        found = []
        bit = 1 << number
        for foe, threatened, many in self._free:
            if threatened & bit:
                foe_skill = characters[foe.name].skill
                gain = harm(field.power(self._enemy, foe), strike_number(foe_skill, skill), need) * mine
                back = harm(dice, strike_number(skill, foe_skill), field.left(self._enemy, foe))
                net = gain - back * theirs.of(self._enemy, foe)
                if net > 0:
                    found.append(net / many)
        if len(found) > 1:
            found.sort(reverse=True)
            found = found[: room.bit_count()]
        return self._caution * sum(found)

    def entering(self, combatant: Combatant, mask: int) -> int:
        """Where the enemy's answer costs least; of several such hexes as greedily."""
        costs = {number: self.answer(combatant, number) for number in numbers_in(mask)}
        least = min(costs.values())
        return super().entering(combatant, sum([1 << number for number, cost in costs.items() if cost <= least]))
