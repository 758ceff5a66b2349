"""The tree of splits, and the messages on it.

What a Legion holds differs by a known number of characters from what it held when it was split off: all that joins or
leaves it is seen. So the only unknowns are the splits, and they form a tree. A :class:`Span` is the life of a Legion
from one split to the next; a :class:`Fork` is a split, as the list of all ways in which it can have gone. Evidence goes
up the tree (``below``: how well each content at birth explains what was seen later), probability comes down
(``above``); both are whole numbers, right up to a common factor, so that no precision is lost. Histories
are never enumerated.

What can no longer matter is summed out at once: a Legion that is known whole starts a tree of its own, and what its
content says of its siblings stays behind as a weight on the ways of the split.
"""

from collections.abc import Iterable
from math import gcd
from typing import TypeAlias

from attrs import define, field

from .facts import Fact
from .multisets import Packed

Weights: TypeAlias = dict[Packed, int]
"""Contents with their weights, all positive, right up to a common factor."""

Way: TypeAlias = tuple[Packed, Packed, Packed, int]
"""One way a split can have gone: what the Legion held at birth, what stayed, what left, and the way's weight."""

_NOBODY: Weights = {0: 1}


class NoHistory(Exception):
    """Nothing that can have happened agrees with what was seen."""


@define(eq=False)
class Span:
    """A Legion from its birth to its next split.

    :param change: what has joined it since, less what has left it, packed: its content is that at birth plus this.
    :param below: contents at birth, by how well they explain what was seen later; of a leaf those that are possible.
    :param above: contents at birth, by the probability of how they came about, given all that was seen elsewhere.
    :param prior: of a root: contents at birth with their weights.
    :param log: what was seen of it, and of the Legions it came from that are no longer in the tree.
    :param kin: what was seen of its relatives that are no longer in the tree.
    """

    below: Weights
    above: Weights
    up: "Fork | None" = None
    down: "Fork | None" = None
    prior: Weights | None = None
    change: int = 0
    log: list[Fact] = field(factory=list)
    kin: list[Fact] = field(factory=list)

    @classmethod
    def root(cls, prior: Weights) -> "Span":
        """A Legion of which this is known."""
        return cls(dict.fromkeys(prior, 1), prior, prior=prior)

    @property
    def known(self) -> bool:
        """Whether only one content is possible."""
        return len(self.above) == 1 or len(self.below) == 1

    def contents(self) -> Weights:
        """What the Legion of a leaf may hold now; the tree must be settled."""
        change = self.change
        return {born + change: weight for born, weight in self.above.items()}

    def only(self) -> Packed:
        """What the Legion of a leaf holds now, where it is known."""
        (born,) = self.below if len(self.below) == 1 else self.above
        return born + self.change

    def tree(self) -> "Span":
        """The root of the tree that it is in."""
        span = self
        while span.up is not None:
            span = span.up.parent
        return span


@define(eq=False)
class Fork:
    """A split: every way it can have gone.

    :param seen: the facts of the split, for whoever came of it.
    """

    parent: Span
    stay: Span
    leave: Span
    ways: list[Way]
    seen: list[Fact] = field(factory=list)

    def other(self, span: Span) -> Span:
        """The other part."""
        return self.leave if span is self.stay else self.stay

    def parts_of(self, span: Span) -> tuple[int, int]:
        """The places, in a way, of a part and of the other."""
        return (1, 2) if span is self.stay else (2, 1)

    def gather(self) -> None:
        """Send the evidence of both parts up; ways that it rules out are dropped."""
        stay, leave = self.stay.below, self.leave.below
        below: Weights = {}
        kept: list[Way] = []
        for way in self.ways:
            whole, stays, leaves, weight = way
            first = stay.get(stays)
            if first is None:
                continue
            second = leave.get(leaves)
            if second is None:
                continue
            kept.append(way)
            below[whole] = below.get(whole, 0) + weight * first * second
        self.ways = kept
        self.parent.below = reduced(below)

    def spread(self) -> None:
        """Send probability down to both parts, to each with the evidence of the other."""
        above, stay, leave = self.parent.above, self.stay.below, self.leave.below
        to_stay: Weights = {}
        to_leave: Weights = {}
        kept: list[Way] = []
        for way in self.ways:
            whole, stays, leaves, weight = way
            chance = above.get(whole)
            if chance is None:
                continue
            kept.append(way)
            chance *= weight
            to_stay[stays] = to_stay.get(stays, 0) + chance * leave[leaves]
            to_leave[leaves] = to_leave.get(leaves, 0) + chance * stay[stays]
        self.ways = kept
        self.stay.above, self.leave.above = reduced(to_stay), reduced(to_leave)


