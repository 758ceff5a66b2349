"""What an action may still leave open: to a player, to chance, or to the owner of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from ..errors import CannotTell, Fault, IllegalAction
from ..rulings import Ruling, illegal
from .telling import words

LISTED = 100
"""The most legal choices that are written out one by one."""


@frozen
class Open:
    """An open choice.

    :param kind: what is chosen; also the key of an action that settles it.
    :param question: in words.
    :param legal: the choices, at most :data:`LISTED` of them.
    :param ways: how many there are; None where there is no list to choose from.
    :param about: what one must know to choose.
    """

    kind: str
    question: str
    legal: tuple[Any, ...] = ()
    ways: int | None = None
    about: Mapping[str, Any] = {}
    rulings: tuple[Ruling, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The open choice as a JSON object."""
        out: dict[str, Any] = {"open": self.kind, "question": self.question, **self.about}
        if self.ways is not None:
            out |= {"ways": self.ways, "legal": self.legal}
        return {**out, "rulings": self.rulings}


class ChoiceNeeded(CannotTell):
    """An action cannot be carried out before something is chosen."""

    def __init__(self, open_: Open) -> None:
        self.open = open_
        super().__init__(Fault("open-choice", open_.question, "/choices"))


class Refused(IllegalAction):
    """An action that a rule forbids, with more to tell about it.

    :param told: what the answer says besides the rulings.
    """

    def __init__(self, rulings: Sequence[Ruling], **told: Any) -> None:
        self.told = told
        super().__init__(rulings)


class IllegalChoice(Refused):
    """A choice that a rule forbids.

    :param open_: what was open, with the choices that are legal.
    """

    def __init__(self, open_: Open, rule: str, sentence: str, **facts: Any) -> None:
        self.open = open_
        told = open_.to_json()
        super().__init__([illegal(rule, sentence, **facts), *told.pop("rulings")], **told)


def settle(open_: Open, given: Any, rule: str) -> Any:
    """The choice made among those listed; one that is the only one need not be made.

    :param given: None where nothing was chosen.
    :raises ChoiceNeeded: it is open.
    :raises IllegalChoice: it is not one of those listed.
    """
    if given is None:
        if len(open_.legal) == 1:
            return open_.legal[0]
        raise ChoiceNeeded(open_)
    if given not in open_.legal:
        shown = given if isinstance(given, str | int) else words(given)
        raise IllegalChoice(open_, rule, "{given} cannot be chosen here", given=shown)
    return given


def spread(count: int, names: Sequence[str], limits: Mapping[str, int] | None = None) -> list[dict[str, int]]:
    """The ways to share ``count`` things out among names, at most ``limits`` each; at most :data:`LISTED` of them.

    >>> spread(2, ["a", "b"])
    [{'a': 2}, {'a': 1, 'b': 1}, {'b': 2}]
    """
    most = [count if limits is None else limits.get(name, 0) for name in names]
    room = [sum(most[at:]) for at in range(len(names) + 1)]
    found: list[dict[str, int]] = []
    waiting: list[tuple[int, int, dict[str, int]]] = [(count, 0, {})]
    while waiting and len(found) < LISTED:
        left, at, so_far = waiting.pop()
        if not left:
            found.append(so_far)
        elif left <= room[at]:
            for n in range(min(left, most[at]) + 1):
                waiting.append((left - n, at + 1, {**so_far, names[at]: n} if n else so_far))
    return found


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
