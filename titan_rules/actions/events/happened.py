"""What all events have."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import frozen

from ...kernel.rulings import Ruling, Verdict


@frozen(slots=False)
class Happened:
    """Something that happened, and the ruling on it."""

    @cached_property
    def ruling(self) -> Ruling:
        """The rule that it follows from, applied to this case."""
        raise NotImplementedError

    @property
    def rule(self) -> str:
        """The id of that rule."""
        return self.ruling.rule

    @property
    def verdict(self) -> Verdict:
        """``legal`` for what an action does, ``consequence`` for what follows by itself."""
        return self.ruling.verdict

    @property
    def text(self) -> str:
        """One English sentence, with this case's names and numbers."""
        return self.ruling.text

    @property
    def step(self) -> str | None:
        """The step of the Complete Sequence of Play."""
        return self.ruling.step

    @property
    def facts(self) -> Mapping[str, Any]:
        """The names and numbers of the sentence."""
        return self.ruling.facts

    def to_json(self) -> dict[str, Any]:
        """Its ruling as a JSON object."""
        return self.ruling.to_json()

    def __str__(self) -> str:
        return str(self.ruling)


@frozen(slots=False)
class Event(Happened):
    """An event of which nothing is to be said beyond its ruling: a phase that ends, a stage that is over."""

    ruling: Ruling
