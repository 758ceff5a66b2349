"""What comes of an action: a position with its rulings, or a refusal by the rules that forbid it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NoReturn, TypeVar

from attrs import field, frozen

from ..rulings import Ruling
from .asking import Answer
from .choices import Refused
from .telling import broken

P = TypeVar("P")


def legal(rule: str, sentence: str, /, **facts: Any) -> Ruling:
    """A ruling that allows something."""
    return Ruling(rule, "legal", sentence, facts)


def illegal(rule: str, sentence: str, /, **facts: Any) -> Ruling:
    """A ruling that forbids something."""
    return Ruling(rule, "illegal", sentence, facts)


def consequence(rule: str, sentence: str, /, **facts: Any) -> Ruling:
    """A ruling on something that follows by itself."""
    return Ruling(rule, "consequence", sentence, facts)


def judged(holds: bool, rule: str, sentence: str, otherwise: str | None = None, /, **facts: Any) -> Ruling:
    """A ruling that allows something, or forbids it.

    :param holds: whether it is allowed.
    :param otherwise: the sentence where it is not; by default the same.

    >>> judged(False, "TS-SPC-1", "{ops} are enough", "{ops} are too few", ops=1).text
    '1 are too few'
    """
    if holds:
        return legal(rule, sentence, **facts)
    return illegal(rule, sentence if otherwise is None else otherwise, **facts)


def refuse(rule: str, sentence: str, /, **facts: Any) -> NoReturn:
    """Refuse an action by one ruling.

    :raises IllegalAction: always.
    """
    raise Refused([illegal(rule, sentence, **facts)])


def allowed(rulings: Iterable[Ruling], **told: Any) -> tuple[Ruling, ...]:
    """The rulings, if none of them forbids the action.

    :param told: what a refusal says besides.
    :raises IllegalAction: one does.
    """
    found = tuple(rulings)
    if broken(found):
        raise Refused(found, **told)
    return found


@frozen
class Outcome(Generic[P]):
    """A position after an action.

    :param rulings: what happened, and why, in order.
    :param did: what was done, one JSON object a thing, with the key ``what``.
    :param told: what an answer says besides.
    """

    position: P
    rulings: tuple[Ruling, ...] = ()
    did: tuple[Mapping[str, Any], ...] = ()
    told: Mapping[str, Any] = field(factory=dict)

    def answer(self) -> Answer:
        """As the answer to a question: ``legal`` where a rule allowed it, what it tells, its rulings, the position."""
        judged = {"verdict": "legal"} if any(ruling.verdict == "legal" for ruling in self.rulings) else {}
        return {**judged, **self.told, "rulings": self.rulings, "final": self.position}

    def then(self, step: "Callable[[P], Outcome[P]]") -> "Outcome[P]":
        """What follows on it, added to it."""
        more = step(self.position)
        told = {**self.told, **more.told}
        return Outcome(more.position, self.rulings + more.rulings, self.did + more.did, told)
