"""What makes a game's position, or a question about mustering, impossible: every fault at once, each with its name.

A position that no game can reach is refused when it is read. What a game can reach is not, however odd it looks.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from ...box.characters import TITAN
from ...box.names import CharacterName
from ...digest.rulesets import RULESETS
from ...kernel.errors import Fault
from ..game import MAX_HEIGHT, Game
from ..muster import Muster
from ..stock import elsewhere, full_stock
from .engagement import engagement_faults
from .legions import land_faults, legion_faults
from .players import marker_faults, player_faults, seat_faults

TURN_PHASES = ("commencement", "movement", "engagement", "enlistment")
"""The phases of a player's turn."""


def game_faults(game: Game) -> list[Fault]:
    """Everything that makes a game's position impossible, with its pointers."""
    return [
        *RULESETS.faults(game.ruleset, game.options),
        *_turn_faults(game),
        *seat_faults(game),
        *player_faults(game),
        *marker_faults(game),
        *legion_faults(game),
        *land_faults(game),
        *_stock_faults(game),
        *engagement_faults(game),
    ]


def _turn_faults(game: Game) -> Iterator[Fault]:
    least, most = game.the_box.players
    if game.phase != "setup" and not least <= len(game.players) <= most:
        count = f"{len(game.players)} players, where {least} to {most} play (SETUP-1)"
        if game.phase != "over" or len(game.players) > most:
            yield Fault("player-count", count, "/players")
    active = next((player for player in game.players if player.color == game.active), None)
    if game.phase in TURN_PHASES:
        if game.active is None:
            yield Fault("no-active", f"nobody's turn is given, in the phase {game.phase}", "/active")
        elif active is not None and active.out and game.phase != "engagement":
            yield Fault("active-out", f"it is {game.active}'s turn, who is out of the game (D-1)", "/active")
    if game.active is not None and active is None:
        yield Fault("unknown-player", f"it is {game.active}'s turn, who does not play", "/active")
    if game.winner is not None:
        if game.phase != "over":
            yield Fault("winner-too-early", f"{game.winner} has won, in the phase {game.phase} (D-6)", "/winner")
        if not any(player.color == game.winner and not player.out for player in game.players):
            yield Fault("unknown-player", f"{game.winner} has won, who is not in the game (D-6)", "/winner")


def _stock_faults(game: Game) -> Iterator[Fault]:
    """More counters than the box holds, or counters in the wrong pile."""
    characters = game.the_box.characters
    yield from _box_faults(full_stock(game), elsewhere(game), game.caretaker or {}, "/players")
    for name, count in game.dead.items():
        if count and characters[name].returns:
            message = f"the dead pile holds {_counted(count, name)}, who would go back to the caretaker (SCORE-4)"
            yield Fault("not-dead", message, f"/dead/{name}")
    for name, count in game.returning.items():
        if count and not characters[name].returns:
            message = f"{_counted(count, name)} would stay in the dead pile, not go back to the caretaker (SCORE-4)"
            yield Fault("not-returning", message, f"/returning/{name}")


def _box_faults(
    full: Mapping[CharacterName, int],
    away: Mapping[CharacterName, int],
    stock: Mapping[CharacterName, int],
    elsewhere_at: str,
) -> Iterator[Fault]:
    for name in {**away, **stock}:
        held = stock.get(name, 0)
        total = away.get(name, 0) + held
        if name in full and total > full[name]:
            place = f"/caretaker/{name}" if held else elsewhere_at
            yield Fault("box-exceeded", f"{_counted(total, name)}; the box holds {full[name]}", place)


def _counted(count: int, name: CharacterName) -> str:
    return f"{count} of {name}"


def _held_by_the_box(muster: Muster) -> Mapping[CharacterName, int]:
    """How many counters of each character there are; of those whose stock grows, what the scores say (BOX-12)."""
    box = muster.the_box
    known = (
        box.grown({int(tower): score for tower, score in muster.tower_scores.items()}) if muster.tower_scores else {}
    )
    growing = {character.name for character in box.growing}
    return {**{name: count for name, count in box.full_stock.items() if name not in growing}, **known}


def muster_faults(muster: Muster) -> list[Fault]:
    """Everything that makes a question about mustering impossible, with its pointers."""
    return [*RULESETS.faults(muster.ruleset, muster.options), *_muster_faults(muster)]


def _muster_faults(muster: Muster) -> Iterator[Fault]:
    height = len(muster.characters)
    if not 1 <= height <= MAX_HEIGHT:
        message = f"a Legion has 1 to {MAX_HEIGHT} characters, not {height}"
        yield Fault("too-high" if height else "empty-legion", message, "/characters")
    counts = Counter(muster.characters)
    if counts[TITAN] > 1:
        yield Fault("two-titans", f"a Legion has one Titan at most, not {counts[TITAN]} (SETUP-4)", "/characters")
    yield from _box_faults(_held_by_the_box(muster), counts, muster.caretaker or {}, "/characters")
