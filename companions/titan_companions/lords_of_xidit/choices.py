"""Choices among listed options, and ways to share items out."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ..protocol import ChoiceNeeded, IllegalAction, Open, illegal
from ..protocol.outcomes import shown

LISTED = 100
"""At most this many ways are listed one by one."""


def settle(choice: Open, given: Any, rule: str) -> Any:
    """The choice made among those listed; the only one need not be given.

    :param given: None if nothing was chosen.
    :raises ChoiceNeeded: it is open.
    :raises IllegalAction: it is not one of those listed.
    """
    if given is None and len(choice.legal) != 1:
        raise ChoiceNeeded(choice)
    if given is not None and given not in choice.legal:
        raise IllegalAction([illegal(rule, "{given} cannot be chosen here", given=shown(given)), *choice.rulings])
    return choice.legal[0] if given is None else given


def spread(
    count: int, names: Sequence[str], limits: Mapping[str, int] | None = None
) -> tuple[list[dict[str, int]], int]:
    """The ways to share ``count`` things out among names, at most ``limits`` each, and how many there are.

    At most :data:`LISTED` of them are written out.

    >>> spread(2, ["a", "b"]), spread(3, ["a", "b"], {"a": 1, "b": 5})[1]
    (([{'a': 2}, {'a': 1, 'b': 1}, {'b': 2}], 3), 2)
    """
    most, sums = [count if limits is None else limits.get(name, 0) for name in names], [1] + [0] * count
    for n in most:
        sums = [sum(sums[max(0, total - n) : total + 1]) for total in range(count + 1)]

    def share(left: int, at: int) -> Iterator[dict[str, int]]:
        if not left:
            yield {}
        elif left <= sum(most[at:]):
            for n in range(min(left, most[at]), -1, -1):
                yield from ({**({names[at]: n} if n else {}), **rest} for rest in share(left - n, at + 1))

    return list(islice(share(count, 0), LISTED)), sums[count]
