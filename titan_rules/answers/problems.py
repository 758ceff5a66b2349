"""What is wrong with a step of a record, or with an order."""

from collections.abc import Iterator, Mapping

from attrs import frozen

from ..actions.grammar import written
from ..actions.intents import action_from_json
from ..kernel.answers import Part
from ..kernel.blocks import Block, Why
from ..kernel.errors import Fault, TitanError
from ..kernel.jsontext import JSON, compact
from ..kernel.replaying import Divergence
from ..kernel.rulings import Ruling
from .parts import nearest


@frozen(kw_only=True)
class Problem(Part):
    """A step that is not good.

    :param step: its number among the actions.
    :param line: its number in the record; None of a battle's orders.
    :param rulings: that forbid it.
    :param diverges: what was expected after it, and does not hold.
    :param error: why it could not be read or judged.
    :param legal: the short texts of what would have been legal.
    """

    step: int
    line: int | None = None
    action: Mapping[str, JSON]
    rulings: tuple[Ruling, ...]
    comment: str | None = None
    diverges: tuple[Divergence, ...] | None = None
    error: Fault | None = None
    legal: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        """The action as its short text, or as it stands in the record if that cannot be read."""
        if self.action.keys() == {"text"}:
            return str(self.action["text"])
        try:
            return written(action_from_json(dict(self.action)))
        except TitanError:
            return compact(dict(self.action))

    def blocks(self, indent: int, how: str) -> Iterator[Block]:
        """What is wrong with it, and what would have been legal.

        :param how: to see all that would have been.
        """
        pad = " " * indent
        yield Why(self.rulings, indent)
        yield from (f"{pad}{divergence}" for divergence in self.diverges or ())
        if self.error is not None:
            yield f"{pad}{self.error.message}{f' ({self.error.hint})' if self.error.hint else ''}"
        if self.legal:
            yield from (f"{pad}legal then:", *(f"{pad}{line}" for line in nearest(self.legal, self.text, how)))
