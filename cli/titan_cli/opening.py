"""Opens a POSITION argument, whatever kind of file holds it."""

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
            head = _first_line(stream)
            if kind := holding(head.decode(errors="replace")):
                from .recorded import recorded_position  # noqa: PLC0415 (takes as long to import as all of a command)

                held = recorded_position(kind, head, stream, viewer, step)
            else:
                whole = jsontext.decode(head + stream.read(SIZE_LIMIT + 1 - len(head)))
                held = inputs.as_known(inputs.in_text(whole, kinds), viewer, step)
    click.get_current_context().with_resource(use_box(held.position.the_box))
    return held


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
