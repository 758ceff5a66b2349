"""Setup, action by action (SETUP-1 to SETUP-5), and a new game set up by dice."""

from collections.abc import Iterator, Mapping, Sequence

from ..actions import intents as act
from ..actions.events import DieRolled, Event, GameOver, PlayerOut, TurnBegan
from ..box import Box
from ..box.current_box import current, use_box
from ..kernel.arguments import expect, expect_each
from ..kernel.dice import Dice
from ..kernel.errors import DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled, refusal
from ..kernel.rulesets import OptionValue
from ..kernel.rulings import consequence, legal
from ..kernel.wording import listed
from ..position.game import Game
from ..position.position import mark_checked
from ..rules.masterboard import setup
from .masterboard import out_of_phase
from .planning import Done, GameDone, Planned


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
    :raises DocumentError: too few or too many players or colours, one twice, an unknown ruleset or option.
    :raises UnknownName: there is no such colour.

    >>> game = new_game(["Ann", "Ben"], seed=1)
    >>> game.phase, game.active
    ('commencement', 'Blue')
    """
    expect_each(str, players=players, colors=colors)
    expect(int | str | None, seed=seed)
    expect(str, ruleset=ruleset)
    expect(Mapping | None, options=options)
    expect(Box | None, box=box)
    with use_box(box or current()):
        named = [current().markers.colors.canonical(color) for color in colors]
        faults = [*_list_faults("name", players, len(players)), *_list_faults("color", named, len(players))]
        if faults:
            raise DocumentError(faults)
        return mark_checked(setup.starting_game(players, Dice(seed), named, ruleset, options))


def _list_faults(what: str, given: Sequence[str], count: int) -> Iterator[Fault]:
    """What is wrong with a list of names or colours, if one is given."""
    twice = next((word for i, word in enumerate(given) if word in given[:i]), None)
    if twice is not None:
        yield Fault(f"{what}-twice", f"the {what} {twice!r} is given twice")
    elif given and len(given) != count:
        yield Fault(f"{what}-count", f"expected {count} {what}s, got {len(given)}")
    elif not all(given):
        yield Fault(f"{what}-empty", f"a {what} is empty")


def _not_seated(game: Game, by: str) -> Refusal | None:
    refused = out_of_phase(game, "setup", "SETUP-1")
    if refused is None and all(seat.name != by for seat in game.seats):
        names = listed(seat.name for seat in game.seats)
        return refusal("SETUP-1", "{by} does not play; {names} do", by=by, names=names)
    return refused


def plan_tower(game: Game, action: act.Tower) -> Planned[Game]:
    """Roll for a tower number; a number that is taken or tied is rolled again (SETUP-2)."""
    refused = _not_seated(game, action.by)
    most = len(game.the_box.towers)
    if refused is None and action.die is not None and not 1 <= action.die <= most:
        refused = refusal("SETUP-2", "a die shows 1 to {most}, not {die}", most=most, die=action.die)
    seat = refused or setup.judge_tower(game, action.by, action.die or 0)
    if isinstance(seat, Refusal):
        return seat

    def carry_out(rolled: Rolled) -> GameDone:
        die = rolled[0] if action.die is None else action.die
        ruling = legal("SETUP-2", "{player} rolls {die} for a Tower", step="1.3.1.1", player=action.by, die=die)
        after, follows = setup.roll_tower(game, action.by, die)
        return after, [DieRolled(ruling, action.by, die, "tower"), *follows]

    due = legal("SETUP-2", "{player} has no tower number yet, and rolls", step="1.3.1.1", player=action.by)
    return Plan(carry_out, 1, lambda: [due], most) if action.die is None else Plan(carry_out)


def plan_color(game: Game, action: act.Color) -> Planned[Game]:
    """Choose a colour; after the last one the game starts (SETUP-3, SETUP-4)."""
    seat = _not_seated(game, action.by) or setup.judge_color(game, action.by, action.color, action.marker)
    if isinstance(seat, Refusal):
        return seat
    chosen = Event(legal("SETUP-3", "{player} chooses {color}", step="1.4.1", player=action.by, color=action.color))
    return Plan(lambda _: _begun(setup.choose_color(game, action.by, action.color, action.marker), chosen))


def _begun(game: Game, first: Event) -> Done[Game]:
    """Start the game if every player has a Tower and a colour (SETUP-4, SETUP-5)."""
    if not setup.is_complete(game):
        return game, [first]
    game = setup.start(game)
    turn = consequence("SETUP-5", "turn 1: {player} moves first", step="2", player=game.active)
    return game, [
        first,
        Event(consequence("SETUP-4", "Legion Markers and starting characters are dealt out", step="1.5")),
        Event(consequence("SETUP-4", "every player's score is 0", step="1.6")),
        TurnBegan(turn, game.active, 1),
    ]


def plan_withdraw(game: Game, action: act.Withdraw) -> Planned[Game]:
    """Withdraw instead of choosing a colour, in one's turn to choose (SETUP-3)."""
    refused = _not_seated(game, action.by)
    if refused is None and (setup.needs_tower(game) or setup.chooses_color(game) != action.by):
        return refusal("SETUP-3", "{by} may withdraw when it is its turn to choose a colour", by=action.by)
    return refused or Plan(lambda _: _withdrawn(game, action.by))


def _withdrawn(game: Game, by: str) -> Done[Game]:
    left = PlayerOut(legal("SETUP-3", "{player} withdraws", step="1.4.1", player=by), by, None)
    game = evolve(game, seats=tuple([seat for seat in game.seats if seat.name != by]))
    if len(game.seats) >= game.the_box.players[0]:
        return _begun(game, left)
    over = legal("SETUP-1", "fewer than two players are left: there is no game", step="2")
    return evolve(game, phase="over"), [left, GameOver(over, None)]
