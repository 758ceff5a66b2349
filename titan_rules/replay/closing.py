"""The end of a record: what was left out is declined (the next line that does not belong there would do so)."""

from ..adjudicator import decline
from ..adjudicator.engine import settle
from ..state.game import Game


def closed(game: Game) -> Game:
    """The game after everything that waits has happened and every open choice of a winner is declined."""
    while True:
        after = decline(settle(game).state)
        if after is None:
            return settle(game).state
        game = after.state
