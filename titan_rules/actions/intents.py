"""Every action that players declare. An action is an intent; what happens is an event.

Each class is one ``do`` of a replay line. Dice not yet rolled are None: ``legal_actions`` lists such an action, and
applying it takes its dice or a :class:`DiceSource`.
"""

import re
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypeAlias, TypeVar, get_args

from attrs import field, frozen

from ..box.current_box import STANDARD_BOX
from ..box.names import CharacterName
from ..box.types import ColorName, EntrySide, HexLabel, LandNumber, MarkerName, NamedCharacter
from ..kernel.arguments import expect
from ..kernel.errors import DocumentError, Fault
from ..kernel.fields import ALWAYS, Converted
from ..kernel.jsontext import JSON
from ..kernel.names import nearest
from ..kernel.ports import port
from ..kernel.reading import read, reader
from ..kernel.writing import Value, write

if TYPE_CHECKING:
    from ..box.value import Box

__all__ = [
    "Accept", "AcceptConcession", "Acquire", "Action", "AnyAction", "AttemptConcession", "Carry", "Color", "Concede",
    "EndEngagements", "EndManeuver", "EndMoves", "EndSplits", "EndStrikes", "EndTurn", "Engage", "Fight", "Flee",
    "HowMoved", "Maneuver", "Move", "Mulligan", "Muster", "NoMore", "NoReinforce", "NoSummon", "Propose", "Recombine",
    "Reinforce", "Roll", "Split", "Stand", "Strike", "Summon", "Tower", "Withdraw",
]  # fmt: skip

HowMoved: TypeAlias = Literal["normal", "tower-teleport", "titan-teleport"]

_FROM: dict[str, object] = {"key": "from", "always": True}
_WITH: dict[str, object] = {"key": "with", "always": True}

ALL = (CharacterName("all"),)
"""What a side loses if a proposal takes everything from it."""


def _read_losses(value: JSON) -> tuple[CharacterName, ...]:
    return ALL if value in ("all", ["all"]) else reader(tuple[NamedCharacter, ...])(value)


def _written_losses(lost: tuple[CharacterName, ...]) -> JSON:
    return "all" if lost == ALL else [*lost]


_NAMES: JSON = {"type": "array", "items": {"type": "string"}}
Losses: TypeAlias = Annotated[
    tuple[CharacterName, ...], Converted(_read_losses, _written_losses, {"anyOf": [{"const": "all"}, _NAMES]})
]
"""The characters that a side loses, or all of them."""


@port
def written(action: "Action") -> str:
    """The short text of an action."""
    raise NotImplementedError


class _InABox(Value):
    __slots__ = ("spoken_in",)


@frozen
class Action(_InABox):
    """An action that a player declares; there is a class for each ``do`` of a replay line.

    :ivar spoken_in: the box whose names its short text uses, if not the standard one; no part of its value.
    """

    do: ClassVar[str] = ""
    SCHEMA: ClassVar[dict[str, JSON]] = {
        "description": "An action as a replay line has it.",
        "type": "object",
        "properties": {"do": {"type": "string"}},
        "required": ["do"],
    }

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.do = re.sub("(?<=[a-z])(?=[A-Z])", "-", cls.__name__).lower()

    def to_json(self) -> dict[str, JSON]:
        """The action as a replay line has it."""
        return {"do": self.do, **write(self)}

    def __str__(self) -> str:
        """The short text."""
        return written(self)


A = TypeVar("A", bound=Action)


def in_words_of(box: "Box", action: A) -> A:
    """The same action, with the names of a box in its short text."""
    if box.reference != STANDARD_BOX:
        object.__setattr__(action, "spoken_in", box)
    return action


@frozen
class Tower(Action):
    """A roll for a tower number (SETUP-2)."""

    by: str
    die: int | None = None


@frozen
class Color(Action):
    """The choice of a colour (SETUP-3), and of the marker of the starting Legion."""

    by: str
    color: ColorName
    marker: MarkerName | None = None


