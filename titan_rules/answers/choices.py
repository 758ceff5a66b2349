"""Whose choice it is, as a part of answers."""

from attrs import frozen

from ..kernel.answers import Part
from ..kernel.rulings import Ruling
from ..play import Next
from ..play.choosing import Decides
from ..position.battle import Role


@frozen(kw_only=True)
class AlsoChoice(Part):
    """Somebody else who may act now, and how."""

    by: str
    actions: tuple[str, ...]


@frozen(kw_only=True)
class Choice(Part):
    """Who decides what now; the fields are those of :class:`titan_rules.play.Next`."""

    by: str | None
    role: Role | None
    decides: Decides
    step: str
    actions: tuple[str, ...]
    also: tuple[AlsoChoice, ...] | None = None
    otherwise: tuple[Ruling, ...] | None = None


def choice(found: Next) -> Choice:
    """Whose choice it is, for an answer."""
    return Choice(
        by=found.by,
        role=found.role,
        decides=found.decides,
        step=found.step,
        actions=found.actions,
        also=tuple(AlsoChoice(by=each.by, actions=each.actions) for each in found.also) or None,
        otherwise=found.otherwise or None,
    )