def reduced(weights: Weights) -> Weights:
    """The same weights, without a common factor."""
    common = gcd(*weights.values())
    if common <= 1:
        return weights
    return {content: weight // common for content, weight in weights.items()}


def settle(root: Span) -> list[Span]:
    """Pass all messages of a tree, up and down.

    :returns: its leaves.
    :raises NoHistory: no content of the root agrees with what was seen.
    """
    order = [root]
    for span in order:
        if span.down is not None:
            order += (span.down.stay, span.down.leave)
    for span in reversed(order):
        if span.down is not None:
            span.down.gather()
    prior, below = root.prior or {}, root.below
    root.above = {born: weight for born, weight in prior.items() if born in below}
    if not root.above:
        raise NoHistory
    leaves = []
    for span in order:
        if span.down is not None:
            span.down.spread()
        else:
            span.below = dict.fromkeys(span.above, 1)
            leaves.append(span)
    return leaves


def split(span: Span, ways: list[Way], seen: list[Fact]) -> tuple[Span, Span]:
    """A leaf is split in one of these ways.

    :returns: what stays, and what leaves.
    :raises NoHistory: there is no way.
    """
    if not ways:
        raise NoHistory
    stay, leave = (Span(dict.fromkeys([way[i] for way in ways], 1), {}) for i in (1, 2))
    span.down = stay.up = leave.up = Fork(span, stay, leave, ways, seen)
    return stay, leave


def sift(span: Span, kept: Iterable[Packed]) -> None:
    """Only these contents at birth of a leaf agree with what is seen of it.

    :raises NoHistory: there are none.
    """
    span.below = dict.fromkeys(kept, 1)
    if span.up is None:
        span.above = {born: span.above[born] for born in span.below}
    if not span.below:
        raise NoHistory


def prune(span: Span, told: list[Fact]) -> None:
    """A leaf matters no longer to the others, but for what it says of them now: it leaves the tree.

    :param told: what was seen of it and may rule out contents of the others.
    """
    fork = span.up
    if fork is None:
        return
    span.up = None
    parent, rest = fork.parent, fork.other(span)
    mine, others = fork.parts_of(span)
    weights: dict[tuple[Packed, Packed], int] = {}
    for way in fork.ways:
        chance = span.below.get(way[mine])
        if chance is not None:
            at = (way[0], way[others])
            weights[at] = weights.get(at, 0) + way[3] * chance
    rest.log[:0] = [*parent.log, *fork.seen]
    rest.kin += [*parent.kin, *told]
    _graft(parent, rest, [(whole, part, weight) for (whole, part), weight in weights.items()])


def _graft(parent: Span, rest: Span, links: list[tuple[Packed, Packed, int]]) -> None:
    """Put one span in the place of another, which it came from.

    :param links: what both held at birth, with a weight.
    :raises NoHistory: nothing links them.
    """
    if not links:
        raise NoHistory
    rest.up = parent.up
    if parent.up is None:
        prior: Weights = {}
        for whole, part, weight in links:
            chance = (parent.prior or {}).get(whole)
            if chance is not None:
                prior[part] = prior.get(part, 0) + chance * weight
        if not prior:
            raise NoHistory
        rest.prior = rest.above = reduced(prior)
        if rest.down is None:
            rest.below = {born: 1 for born in rest.below if born in prior}
        return
    fork = parent.up
    by_whole: dict[Packed, list[tuple[Packed, int]]] = {}
    for whole, part, weight in links:
        by_whole.setdefault(whole, []).append((part, weight))
    mine, others = fork.parts_of(parent)
    ways: dict[tuple[Packed, Packed, Packed], int] = {}
    for way in fork.ways:
        for part, weight in by_whole.get(way[mine], ()):
            at = (way[0], part, way[others]) if mine == 1 else (way[0], way[others], part)
            ways[at] = ways.get(at, 0) + way[3] * weight
    fork.ways = [(*at, weight) for at, weight in ways.items()]
    if mine == 1:
        fork.stay = rest
    else:
        fork.leave = rest


def lineage(span: Span) -> list[Fact]:
    """What was seen of a leaf and of the Legions it came from, and then of all its relatives."""
    own, kin = list(span.log), list(span.kin)
    while span.up is not None:
        fork = span.up
        below = [fork.other(span)]
        for relative in below:
            kin += [*relative.log, *relative.kin]
            if relative.down is not None:
                kin += relative.down.seen
                below += (relative.down.stay, relative.down.leave)
        span = fork.parent
        own[:0] = [*span.log, *fork.seen]
        kin += span.kin
    return own + kin


def combine(goes: Span, stays: Span) -> Span | None:
    """Two leaves are put together again.

    :returns: the span of the whole; None where nothing is known of how the two hang together.
    """
    for one, two in ((goes, stays), (stays, goes)):
        if one.known:
            content = one.only()
            prune(one, one.log)
            two.change += content
            two.log += one.log
            return two
    fork, other = goes.up, stays.up
    if fork is None or other is None:
        return None
    if fork is other:
        return _unsplit(fork)
    for one, two in ((goes, stays), (stays, goes)):
        assert one.up is not None
        if one.up.parent.up is two.up:
            return _lifted(one, two)
    return None


def _unsplit(fork: Fork) -> Span:
    """Both parts of a split are together again: the split is undone, but for what was seen of the parts."""
    stay, leave = fork.stay, fork.leave
    change = stay.change + leave.change
    links: dict[tuple[Packed, Packed], int] = {}
    for whole, stays, leaves, weight in fork.ways:
        if stays in stay.below and leaves in leave.below:
            at = (whole, stays + leaves + change)
            links[at] = links.get(at, 0) + weight
    again = Span(dict.fromkeys([part for _, part in links], 1), {})
    again.log = [*fork.parent.log, *fork.seen, *stay.log, *leave.log]
    again.kin = [*fork.parent.kin, *stay.kin, *leave.kin]
    _graft(fork.parent, again, [(whole, part, weight) for (whole, part), weight in links.items()])
    return again


def _lifted(lower: Span, upper: Span) -> Span:
    """A part of a part is put together with the other part: what is left is one split of the whole into two."""
    inner, outer = lower.up, upper.up
    assert inner is not None
    assert outer is not None
    middle, rest = inner.parent, inner.other(lower)
    low, third = inner.parts_of(lower)
    mid, up = outer.parts_of(middle)
    change = lower.change + upper.change
    below: dict[Packed, list[tuple[Packed, Packed, int]]] = {}
    for way in inner.ways:
        if way[low] in lower.below:
            below.setdefault(way[0], []).append((way[low], way[third], way[3]))
    ways: dict[tuple[Packed, Packed, Packed], int] = {}
    for way in outer.ways:
        if way[up] not in upper.below:
            continue
        for part, other, weight in below.get(way[mid], ()):
            at = (way[0], other, part + way[up] + change)
            ways[at] = ways.get(at, 0) + way[3] * weight
    again = Span({part: 1 for _, _, part in ways}, {}, outer)
    again.log = [*upper.log, *lower.log]
    again.kin = [*upper.kin, *lower.kin]
    rest.log[:0] = [*middle.log, *inner.seen]
    rest.kin += middle.kin
    rest.up = outer
    outer.stay, outer.leave = rest, again
    outer.ways = [(*at, weight) for at, weight in ways.items()]
    outer.seen = [*outer.seen, *inner.seen]
    return again
