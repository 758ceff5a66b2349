"""Rulings: one rule applied to one case.

The sentence is a template, filled in only when it is read, so rulings are cheap in the inner loop.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

from attrs import field, frozen

from .fields import HIDDEN
from .wording import sentence
from .writing import Part

# A consequence follows from the rule; nobody chooses it.
Verdict: TypeAlias = Literal["legal", "illegal", "consequence"]

Facts: TypeAlias = dict[str, Any]  # numbers and names for the sentence
NO_FACTS: Mapping[str, Any] = {}


@frozen(unsafe_hash=False, slots=False)
class Ruling(Part):
    """One rule applied to one case.

    :param rule: the id of the rule that decides, as in the digest (``STRIKE-5``).
    :param verdict: what it decides.
    :param sentence: one English sentence; ``{name}`` stands for a fact, ``{hits:hit}`` for *1 hit* or *2 hits*.
    :param facts: this case's numbers and names (JSON values).
    :param step: the numbered step of the sequence of play, if any.

    >>> Ruling("STRIKE-5", "legal", "down a wall {change:+d}", {"change": -1}).text
    'down a wall -1'
    """

    rule: str
    verdict: Verdict
    sentence: str
    facts: Mapping[str, Any] = field(default=NO_FACTS)
    step: str | None = None

    KEYS: ClassVar[tuple[str, ...]] = ("rule", "verdict", "text", "facts", "step")

    @property
    def ruling(self) -> "Ruling":
        """Itself, so that rulings and events are reported alike."""
        return self

    @property
    def text(self) -> str:
        """The sentence with this case's facts filled in."""
        return sentence(self.sentence, self.facts) if self.facts else self.sentence

    def __str__(self) -> str:
        return f"{self.text} ({self.rule})"


class HasRuling(Protocol):
    """Anything with a ruling: a ruling itself, or an event, which says what its ruling says."""

    __slots__ = ()

    @property
    def ruling(self) -> "Ruling":
        """The ruling."""
        ...

    @property
    def rule(self) -> str:
        """The id of the rule that decides."""
        return self.ruling.rule

    @property
    def verdict(self) -> Verdict:
        """What it decides."""
        return self.ruling.verdict

    @property
    def text(self) -> str:
        """One sentence with this case's names and numbers."""
        return self.ruling.text

    @property
    def step(self) -> str | None:
        """The step in the Complete Sequence of Play."""
        return self.ruling.step

    def to_json(self) -> dict[str, Any]:
        """The ruling as a JSON object."""
        return self.ruling.to_json()


def legal(rule: str, sentence: str, /, step: str | None = None, **facts: Any) -> Ruling:
    """A ruling that allows something."""
    return Ruling(rule, "legal", sentence, facts, step)


def illegal(rule: str, sentence: str, /, step: str | None = None, **facts: Any) -> Ruling:
    """A ruling that forbids something."""
    return Ruling(rule, "illegal", sentence, facts, step)


def consequence(rule: str, sentence: str, /, step: str | None = None, **facts: Any) -> Ruling:
    """A ruling on something that follows by itself."""
    return Ruling(rule, "consequence", sentence, facts, step)


@frozen
class Assumption(Part):
    """Something unstated that the answer takes for granted, and reports.

    :param text: one sentence for a person.
    :param otherwise: what to write if it is wrong; None: just say so.
    :param denied: it contradicts the input.
    """

    text: str
    otherwise: str | None = None
    denied: bool = field(default=False, metadata=HIDDEN)

    def __str__(self) -> str:
        return f"{self.text} (otherwise: {self.otherwise})" if self.otherwise else self.text
