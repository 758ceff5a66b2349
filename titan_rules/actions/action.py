"""What every action is: it is written as a replay line has it, and has a short text in the names of its box."""

from typing import TYPE_CHECKING, ClassVar, TypeVar

from attrs import frozen

from ..box.reading import STANDARD_BOX
from ..kernel.jsontext import JSON
from ..kernel.writing import write

if TYPE_CHECKING:
    from ..box.value import Box

LOSSES = ("attacker_loses", "defender_loses")
"""What proposals say that the sides lose."""


class InABox:
    """What has a short text in the names of a box other than the standard one."""

    __slots__ = ("spoken_in",)


@frozen
class Action(InABox):
    """What a player declares.

    :ivar spoken_in: the box whose names its short text has, where the action was listed, read or played in a position
        of another box than the standard one; no part of its value.
    """

    do: ClassVar[str] = ""
    SCHEMA: ClassVar[dict[str, JSON]] = {
        "description": "An action as a replay line has it.",
        "type": "object",
        "properties": {"do": {"type": "string"}},
        "required": ["do"],
    }

    def to_json(self) -> dict[str, JSON]:
        """The action as a replay line has it."""
        out: dict[str, JSON] = {"do": self.do, **write(self)}
        for side in LOSSES:
            if out.get(side) == ["all"]:
                out[side] = "all"
        return out

    def __str__(self) -> str:
        """The short text."""
        from .grammar import written  # noqa: PLC0415 (it knows every action)

        return written(self)


A = TypeVar("A", bound=Action)


def in_words_of(box: "Box", action: A) -> A:
    """The same action, whose short text has the names of a box from now on."""
    if box.reference != STANDARD_BOX:
        object.__setattr__(action, "spoken_in", box)
    return action
