"""The policy ``best``: searches the ways to maneuver by playing each out in the mind."""

from random import Random

from ..actions.intents import Action, Maneuver
from ..position.battle import Battle
from .choices import END_MANEUVER, Blow, Choices
from .greedy_policy import GreedyPolicy, Worth, best_roll
from .maneuver_search import ManeuverSearch, Search, told
from .melee import Melee
from .strike_search import StrikeSearch


class BestPolicy(GreedyPolicy):
    """Takes the way to maneuver that comes out best when the battle is played on to its end, again and again.

    In the mind both sides play by rule of thumb, in changing tempers, with the same dice for every way. Arrivals and
    strikes are chosen as by ``greedy``. It remembers the rest of the way that it has chosen for the position that it
    leads to, and nothing else.

    :param search: how far it searches.
    """

    def __init__(self, search: Search | None = None) -> None:
        self._search = search or Search()
        self._rest: tuple[Battle, list[Maneuver]] | None = None

    def maneuver(self, choices: Choices, random: Random) -> Action:
        """The next action of the best way."""
        if choices.arrivals():
            return super().maneuver(choices, random)
        battle = choices.battle
        begun = any(c.moved for c in battle.of(choices.role).characters)
        if not (begun and self._rest is not None and self._follows(battle)):
            self._rest = (battle, self._chosen(battle, random) if choices.maneuvers() else [])
        assert self._rest is not None
        return self._rest[1].pop(0) if self._rest[1] else END_MANEUVER

    def strike(self, choices: Choices, random: Random) -> Blow | None:
        """The strike after which the battle comes out best."""
        found = StrikeSearch(Melee.of(choices.battle), random, self._search.strike_trials).best()
        if not found:
            return super().strike(choices, random)
        battle = choices.battle
        striker = battle.of(choices.role).characters[found[0].striker]
        target = battle.of(choices.enemy).characters[found[0].target]
        return best_roll(choices, Worth(choices), striker, target, choices.targets(striker)[1])

    def _follows(self, battle: Battle) -> bool:
        """Whether the rest of the chosen way can be gone on with."""
        assert self._rest is not None
        chosen, rest = self._rest
        side = battle.of(battle.side)
        return (
            chosen.turn == battle.turn
            and chosen.side == battle.side
            and all(
                any(c.name == x.character and c.hex == x.origin and not c.moved for c in side.characters) for x in rest
            )
        )

    def _chosen(self, battle: Battle, random: Random) -> list[Maneuver]:
        melee = Melee.of(battle)
        best = ManeuverSearch(melee, random, self._search).best()[0]
        return [told(melee, step) for step in best.steps]
