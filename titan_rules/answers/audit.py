"""What ``replay --audit`` answers: what history is left of a record that does not say who left in splits."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block
from ..kernel.fields import key
from ..kernel.names import in_numbers
from .problems import Problem
from .replay_report import ReplayVerdict


@frozen(kw_only=True)
class Leaving(Part):
    """Who leaves in a split that does not say so, in one history.

    :param step: of the split.
    """

    step: int
    characters: tuple[str, ...]


@frozen(kw_only=True, repr=False)
class Audit(Answer):
    """What became of the histories of a record.

    :param verdict: ``legal`` if there is one that breaks no rule and has what the record expects.
    :param steps: actions that were carried out.
    :param unknown: splits among them that do not say who left.
    :param stopped_at: where the last history died, and by which rulings.
    :param history: one that agrees with the record as far as it goes.
    """

    kind: ClassVar[str] = "audit"
    verdict: ReplayVerdict
    steps: int
    unknown: int = field(metadata=key("unknown_splits"))
    stopped_at: Problem | None
    history: tuple[Leaving, ...]

    def blocks(self) -> Iterator[Block]:
        """The verdict in the first line, where the histories end, and one of them."""
        yield f"{self.verdict}: {self.steps} actions, {self.unknown} without a word on who left"
        stop = self.stopped_at
        if stop is not None:
            yield f"no history goes on at step {stop.step} (line {stop.line})"
            yield from stop.blocks(2, "--format json lists them")
        if self.history:
            yield "a history that agrees with it:" if stop is None else "the last history:"
            yield from (f"  step {split.step}: {in_numbers(split.characters)}" for split in self.history)
