"""Whatever is typed, pasted or opened: a position, a dispute, an action in the position that is shown, a file.

Typed text is read here and nowhere else.
"""

import shlex
from importlib import import_module
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from titan_rules.answers.checking import Judged
from titan_rules.answers.questions import judge_text, judge_texts
from titan_rules.box.current_box import use_box, use_box_of
from titan_rules.box.value import named
from titan_rules.kernel.answers import Part
from titan_rules.kernel.errors import ActionError, DocumentError, Fault, TitanError, faults_of
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import ALWAYS, FLAT, key
from titan_rules.kernel.jsontext import JSON
from titan_rules.replays import holding
from titan_rules.text.positions import LONGEST_TEXT, Line

from . import positions
from .positions import Drawn, LegalAction, Position, drawn, judged, listed, read
from .recorded import Recorded

COMMAND = ("titan", "check")
"""What a dispute begins with if it is copied from the documentation or a terminal."""

# --- questions and answers -------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Load:
    """Any text.

    :param position: the position that is shown, in which a text without a position is meant.
    """

    text: str
    position: JSON = None


@frozen(kw_only=True)
class Meaning(Part):
    """What was read besides a position.

    :param actions: what is to be carried out, in order.
    :param ways: the readings of an action that can mean several.
    :param notes: what was assumed.
    :param unread: why the rest of the text was not read.
    """

    actions: tuple[LegalAction, ...] = field(default=(), metadata=ALWAYS)
    ways: tuple[str, ...] = field(default=(), metadata=ALWAYS)
    notes: tuple[str, ...] = field(default=(), metadata=ALWAYS)
    unread: Fault | None = field(default=None, metadata=ALWAYS)


@frozen(kw_only=True)
class PositionLoaded(Part):
    """A position, and what is asked or done in it.

    :param remarks: what another program's save leaves out.
    """

    kind: Literal["position"] = field(default="position", metadata=ALWAYS)
    drawn: Drawn = field(metadata=key(FLAT))
    meaning: Meaning = field(default=Meaning(), metadata={**key(FLAT), **ALWAYS})
    remarks: tuple[str, ...] = ()


@frozen(kw_only=True)
class ActionsLoaded(Part):
    """Actions in the position that is shown."""

    kind: Literal["actions"] = field(default="actions", metadata=ALWAYS)
    meaning: Meaning = field(metadata=key(FLAT))


@frozen(kw_only=True)
class BoxLoaded(Part):
    """A box in a text."""

    kind: Literal["box"] = field(default="box", metadata=ALWAYS)
    name: str
    box: JSON


Loaded: TypeAlias = PositionLoaded | ActionsLoaded | Recorded | BoxLoaded


def load(asked: Load) -> Loaded:
    """What is in a text.

    :raises TitanError: nothing of it can be read.
    """
    if holding(asked.text):  # many modules, for few texts
        opened: Loaded = import_module(".records", __package__).opened(asked.text)
        return opened
    texts = texts_of(asked.text)
    whole = texts[0] if len(texts) == 1 else ""
    if whole[:1] in ("{", "["):
        return _document(whole)
    if whole and asked.position is not None:
        try:
            return _actions(read(asked.position), whole)
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


def _document(text: str) -> PositionLoaded | BoxLoaded:
    data = positions.document_of(text)
    if isinstance(data, dict) and data.get("kind") == "box":
        named(data)  # raises every fault
        return BoxLoaded(name=str(data["name"]), box=data)
    return PositionLoaded(drawn=judged(data))


# --- typed text ------------------------------------------------------------------------------------------------------


def _actions(position: Position, text: str) -> ActionsLoaded:
    """What is done in a position.

    :raises ActionError: the text is not read.
    """
    with use_box(position.the_box):
        return ActionsLoaded(meaning=_meaning(judge_text(Line(position), text), position))


def _position(texts: list[str]) -> PositionLoaded:
    """A position, and what is done in it; if only the position is read, why the rest is not."""
    if max(map(len, texts)) > LONGEST_TEXT:
        return PositionLoaded(drawn=judged("\n".join(texts)))
    alone = _drawn(texts[0])
    if len(texts) == 1 and alone is not None and not alone.faults:
        return PositionLoaded(drawn=alone)
    try:
        with use_box_of(None if alone is None else alone.position):
            told: Judged[Any] = judge_texts(texts)
    except TitanError as unread:
        if alone is None:
            raise DocumentError([_with_a_shape(faults_of(unread)[0])]) from None
        return PositionLoaded(drawn=alone, meaning=Meaning(unread=faults_of(unread)[0] if len(texts) > 1 else None))
    assert told.before is not None, "a verdict is on an action in a position"
    with use_box(told.before.the_box):
        return PositionLoaded(drawn=drawn(told.before), meaning=_meaning(told, told.before))


def _with_a_shape(fault: Fault) -> Fault:
    """A refusal with what a position looks like, unless it says how to go on."""
    return fault if " ".join(COMMAND) in (fault.hint or "") else evolve(fault, hint=positions.SHAPE)


def _drawn(text: str) -> Drawn | None:
    """The position that a text describes, perhaps an impossible one; None if it is none."""
    try:
        return judged(text)
    except TitanError:
        return None


def _meaning(told: Judged[Any], before: Position) -> Meaning:
    ways = told.answer.ways if told.answer.verdict == "legal" else ()
    actions = () if ways else tuple([listed(action, before) for action in told.actions])
    notes = tuple(map(str, told.answer.assumptions))
    return Meaning(actions=actions, ways=ways, notes=notes)
