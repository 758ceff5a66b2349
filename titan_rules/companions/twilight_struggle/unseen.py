"""Events that a document does not show and that would change an answer if they were in effect."""

from collections.abc import Iterator
from typing import Any

from .catalog import Country, Side, events
from .rules.control import controller
from .state import Position


def unseen(
    asks: str,
    position: Position,
    side: Side | None = None,
    country: Country | None = None,
    region: str | None = None,
) -> list[str]:
    """The events to think of, each with what it would do.

    :param asks: what is asked: ``coup``, ``realign``, ``place``, ``score``, ``final-scoring`` or ``hand``.
    :param side: who acts; None where both are meant.
    :param country: the target, if there is one.
    :param region: what is scored.
    """
    where = region if country is None else country.region
    return [
        f"{row['event']}: {row['text']}"
        for row in events()
        if asks in row["asks"]
        and position.turn >= row["from_turn"]
        and (side is None or row.get("side", side) == side)
        and (where is None or where in row.get("regions", (where,)))
        and all(_fits(row, position, country))
    ]


def _fits(row: dict[str, Any], position: Position, country: Country | None) -> Iterator[bool]:
    """Whether a row's conditions on the target hold."""
    named = row.get("countries")
    if country is not None:
        yield named is None or country.name in named
        yield country.battleground or not row.get("battleground", False)
    owner, asked = row.get("controlled_by"), named or []
    if country is not None:
        asked = [country.name]
    if owner is not None and asked:
        yield any(controller(position, name) == owner for name in asked)
