"""The result of judging an action in any game: a plan to carry it out, or a refusal."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import frozen

from .dice import SIDES
from .errors import CannotTell
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
Found = TypeVar("Found", bound=Ruling | CannotTell)
Objection: TypeAlias = Ruling | CannotTell
"""A condition of an action that fails, or one that hangs on something unknown.

Each kind of action has a generator of objections, lazy, in the order of the rules' sources. An action with a ruling
against it is refused, by all of them; with nothing but unknowns nobody can tell; with nothing at all it is legal.
"""


def refuse_if(objections: Iterable[Objection], meant: Meant) -> Meant | Refusal:
    """The meaning of an action, unless there are rulings against it.

    :raises CannotTell: the only objections are unknowns; the first of them.
    """
    rulings: list[Ruling] = []
    unknown: CannotTell | None = None
    for objection in objections:
        if isinstance(objection, Ruling):
            rulings.append(objection)
        else:
            unknown = unknown or objection
    if unknown is not None and not rulings:
        raise unknown
    return Refusal(tuple(rulings)) if rulings else meant


def unopposed(objections: Iterable[Objection]) -> bool:
    """Whether an action is certainly legal: the first objection answers."""
    return next(iter(objections), None) is None


def until_stopped(*groups: Iterable[Found]) -> Iterator[Found]:
    """The objections of the first group that has any: they make the groups after it meaningless."""
    for objections in groups:
        stopped = False
        for objection in objections:
            stopped = True
            yield objection
        if stopped:
            return


def against_each_way(*ways: Iterable[Objection]) -> list[Objection]:
    """Objections to an action that can be done in several ways.

    None, if one way has none. Else the unknowns of a way that has nothing else, or the rulings against all of them.
    """
    each = [list(objections) for objections in ways]
    undecided = [objections for objections in each if not any(isinstance(found, Ruling) for found in objections)]
    return min(undecided, key=len) if undecided else [found for objections in each for found in objections]


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
