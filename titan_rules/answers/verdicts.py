"""What ``check`` answers: is an action legal, and by which rules?"""

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from ..actions.intents import Action
from ..kernel.answers import Answer, Part
from ..kernel.assumptions import Assumption
from ..kernel.blocks import Block, Why
from ..kernel.rulings import Ruling
from ..kernel.wording import several, verb
from ..play import Next
from .parts import choice, nearest

Verdict: TypeAlias = Literal["legal", "illegal"]


@frozen(kw_only=True)
class WithRoll(Part):
    """The verdict on a move with one Movement Roll."""

    roll: int
    verdict: Verdict
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True, repr=False)
class Check(Answer):
    """Whether actions are legal, and what comes of them.

    :param action: the last one judged, ``text`` its short text.
    :param rulings: why not, the deciding one first; or else what allows it, and what happens.
    :param legal: where it is not: the short texts of what would have been.
    :param owed: where it is not: what must be done before the phase may end.
    :param dice: where they are still to be rolled: how many; of a strike ``strike_number`` is what each must show.
    :param next: whose choice it is then.
    :param rolls: of a move that was asked about before the Movement Roll: the verdict with each.
    :param ways: where a choice is left open: the short texts among which to say which.
    :param assumptions: what was taken for granted, where the question was typed.
    """

    kind: ClassVar[str] = "check"
    verdict: Verdict
    action: Action
    text: str
    rulings: tuple[Ruling, ...]
    legal: tuple[str, ...] | None = None
    owed: tuple[Ruling, ...] | None = None
    dice: int | None = None
    strike_number: int | None = None
    next: Next | None = None
    rolls: tuple[WithRoll, ...] | None = None
    ways: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()

    def blocks(self) -> Iterator[Block]:
        """The verdict in the first line, then why, what is to be done next, and what would be legal."""
        yield from (f"{self.text}: {self.verdict}", Why(self.rulings))
        for one in self.rolls or ():
            yield from (f"with a Movement Roll of {one.roll}: {one.verdict}", Why(one.rulings))
        if self.ways:
            yield from ("say which:", *nearest(self.ways, self.text, "--format json lists them"))
        if self.dice is not None:
            hits = "" if self.strike_number is None else f", each hits at {self.strike_number} or more"
            yield f"  {several(self.dice, 'die')} {verb(self.dice, 'is', 'are')} to be rolled{hits}"
        if self.next is not None:
            yield from choice(self.next)
        if self.owed:
            yield from ("still owed:", Why(self.owed))
        if self.legal:
            yield from ("legal now:", *nearest(self.legal, self.text, "titan legal-moves lists them"))
        yield from (f"assumed: {assumption}" for assumption in self.assumptions)
