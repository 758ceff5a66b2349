"""What one piece may do: a character's hexes with their costs, its targets with their numbers, a Legion's lands."""

from typing import Any

from titan_rules.actions.grammar import written
from titan_rules.actions.intents import Maneuver, Move, Strike
from titan_rules.answers.battle_moves import strikes_of
from titan_rules.answers.game_moves import game_moves
from titan_rules.box.hexes import labels_in
from titan_rules.box.names import Hex, Marker
from titan_rules.draw.battle_overlays import pick
from titan_rules.kernel.rulings import Ruling
from titan_rules.odds.cases import hits_of
from titan_rules.position.battle import Battle, Combatant, Role, other
from titan_rules.position.game import Game
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.battle.maneuver import destinations, hindrances, maneuver_rulings

Answer = dict[str, Any]


def battle_reach(battle: Battle, about: str) -> Answer:
    """What a character may do in this phase of a battle.

    :param about: its hex, or its name where it is off the board.
    :raises UnknownName, CannotTell: nobody is meant by that.
    """
    role, combatant = pick(battle, about)
    found: Answer = {"about": about, "character": combatant.name, "from": combatant.hex, "phase": battle.phase}
    if battle.phase == "maneuver":
        return found | _maneuvers(battle, role, combatant)
    return found | _strikes(battle, role, combatant)


def _maneuvers(battle: Battle, role: Role, combatant: Combatant) -> Answer:
    field = field_of(battle)
    to = {}
    for label in labels_in(destinations(field, role, combatant)) if role == battle.side else ():
        rulings = maneuver_rulings(battle, role, combatant, label)
        to[label] = {
            "text": written(Maneuver(combatant.name, combatant.hex, to=label)),
            "cost": next((r.facts["cost"] for r in rulings if "cost" in r.facts), None),
            "rulings": _json(rulings),
        }
    return {"to": to, "rulings": [] if to else _json(hindrances(field, role, combatant))}


def _strikes(battle: Battle, role: Role, combatant: Combatant) -> Answer:
    field = field_of(battle)
    entry = strikes_of(field, role, combatant).to_json()
    enemy = battle.of(other(role))
    targets = {}
    for target in entry["targets"]:
        struck = enemy.at(target["to"])
        assert struck is not None
        left = field.left(other(role), struck)
        for option in target["options"]:
            natural = option is target["options"][0]
            taken = (None, None) if natural else (option["strike_number"], option["dice"])
            option["text"] = written(Strike(combatant.hex or Hex(""), target["to"], None, *taken))
            option["slays"] = hits_of(option["dice"], option["strike_number"]).at_least(left).percent(1)
        targets[target["to"]] = {**target, "needs": left}
    return {"targets": targets, "must": entry["must"], "rulings": entry["rulings"]}


def _json(rulings: list[Ruling]) -> list[Answer]:
    return [ruling.to_json() for ruling in rulings]


def game_reach(game: Game, marker: str, roll: int | None) -> Answer:
    """What a Legion may do in this phase of a game; in the Movement Phase without a roll, with each of the six.

    :raises DocumentError: the player whose turn it is has no such Legion.
    """
    if game.phase != "movement" or game.engagement is not None:
        found = game_moves(game, legion=marker).to_json()
        return {"about": marker, "phase": game.phase, "entries": found["legal"]}
    found = game_moves(game, legion=marker, roll=roll, ahead=True).to_json()
    rolls = found.get("rolls") or [{"roll": found["roll"], "legal": found["legal"]}]
    return {"about": marker, "phase": game.phase, "rolls": [_of_roll(marker, one) for one in rolls]}


def _of_roll(marker: str, found: Answer) -> Answer:
    (entry,) = found["legal"]
    lands: dict[str, list[Answer]] = {}
    for place in entry["to"]:
        lands.setdefault(str(place["land"]), []).append(_place(entry["legion"], place))
    kept = {key: entry[key] for key in ("rulings", "missing") if key in entry}
    return {"roll": found["roll"], "lands": lands, **kept}


def _place(marker: str, place: Answer) -> Answer:
    """A land with the ways to say that the Legion goes there, and the way that it takes."""
    how = None if place["how"] == "normal" else place["how"]
    texts = [
        written(Move(Marker(marker), place["land"], side, how, (lord,) if lord else ()))
        for side in place["entry_sides"] or [None]
        for lord in place["reveal"] or [None]
    ]
    way = next((r["facts"]["way"] for r in place["rulings"] if "way" in r.get("facts", {})), None)
    return {**place, "texts": texts, "way": way}
