"""Boards for tests, typed as a player would say them."""

from collections.abc import Iterable
from typing import Any

from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.rulings import Ruling
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game

LETTERS = {"Black": "Bk", "Red": "Rd", "Gold": "Gd"}
TOWERS = {"Black": 100, "Red": 200, "Gold": 300}
TEXT = str | None


def document(
    *,
    phase: str = "movement",
    roll: int | None = None,
    turn: int = 5,
    ruleset: str = "standard",
    options: Any = None,
    **sides: Any,
) -> dict[str, Any]:
    """A game document; ``black={"Bk01": (105, "Titan Ogre")}`` gives Legions their land and content.

    Black is to move. ``black_is={"score": 400}`` sets anything else of a player, and a third item of a
    Legion anything else of it.
    """
    players = []
    for color in LETTERS:
        side = sides.get(color.lower())
        if side is None:
            continue
        legions = [
            {"legion": marker, "land": land, "characters": content.split() if content else None, **dict(*more)}
            for marker, (land, content, *more) in side.items()
        ]
        player = {"color": color, "tower": TOWERS[color], "legions": legions}
        players.append(player | sides.get(f"{color.lower()}_is", {}))
    found = {"format": "titan-rules/1", "kind": "game", "ruleset": ruleset, "turn": turn, "phase": phase}
    if options:
        found["options"] = options
    return found | {"active": "Black", "roll": roll, "players": players}


FAR_AWAY = {"Rd01": (4000, "Titan Angel")}
"""Red, where it is in nobody's way."""


def game(*, red: Any = FAR_AWAY, **given: Any) -> Game:
    """A game read from :func:`document`."""
    data = document(red=red, **given)
    position: Game = FORMAT.read({key: value for key, value in data.items() if key != "roll" or value is not None})
    return position


def rolled(position: Game, roll: int | None) -> Game:
    """The game with another Movement Roll."""
    return evolve(position, roll=roll)


def rules(rulings: Iterable[Ruling]) -> list[str]:
    """The ids that rulings cite, in order."""
    return [r.rule for r in rulings]


def refused(judged: object) -> list[Ruling]:
    """The rulings of a refusal; none if something is meant."""
    return list(judged.rulings) if isinstance(judged, Refusal) else []


def meant(judged: Any) -> Any:
    """Where a judged move leads; None if it is refused."""
    return None if isinstance(judged, Refusal) else judged[1]
