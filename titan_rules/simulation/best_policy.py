"""The policy ``best``: searches the ways to maneuver by playing each out in the mind."""

from random import Random

from .maneuver_search import ManeuverSearch, Search, go_the_way
from .melee import Melee
from .rolls import foes
from .strike_search import StrikeSearch
from .temper import CALM
from .tempered_policy import TemperedPolicy, strike


class BestPolicy(TemperedPolicy):
    """Takes the way to maneuver that comes out best when the battle is played on to its end, again and again.

    In the mind both sides play by rule of thumb, in changing tempers, with the same dice for every way. Strikes that
    leave a choice are tried in the same way.

    :param search: how far it searches.
    """

    def __init__(self, search: Search | None = None) -> None:
        super().__init__(CALM)
        self._search = search or Search()

    def maneuver(self, melee: Melee, random: Random) -> None:
        """The best way."""
        arriving = melee.arrivals()
        if arriving:
            melee.join(arriving[0])
        search = ManeuverSearch(melee, random, self._search)
        if search.movable:
            go_the_way(melee, search.best()[0].at)

    def strikes(self, melee: Melee, random: Random) -> None:
        """The strikes after which the battle comes out best, as long as there is a choice."""
        side = melee.acting
        while found := StrikeSearch(melee, random, self._search.strike_trials).best():
            i, foe = found[0].striker, found[0].target
            strike(melee, i, foe, dict(foes(melee, side, i))[foe], random)
        super().strikes(melee, random)