@frozen
class Split(Action):
    """Some characters leave a Legion under a new marker (SPLIT-1 to SPLIT-4).

    :param characters: those who leave.
    :param count: how many leave, in place of ``characters`` if the record does not say who.
    :raises ValueError: neither or both are given.
    """

    legion: MarkerName
    into: MarkerName
    characters: tuple[NamedCharacter, ...] | None = None
    count: int | None = None

    def __attrs_post_init__(self) -> None:
        if (self.characters is None) == (self.count is None):
            raise ValueError("a split has either characters or a count")


@frozen
class EndSplits(Action):
    """The player splits no more Legions (SPLIT-4)."""


@frozen
class Roll(Action):
    """The Movement Roll (ROLL-1)."""

    die: int | None = None


@frozen
class Mulligan(Action):
    """The Movement Roll is repeated (ROLL-1)."""

    die: int | None = None


@frozen
class Move(Action):
    """A Legion moves (MOVE-1 to MOVE-8) or teleports (TELE-1 to TELE-4)."""

    legion: MarkerName
    to: LandNumber
    entry_side: EntrySide | None = None
    how: HowMoved | None = None
    reveal: tuple[NamedCharacter, ...] = ()


@frozen
class Recombine(Action):
    """Parts that could not separate are recombined; the mover chooses which marker stays (MOVE-9)."""

    legion: MarkerName
    into: MarkerName


@frozen
class EndMoves(Action):
    """The Movement Phase ends (MOVE-2, MOVE-9)."""


@frozen
class Engage(Action):
    """The mover chooses the next Engagement (ENG-1)."""

    land: LandNumber


@frozen
class EndEngagements(Action):
    """The Engagement Phase ends."""


@frozen
class Flee(Action):
    """The defender flees (ENG-3)."""


@frozen
class Stand(Action):
    """The defender chooses not to flee (ENG-4, ENG-5)."""


@frozen
class Propose(Action):
    """An agreement is proposed (ENG-5, ENG-7); a side loses the characters listed, or ``all``."""

    by: ColorName
    attacker_loses: Losses = field(default=(), metadata=ALWAYS)
    defender_loses: Losses = field(default=(), metadata=ALWAYS)


@frozen
class Accept(Action):
    """A player accepts the other's proposal (ENG-5, ENG-6)."""

    by: ColorName
    attacker_loses: Losses = field(default=(), metadata=ALWAYS)
    defender_loses: Losses = field(default=(), metadata=ALWAYS)


@frozen
class NoMore(Action):
    """A player makes no more proposals (ENG-5)."""

    by: ColorName


@frozen
class Concede(Action):
    """A player concedes the Engagement (ENG-5, BATTLE-1, CONCEDE-1, CONCEDE-2)."""

    by: str


@frozen
class Fight(Action):
    """The Battle starts (ENG-6)."""

    by: ColorName


@frozen
class Maneuver(Action):
    """A character moves on the Battleland, or enters it if ``origin`` is None (MANEUVER-1, BATTLE-3).

    :param to: None: it leaves the Battleland, which is illegal (MANEUVER-8).
    """

    character: NamedCharacter
    origin: HexLabel | None = field(default=None, metadata=_FROM)
    to: HexLabel | None = field(kw_only=True, metadata=ALWAYS)


@frozen
class EndManeuver(Action):
    """The Maneuver Phase ends."""


@frozen
class Carry:
    """Hits carried over to another enemy (CARRY-1)."""

    to: HexLabel
    hits: int


@frozen
class Strike(Action):
    """A strike, a strikeback or a rangestrike (STRIKE-1 to STRIKE-8, RANGE-1 to RANGE-9).

    :param dice: the dice rolled; None: not rolled.
    :param strike_number, dice_count: a penalty taken (CARRY-2); None: the natural strike.
    :param carry: hits carried over, in order.
    :param declared: all targets in order, the one struck first, if they are declared before the roll (CARRY-2, option
        ``carry_declaration: targets_and_order``).
    :param first_roll: the dice of a first roll of too many dice, which caps the hits (DICE-1).
    :param shot: it is declared as a rangestrike, which a strike in contact cannot be (RANGE-1).
    """

    origin: HexLabel = field(metadata=_FROM)
    to: HexLabel
    dice: tuple[int, ...] | None = None
    strike_number: int | None = None
    dice_count: int | None = None
    carry: tuple[Carry, ...] = ()
    declared: tuple[HexLabel, ...] = ()
    first_roll: tuple[int, ...] | None = None
    shot: bool = False


