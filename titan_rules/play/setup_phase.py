"""Setup, action by action (SETUP-1 to SETUP-5)."""

from ..actions.intents import Color, Tower, Withdraw
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, consequence, illegal, legal
from ..position.game import Game
from ..rules.masterboard.setup import (
    choose_color,
    color_order,
    color_violations,
    is_complete,
    leave,
    needs_tower,
    roll_tower,
    start,
    tower_violations,
)
from .masterboard_phase import Events, in_phase


def _seated(game: Game, by: str) -> list[Ruling]:
    found = in_phase(game, "setup", "SETUP-1")
    if not found and all(seat.name != by for seat in game.seats):
        names = ", ".join(seat.name for seat in game.seats)
        return [illegal("SETUP-1", "{by} does not play; {names} do", by=by, names=names)]
    return found


def check_tower(game: Game, action: Tower) -> list[Ruling]:
    """SETUP-2."""
    found = _seated(game, action.by)
    most = len(game.the_box.towers)
    if not found and action.die is not None and not 1 <= action.die <= most:
        return [illegal("SETUP-2", "a die shows 1 to {most}, not {die}", most=most, die=action.die)]
    return found or tower_violations(game, action.by, action.die or 0)


def do_tower(game: Game, action: Tower) -> tuple[Game, Events]:
    """A roll for a tower number; a number that others have, or rolled too, is rolled again (SETUP-2)."""
    assert action.die is not None
    event = legal("SETUP-2", "{player} rolls {die} for a Tower", step="1.3.1.1", player=action.by, die=action.die)
    game, more = roll_tower(game, action.by, action.die)
    return game, [event, *more]


def check_color(game: Game, action: Color) -> list[Ruling]:
    """SETUP-3."""
    return _seated(game, action.by) or color_violations(game, action.by, action.color, action.marker)


def do_color(game: Game, action: Color) -> tuple[Game, Events]:
    """A player chooses its colour; when all have, the game starts (SETUP-3, SETUP-4)."""
    game = choose_color(game, action.by, action.color, action.marker)
    event = legal("SETUP-3", "{player} chooses {color}", step="1.4.1", player=action.by, color=action.color)
    game, more = _begin(game)
    return game, [event, *more]


def _begin(game: Game) -> tuple[Game, Events]:
    if not is_complete(game):
        return game, []
    game = start(game)
    return game, [
        consequence("SETUP-4", "Legion Markers and starting characters are dealt out", step="1.5"),
        consequence("SETUP-4", "every player's score is 0", step="1.6"),
        consequence("SETUP-5", "turn 1: {player} moves first", step="2", player=game.active),
    ]


def check_withdraw(game: Game, action: Withdraw) -> list[Ruling]:
    """SETUP-3: instead of choosing a colour, in one's turn to choose."""
    found = _seated(game, action.by)
    if found:
        return found
    waiting = [name for name in color_order(game.seats) if _color(game, name) is None]
    if needs_tower(game) or waiting[0] != action.by:
        return [illegal("SETUP-3", "{by} may withdraw when it is its turn to choose a colour", by=action.by)]
    return []


def _color(game: Game, name: str) -> str | None:
    return next(seat.color for seat in game.seats if seat.name == name)


def do_withdraw(game: Game, action: Withdraw) -> tuple[Game, Events]:
    """A player withdraws instead of choosing a colour (SETUP-3)."""
    event = legal("SETUP-3", "{player} withdraws", step="1.4.1", player=action.by)
    game = leave(game, action.by)
    if len(game.seats) < game.the_box.players[0]:
        over = legal("SETUP-1", "fewer than two players are left: there is no game", step="2")
        return evolve(game, phase="over"), [event, over]
    game, more = _begin(game)
    return game, [event, *more]
