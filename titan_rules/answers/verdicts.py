"""What ``check`` and ``legal-moves --why`` answer: is an action legal, and by which rules?"""

from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..actions.intents import Action
from ..kernel.answers import Answer, Part
from ..kernel.assumptions import Assumption
from ..kernel.fields import ALWAYS
from ..kernel.rulings import Ruling
from ..play import Next
from ..position.battle import Role
from ..position.documents import FORMAT
from .legal_moves import Target

Verdict: TypeAlias = Literal["legal", "illegal"]

WHY = "why"


@frozen(kw_only=True)
class WhyInBattle(Answer):
    """The rules on one maneuver or strike.

    :param asked: the question as it was put.
    :param side: whose battle turn it is.
    :param rulings: why not, the deciding one first; or else what makes it legal.
    :param legal: what would be legal for that character: the hexes that it may go to, or its targets.
    """

    kind: ClassVar[str] = WHY
    format: ClassVar[str] = FORMAT.id
    asked: str
    phase: Literal["maneuver", "strike", "strikeback"]
    side: Role
    verdict: Verdict
    rulings: tuple[Ruling, ...]
    legal: tuple[str | Target, ...]


@frozen(kw_only=True)
class WhyOnBoard(Answer):
    """The rules on one split, move or muster.

    :param asked: the question as it was put.
    :param roll: the Movement Roll that it is answered for.
    :param rulings: why not, the deciding one first; or else what makes it legal.
    """

    kind: ClassVar[str] = WHY
    format: ClassVar[str] = FORMAT.id
    phase: Literal["commencement", "movement", "enlistment"]
    asked: str
    roll: int | None = None
    verdict: Verdict
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class WhyWithRoll(Part):
    """The rules on a move with one Movement Roll."""

    roll: int
    verdict: Verdict
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class WhyByRoll(Answer):
    """The rules on a move before the Movement Roll: one verdict for each.

    :param asked: the question as it was put.
    """

    kind: ClassVar[str] = WHY
    format: ClassVar[str] = FORMAT.id
    phase: Literal["movement"] = field(default="movement", metadata=ALWAYS)
    asked: str
    rolls: tuple[WhyWithRoll, ...]

    @property
    def verdict(self) -> Verdict:
        """``illegal`` if it is with every roll."""
        return "illegal" if all(one.verdict == "illegal" for one in self.rolls) else "legal"


WhyAnswer: TypeAlias = WhyInBattle | WhyOnBoard | WhyByRoll


@frozen(kw_only=True)
class Check(Answer):
    """Whether actions are legal, and what comes of them.

    :param action: the last one judged, ``text`` its short text.
    :param rulings: why not, the deciding one first; or else what happens.
    :param legal: where it is not: the short texts of what would have been.
    :param owed: where it is not: what must be done before the phase may end.
    :param dice: where they are still to be rolled: how many.
    :param next: whose choice it is then.
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
    next: Next | None = None
    ways: tuple[str, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
