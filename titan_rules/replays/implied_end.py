"""The implied end of a record: every open choice is declined, as the next line would do."""

from ..actions.events import Event
from ..play import Outcome, decline, settle
from ..position.game import Game


def closing(game: Game) -> Outcome[Game]:
    """The outcome after all that waits has happened and a winner's open choices are declined."""
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
    """The game after :func:`closing`."""
    return closing(game).state
