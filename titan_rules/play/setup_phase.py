"""Setup, action by action (SETUP-1 to SETUP-5)."""

from ..actions.events import DieRolled, Event, GameOver, PlayerOut, TurnBegan
from ..actions.intents import Color, Tower, Withdraw
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled
from ..kernel.rulings import consequence, illegal, legal
from ..kernel.wording import listed
from ..position.game import Game
from ..rules.masterboard.setup import (
    choose_color,
    color_order,
    is_complete,
    judge_color,
    judge_tower,
    leave,
    needs_tower,
    roll_tower,
    start,
)
from .masterboard_phase import out_of_phase
from .planning import Done, GameDone, Planned


def _not_seated(game: Game, by: str) -> Refusal | None:
    refused = out_of_phase(game, "setup", "SETUP-1")
    if refused is None and all(seat.name != by for seat in game.seats):
        names = listed(seat.name for seat in game.seats)
        return Refusal((illegal("SETUP-1", "{by} does not play; {names} do", by=by, names=names),))
    return refused


def plan_tower(game: Game, action: Tower) -> Planned[Game]:
    """SETUP-2: a roll for a tower number; a number that others have, or rolled too, is rolled again."""
    refused = _not_seated(game, action.by)
    most = len(game.the_box.towers)
    if refused is None and action.die is not None and not 1 <= action.die <= most:
        refused = Refusal((illegal("SETUP-2", "a die shows 1 to {most}, not {die}", most=most, die=action.die),))
    seat = refused or judge_tower(game, action.by, action.die or 0)
    if isinstance(seat, Refusal):
        return seat

    def carry_out(rolled: Rolled) -> GameDone:
        die = rolled[0] if action.die is None else action.die
        ruling = legal("SETUP-2", "{player} rolls {die} for a Tower", step="1.3.1.1", player=action.by, die=die)
        after, follows = roll_tower(game, action.by, die)
        return after, [DieRolled(ruling, action.by, die, "tower"), *follows]

    due = legal("SETUP-2", "{player} has no tower number yet, and rolls", step="1.3.1.1", player=action.by)
    return Plan(carry_out, 1, lambda: [due], most) if action.die is None else Plan(carry_out)


def plan_color(game: Game, action: Color) -> Planned[Game]:
    """SETUP-3, SETUP-4: a player chooses its colour; when all have, the game starts."""
    seat = _not_seated(game, action.by) or judge_color(game, action.by, action.color, action.marker)
    if isinstance(seat, Refusal):
        return seat
    ruling = legal("SETUP-3", "{player} chooses {color}", step="1.4.1", player=action.by, color=action.color)
    chosen = Event(ruling)
    return Plan(lambda _: _begun(choose_color(game, action.by, action.color, action.marker), chosen))


def _begun(game: Game, first: Event) -> Done[Game]:
    """The game, started if every player has its Tower and its colour (SETUP-4, SETUP-5)."""
    if not is_complete(game):
        return game, [first]
    game = start(game)
    turn = consequence("SETUP-5", "turn 1: {player} moves first", step="2", player=game.active)
    return game, [
        first,
        Event(consequence("SETUP-4", "Legion Markers and starting characters are dealt out", step="1.5")),
        Event(consequence("SETUP-4", "every player's score is 0", step="1.6")),
        TurnBegan(turn, game.active, 1),
    ]


def plan_withdraw(game: Game, action: Withdraw) -> Planned[Game]:
    """SETUP-3: a player withdraws instead of choosing a colour, in its turn to choose."""
    refused = _not_seated(game, action.by)
    if refused is None:
        colors = {seat.name: seat.color for seat in game.seats}
        waiting = [name for name in color_order(game.seats) if colors[name] is None]
        if needs_tower(game) or waiting[0] != action.by:
            sentence = "{by} may withdraw when it is its turn to choose a colour"
            refused = Refusal((illegal("SETUP-3", sentence, by=action.by),))
    return refused or Plan(lambda _: _withdrawn(game, action.by))


def _withdrawn(game: Game, by: str) -> Done[Game]:
    left = PlayerOut(legal("SETUP-3", "{player} withdraws", step="1.4.1", player=by), by, None)
    game = leave(game, by)
    if len(game.seats) >= game.the_box.players[0]:
        return _begun(game, left)
    over = legal("SETUP-1", "fewer than two players are left: there is no game", step="2")
    return evolve(game, phase="over"), [left, GameOver(over, None)]
