"""The result of judging an action in any game: a plan to carry it out, or a refusal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import frozen

from .dice import SIDES
from .rulings import HasRuling, Ruling

State = TypeVar("State")
Event = TypeVar("Event", bound=HasRuling)
Rolled: TypeAlias = tuple[int, ...]


@frozen
class Refusal:
    """The rulings that forbid an action, the deciding one first."""

    rulings: tuple[Ruling, ...]


def refused(*rulings: Ruling) -> Refusal:
    """A refusal by these rulings."""
    return Refusal(rulings)


def refusal(rule: str, sentence: str, /, step: str | None = None, **facts: Any) -> Refusal:
    """A refusal by one ruling."""
    return Refusal((Ruling(rule, "illegal", sentence, facts, step),))


Meant = TypeVar("Meant")


def unless(against: Iterable[Ruling], meant: Meant) -> Meant | Refusal:
    """What was meant, unless there are rulings against it."""
    rulings = tuple(against)
    return Refusal(rulings) if rulings else meant


@frozen(slots=False)
class Plan(Generic[State, Event]):
    """A legal action, judged and ready to be carried out.

    :param carry_out: takes ``dice`` further dice and returns the next state and the events; it can be repeated.
    :param reasons: the rulings that make it legal; None: the first legal one among the events.
    :param sides: of the dice.
    :param fill: the fields of the action that hold these dice.
    """

    carry_out: Callable[[Rolled], tuple[State, list[Event]]]
    dice: int = 0
    reasons: Callable[[], Sequence[Ruling]] | None = None
    sides: int = SIDES
    fill: Callable[[Rolled], Mapping[str, Any]] = lambda dice: {"die": dice[0]}

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that make it legal.

        :raises CannotTell: they depend on something unknown.
        """
        if self.reasons is not None:
            return tuple(self.reasons())
        return tuple([event.ruling for event in self.carry_out(())[1] if event.verdict == "legal"][:1])
