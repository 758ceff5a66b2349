"""What questions ask for besides the position, and how it is understood."""

from typing import Annotated, Any, TypeAlias

from ...kernel.companions import asked, refuse
from ...kernel.errors import CannotTell, Fault
from .catalog import COUNTRIES, MOST_OPS, SUPERPOWERS, Country, Side
from .state import Position
from .words import region_names, side_of, target_names


def acting(position: Position, given: str | None) -> Side:
    """The side that a question is about: the one named, or else whose action round it is.

    :raises CannotTell: neither is known.
    """
    if given is not None:
        return side_of(given)
    if position.phasing is None:
        message = "the document does not say whose action round it is"
        raise CannotTell(Fault("side-missing", message, "/phasing", hint="--side US or USSR"))
    return position.phasing


def target(text: str) -> Country:
    """The country that somebody points at.

    :raises UnknownName: there is none of that name.
    :raises IllegalAction: it is a superpower's own space (TS-CTRL-3).
    """
    name = target_names.canonical(text)
    if name in SUPERPOWERS:
        refuse("TS-CTRL-3", "{space} is a superpower: it holds no influence and cannot be a target", space=name)
    return COUNTRIES[name]


def _target(_: Any, text: str) -> Country:
    return target(text)


def _targets(_: Any, texts: tuple[str, ...]) -> tuple[Country, ...]:
    return tuple(map(target, texts))


_OPS: dict[str, Any] = {"least": 1, "most": MOST_OPS}
_MODIFIER: dict[str, Any] = {"least": -6, "most": 6, "default": 0}
_REGIONS = "Europe, Middle East, Asia, Africa, Central America or South America"

Acting: TypeAlias = Annotated[Side, asked("US or USSR; by default the side whose action round it is", read=acting)]
Target: TypeAlias = Annotated[Country, asked("the target", required=True, read=_target)]
Targets: TypeAlias = Annotated[
    tuple[Country, ...], asked("one for each marker, in order", required=True, many=True, read=_targets)
]
Spent: TypeAlias = Annotated[tuple[Country, ...], asked("where a point is spent", many=True, read=_targets)]
Shown: TypeAlias = Annotated[tuple[Country, ...], asked("only this one", many=True, read=_targets)]
Region: TypeAlias = Annotated[str, asked(_REGIONS, required=True, names=region_names)]
Ops: TypeAlias = Annotated[int, asked("the Operations used, with all changes", "number", required=True, **_OPS)]
OpsIfAny: TypeAlias = Annotated[int | None, asked("the Operations used, with all changes", "number", **_OPS)]
Die: TypeAlias = Annotated[int, asked("what was rolled", "number", required=True, least=1, most=6)]
DieIfAny: TypeAlias = Annotated[int | None, asked("what was rolled", "number", least=1, most=6)]
Modifier: TypeAlias = Annotated[int, asked("what events add to your die", "number", **_MODIFIER)]
OtherModifier: TypeAlias = Annotated[int, asked("what events add to the opponent's die", "number", **_MODIFIER)]
Free: TypeAlias = Annotated[bool, asked("a free coup, given by an event that names the region", "flag")]
