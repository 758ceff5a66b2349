"""What judging an action gives, in any game: a plan that carries it out, or the rulings that refuse it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import frozen

from .dice import SIDES
from .rulings import Ruling, Told

State = TypeVar("State")
Event = TypeVar("Event", bound=Told)
Rolled: TypeAlias = tuple[int, ...]


@frozen
class Refusal:
    """An action that a rule forbids.

    :param rulings: every ruling that forbids it, the deciding one first.
    """

    rulings: tuple[Ruling, ...]


def refused(*rulings: Ruling) -> Refusal:
    """A refusal by these rulings, the deciding one first."""
    return Refusal(rulings)


def refuse(rule: str, sentence: str, /, step: str | None = None, **facts: Any) -> Refusal:
    """A refusal by one ruling."""
    return Refusal((Ruling(rule, "illegal", sentence, facts, step),))


Meant = TypeVar("Meant")


def judged(against: Iterable[Ruling], meant: Meant) -> Meant | Refusal:
    """What is meant, or the refusal of the rulings against it, if there are any."""
    rulings = tuple(against)
    return Refusal(rulings) if rulings else meant


@frozen(slots=False)
class Plan(Generic[State, Event]):
    """A legal action, judged once and ready to be carried out.

    :param carry_out: the state that follows and what happens, given the dice that the action does not have; in order,
        as many as ``dice``. The position is not changed, so it may be called again with other dice.
    :param dice: how many dice it still needs.
    :param reasons: the rulings that make it legal, where these are not the first that carrying it out gives.
    :param sides: how many faces the dice have.
    """

    carry_out: Callable[[Rolled], tuple[State, list[Event]]]
    dice: int = 0
    reasons: Callable[[], Sequence[Ruling]] | None = None
    sides: int = SIDES

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that make it legal.

        :raises CannotTell: they depend on something that the position does not say.
        """
        if self.reasons is not None:
            return tuple(self.reasons())
        return tuple([event.ruling for event in self.carry_out(())[1] if event.verdict == "legal"][:1])
