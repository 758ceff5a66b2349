"""The picture of a game: turn, Masterboard, players and Legions."""

from xml.etree import ElementTree as ET

from ..box.characters import TITAN
from ..box.current_box import current, use_box
from ..position.game import Game, Legion, Player
from .colors import MARKER, marker_colors
from .legions import counted, describe, draw_legend, draw_legions
from .masterboard import board_height, board_scale, define, draw_masterboard
from .overlays import Overlay, draw_notes
from .svg import FAINT, MARGIN, WIDTH, element, finish, group, picture, rect, text, width_of, wrapped

_HEAD = 96


def game_svg(game: Game, *overlays: Overlay) -> str:
    """A game, possible or not, as an SVG picture: the same bytes for the same game. ``Game()`` is the bare board.

    :param overlays: answers to draw over it, see :mod:`.overlays`.
    """
    with use_box(game.the_box):
        words = what_happens(game)
        root = picture("Masterboard", f"{words}. " + "; ".join(describe(*pair) for pair in game.legions()))
        define(root)
        text(root, "Masterboard", MARGIN, 46, 38, bold=True)
        text(root, f"Turn {game.turn}", WIDTH - MARGIN, 46, 30, anchor="end", bold=True)
        text(root, words, MARGIN, 82, 26, room=WIDTH - 2 * MARGIN)
        scale = board_scale()
        scaled = "" if scale == 1 else f" scale({scale:.4f})"
        board = element(root, "g", transform=f"translate(0,{_HEAD}){scaled}")
        draw_masterboard(board)
        draw_legend(board)
        under, legions, over = (element(board, "g") for _ in range(3))
        draw_legions(legions, game)
        for overlay in overlays:
            overlay.draw(under, over)
        y = draw_notes(root, overlays, _HEAD + board_height() * scale + 24)
        return finish(root, _draw_roster(root, game, y) + MARGIN)


def what_happens(game: Game) -> str:
    """Whose phase it is, or how the game ended, in a sentence."""
    if game.phase == "setup":
        return "Setting up: " + ", ".join(_seat(seat.name, seat.color, seat.tower) for seat in game.seats)
    if game.phase == "over":
        return f"The game is over: {game.winner} wins" if game.winner else "The game is over: a draw"
    if game.active is None:
        return f"{game.phase.capitalize()} Phase"
    words = f"{game.active}'s {game.phase.capitalize()} Phase"
    if game.roll is not None:
        words += f", Movement Roll {game.roll}" + (" (mulligan)" if game.mulligan else "")
    if game.engagement is not None:
        words += f"; Engagement in {game.engagement.land}: {game.engagement.stage}"
    return words


def _seat(name: str, color: str | None, tower: int | None) -> str:
    given = [part for part in (color, tower and f"Tower {tower}") if part]
    return f"{name} ({', '.join(given)})" if given else name


# --- the roster: players, scores, and the known contents of their Legions ---

_GAP = 24
_COLUMN = (WIDTH - 2 * MARGIN - _GAP) / 2
_NAME_TALL = 72
_LINE = 25
_SIZE = 19
_INDENT = 74


def _draw_roster(root: ET.Element, game: Game, y: float) -> float:
    """Draw the players in two columns from ``y`` on; return where they end."""
    ends = [y, y]
    for player in game.players:
        column = 0 if ends[0] <= ends[1] else 1
        ends[column] = _draw_player(root, game, player, MARGIN + column * (_COLUMN + _GAP), ends[column]) + 14
    return max(ends)


def _draw_player(root: ET.Element, game: Game, player: Player, x: float, y: float) -> float:
    (color, letters), active, score = MARKER[player.color], game.active == player.color, str(player.score)
    title = f"{player.color}{f', {player.name}' if player.name else ''}: score {score}"
    box = group(root, title, data_player=player.color, data_score=score, data_active=active, data_out=player.out)
    rect(box, x, y, _COLUMN, 34, rx=6, fill=color)
    text(box, score, x + _COLUMN - 12, y + 25, 24, anchor="end", bold=True, fill=letters)
    name, room = f"{player.color}: {player.name}" if player.name else player.color, _COLUMN - 40
    text(box, name, x + 12, y + 25, 24, room=room - width_of(score, 24, True), bold=True, fill=letters)
    facts = ["out of the game"] if player.out else ["to act"] * active
    if not player.out:
        facts.append(f"Titan's Power-factor {current().power(TITAN, player.score)}")
    if player.markers is not None:
        facts.append(f"{len(player.markers)} Legion Markers left")
    text(box, "; ".join(facts), x + 12, y + 58, 18, room=_COLUMN - 20, fill=FAINT)
    y += _NAME_TALL
    for legion in sorted(player.legions, key=lambda legion: legion.legion):
        y = _draw_legion(box, player, legion, x, y)
    return y


def _draw_legion(box: ET.Element, player: Player, legion: Legion, x: float, y: float) -> float:
    color, letters = marker_colors(player.color, legion.legion)
    rect(box, x, y, 62, _LINE - 3, rx=4, fill=color)
    text(box, legion.legion, x + 31, y + 17, 18, anchor="middle", bold=True, room=56, fill=letters)
    for words in wrapped(_words(legion), _SIZE, _COLUMN - _INDENT):
        text(box, words, x + _INDENT, y + 18, _SIZE, room=_COLUMN - _INDENT)
        y += _LINE
    return y + 3


def _words(legion: Legion) -> list[str]:
    """Where a Legion is and what it holds, split where lines may break."""
    if legion.characters is None:
        first, *more = counted(legion.revealed) or [""]
        items = [f"{legion.size} characters", f"among them {first}" if first else "not known", *more]
    else:
        items = counted(legion.characters)
    states = {
        f"split from {legion.split_from}": legion.split_from,
        "moved": legion.moved,
        f"enters {legion.entry_side}": legion.entry_side,
        f"mustered {legion.mustered}": legion.mustered,
    }
    notes = ", ".join(state for state, holds in states.items() if holds)
    land = f"{legion.land} {current().masterboard.lands[legion.land].terrain}:"
    return [land, *(f"{item}," for item in items[:-1]), *items[-1:], *([f"({notes})"] if notes else [])]
