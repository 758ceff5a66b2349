"""What stands in a city: ``recruit``, ``repel``, ``supply``."""

from collections.abc import Mapping
from typing import Any

from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.evolving import evolve
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling
from ..rules import recruiting, repelling, supply, titans
from ..rules.outcomes import ChoiceNeeded, IllegalChoice, Outcome
from ..rules.saying import consequence, legal
from ..state import NOTHING_CHOSEN, Choice, Position
from ..words import TileKind
from .common import city_of, document, player_of, refused, rewards_json, rulings_json, titans_json


def recruit(position: Position, values: Mapping[str, Any]) -> Answer:
    """Which unit a player must take where its piece stands, and whether it may at all."""
    name = player_of(position, values)
    city = position.players[name].at
    answer: Answer = {"player": name, "city": city}
    why_not = recruiting.why_not(position, name)
    if why_not:
        return {"verdict": "illegal", **answer, "unit": None, "rulings": rulings_json(why_not)}
    taken = recruiting.recruit(position, name)
    tile = taken.position.tile(city)
    left = list(tile.units or ()) if tile is not None else []
    rulings: list[Ruling] = list(taken.rulings)
    if not left:
        sentence = "that is the last unit: the tile of city {city} is discarded and a new one comes at once"
        rulings.append(consequence("LX-SUPPLY-1", sentence, city=city))
    unit = taken.did[0]["unit"]
    return {
        "verdict": "legal",
        **answer,
        "unit": unit,
        "must": True,
        "left": left,
        "used_up": not left,
        "rulings": rulings_json(rulings),
    }


def repel(position: Position, values: Mapping[str, Any]) -> Answer:
    """Whether a player can repel where its piece stands, what it pays and what it may take; titans likewise."""
    name = player_of(position, values)
    city = position.players[name].at
    why_not = repelling.why_not(position, name)
    why_no_titan = titans.why_not(position, name)
    answer: Answer = {
        "verdict": "illegal" if why_not and why_no_titan else "legal",
        "player": name,
        "city": city,
        "monster": None if why_not else _monster(position, name, city),
        "titans": [] if why_no_titan else _titans(position, name, city),
    }
    rulings: list[Ruling] = [*why_not, *(why_no_titan if position.titans.awake else ())]
    if not why_not:
        rulings.append(legal("LX-REPEL-1", "{player} has the units and must repel the monster", player=name))
        rulings.append(legal("LX-REPEL-2", "the units go back to the barracks, then two rewards are taken"))
    if not why_no_titan:
        rulings.append(legal("LX-TITAN-5", "{player} may repel a titan, and need not", player=name))
        rulings.append(legal("LX-TITAN-7", "one titan a year from city {city}", city=city))
    return {**answer, "rulings": rulings_json(rulings)}


def _monster(position: Position, name: str, city: str) -> dict[str, Any]:
    tile = position.tile(city)
    assert tile is not None
    assert tile.needs is not None
    assert tile.rewards is not None
    pays = {unit: count for unit, count in tile.needs.items() if count}
    return {"must": True, "pay": pays, **rewards_json(position, name, city, tile.rewards)}


def _titans(position: Position, name: str, city: str) -> list[dict[str, Any]]:
    found = []
    for number, titan in titans.affordable(position, name).items():
        listed, ways = titans.payments(position, name, titan)
        rule = legal("LX-TITAN-6", "{needs:unit} of any types", needs=titan.needs)
        found.append(
            {
                "titan": number,
                "must": False,
                "needs": titan.needs,
                "ways": ways,
                "pay": [dict(units) for units in listed],
                **rewards_json(position, name, city, titan.rewards),
                "rulings": rulings_json([rule]),
            }
        )
    return found


def supply_answer(position: Position, values: Mapping[str, Any]) -> Answer:
    """What comes when a tile is used up now."""
    choice = _shuffle(position, values)
    try:
        kind, city, outcome = _use_up(position, values, choice)
    except ChoiceNeeded as e:
        return {"verdict": "open", "stopped": e.open.to_json(), "rulings": []}
    except IllegalChoice as e:
        return {"verdict": "illegal", "stopped": refused(e), "rulings": []}
    after = outcome.position
    came = [event["city"] for event in outcome.did if event["what"] == "new-tile"]
    beside = after.supply
    return {
        "verdict": "complete",
        "used_up": kind,
        "city": city,
        "comes": {"city": came[-1], "kind": kind} if came else None,
        "awakened": after.titans.awake and not position.titans.awake,
        "next": {
            "recruit": _top(after, "recruit"),
            "monster": _top(after, "monster"),
        },
        "piles": {
            "recruit": supply.labels(beside.recruit_pile),
            "monster": supply.labels(beside.monster_pile),
        },
        "discards": {
            "recruit": supply.labels(beside.recruit_discard),
            "monster": supply.labels(beside.monster_discard),
        },
        "titans": titans_json(after.titans),
        "did": [dict(event) for event in outcome.did],
        "rulings": rulings_json(outcome.rulings),
        "final": document(after),
    }


def _use_up(position: Position, values: Mapping[str, Any], choice: Choice) -> tuple[TileKind, str | None, Outcome]:
    """Use up the tile of a city, or let the next tile of a kind come for one that is in the discard already."""
    kind: TileKind | None = values["kind"]
    if kind is not None and values["city"] is None:
        return kind, None, supply.bring(position, kind, choice)
    given: str | None = values["city"]
    here = position.players[player_of(position, {"player": None})].at
    city = here if given is None else city_of(position, given)
    tile = position.tile(city)
    if tile is None:
        message = f"city {city} has no tile to use up: name another with --city, or the kind with --kind"
        raise CannotTell(Fault("no-tile", message, f"/cities/{city}"))
    if kind is not None and kind != tile.kind:
        raise CannotTell(Fault("other-kind", f"the tile in city {city} is a {tile.kind} tile", f"/cities/{city}"))
    whole = position.with_tile(city, evolve(tile, printed=recruiting.printed(tile)))
    return tile.kind, city, supply.used_up(whole, city, choice)


def _top(position: Position, kind: TileKind) -> str | None:
    tile = position.supply.next(kind)
    return None if tile is None else supply.label(tile)


def _shuffle(position: Position, values: Mapping[str, Any]) -> Choice:
    """The order of a shuffled pile: as typed, or as the document's choices say."""
    text: str | None = values["shuffle"]
    if text is None:
        return next((choice for choice in position.choices if choice.shuffle is not None), NOTHING_CHOSEN)
    numbers = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and len(part) < 4 for part in numbers):
        message = f"a shuffled order is a list of tile numbers like 3,1,2, not {text[:40]!r}"
        raise DocumentError([Fault("bad-shuffle", message)])
    return Choice(shuffle=tuple(map(int, numbers)))
