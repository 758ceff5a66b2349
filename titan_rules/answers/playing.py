"""What ``play`` answers: what happened, and whose choice it is."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import field, frozen

from ..actions.intents import Action
from ..kernel.answers import Answer, Block, Part, Prose
from ..kernel.fields import ALWAYS
from ..kernel.rulings import Ruling
from ..play import Next
from .choices import by_kind, choice
from .verdicts import Verdict


@frozen(kw_only=True)
class Happened(Part):
    """An action that was recorded, with its dice.

    :param text: its short text.
    :param rulings: what happened.
    """

    action: Action
    text: str
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Played(Answer):
    """What came of the actions of a game that is kept.

    :param verdict: ``illegal`` if the last action was refused; those before it are recorded.
    :param played: the actions recorded, in order, those that go without saying included.
    :param refused: the short text of the action that was refused, and ``rulings`` why.
    :param actions: how many the record has now.
    :param next: who decides what.
    :param legal: the short texts of what is legal now.
    """

    kind: ClassVar[str] = "play"
    verdict: Verdict = field(default="legal", metadata=ALWAYS)
    played: tuple[Happened, ...] = field(default=(), metadata=ALWAYS)
    refused: str | None = None
    rulings: tuple[Ruling, ...] | None = None
    actions: int
    next: Next
    legal: tuple[str, ...] = field(default=(), metadata=ALWAYS)
