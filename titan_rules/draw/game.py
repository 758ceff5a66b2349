"""The picture of a game: turn, Masterboard, players and Legions."""

from xml.etree import ElementTree as ET

from ..box.characters import TITAN
from ..box.current_box import current, reading
from ..position.game import Game, Legion, Player
from .colors import MARKER, marker_colors
from .legions import counted, describe, draw_legend, draw_legions
from .masterboard import board_height, board_scale, define, draw_masterboard
from .overlay import Overlay, draw_notes
from .svg import FAINT, MARGIN, WIDTH, element, finish, group, picture, rect, text, width_of, wrapped

_HEAD = 96


def game_svg(game: Game, *overlays: Overlay) -> str:
    """A game as an SVG picture, the same bytes for the same game, possible or not; ``Game()`` gives the bare board.

    :param overlays: answers to draw over it, see :mod:`.game_overlays`.
    """
    with reading(game.the_box):
        return _drawn(game, overlays)


def _drawn(game: Game, overlays: tuple[Overlay, ...]) -> str:
    root = picture("Masterboard", f"{what_happens(game)}. " + "; ".join(describe(*pair) for pair in game.legions()))
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


# --- the roster: players, scores, and what their Legions are known to hold ---

_GAP = 24
_COLUMN = (WIDTH - 2 * MARGIN - _GAP) / 2
_NAME_TALL = 72
_LINE = 25
_SIZE = 19
_INDENT = 74


def draw_roster(root: ET.Element, game: Game, y: float) -> float:
    """Draw the players in two columns from ``y`` on; where they end."""
    ends = [y, y]
    for player in game.players:
        column = 0 if ends[0] <= ends[1] else 1
        ends[column] = _draw_player(root, game, player, MARGIN + column * (_COLUMN + _GAP), ends[column]) + 14
    return max(ends)


def _draw_player(root: ET.Element, game: Game, player: Player, x: float, y: float) -> float:
    color, letters = MARKER[player.color]
    active = game.active == player.color
    title = f"{player.color}" + (f", {player.name}" if player.name else "") + f": score {player.score}"
    box = group(
        root,
        title,
        data_player=player.color,
        data_score=str(player.score),
        data_active=str(active).lower(),
        data_out=str(player.out).lower(),
    )
    rect(box, x, y, _COLUMN, 34, rx=6, fill=color)
    name = f"{player.color}: {player.name}" if player.name else player.color
    text(box, f"{player.score}", x + _COLUMN - 12, y + 25, 24, anchor="end", bold=True, fill=letters)
    room = _COLUMN - 40 - width_of(str(player.score), 24, True)
    text(box, name, x + 12, y + 25, 24, room=room, bold=True, fill=letters)
    text(box, "; ".join(_facts(player, active)), x + 12, y + 58, 18, room=_COLUMN - 20, fill=FAINT)
    y += _NAME_TALL
    for legion in sorted(player.legions, key=lambda held: held.legion):
        y = _draw_legion(box, player, legion, x, y)
    return y


def _facts(player: Player, active: bool) -> list[str]:
    facts = []
    if player.out:
        facts.append("out of the game")
    else:
        facts += ["to act"] * active
        facts.append(f"Titan's Power-factor {current().power(TITAN, player.score)}")
    if player.markers is not None:
        facts.append(f"{len(player.markers)} Legion Markers left")
    return facts


def _draw_legion(box: ET.Element, player: Player, legion: Legion, x: float, y: float) -> float:
    color, letters = marker_colors(player.color, legion.legion)
    rect(box, x, y, 62, _LINE - 3, rx=4, fill=color)
    text(box, legion.legion, x + 31, y + 17, 18, anchor="middle", bold=True, room=56, fill=letters)
    for line in wrapped(_words(legion), _SIZE, _COLUMN - _INDENT):
        text(box, line, x + _INDENT, y + 18, _SIZE, room=_COLUMN - _INDENT)
        y += _LINE
    return y + 3


def _words(legion: Legion) -> list[str]:
    """Where a Legion is and what it holds, split where lines may break."""
    words = [f"{legion.land} {current().masterboard.lands[legion.land].terrain}:"]
    if legion.characters is None:
        first, *more = counted(legion.revealed) or [""]
        items = [f"{legion.size} characters", f"among them {first}" if first else "not known", *more]
    else:
        items = counted(legion.characters)
    words += [f"{item}," for item in items[:-1]] + items[-1:]
    said = _said(legion)
    return [*words, f"({', '.join(said)})"] if said else words


def _said(legion: Legion) -> list[str]:
    said = []
    if legion.split_from:
        said.append(f"split from {legion.split_from}")
    if legion.moved:
        said.append("moved")
    if legion.entry_side:
        said.append(f"enters {legion.entry_side}")
    if legion.mustered:
        said.append(f"mustered {legion.mustered}")
    return said
