"""A policy of one's own: charges, and strikes whom it can slay most surely."""

from titan_rules.simulation.chances import at_least
from titan_rules.simulation.greedy_policy import GreedyPolicy, Outlook


class Charge(Outlook):
    """Every hex in contact with an enemy is worth going to, the more of them the better."""

    def value(self, combatant, number):
        """How many enemies stand around a hex."""
        return (self.choices.field.tables.contact[number] & self.enemies).bit_count()


class Berserk(GreedyPolicy):
    """Enters and goes nearer as ``greedy`` does, but shuns no strikeback."""

    def look(self, choices):
        """What the position offers."""
        return Charge(choices)

    def strike(self, choices, random):
        """Of all strikes the one most likely to slay."""
        blows = [
            blow
            for striker, targets, must in choices.strikers()
            for target in targets
            for blow in choices.blows(striker, target, must)
        ]
        return max(blows, key=lambda blow: self.chance(choices, blow), default=None)

    @staticmethod
    def chance(choices, blow):
        """The chance that a blow slays its target."""
        return at_least(blow.option.dice, blow.option.strike_number, choices.left(blow.target))
