"""Setup: towers, colours, starting characters, the order of turns (SETUP-1 to SETUP-5)."""

from collections.abc import Mapping, Sequence

from ...actions.events import Event
from ...box import Box
from ...box.current_box import current
from ...digest.rulesets import ruleset as readings
from ...kernel.dice import DiceSource
from ...kernel.errors import CannotTell, DocumentError, Fault
from ...kernel.evolving import evolve
from ...kernel.judging import Refusal, refusal, refuse_if
from ...kernel.rulesets import OptionValue
from ...kernel.rulings import Facts, Ruling, consequence, illegal
from ...kernel.wording import listed, verb
from ...position.documents import complete_game
from ...position.game import Game, Legion, Player, Seat


def tower_number(box: Box, tower: int) -> int:
    """The number of a Tower by its land: 3 for land 300 (SETUP-2)."""
    return box.towers.index(tower) + 1


def needs_tower(game: Game) -> tuple[str, ...]:
    """The players without a tower number, in seat order (SETUP-2)."""
    return tuple(seat.name for seat in game.seats if seat.tower is None)


def rolls_next(game: Game) -> tuple[str, ...]:
    """The players who must still roll for a tower number in this round, in seat order (SETUP-2)."""
    return tuple(seat.name for seat in game.seats if seat.tower is None and seat.rolled is None)


def judge_tower(game: Game, name: str, die: int) -> Seat | Refusal:
    """The seat of a player who rolls for a tower number, or why it may not now (SETUP-2).

    A number already taken is legal: the player rolls again (see :func:`roll_tower`).
    """
    seat = _seat(game, name)
    facts: Facts = {"player": name, "die": die, "rolled": seat.rolled}
    if seat.tower is not None:
        sentence = "{player} has tower number {number} already and does not roll {die:a}"
        return refusal("SETUP-2", sentence, number=tower_number(game.the_box, seat.tower), **facts)
    if seat.rolled is not None:
        waiting = rolls_next(game)
        sentence = (
            f"{{player}} has rolled {{rolled:a}} in this round; {{waiting}} {verb(len(waiting), 'rolls', 'roll')} first"
        )
        return refusal("SETUP-2", sentence, waiting=listed(waiting), **facts)
    return seat


def roll_tower(game: Game, name: str, die: int) -> tuple[Game, list[Event]]:
    """The game after a player's roll for a tower number, and the events (SETUP-2).

    Numbers are assigned when everyone without one has rolled, or at once with ``tower_ties: first_keeps``.
    The option ``balanced_towers`` redistributes the Towers after the last number is assigned.
    """
    at_once = game.rules.tower_ties == "first_keeps"
    seats = tuple(evolve(s, rolled=die) if s.name == name else s for s in game.seats)
    follows: list[Event] = []
    if at_once:
        seats, follows = _given(game.the_box, seats, [name])
    if all(seat.tower is not None or seat.rolled is not None for seat in seats):
        if not at_once:
            seats, follows = _given(game.the_box, seats, [seat.name for seat in seats if seat.tower is None])
        seats = tuple(evolve(seat, rolled=None) for seat in seats)
    if game.rules.balanced_towers and all(seat.tower is not None for seat in seats):
        seats = balanced(game.the_box, seats)
        spread = "the Towers are spread evenly: {player} starts in land {tower}"
        for seat in seats:
            follows.append(Event(consequence("SETUP-2", spread, step="1.3", player=seat.name, tower=seat.tower)))
    return evolve(game, seats=seats), follows


def _given(box: Box, seats: tuple[Seat, ...], names: Sequence[str]) -> tuple[tuple[Seat, ...], list[Event]]:
    """The seats after these players' rolls, and who gets a number or rolls again (SETUP-2)."""
    holders = {tower_number(box, seat.tower): seat.name for seat in seats if seat.tower is not None}
    rolled = {seat.name: seat.rolled or 0 for seat in seats if seat.name in names}
    follows: list[Event] = []
    towers: dict[str, int | None] = {}
    for name, number in rolled.items():
        others = [other for other, rolled_too in rolled.items() if rolled_too == number and other != name]
        if number in holders:
            sentence = "tower number {number} is {holder}'s, so {player} rolls again"
        elif others:
            sentence = "{all} rolled {number}, so {player} rolls again"
        else:
            sentence = "{player} gets tower number {number}"
            towers[name] = box.towers[number - 1] if 1 <= number <= len(box.towers) else None
        facts = {"player": name, "number": number, "holder": holders.get(number), "all": listed([name, *others])}
        ruling = consequence("SETUP-2", sentence, step="1.3.1.2", **facts)
        follows.append(Event(ruling))
    seated = tuple(evolve(s, tower=towers[s.name], rolled=None) if s.name in towers else s for s in seats)
    return seated, follows


