"""Opens a POSITION argument, whatever kind of file holds it."""

import io
from typing import BinaryIO

import click

from titan_rules.box.current_box import use_box
from titan_rules.kernel import jsontext
from titan_rules.kernel.jsontext import SIZE_LIMIT
from titan_rules.position.battle import Battle
from titan_rules.replays import holding

from . import inputs
from .files import open_binary
from .inputs import Opened


def opened(
    argument: str, kinds: tuple[str, ...] = inputs.POSITION, viewer: str | None = None, step: int | None = None
) -> Opened:
    """Open a POSITION: a document, a recorded game or a save, in a file, ``-`` for standard input, or on one line.

    For the rest of the command, names are those of its box.

    :param kinds: the accepted kinds of documents.
    """
    if inputs.is_line(argument):
        held = inputs.as_known(inputs.from_line(argument, kinds), viewer, step)
    else:
        inputs.stand_beside(argument)
        with open_binary(argument) as stream:
            held = _held_in(stream, kinds, viewer, step)
    click.get_current_context().with_resource(use_box(held.position.the_box))
    return held


def opened_text(
    text: str, kinds: tuple[str, ...] = inputs.POSITION, viewer: str | None = None, step: int | None = None
) -> Opened:
    """Open a position in a text that names no file: a line, the JSON of a document, or a whole recorded game.

    For the rest of the command, names are those of its box.

    :param kinds: the accepted kinds of documents.
    """
    if is_document(text):
        held = _held_in(io.BytesIO(text.encode(errors="surrogatepass")), kinds, viewer, step)
    else:
        held = inputs.as_known(inputs.from_line(text, kinds), viewer, step)
    click.get_current_context().with_resource(use_box(held.position.the_box))
    return held


def is_document(text: str) -> bool:
    """Whether a text is the JSON of a document, or a recorded game; not a position on a line."""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") or bool(holding(text))


def _held_in(stream: BinaryIO, kinds: tuple[str, ...], viewer: str | None, step: int | None) -> Opened:
    """The position that a file holds."""
    head = _first_line(stream)
    if kind := holding(head.decode(errors="replace")):
        from .recorded import recorded_position  # noqa: PLC0415 (takes as long to import as all of a command)

        return recorded_position(kind, head, stream, viewer, step)
    whole = jsontext.decode(head + stream.read(SIZE_LIMIT + 1 - len(head)))
    return inputs.as_known(inputs.in_text(whole, kinds), viewer, step)


def opened_battle(argument: str) -> Battle:
    """The battle in a POSITION, as :func:`opened` opens it."""
    return inputs.battle_of(opened(argument).position)


def _first_line(stream: BinaryIO) -> bytes:
    """The first line that is not empty, with the empty ones before it."""
    head = b""
    while len(head) <= SIZE_LIMIT:
        line = stream.readline(SIZE_LIMIT + 1)
        head += line
        if line.strip() or not line:
            break
    return head
