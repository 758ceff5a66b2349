"""Where removed characters go (SCORE-4)."""

from collections.abc import Iterable

from ...actions.events import Event
from ...box.names import CharacterName
from ...kernel.evolving import evolve
from ...kernel.rulings import consequence
from ...kernel.wording import listed
from ...position.changes import added
from ...position.game import Game


def remove(game: Game, names: Iterable[CharacterName]) -> Game:
    """Remove characters: Creatures to the dead pile, others aside until they return (SCORE-4).

    A slain Titan goes to neither: it belongs to its player.
    """
    gone, characters = list(names), game.the_box.characters
    dead = [name for name in gone if not characters[name].returns and not characters[name].is_titan]
    aside = [name for name in gone if characters[name].returns]
    if dead:
        game = evolve(game, dead=added(game.dead, dead))
    if aside:
        game = evolve(game, returning=added(game.returning, aside))
    return game


def bring_back(game: Game, step: str = "2.5.6.10") -> tuple[Game, list[Event]]:
    """Return removed Lords and Demi-Lords to the caretaker; ``step``: of the sequence of play (SCORE-4)."""
    if not game.returning:
        return game, []
    names = [name for name, count in game.returning.items() for _ in range(count)]
    ruling = consequence(
        "SCORE-4", "{names} back to the caretaker", step=step, names=listed(names, ","), characters=names
    )
    return evolve(game, caretaker=added(game.caretaker, names), returning={}), [Event(ruling)]
