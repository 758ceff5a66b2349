"""The documents of TITAN: format ``titan-rules/1`` and its kinds."""

from collections.abc import Iterator

from ..box.current_box import use_box, use_box_of
from ..kernel.documents import DocumentKind, Draft, Format
from ..kernel.errors import DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON, pointer
from .battle import Battle
from .faults.battle import battle_faults
from .faults.game import game_faults, muster_faults
from .game import Game, Player
from .muster import Muster
from .position import P, Position, mark_checked, stand_in
from .stock import stock


def complete_game(game: Game) -> Game:
    """The game with its free markers, full stock and battle's ruleset filled in if they were left out.

    A player's free markers are those of its colour that no Legion bears and no player has (SETUP-4); a player who is
    out has none (D-5).
    """
    if any(player.markers is None for player in game.players):
        game = evolve(game, players=_with_markers(game))
    battle = game.battle
    if battle is not None:
        battle = evolve(battle, ruleset=game.ruleset, options=game.options)
    return evolve(game, caretaker=stock(game), battle=battle)


def _with_markers(game: Game) -> tuple[Player, ...]:
    taken = {legion.legion for _, legion in game.legions()}
    taken.update(marker for player in game.players for marker in player.markers or ())
    players = []
    for player in game.players:
        if player.markers is None:
            free = () if player.out else game.the_box.markers.of(player.color)
            player = evolve(player, markers=tuple([marker for marker in free if marker not in taken]))
        players.append(player)
    return tuple(players)


def _completed(game: Game) -> Game:
    return mark_checked(complete_game(game))


FORMAT = Format(
    "titan-rules",
    1,
    (
        DocumentKind("battle", Battle, battle_faults, "a battle in progress", mark_checked, within=use_box_of),
        DocumentKind("game", Game, game_faults, "a game in progress", _completed, within=use_box_of),
        DocumentKind(
            "muster", Muster, muster_faults, "a Legion in a land that may muster", mark_checked, within=use_box_of
        ),
    ),
)
"""Reads and writes every document: ``FORMAT.loads(text)``, ``FORMAT.dumps(document)``."""


def to_json(position: Position) -> dict[str, JSON]:
    """A position as a JSON object with its header."""
    return FORMAT.to_json(position)


def checked(position: P) -> P:
    """A position that is possible: itself if a reader or an action made it, else as its document would be read.

    A position made by hand is checked once; what its document leaves out is then filled in.

    :raises DocumentError: with every fault, each with its pointer into the position's document.
    """
    found = stand_in(position)
    if found is None:  # it was made by hand
        read = _read_again(position)
        found = mark_checked(position, position if read == position else read)
    return found


def _read_again(position: P) -> P:
    try:
        document = to_json(position)
    except (AttributeError, KeyError, TypeError, ValueError) as e:
        message = f"a part of this {type(position).__name__} is of the wrong kind: {e}"
        raise DocumentError([Fault("wrong-type", message)]) from None
    with use_box(position.the_box):  # which is at hand, wherever its file is
        draft: Draft[P] = FORMAT.parse({key: value for key, value in document.items() if key != "box"})
        if faults := list(_misspelt(document, to_json(draft.unchecked))):
            raise DocumentError(faults)
        return draft.believed()


def _misspelt(given: JSON, read: JSON, at: str = "") -> Iterator[Fault]:
    """Names that a document may abbreviate, and a position may not: it would be compared with others by them."""
    if isinstance(given, dict) and isinstance(read, dict):
        for key, value in given.items():
            if key in read:
                yield from _misspelt(value, read[key], at + pointer(key))
            else:
                yield Fault("unknown-name", f"unknown name {key!r}", at + pointer(key))
    elif isinstance(given, list) and isinstance(read, list):
        for place, (before, after) in enumerate(zip(given, read, strict=True)):
            yield from _misspelt(before, after, at + pointer(place))
    elif given != read:
        yield Fault("unknown-name", f"unknown name {given!r}", at, hint=str(read))
