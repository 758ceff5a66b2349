"""What comes of an action: a position with its rulings, a refusal, missing dice, or an open choice."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn, TypeAlias, TypeVar

from attrs import frozen

from ..dice import SIDES
from ..errors import CannotTell, Fault, IllegalAction
from ..evolving import evolve
from ..rulings import Ruling, illegal, legal

P = TypeVar("P")

LISTED, NAMED = 100, 10
"""The most legal choices that are written out one by one, and that are named in a sentence."""


def judged(holds: bool, rule: str, sentence: str, otherwise: str | None = None, /, **facts: Any) -> Ruling:
    """A ruling that allows something, or forbids it.

    :param holds: whether it is allowed.
    :param otherwise: the sentence where it is not; by default the same.

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


Doing: TypeAlias = Generator[Ruling, None, P]
"""What a rule does: it yields its rulings as they apply, and returns the position after it.

The first ruling that forbids the action ends it.
"""


def carried_out(doing: Doing[P]) -> tuple[P, tuple[Ruling, ...]]:
    """What a rule comes to: the position after it, and its rulings.

    :raises IllegalAction: a ruling forbids it.
    :raises CannotTell: dice are missing, or a choice is open; the rulings before it are told, too.
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


class DiceMissing(CannotTell):
    """An action is legal, and needs dice that it does not have.

    :param fill: the action's fields from the dice.
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
    :raises DiceMissing: it has none.
    """
    if die is None:
        raise DiceMissing(1, lambda dice: {name: dice[0]})
    return die


# --- choices ---------------------------------------------------------------------------------------------------------


@frozen
class Open:
    """An open choice.

    :param open: what is chosen: the field of an action that settles it.
    :param question: in words.
    :param legal: the choices, at most :data:`LISTED` of them.
    :param ways: how many there are; None where there is no list to choose from.
    :param needs: what the position must say before anybody can choose, by its JSON Pointer.
    :param items: what the numbers of a choice stand for.
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
        ways = [_shown(way) for way in choice.legal]
        hint = "; ".join(ways[:NAMED]) + (f"; and {len(ways) - NAMED} more" if len(ways) > NAMED else "")
        super().__init__(Fault("open-choice", choice.question, choice.needs or "", hint=hint or None))


def _shown(way: Any) -> str:
    """A way to choose, in words."""
    if isinstance(way, Mapping):
        return listed(f"{n} {name}" if isinstance(n, int) else f"{name} {_shown(n)}" for name, n in way.items())
    if isinstance(way, str | int):
        return str(way)
    if len(way) == 2 and all(type(part) is int for part in way):  # a hex
        return "{},{}".format(*way)
    return listed(way) if any(isinstance(part, str) for part in way) else " ".join(map(_shown, way)) or "nothing"


def settle(choice: Open, given: Any, rule: str) -> Any:
    """The choice made among those listed; one that is the only one need not be made.

    :param given: None where nothing was chosen.
    :raises ChoiceNeeded: it is open.
    :raises IllegalAction: it is not one of those listed.
    """
    if given is None and len(choice.legal) != 1:
        raise ChoiceNeeded(choice)
    if given is not None and given not in choice.legal:
        raise IllegalAction([illegal(rule, "{given} cannot be chosen here", given=_shown(given)), *choice.rulings])
    return choice.legal[0] if given is None else given


def spread(count: int, names: Sequence[str], limits: Mapping[str, int] | None = None) -> list[dict[str, int]]:
    """The ways to share ``count`` things out among names, at most ``limits`` each; at most :data:`LISTED` of them.

    >>> spread(2, ["a", "b"])
    [{'a': 2}, {'a': 1, 'b': 1}, {'b': 2}]
    """
    most = [count if limits is None else limits.get(name, 0) for name in names]

    def share(left: int, at: int) -> Iterator[dict[str, int]]:
        if not left:
            yield {}
        elif left <= sum(most[at:]):
            for n in range(min(left, most[at]), -1, -1):
                yield from ({**({names[at]: n} if n else {}), **rest} for rest in share(left - n, at + 1))

    return [way for way, _ in zip(share(count, 0), range(LISTED), strict=False)]


def ways(count: int, names: Sequence[str], limits: Mapping[str, int] | None = None) -> int:
    """How many ways :func:`spread` could list if it listed all.

    >>> ways(20, "abcdefghi"), ways(3, ["a", "b"], {"a": 1, "b": 5})
    (3108105, 2)
    """
    sums = [1] + [0] * count
    for name in names:
        most = count if limits is None else limits.get(name, 0)
        sums = [sum(sums[max(0, total - most) : total + 1]) for total in range(count + 1)]
    return sums[count]


# --- words for sentences ---------------------------------------------------------------------------------------------


def listed(names: Iterable[object], nothing: str = "nothing") -> str:
    """Names for a sentence.

    >>> listed(("gold", "harp")), listed(("gold", "harp", "guild")), listed(())
    ('gold and harp', 'gold, harp and guild', 'nothing')
    """
    parts = [str(name) for name in names]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or nothing
