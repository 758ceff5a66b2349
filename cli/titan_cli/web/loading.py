"""Whatever is typed, pasted or opened: a position, a dispute, an action in the position that is shown, a file.

Typed text is read here and nowhere else.
"""

import re
import shlex
from importlib import import_module
from typing import Any

from attrs import frozen

from titan_rules.answers.checking import Judged
from titan_rules.answers.muster_options import muster_options
from titan_rules.answers.questions import judge_text, judge_texts
from titan_rules.box.current_box import use_box, use_box_of
from titan_rules.box.value import named
from titan_rules.kernel.answers import copied
from titan_rules.kernel.errors import ActionError, CannotTell, DocumentError, Fault, TitanError, faults_of
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON, loads
from titan_rules.position.documents import FORMAT
from titan_rules.position.muster import Muster
from titan_rules.replays import holding
from titan_rules.text.positions import LONGEST_TEXT, Line, unchecked
from titan_rules.text.questions import NO_ACTION

from . import positions
from .loaded import ActionsLoaded, BoxLoaded, LegionAsked, Loaded, MustersLoaded, PositionLoaded, ReadBesides
from .positions import Drawn, Position, drawn, judged, listed, listed_orders, read

COMMAND = ("titan", "check")
"""What a dispute begins with if it is copied from the documentation or a terminal."""

_ROWS = re.compile(r"\s*\{.*\}\s*\n\s*\{")
"""JSON Lines: orders, or Legions that are asked for their musters."""


@frozen(kw_only=True)
class Load:
    """Any text.

    :param position: the position that is shown, in which a text without a position is meant.
    """

    text: str
    position: JSON = None


def load(asked: Load) -> Loaded:
    """What is in a text.

    :raises TitanError: nothing of it can be read.
    """
    if holding(asked.text):  # many modules, for few texts
        opened: Loaded = import_module(".records", __package__).opened(asked.text)
        return opened
    if _ROWS.match(asked.text):
        return _rows(
            [loads(line, n) for n, line in enumerate(asked.text.splitlines(), 1) if line.strip()], asked.position
        )
    texts = texts_of(asked.text)
    if texts[0][:1] in ("{", "["):
        return _document(texts[0])
    if asked.position is not None:
        try:
            return _actions(read(asked.position), "; ".join(texts))
        except ActionError as unread:
            try:
                return _position(texts)
            except TitanError:
                raise unread from None
    return _position(texts)


def texts_of(text: str) -> list[str]:
    r"""The texts of a dispute: a command line's arguments, or lines.

    >>> texts_of('$ titan check "Plains: Ogre D3 / Lion D4" \\\n    "Ogre strikes Lion"')
    ['Plains: Ogre D3 / Lion D4', 'Ogre strikes Lion']
    >>> texts_of("Plains: Ogre D3 / Lion D4\nOgre strikes Lion")
    ['Plains: Ogre D3 / Lion D4', 'Ogre strikes Lion']
    """
    text = text.strip()
    if text[:1] in ("{", "["):
        return [text]
    command = text.removeprefix("$").replace("\\\n", " ").split("\n")[0].strip()
    if command.startswith(" ".join(COMMAND)):
        try:
            words = shlex.split(command)
        except ValueError:  # a quotation mark is missing
            words = []
        if tuple(words[: len(COMMAND)]) == COMMAND and len(words) > len(COMMAND):
            return words[len(COMMAND) :]
    return [line.strip() for line in text.splitlines() if line.strip()] or [text]


def _rows(rows: list[JSON], position: JSON) -> MustersLoaded | ActionsLoaded:
    """Legions that are asked for their musters, or orders in the position that is shown.

    :raises CannotTell: they are orders, and no position is shown.
    """
    if any(isinstance(row, dict) and row.get("kind") == "muster" for row in rows):
        return MustersLoaded(legions=tuple(map(legion_of, rows)))
    if position is None:
        raise CannotTell(
            Fault("no-position", "these are orders", hint="open their battle first, then the orders again")
        )
    return ActionsLoaded(meaning=ReadBesides(actions=listed_orders(rows, read(position))))


def _document(text: str) -> PositionLoaded | MustersLoaded | BoxLoaded:
    data = loads(text)
    kind = data.get("kind") if isinstance(data, dict) else None
    if isinstance(data, dict) and kind == "box":
        named(data)  # raises every fault
        return BoxLoaded(name=str(data["name"]), box=data)
    if kind == "muster":
        return MustersLoaded(legions=(legion_of(data),))
    if isinstance(data, dict) and kind == "battle-orders":
        battle = read(data.get("battle"))
        return PositionLoaded(
            drawn=drawn(battle), meaning=ReadBesides(actions=listed_orders(data.get("orders"), battle))
        )
    return PositionLoaded(drawn=judged(data))


def legion_of(data: JSON) -> LegionAsked:
    """A Legion outside a game, from its document, with what it may muster."""
    try:
        muster: Muster = FORMAT.read(data, ("muster",))
        return copied(LegionAsked, muster_options(muster))
    except TitanError as error:
        return LegionAsked(fault=faults_of(error)[0])


# --- typed text ------------------------------------------------------------------------------------------------------


def _actions(position: Position, text: str) -> ActionsLoaded:
    """What is done in a position.

    :raises ActionError: the text is not read.
    """
    with use_box(position.the_box):
        return ActionsLoaded(meaning=_meaning(judge_text(Line(position), text), position))


def _position(texts: list[str]) -> PositionLoaded | MustersLoaded:
    """A position, and what is done in it; if only the position is read, why the rest is not."""
    if max(map(len, texts)) > LONGEST_TEXT:
        return PositionLoaded(drawn=judged("\n".join(texts)))
    legion = _legion(texts[0]) if len(texts) == 1 else None
    if legion is not None:
        return MustersLoaded(legions=(legion,))
    alone = _drawn(texts[0])
    if len(texts) == 1 and alone is not None and not alone.faults:
        return PositionLoaded(drawn=alone)
    try:
        with use_box_of(None if alone is None else alone.position):
            told: Judged[Any] = judge_texts(texts)
    except TitanError as unread:
        fault = faults_of(unread)[0]
        if alone is None:
            if fault.code == NO_ACTION:
                judged(texts[0])  # raises why it cannot be drawn
            raise DocumentError([_with_a_shape(fault)]) from None
        return PositionLoaded(drawn=alone, meaning=ReadBesides(unread=fault if len(texts) > 1 else None))
    assert told.before is not None, "a verdict is on an action in a position"
    with use_box(told.before.the_box):
        return PositionLoaded(drawn=drawn(told.before), meaning=_meaning(told, told.before))


def _with_a_shape(fault: Fault) -> Fault:
    """A refusal with what a position looks like, unless it says how to go on."""
    return fault if " ".join(COMMAND) in (fault.hint or "") else evolve(fault, hint=positions.SHAPE)


def _legion(text: str) -> LegionAsked | None:
    """The Legion that a text describes with its land; None if it is none."""
    try:
        position = unchecked(text)
    except TitanError:
        return None
    return legion_of(FORMAT.to_json(position)) if isinstance(position, Muster) else None


def _drawn(text: str) -> Drawn | None:
    """The position that a text describes, perhaps an impossible one; None if it is none."""
    try:
        return judged(text)
    except TitanError:
        return None


def _meaning(told: Judged[Any], before: Position) -> ReadBesides:
    ways = told.answer.ways if told.answer.verdict == "legal" else ()
    actions = () if ways else tuple([listed(action, before) for action in told.actions])
    notes = tuple(map(str, told.answer.assumptions))
    return ReadBesides(actions=actions, ways=ways, notes=notes)
