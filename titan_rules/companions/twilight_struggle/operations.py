"""What is done in a turn, as a document (kind ``operations``) or as JSON Lines."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, fields, frozen

from ...kernel.dice import dice_faults
from ...kernel.errors import Fault
from ...kernel.evolving import evolve
from ...kernel.fields import Named
from ...kernel.jsontext import pointer
from .catalog import COUNTRIES, MOST_OPS, SUPERPOWERS
from .positions import position_faults
from .readings import RULESETS
from .state import ALWAYS, NOTHING, BySide, Position
from .words import CountryName, SideName, target_names

TargetName: TypeAlias = Annotated[str, Named("target", target_names.canonical, lambda: (*COUNTRIES, *SUPERPOWERS))]
Deed: TypeAlias = Literal["place", "realign", "coup", "space", "score", "event", "end-round", "end-turn"]

WANTED: Mapping[Deed, tuple[str, ...]] = {
    "place": ("ops", "markers"),
    "realign": ("ops", "rolls"),
    "coup": ("ops", "country", "die"),
    "space": ("ops", "die"),
    "score": ("card",),
    "event": (),
    "end-round": (),
    "end-turn": (),
}
"""The keys that each action must have."""

ALLOWED: Mapping[Deed, tuple[str, ...]] = {
    "place": ("side", "card"),
    "realign": ("side", "card", "modifier", "opponent_modifier"),
    "coup": ("side", "card", "modifier", "free"),
    "space": ("side", "card"),
    "score": ("side",),
    "event": ("side", "card", "of", "influence", "vp", "defcon", "military_operations", "china_card"),
    "end-round": (),
    "end-turn": (),
}
"""The further keys that each action may have, besides :data:`REMARKED`."""

REMARKED = {"do", "comment", "expect", "state"}
"""The keys that any action may have."""


@frozen
class RolledPair:
    """One realignment roll: the acting side's die, then the opponent's."""

    country: TargetName
    dice: tuple[int, ...]


@frozen(kw_only=True)
class Expected:
    """What must hold after an action; only what is named is looked at.

    :param controller: by country: US, USSR, or null for nobody.
    :param over: whether the game is over.
    :param winner: US, USSR, or null for nobody; only looked at where ``over`` is named.
    """

    influence: Mapping[CountryName, BySide] = field(factory=dict)
    controller: Mapping[CountryName, SideName | None] = field(factory=dict)
    defcon: int | None = None
    vp: int | None = None
    military_operations: BySide | None = None
    space: BySide | None = None
    over: bool | None = None
    winner: SideName | None = None


@frozen(kw_only=True)
class Action:
    """One action; see :data:`WANTED` and :data:`ALLOWED` for the keys that belong to each.

    :param do: what is done.
    :param side: who does it; left out: whose action round it is.
    :param card: the card played, where the rules look at it: a scoring card, the China Card.
    :param of: whose event it is, where it is that of the round's card: an own or neutral one is the whole play of the
        card (TS-EV-1), the opponent's comes beside the Operations (TS-EV-2). Left out: nothing is assumed.
    :param ops: the Operations used, with all changes.
    :param markers: the countries, one for each marker, in order.
    :param modifier, opponent_modifier: what events add to the dice.
    :param free: an event gives the coup and names the region (TS-COUP-6).
    :param influence, vp, defcon, military_operations: changes that an event makes, taken as given; above 0 ``vp`` is
        for the US.
    :param china_card: the event passes the China Card.
    :param state: the seal of the position after it.
    """

    do: Deed
    side: SideName | None = None
    card: str | None = None
    of: Literal["US", "USSR", "neutral"] | None = None
    ops: int | None = None
    markers: tuple[TargetName, ...] = ()
    country: TargetName | None = None
    rolls: tuple[RolledPair, ...] = ()
    die: int | None = None
    modifier: int = 0
    opponent_modifier: int = 0
    free: bool = False
    influence: Mapping[CountryName, BySide] = field(factory=dict)
    vp: int = 0
    defcon: int = 0
    military_operations: BySide = NOTHING
    china_card: bool = False
    comment: str = ""
    expect: Expected | None = None
    state: str | None = None


@frozen(kw_only=True)
class Operations:
    """A position and the actions done in it.

    :param ruleset, options: the readings it is played under; ``start`` itself names none.
    """

    ruleset: str = field(default="standard", metadata=ALWAYS)
    options: Mapping[str, str | bool] = field(factory=dict)
    start: Position = field(metadata=ALWAYS)
    actions: tuple[Action, ...] = field(default=(), metadata=ALWAYS)

    @property
    def position(self) -> Position:
        """The start, under the document's readings."""
        return evolve(self.start, ruleset=self.ruleset, options=self.options)


def action_faults(action: Action, at: str = "") -> Iterator[Fault]:
    """What is wrong with an action before any rule is asked: missing keys, keys of another action, bad dice.

    :param at: JSON Pointer of the action.
    """
    given = {f.name for f in fields(Action) if getattr(action, f.name) != _absent(f)} - REMARKED
    for key in WANTED[action.do]:
        if key not in given:
            yield Fault("missing-key", f"{action.do} needs the key {key!r}", at)
    for key in sorted(given - {*WANTED[action.do], *ALLOWED[action.do]}):
        yield Fault("unknown-key", f"{action.do} has no key {key!r}", at + pointer(key))
    if action.ops is not None and not 1 <= action.ops <= MOST_OPS:
        yield Fault("out-of-range", f"Operations are 1 to {MOST_OPS}, not {action.ops}", at + pointer("ops"))
    if action.die is not None:
        yield from (Fault(f.code, f.message, at + pointer("die")) for f in dice_faults([action.die]))
    for i, pair in enumerate(action.rolls):
        yield from dice_faults(pair.dice, 2, at + pointer("rolls", i, "dice"))


def _absent(attribute: Any) -> object:
    default = attribute.default
    return default.factory() if hasattr(default, "factory") else default


def operations_faults(document: Operations) -> list[Fault]:
    """Every fault of the start and of each action."""
    found = RULESETS.faults(document.ruleset, document.options)
    if document.start.ruleset != "standard" or document.start.options:
        found.append(Fault("readings-twice", "the readings stand on the document itself, not on its start", "/start"))
    found += [
        Fault(f.code, f.message, pointer("start") + f.pointer, f.line, f.hint) for f in position_faults(document.start)
    ]
    for i, action in enumerate(document.actions):
        found.extend(action_faults(action, pointer("actions", i)))
    return found
