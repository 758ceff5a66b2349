"""What ``check`` answers: is an action legal, and by which rules?"""

from typing import ClassVar, Literal, TypeAlias

from attrs import frozen

from ..actions.intents import Action
from ..kernel.answers import Answer, Part
from ..kernel.assumptions import Assumption
from ..kernel.rulings import Ruling
from ..play import Next

Verdict: TypeAlias = Literal["legal", "illegal"]


@frozen(kw_only=True)
class WithRoll(Part):
    """The verdict on a move with one Movement Roll."""

    roll: int
    verdict: Verdict
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
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
