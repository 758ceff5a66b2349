"""Exact inference on the splits of one player's Legions.

All joining and leaving is seen, so a Legion's content differs by known characters from its content when it was
split off. The only unknowns are those initial contents (:class:`Variable`); each split relates three of them
(:class:`Factor`), and together they form a tree. The upward pass computes how likely all later evidence is for each
initial content, the downward pass distributes probability, and their product is the posterior. Weights are integers,
right up to a common factor, so nothing is rounded; histories are never enumerated. Facts that no history explains
raise :class:`NoHistory`.

Contents that can no longer matter are summed out at once (:func:`eliminate`): a Legion that is gone or known whole,
and one that was split, as soon as the joint table is no wider than a split.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from typing import TypeAlias, TypeVar

from attrs import define, field

from .facts import Observation
from .multisets import Packed

Weights: TypeAlias = dict[Packed, int]  # contents with positive weights, right up to a common factor. Never mutated

Table: TypeAlias = dict[tuple[Packed, ...], int]
"""Joint contents with positive weights, right up to a common factor. Never mutated."""

WIDEST = 3  # the number of contents that a split relates: the whole, what stayed, what left


class NoHistory(Exception):
    """No possible history agrees with what was seen."""


@define(eq=False)
class Variable:
    """What a Legion held initially: when the record began, or when it was split off.

    :param possible: the contents that agree with what was seen of it.
    :param posterior: contents with their weights, once settled.
    :param change: what has joined since, less what has left, packed: add it to get the present content.
    :param log: what was seen of it.
    :param factors: its relations to other contents.
    :param here: a Legion holds it now: it was neither split nor lost.
    :param kept: it is never summed out.
    """

    possible: Weights
    posterior: Weights
    log: list[Observation]
    kept: bool = False
    change: int = 0
    factors: list["Factor"] = field(factory=list)
    here: bool = True

    @classmethod
    def root(cls, contents: Iterable[Packed], log: Iterable[Observation] = (), kept: bool = False) -> "Variable":
        """A content unrelated to any other, with these possibilities equally likely."""
        weights = dict.fromkeys(contents, 1)
        return cls(weights, weights, [*log], kept)

    @property
    def known(self) -> bool:
        """Whether only one content is possible."""
        return len(self.possible) == 1

    def contents(self) -> Weights:
        """What the Legion may hold now; everything must be settled."""
        return {born + self.change: weight for born, weight in self.posterior.items()}

    def only(self) -> Packed:
        """What the Legion holds now, if that is known."""
        (born,) = self.possible
        return born + self.change

    def sift(self, kept: Iterable[Packed]) -> None:
        """Keep only these initial contents."""
        self.possible = dict.fromkeys(kept, 1)
        if not self.possible:
            raise NoHistory


@define(eq=False)
class Factor:
    """A relation between contents.

    :param seen: the facts that establish it.
    """

    scope: tuple[Variable, ...]
    table: Table
    seen: list[Observation] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        if not self.table:
            raise NoHistory
        for content in self.scope:
            content.factors.append(self)

    def message(self, to: Variable, incoming: dict[Variable, Weights]) -> Weights:
        """What the other contents imply for one, given their messages; rows that contradict these are dropped."""
        place = self.scope.index(to)
        others = [(i, incoming[content]) for i, content in enumerate(self.scope) if content is not to]
        weights: Weights = {}
        kept: Table = {}
        for row, weight in self.table.items():
            here, product = row[place], weight if row[place] in to.possible else 0
            for i, message in others:
                product *= message.get(row[i], 0)
            if product:
                kept[row] = weight
                weights[here] = weights.get(here, 0) + product
        self.table = kept
        return reduced(weights)


K = TypeVar("K")


def reduced(weights: dict[K, int]) -> dict[K, int]:
    """The weights divided by their greatest common divisor."""
    common = gcd(*weights.values())
    return weights if common == 1 else {content: weight // common for content, weight in weights.items()}


def settle(start: Variable) -> list[Variable]:
    """Pass all messages between related contents, upward to one of them and down again.

    :returns: the contents that Legions hold now.
    """
    edges = list(_edges(start))
    upward: dict[Variable, list[tuple[Factor, Weights]]] = {start: []}
    for factor, parent in reversed(edges):
        likelihood = {x: _product(x.possible, upward.get(x, ())) for x in factor.scope if x is not parent}
        upward.setdefault(parent, []).append((factor, factor.message(parent, likelihood)))
    downward = {start: start.possible}
    for factor, parent in edges:
        incoming = {x: _product(x.possible, upward.get(x, ())) for x in factor.scope if x is not parent}
        incoming[parent] = _product(downward[parent], [one for one in upward[parent] if one[0] is not factor])
        for content in factor.scope:
            if content is not parent:
                downward[content] = factor.message(content, incoming)
    for content, weights in downward.items():
        content.posterior = reduced(_product(weights, upward.get(content, ())))
        content.possible = dict.fromkeys(content.posterior, 1)
        if not content.posterior:
            raise NoHistory
    return [content for content in downward if content.here]


def _edges(start: Variable) -> Iterator[tuple[Factor, Variable]]:
    """Every factor connected to a content, with the content through which it is reached."""
    reached, seen = [start], set[Factor]()
    for content in reached:
        for factor in content.factors:
            if factor not in seen:
                seen.add(factor)
                reached += [other for other in factor.scope if other is not content]
                yield factor, content


def _product(weights: Weights, messages: Iterable[tuple[Factor, Weights]]) -> Weights:
    for _, message in messages:
        weights = {content: weight * message[content] for content, weight in weights.items() if content in message}
    return weights


def relatives(content: Variable) -> list[Variable]:
    """All other contents connected to this one."""
    return [one for factor, parent in _edges(content) for one in factor.scope if one is not parent]


def lineage(content: Variable) -> list[Observation]:
    """The facts seen of a content and of all contents connected to it."""
    facts = list(content.log)
    for factor, parent in _edges(content):
        facts += [*factor.seen, *[fact for one in factor.scope if one is not parent for fact in one.log]]
    return facts


def one_history(start: Variable) -> dict[Variable, Packed]:
    """One consistent choice of initial contents for everything connected; all must be settled."""
    chosen = {start: next(iter(start.posterior))}
    for factor, _ in _edges(start):
        for row in factor.table:
            pairs = list(zip(factor.scope, row, strict=True))
            if all(born in one.posterior and chosen.get(one, born) == born for one, born in pairs):
                chosen.update(pairs)
                break
    return chosen


# --- splits, and what is summed out ----------------------------------------------------------------------------------


def split(whole: Variable, ways: Table, seen: Observation) -> tuple[Variable, Variable]:
    """Split a Legion in one of these ways: initial content, what stays, what leaves.

    :returns: what stays, and what leaves.
    """
    stay, leave = (Variable.root([way[i] for way in ways], kept=whole.kept) for i in (1, 2))
    Factor((whole, stay, leave), ways, [seen])
    detach(whole)
    return stay, leave


def detach(content: Variable) -> None:
    """Release a content that no Legion holds any longer; only what it implies for others is kept."""
    content.here = False
    _sum_out([content])


def combine(goes: Variable, stays: Variable) -> Variable | None:
    """Recombine two Legions.

    :returns: their joint content; None if the two are not known to be related.
    """
    for one, other in ((goes, stays), (stays, goes)):
        if one.known:
            detach(one)
            other.change += one.only()
            other.log += one.log
            return other
    factors = list(dict.fromkeys([*goes.factors, *stays.factors]))
    near = [{x for factor in one.factors for x in factor.scope} for one in (goes, stays)]
    if not near[0] & near[1]:
        return None
    scope, table = _joint(factors)
    i, j, change = scope.index(goes), scope.index(stays), goes.change + stays.change
    rows = {(*row, row[i] + row[j] + change): weight for row, weight in table.items()}
    whole = Variable.root([row[-1] for row in rows], [*stays.log, *goes.log], goes.kept)
    goes.here = stays.here = False
    _replace(factors, (*scope, whole), rows, {one for one in (goes, stays) if not one.kept})
    _sum_out([one for one in scope if not one.here])
    return whole


def _sum_out(waiting: list[Variable]) -> None:
    """Eliminate contents that no Legion holds, as long as no table becomes wider than a split."""
    for content in waiting:
        scope = {other for factor in content.factors for other in factor.scope}
        if content.factors and len(scope) <= WIDEST + 1 and not content.kept:
            eliminate(content)
            waiting += [other for other in scope if other is not content and not other.here]


def eliminate(content: Variable) -> None:
    """Sum a content out, relating its neighbours directly."""
    factors = [*content.factors]
    scope, table = _joint(factors)
    factors[0].seen += content.log
    _replace(factors, scope, table, {content})


def _joint(factors: Sequence[Factor]) -> tuple[tuple[Variable, ...], Table]:
    """The product of several factors: all their contents, and the rows that agree."""
    scope, table = factors[0].scope, factors[0].table
    for factor in factors[1:]:
        shared = [(scope.index(one), i) for i, one in enumerate(factor.scope) if one in scope]
        new = [i for i, one in enumerate(factor.scope) if one not in scope]
        rows: dict[tuple[Packed, ...], list[tuple[tuple[Packed, ...], int]]] = {}
        for row, weight in factor.table.items():
            at = tuple([row[i] for _, i in shared])
            rows.setdefault(at, []).append((tuple([row[i] for i in new]), weight))
        table = {
            (*row, *more): weight * other
            for row, weight in table.items()
            for more, other in rows.get(tuple([row[i] for i, _ in shared]), ())
        }
        scope = (*scope, *[factor.scope[i] for i in new])
    agreeing = [(i, one.possible) for i, one in enumerate(scope)]
    return scope, {row: weight for row, weight in table.items() if all(row[i] in held for i, held in agreeing)}


def _replace(factors: Iterable[Factor], scope: tuple[Variable, ...], table: Table, out: set[Variable]) -> None:
    """Replace factors by one table, with some contents summed out."""
    if not table:
        raise NoHistory
    seen: list[Observation] = []
    for factor in factors:
        seen += factor.seen
        for content in factor.scope:
            content.factors.remove(factor)
    kept = [i for i, one in enumerate(scope) if one not in out]
    summed: Table = {}
    for row, weight in table.items():
        at = tuple([row[i] for i in kept])
        summed[at] = summed.get(at, 0) + weight
    if kept:
        Factor(tuple([scope[i] for i in kept]), reduced(summed), seen)
