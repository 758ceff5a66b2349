"""The policy ``best``: searches the ways to maneuver by playing each out."""

from random import Random

from .fast_battle import FastBattle
from .heuristic_policy import HeuristicPolicy, strike
from .hex_values import CALM
from .maneuver_search import ManeuverSearch, Search, go_to
from .strike_search import StrikeSearch


class BestPolicy(HeuristicPolicy):
    """Takes the way to maneuver that comes out best when the battle is played on to its end, again and again.

    Both sides play on by rule of thumb, with changing weights, with the same dice for every way. Strikes that
    leave a choice are tried in the same way.

    :param search: how far it searches.
    """

    def __init__(self, search: Search | None = None) -> None:
        super().__init__(CALM)
        self._search = search or Search()

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """The best way."""
        arriving = battle.arrivals()
        if arriving:
            battle.join(arriving[0])
        search = ManeuverSearch(battle, random, self._search)
        if search.movable:
            go_to(battle, search.best()[0].at)

    def strikes(self, battle: FastBattle, random: Random) -> None:
        """The strikes after which the battle comes out best, as long as there is a choice."""
        while found := StrikeSearch(battle, random, self._search.strike_trials).best():
            strike(battle, found[0].striker, found[0].target, found[0].natural, random)
        super().strikes(battle, random)
