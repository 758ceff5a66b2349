"""From an observer to answers: what Legions hold for certain, every possible content with its weight, and why."""

from collections.abc import Iterable

from ..answers.deduction import Content, Deduction, LegionDeduction
from ..kernel.odds import Chance, ratio
from .multisets import Alphabet, size
from .posterior import Observer


def legion_deduction(observer: Observer, marker: str) -> LegionDeduction:
    """What an observer can know of one Legion now.

    :raises KeyError: there is no such Legion, or it is the observer's own.
    """
    weights = observer.contents(marker)
    alphabet, total = observer.alphabet, sum(weights.values())
    found = [(alphabet.unpack(packed), ratio(weight, total)) for packed, weight in weights.items()]
    found.sort(key=lambda content: (-content[1].fraction, content[0]))
    bounds = _range(alphabet, weights)
    return LegionDeduction(
        legion=marker,
        height=size(next(iter(weights))),
        certain=tuple([name for name, (least, _) in bounds.items() for _ in range(least)]),
        contents=tuple([Content(characters=names, weight=Chance(weight)) for names, weight in found]),
        range=bounds,
        rulings=tuple([fact.ruling() for fact in observer.why(marker)]),
    )


def _range(alphabet: Alphabet, contents: Iterable[int]) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for name in alphabet.names:
        counts = [alphabet.count(packed, name) for packed in contents]
        if any(counts):
            found[name] = (min(counts), max(counts))
    return found


def deduction(observer: Observer, step: int, legions: Iterable[str] | None = None) -> Deduction:
    """What an observer can know now.

    :param step: the number of the last action seen.
    :param legions: only these; None: all that are not its own.
    :raises KeyError: there is no such Legion, or it is the observer's own.
    """
    markers = observer.legions() if legions is None else legions
    found = tuple([legion_deduction(observer, marker) for marker in markers])
    return Deduction(color=observer.color, step=step, prior=observer.prior, legions=found)
