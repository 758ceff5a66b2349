"""Events that a document does not show and that would change an answer if they were in effect."""

from typing import Any

from .catalog import COUNTRIES, Country, Side, read
from .state import Position


def unseen(
    asks: str, position: Position, side: Side | None = None, country: Country | None = None, region: str | None = None
) -> tuple[str, ...]:
    """The events to think of, each with what it would do.

    :param asks: what is asked: ``coup``, ``realign``, ``place``, ``score``, ``final-scoring`` or ``hand``.
    :param side: who acts; None where both are meant.
    :param country: the target, if there is one.
    :param region: what is scored.
    """
    where = region if country is None else country.region

    def fits(row: dict[str, Any]) -> bool:
        named = row.get("countries", [])
        aimed = named if country is None else [country.name]
        return (
            position.turn >= row["from_turn"]
            and (side is None or row.get("side", side) == side)
            and (where is None or where in row.get("regions", (where,)))
            and (country is None or not named or country.name in named)
            and (country is None or country.battleground >= row.get("battleground", False))
            and (not aimed or "controlled_by" not in row or row["controlled_by"] in map(owner, aimed))
        )

    def owner(name: str) -> Side | None:
        return position.controller(COUNTRIES[name])

    return tuple(f"{row['event']}: {row['text']}" for row in read("events") if asks in row["asks"] and fits(row))