@frozen
class EndStrikes(Action):
    """The acting side ends its strikes (STRIKE-1, STRIKE-8)."""


@frozen
class AttemptConcession(Action):
    """A side attempts to concede; the other accepts or concedes first (CONCEDE-1)."""

    by: str


@frozen
class AcceptConcession(Action):
    """A player accepts an attempted concession (CONCEDE-1)."""

    by: str


@frozen
class Summon(Action):
    """The attacker summons an Angel or Archangel from another Legion (SUMMON-1 to SUMMON-3)."""

    origin: MarkerName = field(metadata=_FROM)
    character: NamedCharacter
    legion: MarkerName | None = None


@frozen
class NoSummon(Action):
    """The attacker declines to summon."""


@frozen
class Reinforce(Action):
    """The defender musters a reinforcement (REINF-1, REINF-2)."""

    character: NamedCharacter
    with_: tuple[NamedCharacter, ...] = field(default=(), metadata=_WITH)


@frozen
class NoReinforce(Action):
    """The defender declines a reinforcement."""


@frozen
class Acquire(Action):
    """The winning Legion takes Angels and Archangels for its points (ACQUIRE-1)."""

    characters: tuple[NamedCharacter, ...] = field(default=(), metadata=ALWAYS)
    legion: MarkerName | None = None


@frozen
class Muster(Action):
    """A Legion musters (MUSTER-1 to MUSTER-6).

    :param early: it was mustered as the Legion moved; given back if a defender's reinforcement takes the last counter.
    """

    legion: MarkerName
    character: NamedCharacter
    with_: tuple[NamedCharacter, ...] = field(default=(), metadata=_WITH)
    early: bool = False


@frozen
class EndTurn(Action):
    """The player ends its turn (TURN-1)."""


@frozen
class Withdraw(Action):
    """A player leaves the game (WITHDRAW-1)."""

    by: str


_OfTurns: TypeAlias = Tower | Color | Split | EndSplits | Roll | Mulligan | Move | Recombine | EndMoves
_OfEngagements: TypeAlias = Engage | EndEngagements | Flee | Stand | Propose | Accept | NoMore | Concede | Fight
_OfBattles: TypeAlias = Maneuver | EndManeuver | Strike | EndStrikes | AttemptConcession | AcceptConcession
_OfSpoils: TypeAlias = Summon | NoSummon | Reinforce | NoReinforce | Acquire | Muster | EndTurn | Withdraw
AnyAction: TypeAlias = _OfTurns | _OfEngagements | _OfBattles | _OfSpoils
"""Any action, for ``match``: each class has its own fields."""

ACTIONS: dict[str, type[Action]] = {kind.do: kind for kind in get_args(AnyAction)}
"""Every kind of action by its ``do``."""


def action_from_json(data: JSON, at: str = "") -> Action:
    """An action from the JSON of a replay line (without ``expect``, ``comment`` and the like).

    :raises DocumentError: with every fault: an unknown action, or wrong keys.

    >>> action_from_json({"do": "roll", "die": 4})
    Roll(die=4)
    """
    expect(str, at=at)
    if not isinstance(data, dict):
        raise DocumentError([Fault("wrong-type", "an action is a JSON object", at)])
    name = data.get("do")
    kind = ACTIONS.get(name) if isinstance(name, str) else None
    if kind is None:
        if name is None:
            raise DocumentError([Fault("missing-key", "the key 'do' is missing", at)])
        hint = nearest(str(name), ACTIONS)
        raise DocumentError([Fault("unknown-action", f"unknown action {str(name)[:60]!r}", f"{at}/do", hint=hint)])
    body = {key: value for key, value in data.items() if key != "do"}
    if kind is Split and (body.get("characters") is None) == (body.get("count") is None):
        message = "a split has either 'characters' or, where it is not said who leaves, a 'count'"
        raise DocumentError([Fault("bad-split", message, at)])
    return read(body, kind, at)
