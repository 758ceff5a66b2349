"""Small Cloudspire positions for tests: corridors and strips between two gates, and how to ask about them."""

from typing import Any

from titan_companions.cloudspire.companion import GAME
from titan_companions.cloudspire.hexes import Hex
from titan_companions.cloudspire.state import Position
from titan_companions.protocol import answers, views

Json = dict[str, Any]
FORMAT = GAME.format
FACTIONS: Json = {"A": {"mark": "gate:B"}, "B": {"mark": "gate:A", "ai": True}}


def row(length: int, r: int = 0, **more: Any) -> list[Json]:
    """A row of path hexes of one group."""
    return [{"at": [q, r], "group": "isle", "terrain": "path", **more} for q in range(length)]


def unit(name: str, faction: str | None, at: Hex, **more: Any) -> Json:
    """A minion with health 3, attack 1, movement 2, unless told otherwise; ``attack=None`` takes its icon away."""
    found: Json = {"id": name, "kind": "minion", "at": list(at), "health": 3, "attack": 1, "movement": 2}
    if faction is not None:
        found["faction"] = faction
    return {key: value for key, value in {**found, **more}.items() if value is not None}


def chip(name: str, **more: Any) -> Json:
    """A chip that lies under another, or at a gate."""
    return {"id": name, "kind": "minion", "health": 3, "attack": 1, "movement": 2, **more}


def spire(name: str, faction: str, at: Hex, *upgrades: str, **more: Any) -> Json:
    """A spire, its bottom upgrade first."""
    return {"id": name, "faction": faction, "at": list(at), "upgrades": list(upgrades), **more}


def document(hexes: list[Json], *pieces: Json, **more: Any) -> Json:
    """A position: units and spires among the pieces, gates of A and B far away unless given."""
    gates = [{"faction": "A", "at": [-9, 9]}, {"faction": "B", "at": [9, -9]}]
    found: Json = {"format": "cloudspire/1", "kind": "position", "current": "A", "factions": FACTIONS, "gates": gates}
    found["hexes"] = hexes
    found["units"] = [piece for piece in pieces if "upgrades" not in piece or isinstance(piece["upgrades"], dict)]
    found["spires"] = [piece for piece in pieces if isinstance(piece.get("upgrades"), list)]
    return {**found, **more}


def between_gates(hexes: list[Json], length: int, *pieces: Json, **more: Any) -> Json:
    """A position whose gates lie at both ends of its first row; stacks as ``a`` and ``b``."""
    gates = [
        {"faction": "A", "at": [-1, 0], "stack": more.pop("a", [])},
        {"faction": "B", "at": [length, 0], "stack": more.pop("b", []), "hp": more.pop("hp", 10)},
    ]
    return document(hexes, *pieces, gates=gates, **more)


def corridor(length: int, *pieces: Json, **more: Any) -> Json:
    """One row of path between the gates of A (left) and B (right)."""
    return between_gates(row(length), length, *pieces, **more)


def strip(length: int, *pieces: Json, **more: Any) -> Json:
    """Two rows of path between the gates; a hex is as far from B's gate as its column is from the last, plus one."""
    return between_gates(row(length) + row(length, 1), length, *pieces, **more)


def read(data: Json) -> Position:
    """The position of a document."""
    position: Position = FORMAT.read(data)
    return position


def tell(question: str, data: Json, **values: Any) -> Json:
    """The answer to a question, or to an action as it stands."""
    position, words = read(data), [question]
    for key, value in values.items():
        words += [f"{key}={one}" for one in (value if isinstance(value, tuple) else [value])]
    known = GAME.known(position)
    if question in GAME.questions.kinds:
        asked = GAME.questions.read(words, "", known)
        return answers.answer(GAME, question, lambda at: views.ask(GAME, at, asked), position)
    return check(data, words)


def check(data: Json, action: Any) -> Json:
    """Whether an action is legal, in words or as JSON."""
    position = read(data)
    given = GAME.read_action(action, position)
    return answers.answer(GAME, "check", lambda at: views.check(GAME, at, given), position)


def hp(answer: Json, name: str) -> int | None:
    """The HP of a unit after an action; None: it is not on the map."""
    found = {unit.id: unit.life for unit in read(answer["final"]).units}
    return found.get(name)


def struck_by(answer: Json) -> dict[str, int]:
    """Who struck back in an attack, and for how much."""
    told = [ruling["facts"] for ruling in answer["rulings"] if " back for " in ruling["text"]]
    return {facts.get("striker") or f"gate:{facts['owner']}": facts["damage"] for facts in told}


def ends(answer: Json) -> dict[Hex, Json]:
    """The ends of a move by hex."""
    return {(end["at"][0], end["at"][1]): end for end in answer["to"]}


def cited(answer: Json) -> set[str]:
    """The rules that an answer cites."""
    return {ruling["rule"] for ruling in answer["rulings"]}
