"""The shapes of what is in a text: a position, actions, Legions, a recorded game, a box."""

from typing import Literal, TypeAlias

from attrs import field, frozen

from titan_rules.kernel.answers import Part
from titan_rules.kernel.errors import Fault
from titan_rules.kernel.fields import ALWAYS, FLAT, key
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.rulings import Ruling
from titan_rules.rules.masterboard.mustering import MusterOption

from .positions import Drawn, LegalAction
from .recorded import Recorded


@frozen(kw_only=True)
class ReadBesides(Part):
    """What was read besides a position.

    :param actions: what is to be carried out, in order.
    :param ways: the readings of an action that can mean several.
    :param notes: what was assumed.
    :param unread: why the rest of the text was not read.
    """

    actions: tuple[LegalAction, ...] = field(default=(), metadata=ALWAYS)
    ways: tuple[str, ...] = field(default=(), metadata=ALWAYS)
    notes: tuple[str, ...] = field(default=(), metadata=ALWAYS)
    unread: Fault | None = field(default=None, metadata=ALWAYS)


@frozen(kw_only=True)
class PositionLoaded(Part):
    """A position, and what is asked or done in it.

    :param remarks: what another program's save leaves out.
    """

    kind: Literal["position"] = field(default="position", metadata=ALWAYS)
    drawn: Drawn = field(metadata=key(FLAT))
    meaning: ReadBesides = field(default=ReadBesides(), metadata={**key(FLAT), **ALWAYS})
    remarks: tuple[str, ...] = ()


@frozen(kw_only=True)
class ActionsLoaded(Part):
    """Actions in the position that is shown."""

    kind: Literal["actions"] = field(default="actions", metadata=ALWAYS)
    meaning: ReadBesides = field(metadata=key(FLAT))


@frozen(kw_only=True)
class BoxLoaded(Part):
    """A box in a text."""

    kind: Literal["box"] = field(default="box", metadata=ALWAYS)
    name: str
    box: JSON


@frozen(kw_only=True)
class LegionAsked(Part):
    """A Legion outside a game, and what it may muster, as ``titan recruit-options`` tells it; or why it cannot."""

    terrain: str = ""
    characters: tuple[str, ...] = ()
    options: tuple[MusterOption, ...] = field(default=(), metadata=ALWAYS)
    rulings: tuple[Ruling, ...] = ()
    at_most: bool | None = None
    fault: Fault | None = None


@frozen(kw_only=True)
class MustersLoaded(Part):
    """Legions outside a game, each asked for its musters."""

    kind: Literal["musters"] = field(default="musters", metadata=ALWAYS)
    legions: tuple[LegionAsked, ...]


Loaded: TypeAlias = PositionLoaded | ActionsLoaded | MustersLoaded | Recorded | BoxLoaded
