"""A policy that charges, and strikes the enemy it is most likely to slay."""

from titan_rules.simulation.heuristic_policy import HeuristicPolicy, HexValues
from titan_rules.simulation.rolls import at_least, foes


class Charge(HexValues):
    """Every hex in contact with an enemy is worth going to, the more of them the better."""

    def strikes(self, fighter, n):
        """The number of enemies in contact with a hex."""
        return (self.battle.tables.contact[n] & self.enemies).bit_count()


class Berserk(HeuristicPolicy):
    """Enters and goes nearer as ``greedy`` does, but shuns no strikeback."""

    def look(self, battle):
        """What the position offers."""
        return Charge(battle, self.losses)

    def target(self, battle, fighter):
        """Of all the enemies that a character can strike, the one most likely to be slain."""
        found = [(at_least(*roll, foe.left), foe.place, foe, roll) for foe, roll in foes(battle, fighter)]
        if not found:
            return None
        chance, _, foe, roll = max(found)
        return chance, foe, roll
