"""The end of a record, implied where it is not written: what was left open is declined, as the next line would do."""

from ..actions.events import Event
from ..play import Outcome, decline, settle
from ..position.game import Game


def closing(game: Game) -> Outcome[Game]:
    """The game after everything that waits has happened and every open choice of a winner is declined."""
    events: list[Event] = []
    while True:
        settled = settle(game)
        events += settled.events
        after = decline(settled.state)
        if after is None:
            return Outcome(settled.state, None, tuple(events))
        game = after.state
        events += after.events


def closed(game: Game) -> Game:
    """The state of :func:`closing`."""
    return closing(game).state
