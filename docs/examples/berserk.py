"""A policy of one's own: charges, and strikes whom it can slay most surely."""

from titan_rules.simulation.temper import GREEDY, Mind
from titan_rules.simulation.tempered_policy import TemperedPolicy

from titan_rules.simulation.chances import at_least
from titan_rules.simulation.rolls import foes


class Charge(Mind):
    """Every hex in contact with an enemy is worth going to, the more of them the better."""

    def strikes(self, i, n):
        """How many enemies stand around a hex."""
        return (self.melee.ground.contact[n] & self.enemies).bit_count()


class Berserk(TemperedPolicy):
    """Enters and goes nearer as ``greedy`` does, but shuns no strikeback."""

    def __init__(self):
        super().__init__(GREEDY)

    def look(self, melee):
        """What the position offers."""
        return Charge(melee, self.temper)

    def target(self, melee, side, i):
        """Of all the enemies that a character can strike, the one most likely to be slain."""
        found = [(at_least(*roll, melee.left(1 - side, foe)), foe, roll) for foe, roll in foes(melee, side, i)]
        return max(found, default=None)
