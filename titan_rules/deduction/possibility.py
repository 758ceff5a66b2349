"""Whether an action was possible for any content the Legion may have held, and if not, why."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from ..answers.deduction import LegionDeduction
from ..kernel.rulings import Ruling
from .facts import Fact, Looked, Names, Parted, listed
from .messages import NoHistory
from .posterior import Observer

Judge: TypeAlias = Callable[[Mapping[str, Names]], Sequence[Ruling]]
"""Why an action is illegal if the Legions hold these characters; empty if it is legal."""

MOST_REASONS = 3
"""At most this many different reasons are given if each content has its own."""


def could(legions: Sequence[LegionDeduction], judge: Judge) -> tuple[Fraction, tuple[Ruling, ...]]:
    """The probability of the contents that make an action legal, and the reasons.

    :param legions: those whose contents decide; they belong to different players.
    """
    chance, against = Fraction(0, 1), list[tuple[Ruling, ...]]()
    for contents in product(*[legion.contents for legion in legions]):
        pairs = zip(legions, contents, strict=True)
        reasons = tuple(judge({legion.legion: content.characters for legion, content in pairs}))
        if reasons:
            against.append(reasons)
            continue
        weight = Fraction(1, 1)
        for content in contents:
            weight *= content.weight.exact
        chance += weight
    if chance.numerator:
        return chance, tuple([ruling for legion in legions for ruling in legion.rulings])
    rulings = against[0]
    if any(list(map(str, reasons)) != list(map(str, rulings)) for reasons in against):
        rulings = tuple({str(reasons[0]): reasons[0] for reasons in against}.values())[:MOST_REASONS]
    return chance, rulings


def ruled_out(observer: Observer, facts: Sequence[Fact], legion: str, needed: Names) -> Ruling:
    """The fact that rules out the needed characters for a Legion or the one it was split from.

    :param observer: has learned the facts.
    :param facts: everything seen up to now.
    """
    kind = max(needed, key=needed.count)
    alphabet, wanted = observer.alphabet, observer.alphabet.pack(needed)
    most, ever, turned, able = 0, 0, None, False
    for fact, contents in _followed(observer, facts, legion):
        now = any(alphabet.holds(packed, wanted) for packed in contents)
        if able and not now:
            turned = fact
        able = now
        most = max(alphabet.count(packed, kind) for packed in contents)
        ever = max(ever, most)
    facts_of_case = {"legion": legion, "needed": listed(needed)}
    if turned is None:
        never = f"more than {listed((kind,) * ever)}" if ever else "any"
        never = "all of them" if ever >= needed.count(kind) else never
        sentence = "{legion} cannot hold {needed}: it has never held {never}"
        return Ruling("SPLIT-2", "illegal", sentence, {**facts_of_case, "never": never})
    at_most = f"at most {listed((kind,) * most)}" if most else f"no {kind}"
    if most >= needed.count(kind):
        at_most = "only some of them"
    sentence = "{legion} cannot hold {needed}: since step {step} it holds {most}"
    if isinstance(turned, Parted):
        sentence = "{legion} cannot hold {needed}: the split at step {step} left {most}"
    elif isinstance(turned, Looked):
        sentence = "{legion} cannot hold {needed}: it was seen whole at step {step}, with {most}"
    return Ruling(turned.rule, "illegal", sentence, {**facts_of_case, "most": at_most, "step": turned.step})


def _followed(observer: Observer, facts: Sequence[Fact], legion: str) -> Iterator[tuple[Fact, Iterable[int]]]:
    """A Legion's possible contents after each fact about its player; before it was split off, those of its origin."""
    owner, births, marker = observer.owner(legion), list[tuple[int, str]](), legion
    for i in range(len(facts) - 1, -1, -1):
        fact = facts[i]
        if isinstance(fact, Parted) and fact.owner == owner and fact.into == marker:
            births.append((i, marker))
            marker = fact.legion
    again = observer.afresh()
    for i, fact in enumerate(facts):
        again.take([fact])
        while births and births[-1][0] <= i:
            marker = births.pop()[1]
        if fact.owner == owner and again.sees(fact):
            try:
                yield fact, again.contents(marker)
            except (KeyError, NoHistory):
                continue
