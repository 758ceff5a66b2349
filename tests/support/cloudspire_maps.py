"""Small Cloudspire positions for tests: corridors and strips between two gates, and how to ask about them."""

import random
from collections.abc import Iterator
from typing import Any

from titan_rules.companions.cloudspire.companion import COMPANION, FORMAT
from titan_rules.companions.cloudspire.hexes import Hex, within, written
from titan_rules.companions.cloudspire.state import Position
from titan_rules.kernel.companions import Answer, ask
from titan_rules.kernel.companions.choices import ChoiceNeeded

Json = dict[str, Any]
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


def tell(question: str, data: Json | None, **values: Any) -> Answer:
    """The answer to a question."""
    return ask(COMPANION, question, data, **values)


def ends(answer: Answer) -> dict[Hex, Json]:
    """The ends of a move by hex."""
    return {(end["at"][0], end["at"][1]): end for end in answer["to"]}


def cited(answer: Answer) -> set[str]:
    """The rules that an answer cites."""
    return {ruling["rule"] for ruling in answer["rulings"]}


def acted(where: Position, option: Json, dice: random.Random) -> Json:
    """An action that an option allows."""
    if option["do"] == "move":
        end = dice.choice(option["to"])
        return {"do": "move", "unit": option["unit"], "path": [list(at) for at in end["path"]]}
    if option["do"] == "fire":
        faces = (0, 1, 2) if where.dice is None or where.dice.faces is None else where.dice.faces
        rolled = [dice.choice(faces) for _ in range(option["dice"])]
        ai = where.is_ai(next(s.faction for s in where.spires if s.id == option["spire"]))
        targets = tell("ai-target", FORMAT.to_json(where), piece=option["spire"])["target"] if ai else None
        return {"do": "fire", "spire": option["spire"], "rolled": rolled, "target": (targets or option["targets"])[0]}
    if option["do"] == "attack":
        return {"do": "attack", "unit": option["unit"], "target": dice.choice(option["targets"])}
    if option["do"] == "explore":
        reveal = dice.choice([True, False])
        return {"do": "explore", "unit": option["unit"], "at": list(dice.choice(option["landmarks"])), "reveal": reveal}
    if option["do"] == "upgrade":
        return {"do": "upgrade", "piece": dice.choice(option["pieces"]), "kind": option["kind"]}
    if option["do"] == "build":
        free = next(f"tower {n}" for n in range(99) if f"tower {n}" not in {piece.id for piece in where.pieces()})
        return {"do": "build", "spire": free, "at": list(dice.choice(option["at"]))}
    if option["do"] == "equip":
        return {"do": "equip", "hero": dice.choice(option["heroes"]), "equipment": "boots"}
    return {"do": option["do"]}


def proposed(where: Position, dice: random.Random) -> Iterator[tuple[str, Json, Json]]:
    """Actions, legal or not, each with the question about it: the question, its values, the action."""
    units, spires = [u.id for u in where.units], [s.id for s in where.spires]
    gates = [f"gate:{gate.faction}" for gate in where.gates if gate.hp]
    unit, kind = dice.choice(units), dice.choice(["attack", "range", "fort"])
    target, piece = dice.choice([*units, *spires, *gates]), dice.choice([*units, *spires])
    near = list(within(dice.choice(where.hexes).at, 1))
    tile = [list(at) for at in (near[0], *dice.sample(near[1:], 2))]
    at = dice.choice(near)
    values = {"unit": unit, "target": target, "absorb": dice.choice([True, False])}
    yield "attack", values, {"do": "attack", **values}
    yield "upgrade", {"piece": piece, "kind": kind}, {"do": "upgrade", "piece": piece, "kind": kind}
    yield "build", {"at": written(at)}, {"do": "build", "spire": "tower", "at": list(at)}
    laid = {"do": "place-tile", "group": "tile", "at": tile, "terrain": ["path"] * 3}
    yield "place-tile", {"at": (" ".join(f"{q},{r}" for q, r in tile),)}, laid


def walk(where: Position, dice: random.Random, steps: int) -> Iterator[tuple[Position, Json, Position]]:
    """Random turns: each position, an action that is offered in it, and what comes of it."""
    game = COMPANION.play
    assert game is not None
    for _ in range(steps):
        walked = [option for option in game.options(where) if option["do"] not in ("place-tile", "end-wave")]
        action = acted(where, dict(dice.choice(walked)), dice)
        try:
            after = game.apply(where, game.actions.read(action)).position
        except ChoiceNeeded as e:
            action["heroes"] = dict(dice.choice(e.open.legal))
            continue
        yield where, action, after
        where = after
