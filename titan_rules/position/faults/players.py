"""What makes players, their markers and their seats impossible."""

from collections.abc import Iterable, Iterator

from ...box import Box
from ...box.characters import TITAN
from ...kernel.errors import Fault
from ..game import Game, Player
from .engagement import BEFORE_THE_END


def player_faults(game: Game) -> Iterator[Fault]:
    """Colours, Towers and Titans."""
    yield from _unique_places(game.the_box, ((f"/players/{i}", p.color, p.tower) for i, p in enumerate(game.players)))
    for i, player in enumerate(game.players):
        yield from _titan_faults(game, player, f"/players/{i}")
        if player.out and player.legions and game.phase != "engagement":
            message = f"{player.color} is out of the game and still has {player.legions[0].legion} (D-3)"
            yield Fault("out-with-legions", message, f"/players/{i}/legions")


def _unique_places(box: Box, rows: Iterable[tuple[str, str | None, int | None]]) -> Iterator[Fault]:
    colors: set[str] = set()
    towers: set[int] = set()
    for at, color, tower in rows:
        if color is not None and color in colors:
            yield Fault("color-twice", f"two players are {color} (SETUP-3)", f"{at}/color")
        if tower is not None and tower not in box.towers:
            yield Fault(
                "not-a-tower", f"land {tower} is not a Tower but {box.terrain_of(tower)} (SETUP-2)", f"{at}/tower"
            )
        elif tower is not None and tower in towers:
            yield Fault("tower-twice", f"two players start in Tower {tower} (SETUP-2)", f"{at}/tower")
        colors |= {color} if color else set()
        towers |= {tower} if tower else set()


def _titan_faults(game: Game, player: Player, at: str) -> Iterator[Fault]:
    titans, unknown = 0, False
    for legion in player.legions:
        if legion.characters is None:
            unknown = True
        else:
            titans += legion.characters.count(TITAN)
    if titans > 1:
        yield Fault("two-titans", f"{player.color} has {titans} Titans (SETUP-4)", f"{at}/legions")
    if titans == 0 and not unknown and not _titan_may_be_gone(game, player):
        message = f"{player.color} has no Titan and is not out of the game (D-1)"
        yield Fault("no-titan", message, f"{at}/legions")


def _titan_may_be_gone(game: Game, player: Player) -> bool:
    """Out of the game, or soon: its Titan fell in the Engagement that is being resolved."""
    if player.out or game.phase in ("setup", "over"):
        return True
    engagement = game.engagement
    if engagement is None or player.color not in (engagement.attacking, engagement.defending):
        return False
    sides = () if game.battle is None else (game.battle.attacker, game.battle.defender)
    lost = [name for side in sides if side.player == player.color for name in (*side.slain, *side.left_off)]
    return engagement.stage not in BEFORE_THE_END or TITAN in lost


def marker_faults(game: Game) -> Iterator[Fault]:
    """One marker in two places (SPLIT-3). Whose colour it shows does not matter (D-5)."""
    used: set[str] = set()
    for i, player in enumerate(game.players):
        for j, legion in enumerate(player.legions):
            if legion.legion in used:
                place = f"/players/{i}/legions/{j}/legion"
                yield Fault("marker-twice", f"two Legions bear the marker {legion.legion} (SPLIT-3)", place)
            used.add(legion.legion)
    free: set[str] = set()
    for i, player in enumerate(game.players):
        for j, marker in enumerate(player.markers or ()):
            place = f"/players/{i}/markers/{j}"
            if marker in used:
                yield Fault("marker-used", f"the marker {marker} is free, and a Legion bears it (SPLIT-3)", place)
            elif marker in free:
                yield Fault("marker-twice", f"the marker {marker} is listed twice (SPLIT-3)", place)
            free.add(marker)


def seat_faults(game: Game) -> Iterator[Fault]:
    """What is impossible during the setup (SETUP-1 to SETUP-4)."""
    if game.phase == "setup":
        yield from _setup_faults(game)
    least, most = game.the_box.players
    if len(game.seats) > most:
        yield Fault("player-count", f"{len(game.seats)} players, where {least} to {most} play (SETUP-1)", "/seats")
    yield from _unique_places(game.the_box, ((f"/seats/{i}", s.color, s.tower) for i, s in enumerate(game.seats)))
    names: set[str] = set()
    for i, seat in enumerate(game.seats):
        if seat.name in names:
            yield Fault("name-twice", f"two players are called {seat.name!r}", f"/seats/{i}/name")
        names.add(seat.name)
        if seat.color is not None and seat.tower is None:
            yield Fault("color-before-tower", f"{seat.name} has a colour and no Tower (SETUP-3)", f"/seats/{i}/color")
        if seat.rolled is not None and seat.tower is not None:
            message = f"{seat.name} has a Tower and a roll for one (SETUP-2)"
            yield Fault("rolled-with-tower", message, f"/seats/{i}/rolled")
        if seat.marker is not None and game.the_box.markers.color_of(seat.marker) != seat.color:
            message = f"the marker {seat.marker} is not {seat.name}'s colour (SETUP-4)"
            yield Fault("marker-color", message, f"/seats/{i}/marker")


def _setup_faults(game: Game) -> Iterator[Fault]:
    if game.players:
        yield Fault("players-in-setup", "nobody has Legions before the setup is over: list seats", "/players")
    least, most = game.the_box.players
    if len(game.seats) < least:
        yield Fault("player-count", f"{len(game.seats)} seats, where {least} to {most} play (SETUP-1)", "/seats")
    elif all(seat.rolled is not None for seat in game.seats if seat.tower is None) and not _all_have_towers(game):
        yield Fault("round-over", "everybody without a Tower has rolled: the round is over (SETUP-2)", "/seats")
    elif all(seat.color is not None for seat in game.seats):
        yield Fault("setup-over", "every player has a colour: the setup is over (SETUP-3)", "/phase")


def _all_have_towers(game: Game) -> bool:
    return all(seat.tower is not None for seat in game.seats)
