"""The policy ``foresight``: tries several ways to maneuver against the enemy's answer, and takes the best."""

from random import Random

from ..actions.intents import Action, EndManeuver
from ..box.characters import TITAN
from ..kernel.dice import Seeded
from ..play import apply
from ..position.battle import Battle, BattleSide, Role, other
from .cautious_policy import CautiousPolicy
from .choices import END_MANEUVER, Choices
from .greedy_policy import GreedyPolicy
from .playing import go_on
from .policy import Policy

TRIES = 6
"""How often each way is played out."""

WON = 200.0
"""What the end of the battle is worth to the winner, in points."""


class HoldingPolicy(GreedyPolicy):
    """Enters, and otherwise stays where it is."""

    def maneuver(self, choices: Choices, random: Random) -> Action:
        """As greedily for whoever is still off the board."""
        if choices.arrivals() or any(c.hex is None for c, _ in choices.maneuvers()):
            return super().maneuver(choices, random)
        return END_MANEUVER


class ForesightPolicy(GreedyPolicy):
    """Plays every way to maneuver out to the end of the enemy's next turn, and takes the one that comes out best.

    The ways are greedy, with two degrees of caution, and holding; in what follows both sides are greedy. Every way is
    tried with the same dice, which come from the random numbers it is given. What is compared is the points slain
    less those lost, a Titan worth its whole Legion, and more where the battle is over. Strikes are chosen as by
    ``greedy``.

    It remembers the rest of the way it has chosen while the battle goes on as foreseen, and nothing else.
    """

    def __init__(self) -> None:
        self._ways: tuple[Policy, ...] = (GreedyPolicy(), CautiousPolicy(0.3), CautiousPolicy(1.0), HoldingPolicy())
        self._then: GreedyPolicy = GreedyPolicy()
        self._chosen: tuple[Battle, list[Action]] | None = None

    def maneuver(self, choices: Choices, random: Random) -> Action:
        """The next action of the best way."""
        battle = choices.battle
        kept = self._chosen
        actions = kept[1] if kept is not None and kept[0] == battle else self._best(battle, choices.role, random)
        self._chosen = (apply(battle, actions[0]).state, actions[1:]) if len(actions) > 1 else None
        return actions[0]

    def _best(self, battle: Battle, role: Role, random: Random) -> list[Action]:
        seed = random.random()
        best: list[Action] = []
        most = float("-inf")
        tried = []
        for way in self._ways:
            actions, after = _phase(battle, way, random)
            if after in tried:
                continue
            tried.append(after)
            value = sum([self._tried(after, role, f"{seed} {n}") for n in range(TRIES)])
            if value > most:
                most, best = value, actions
        return best

    def _tried(self, battle: Battle, role: Role, seed: str) -> float:
        """What a battle comes to by the end of the enemy's next turn, in points."""
        policies: dict[Role, Policy] = {"attacker": self._then, "defender": self._then}
        dice, random = Seeded(seed), Random(seed)
        enemy, turn = other(role), battle.turn
        while battle.outcome is None:
            if battle.side == role and (battle.turn > turn or role == "defender") and battle.phase == "maneuver":
                break
            battle = go_on(battle, policies, dice, random)
        value = _worth(battle.of(role)) - _worth(battle.of(enemy))
        if battle.outcome is not None and battle.outcome.winner != "none":
            value += WON if battle.outcome.winner == role else -WON
        return value


def _phase(battle: Battle, way: Policy, random: Random) -> tuple[list[Action], Battle]:
    """The actions of one way to the end of the Maneuver Phase, and the battle after them."""
    actions: list[Action] = []
    while True:
        action = way.maneuver(Choices(battle), random)
        actions.append(action)
        battle = apply(battle, action).state
        if isinstance(action, EndManeuver):
            return actions, battle


def _worth(side: BattleSide) -> float:
    """The points of a side's living characters, wounds counted by half; a Titan is worth the others besides."""
    total = titan = 0.0
    for c in side.characters:
        left = 1 - c.hits / side.power(c)
        if left > 0:
            worth = side.the_box.points(c.name, side.score) * (0.5 + 0.5 * left)
            total += worth
            if c.name == TITAN:
                titan = 0.5 + 0.5 * left
    return total + titan * total
