"""The one grammar of actions, both ways: ``parse(written(action)) == action``.

Close to what players write by e-mail: ``Bk02 P105`` moves, ``Bk02 Cen,Cen>Lio`` musters, ``D3 strikes D4 with 6 5 1``
strikes. Characters are shortened to the fewest letters that tell them apart, three or more; any longer form is read
as well, in any case, and so are sentences: ``Bk02 moves to 105``. Where the position is known, names stand for hexes:
``Ogre strikes Lion``.
"""

from typing import TYPE_CHECKING

from ...box.reading import current
from ...box.reading import reading as names_of
from ...kernel.errors import DocumentError, Fault
from ...kernel.jsontext import JSON, pointer
from ..intents import action_from_json, in_words_of
from .forms import FORMS, forms_of
from .reading import read
from .words import POSITION_NEEDED, Words
from .writing import LAND_LETTERS, land_text, quoted, short_name, written

if TYPE_CHECKING:
    from ...box import Box
    from ...position.battle import Battle
    from ...position.game import Game
    from ..intents import Action

__all__ = [
    "FORMS",
    "LAND_LETTERS",
    "POSITION_NEEDED",
    "action_of",
    "forms_of",
    "land_text",
    "parse",
    "parse_line",
    "quoted",
    "short_name",
    "written",
]


def parse(text: str, position: "Game | Battle | None" = None) -> "Action":
    """The action that a text means.

    :param position: where it is played; then names do for hexes where only one can be meant.
    :raises ActionError: it is not understood; the hint has the forms of the action that it seems to be.

    >>> parse("Bk02 moves to 105")
    Move(legion='Bk02', to=105, entry_side=None, how=None, reveal=())
    """
    with names_of(_box_of(position)):
        return _parsed(Words(text), position)


def action_of(data: JSON, position: "Game | Battle") -> "Action":
    """An action from a line of a record: its JSON object, or ``{"text": ...}`` with its text.

    :raises DocumentError: it is no action, or its keys are wrong.
    :raises ActionError: its text is not understood.
    """
    if isinstance(data, dict) and "text" in data and "do" not in data:
        faults = [Fault("unknown-key", f"unknown key {key!r}", pointer(key)) for key in data if key != "text"]
        text = data["text"]
        if not isinstance(text, str):
            raise DocumentError([*faults, Fault("wrong-type", "a text is wanted here", "/text")])
        if faults:
            raise DocumentError(faults)
        return parse(text, position)
    with names_of(position.the_box):
        return in_words_of(position.the_box, action_from_json(data))


def parse_line(text: str, position: "Game | Battle | None" = None) -> "tuple[Action, ...]":
    """The actions of one line; ``Bk02 P105 Cen>Lio`` is a move and a muster.

    :raises ActionError: see :func:`parse`.

    >>> [written(action) for action in parse_line("Bk02 P105 Cen>Lio")]
    ['Bk02 P105', 'Bk02 Cen>Lio']
    """
    words = Words(text)
    with names_of(_box_of(position)):
        both = words.move_and_muster()
        return tuple([_parsed(part, position) for part in both or (words,)])


def _box_of(position: "Game | Battle | None") -> "Box":
    return current() if position is None else position.the_box


def _parsed(words: Words, position: "Game | Battle | None") -> "Action":
    if position is None:
        return in_words_of(current(), read(words, None, None))
    from .naming import Naming  # asks the rules, which nobody needs who names the hexes

    return in_words_of(position.the_box, read(words, Naming(position), position))
