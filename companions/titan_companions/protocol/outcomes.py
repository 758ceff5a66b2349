"""The outcome of an action: a position with its rulings, a refusal, missing dice, or an open choice."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias, TypeVar

from attrs import frozen

from titan_rules.kernel.dice import SIDES
from titan_rules.kernel.errors import CannotTell, Fault, IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.rulings import Ruling, illegal, legal
from titan_rules.kernel.wording import listed

P = TypeVar("P")
NAMED = 10
"""The most legal choices named in a sentence."""

Doing: TypeAlias = Generator[Ruling, None, P]
"""A rule at work: it yields its rulings as they apply, and returns the position after it.

The first ruling that forbids the action ends it.
"""


def carried_out(doing: Doing[P]) -> tuple[P, tuple[Ruling, ...]]:
    """Run a rule to its end: the position after it, and its rulings.

    :raises IllegalAction: a ruling forbids it.
    :raises CannotTell: dice are missing, or a choice is open; the error holds the rulings so far.
    """
    rulings = list[Ruling]()
    while True:
        try:
            rulings.append(next(doing))
            allowed(rulings[-1:])
        except StopIteration as e:
            return e.value, tuple(rulings)
        except ChoiceNeeded as e:
            raise ChoiceNeeded(evolve(e.open, rulings=(*rulings, *e.open.rulings))) from None
        except DiceMissing as e:
            raise DiceMissing(e.count, e.fill, (*rulings, *e.rulings), e.faces) from None


# --- rulings ---------------------------------------------------------------------------------------------------------


def judged(holds: bool, rule: str, sentence: str, otherwise: str | None = None, /, **facts: Any) -> Ruling:
    """A ruling that allows something, or forbids it.

    :param otherwise: the sentence if it does not hold; by default the same.

    >>> judged(False, "TS-SPC-1", "{ops} are enough", "{ops} are too few", ops=1).text
    '1 are too few'
    """
    return legal(rule, sentence, **facts) if holds else illegal(rule, otherwise or sentence, **facts)


def broken(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """The rulings that forbid something."""
    return tuple(ruling for ruling in rulings if ruling.verdict == "illegal")


def allowed(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """The rulings, if none of them forbids the action.

    :raises IllegalAction: one does.
    """
    every = tuple(rulings)
    forbidding = broken(every)
    if forbidding:
        raise IllegalAction(forbidding)
    return every


def refuse(rule: str, sentence: str, /, **facts: Any) -> NoReturn:
    """Refuse an action by one ruling.

    :raises IllegalAction: always.
    """
    raise IllegalAction([illegal(rule, sentence, **facts)])


# --- what is missing -------------------------------------------------------------------------------------------------


class DiceMissing(CannotTell):
    """An action is legal so far, and lacks dice.

    :param fill: turns dice into fields of the action.
    :param rulings: why it is legal.
    """

    def __init__(
        self, count: int, fill: Callable[[Sequence[int]], Mapping[str, Any]], rulings: Iterable[Ruling] = (),
        faces: Sequence[int] = range(1, SIDES + 1),
    ) -> None:  # fmt: skip
        self.count, self.fill, self.rulings, self.faces = count, fill, tuple(rulings), tuple(faces)
        super().__init__(Fault("dice-missing", f"{count} {'die is' if count == 1 else 'dice are'} rolled here"))


def rolled(die: int | None, name: str = "die") -> int:
    """The die of an action that is legal so far.

    :param name: its field.
    :raises DiceMissing: it is None.
    """
    if die is None:
        raise DiceMissing(1, lambda dice: {name: dice[0]})
    return die


@frozen
class Open:
    """An open choice.

    :param open: the field of the action that settles it.
    :param question: in words.
    :param legal: the choices, at most 100 of them.
    :param ways: how many there are; None if they cannot be listed.
    :param needs: JSON Pointer to what the position must say first.
    :param items: what the numbers of a choice refer to.
    """

    open: str
    question: str
    legal: tuple[Any, ...] = ()
    ways: int | None = None
    needs: str | None = None
    items: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()


class ChoiceNeeded(CannotTell):
    """An action cannot be carried out before something is chosen."""

    def __init__(self, choice: Open) -> None:
        self.open = choice
        ways = [shown(way) for way in choice.legal]
        hint = "; ".join(ways[:NAMED]) + (f"; and {len(ways) - NAMED} more" if len(ways) > NAMED else "")
        super().__init__(Fault("open-choice", choice.question, choice.needs or "", hint=hint or None))


def shown(way: Any) -> str:
    """A choice, in words."""
    if isinstance(way, Mapping):
        each = (f"{n} {name}" if isinstance(n, int) else f"{name} {shown(n)}" for name, n in way.items())
        return listed(each, none="nothing")
    if isinstance(way, str | int):
        return str(way)
    if len(way) == 2 and all(type(part) is int for part in way):  # a hex
        return "{},{}".format(*way)
    return listed(way) if any(isinstance(part, str) for part in way) else " ".join(map(shown, way)) or "nothing"
