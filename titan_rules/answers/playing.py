"""What ``play`` answers: what happened, and whose choice it is."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import field, frozen

from ..actions.intents import Action
from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Why
from ..kernel.fields import ALWAYS, HIDDEN
from ..kernel.rulings import Ruling
from ..play import Next
from .parts import by_kind, choice
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


@frozen(kw_only=True, repr=False)
class Played(Answer):
    """What came of the actions of a game that is kept.

    :param verdict: ``illegal`` if the last action was refused; those before it are recorded.
    :param played: the actions recorded, in order, those that go without saying included.
    :param refused: the short text of the action that was refused, and ``rulings`` why.
    :param actions: how many the record has now.
    :param next: who decides what.
    :param legal: the short texts of what is legal now, and ``kinds`` what each does.
    """

    kind: ClassVar[str] = "play"
    verdict: Verdict = field(default="legal", metadata=ALWAYS)
    played: tuple[Happened, ...] = field(default=(), metadata=ALWAYS)
    refused: str | None = None
    rulings: tuple[Ruling, ...] | None = None
    actions: int
    next: Next
    legal: tuple[str, ...] = field(default=(), metadata=ALWAYS)
    kinds: tuple[str, ...] = field(default=(), metadata=HIDDEN)

    def blocks(self) -> Iterator[Block]:
        """What happened, whose choice it is, and what is legal."""
        for happened in self.played:
            yield from (happened.text, Why(happened.rulings, width=80))
        if self.refused is not None:
            yield from (f"{self.refused}: illegal", Why(self.rulings or (), width=80))
        yield from choice(self.next)
        yield from by_kind(zip(self.kinds, self.legal, strict=True))
