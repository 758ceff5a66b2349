"""The picture of a game: whose turn it is, the Masterboard with its Legions, the players and their Legions."""

from ..box.reading import reading
from ..position.game import Game
from .board_legend import draw_legend
from .legions import describe, draw_legions
from .masterboard import board_height, board_scale, define, draw_masterboard
from .overlay import Overlay, draw_notes
from .roster import draw_roster
from .svg import MARGIN, WIDTH, element, finish, picture, text

_HEAD = 96


def game_svg(game: Game, *overlays: Overlay) -> str:
    """A game as an SVG picture: the same bytes for the same game. An empty ``Game()`` gives the bare board.

    :param game: any game, its position need not be possible.
    :param overlays: answers to draw over it, see :mod:`.game_overlays`.
    """
    with reading(game.the_box):
        return _drawn(game, overlays)


def _drawn(game: Game, overlays: tuple[Overlay, ...]) -> str:
    root = picture("Masterboard", _summary(game))
    define(root)
    text(root, "Masterboard", MARGIN, 46, 38, bold=True)
    text(root, f"Turn {game.turn}", WIDTH - MARGIN, 46, 30, anchor="end", bold=True)
    text(root, what_happens(game), MARGIN, 82, 26, room=WIDTH - 2 * MARGIN)
    size = board_scale()
    scaled = "" if size == 1 else f" scale({size:.4f})"
    board = element(root, "g", transform=f"translate(0,{_HEAD}){scaled}")
    draw_masterboard(board)
    draw_legend(board)
    under, legions, over = (element(board, "g") for _ in range(3))
    draw_legions(legions, game)
    for overlay in overlays:
        overlay.draw(under, over)
    y = draw_notes(root, overlays, _HEAD + board_height() * size + 24)
    y = draw_roster(root, game, y)
    return finish(root, y + MARGIN)


def _summary(game: Game) -> str:
    legions = [describe(player, legion) for player, legion in game.legions()]
    return f"{what_happens(game)}. " + "; ".join(legions)


def what_happens(game: Game) -> str:
    """Whose phase it is, or how the game ended, in a sentence."""
    if game.phase == "setup":
        return "Setting up: " + ", ".join(_seat(s.name, s.color, s.tower) for s in game.seats)
    if game.phase == "over":
        return f"The game is over: {game.winner} wins" if game.winner else "The game is over: a draw"
    if game.active is None:
        return f"{game.phase.capitalize()} Phase"
    said = f"{game.active}'s {game.phase.capitalize()} Phase"
    if game.roll is not None:
        said += f", Movement Roll {game.roll}" + (" (mulligan)" if game.mulligan else "")
    if game.engagement is not None:
        said += f"; Engagement in {game.engagement.land}: {game.engagement.stage}"
    return said


def _seat(name: str, color: str | None, tower: int | None) -> str:
    got = [str(thing) for thing in (color, tower and f"Tower {tower}") if thing]
    return f"{name} ({', '.join(got)})" if got else name
