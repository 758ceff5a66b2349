"""A game ready to begin."""

from collections.abc import Mapping, Sequence

from ..box import Box
from ..box.reading import current, reading
from ..kernel.dice import Dice
from ..kernel.errors import DocumentError, Fault
from ..kernel.rulesets import OptionValue
from ..position.game import Game
from ..rules.masterboard.setup import starting_game


def new_game(
    players: Sequence[str],
    *,
    seed: int | str | None = None,
    colors: Sequence[str] = (),
    ruleset: str = "standard",
    options: Mapping[str, OptionValue] | None = None,
    box: Box | None = None,
) -> Game:
    """A game ready to begin: towers rolled, colours chosen, Legion Markers dealt.

    :param players: their names, 2 to 6 or as the box says, all different.
    :param seed: for the towers' dice: the same seed gives the same game; None: true dice.
    :param colors: the players' colours, in the same order; by default each takes, by ascending tower, the first one
        left.
    :param ruleset: a preset; ``options`` change single readings of it.
    :param box: what they play with; the standard box by default.
    :raises DocumentError: too few or too many players, a name twice, an unknown ruleset or option.
    :raises UnknownName: there is no such colour.

    >>> game = new_game(["Ann", "Ben"], seed=1)
    >>> game.phase, game.active
    ('commencement', 'Blue')
    """
    twice = next((name for i, name in enumerate(players) if name in players[:i]), None)
    if twice is not None:
        raise DocumentError([Fault("name-twice", f"two players are called {twice!r}", "/players")])
    with reading(box or current()):
        named = [current().markers.colors.canonical(color) for color in colors]
        return starting_game(players, Dice(seed), named, ruleset, options)