def balanced(box: Box, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats with their Towers spread evenly round the board; the highest roller keeps its own (SETUP-2).

    From that Tower upwards, with 1 after 6, the others follow in descending order of their dice: two
    players are opposite, three in every second Tower, four 2, 3 and 5 Towers on, five everywhere but opposite.
    """
    ranked = sorted(seats, key=lambda seat: -(seat.tower or 0))
    sides = len(box.towers)
    highest = tower_number(box, ranked[0].tower or 0) - 1
    towers = {}
    for i, seat in enumerate(ranked):
        places_on = (2 * sides * i + len(ranked)) // (2 * len(ranked))  # i/n of the way round, rounded
        towers[seat.name] = box.towers[(highest + places_on) % sides]
    return tuple(evolve(seat, tower=towers[seat.name]) for seat in seats)


def color_order(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The players in the order of choosing colours: by ascending tower (SETUP-3)."""
    return tuple(seat.name for seat in sorted(seats, key=lambda seat: seat.tower or 0))


def chooses_color(game: Game) -> str | None:
    """Who chooses a colour next; None if all have (SETUP-3)."""
    return next((name for name in color_order(game.seats) if _seat(game, name).color is None), None)


def judge_color(game: Game, name: str, color: str, marker: str | None = None) -> Seat | Refusal:
    """The seat of a player who chooses a colour and first Legion Marker, or why it may not (SETUP-2 to SETUP-4)."""
    missing = rolls_next(game) or needs_tower(game)
    if missing:
        return refusal("SETUP-2", "{player} has no tower number yet", player=missing[0])
    seat, against = _seat(game, name), list[Ruling]()
    first = chooses_color(game)
    if seat.color is not None:
        against.append(illegal("SETUP-3", "{player} has chosen {color} already", player=name, color=seat.color))
    elif first is not None and first != name:
        sentence = "{next}, in tower {lower}, chooses before {player}, in tower {tower}"
        facts: Facts = {"next": first, "lower": _seat(game, first).tower, "player": name, "tower": seat.tower}
        against.append(illegal("SETUP-3", sentence, **facts))
    holder = next((s.name for s in game.seats if s.color == color and s.name != name), None)
    if holder is not None:
        against.append(illegal("SETUP-3", "{color} is {holder}'s", color=color, holder=holder))
    if marker is not None and game.the_box.markers.color_of(marker) != color:
        against.append(illegal("SETUP-4", "{marker} is not one of {color}'s markers", marker=marker, color=color))
    return refuse_if(against, seat)


def choose_color(game: Game, name: str, color: str, marker: str | None = None) -> Game:
    """The game after a player has chosen its colour, and the marker of its first Legion (SETUP-3)."""
    seats = tuple(evolve(s, color=color, marker=marker) if s.name == name else s for s in game.seats)
    return evolve(game, seats=seats)


def turn_order(players: Sequence[Player]) -> tuple[str, ...]:
    """The players' colours in turn order: by descending tower (SETUP-5)."""
    return tuple(p.color for p in sorted(players, key=lambda player: -player.tower))


def is_complete(game: Game) -> bool:
    """Whether every player has a Tower and a colour, so that the game can start (SETUP-2, SETUP-3)."""
    return all(seat.tower is not None and seat.color is not None for seat in game.seats)


def start(game: Game) -> Game:
    """The game at its start, once every seat has its Tower and its colour (SETUP-4, SETUP-5).

    :raises CannotTell: a seat lacks one of them.
    """
    if not is_complete(game):
        raise CannotTell(Fault("setup-incomplete", "a player has no Tower or no colour yet", "/seats"))
    box = game.the_box
    players = sorted((_starting_player(box, seat) for seat in game.seats), key=lambda player: -player.tower)
    begun = evolve(
        game, phase="commencement", turn=1, active=players[0].color, players=tuple(players), caretaker=None, seats=()
    )
    return complete_game(begun)


def _starting_player(box: Box, seat: Seat) -> Player:
    assert seat.color is not None
    assert seat.tower is not None
    markers = box.markers.of(seat.color)
    first = seat.marker or markers[0]
    legion = Legion(legion=first, land=seat.tower, characters=box.starting_characters)
    spare = tuple(marker for marker in markers if marker != first)
    return Player(color=seat.color, name=seat.name, tower=seat.tower, markers=spare, legions=(legion,))


def starting_game(
    names: Sequence[str],
    dice: DiceSource,
    colors: Sequence[str] = (),
    ruleset: str = "standard",
    options: Mapping[str, OptionValue] | None = None,
    box: Box | None = None,
) -> Game:
    """A game set up with dice: each player rolls for its Tower, then they choose colours.

    :param names: the players, 2 to 6 or as the box says, all different.
    :param dice: rolled one by one, in seat order.
    :param colors: each player's colour; by default the first one left, in ascending tower order.
    :param box: by default the standard one.
    :raises DocumentError: too few or too many players (SETUP-1), or an unknown ruleset or option.
    """
    box = box or current()
    least, most = box.players
    if not least <= len(names) <= most:
        raise DocumentError([Fault("player-count", f"{least} to {most} play, not {len(names)} (SETUP-1)")])
    readings(ruleset, options)  # refuse a wrong one before any die is rolled
    seats = tuple(Seat(name=name) for name in names)
    game = Game(box=box, ruleset=ruleset, options=dict(options or {}), phase="setup", seats=seats)
    while missing := rolls_next(game):
        for name in missing:
            game, _ = roll_tower(game, name, dice.roll(1, len(box.towers))[0])
    chosen_colors = dict(zip(names, colors, strict=bool(colors)))
    for name in color_order(game.seats):
        taken = {seat.color for seat in game.seats}
        free = next(color for color in box.markers.letters if color not in taken)
        game = choose_color(game, name, chosen_colors.get(name, free))
    return start(game)


def _seat(game: Game, name: str) -> Seat:
    for seat in game.seats:
        if seat.name == name:
            return seat
    raise CannotTell(Fault("unknown-player", f"there is no player {name!r}", "/by"))
