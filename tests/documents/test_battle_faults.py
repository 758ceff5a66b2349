"""Every named fault of a battle's position, with its place."""

from collections.abc import Callable
from typing import Any

from builders import battle
from looping import for_each
from titan_rules.kernel.errors import DocumentError
from titan_rules.position.documents import FORMAT

Document = dict[str, Any]


def possible() -> Document:
    """A battle in its third turn that can stand on the table."""
    sides = (["Ogre D3 2", "Titan C5"], ["Troll E3", "Wyvern E1"])
    scores = {"attacker_score": 310, "defender_score": 90}
    data: Document = FORMAT.to_json(battle(*sides, "Marsh", turn=3, side="attacker", phase="maneuver", **scores))
    return data


def faults(document: Document) -> list[tuple[str, str]]:
    try:
        FORMAT.read(document)
    except DocumentError as e:
        return [(fault.code, fault.pointer) for fault in e.faults]
    return []


def many(name: str, hexes: str) -> list[Document]:
    return [{"name": name, "hex": label} for label in hexes.split()]


Change = Callable[[Document], object]

IMPOSSIBLE: dict[str, tuple[Change, str]] = {
    "unknown-ruleset": (lambda d: d.update(ruleset="standart"), "/ruleset"),
    "unknown-option": (lambda d: d.update(options={"clifs": "up_only"}), "/options/clifs"),
    "bad-option": (lambda d: d.update(options={"cliffs": "sideways"}), "/options/cliffs"),
    "no-entry-side": (lambda d: d["attacker"].pop("entry_side"), "/attacker/entry_side"),
    "defender-entry-side": (lambda d: d["defender"].update(entry_side="left"), "/defender/entry_side"),
    "too-high": (
        lambda d: d["defender"].update(characters=many("Ogre", "A1 A2 B1 B2 B3 B4 C1 C4")),
        "/defender/characters",
    ),
    "two-titans": (
        lambda d: d["attacker"]["characters"].append({"name": "Titan", "hex": "A1"}),
        "/attacker/characters/2",
    ),
    "closed-hex": (
        lambda d: d["defender"]["characters"].append({"name": "Centaur", "hex": "C2"}),
        "/defender/characters/2/hex",
    ),
    "slain": (lambda d: d["defender"]["characters"][0].update(hits=8), "/defender/characters/0/hits"),
    "hex-taken": (
        lambda d: d["defender"]["characters"].append({"name": "Lion", "hex": "D3"}),
        "/defender/characters/2/hex",
    ),
    "same-player": (lambda d: d["defender"].update(player="Black"), "/defender/player"),
    "same-marker": (lambda d: d["defender"].update(legion="Bk01"), "/defender/legion"),
    "not-summonable": (lambda d: d.update(donors={"Bk07": ["Angel", "Lion"]}), "/donors/Bk07/1"),
    "off-board": (
        lambda d: d["defender"]["characters"].append({"name": "Lion", "hex": None}),
        "/defender/characters/2/hex",
    ),
    "titan-stock": (lambda d: d.update(caretaker={"Titan": 1}), "/caretaker/Titan"),
    "too-many": (lambda d: d.update(caretaker={"Ogre": 25}), "/caretaker/Ogre"),
    "wrong-side": (lambda d: d["attacker"].update(reinforced=True), "/attacker/reinforced"),
}


def test_a_possible_position_has_no_faults() -> None:
    assert faults(possible()) == []


@for_each("code", IMPOSSIBLE)
def test_named_faults(code: str) -> None:
    change, pointer = IMPOSSIBLE[code]
    document = possible()
    change(document)
    assert faults(document) == [(code, pointer)]


def test_all_faults_at_once_in_order() -> None:
    document = possible()
    del document["attacker"]["entry_side"]
    document["defender"]["characters"][0]["hex"] = "C2"
    document["defender"]["characters"][1]["hex"] = "D3"
    document["defender"]["legion"] = "Bk01"
    assert [code for code, _ in faults(document)] == ["no-entry-side", "hex-taken", "same-marker"]


def entering(side: str, phase: str, turn: int, attacker: list[Any], defender: list[Any]) -> Document:
    document = possible()
    document.update(side=side, phase=phase, turn=turn)
    document["attacker"]["characters"] = attacker
    document["defender"]["characters"] = defender
    return document


OFF, OFF_ANGEL = {"name": "Ogre", "hex": None}, {"name": "Angel", "hex": None}
ON, ON_TOO = {"name": "Ogre", "hex": "A1"}, {"name": "Ogre", "hex": "F4"}


@for_each(
    ("document", "codes"),
    [
        (entering("defender", "maneuver", 1, [OFF, OFF], [OFF, ON_TOO]), []),
        (entering("defender", "strike", 1, [OFF, OFF], [ON_TOO]), []),
        (entering("defender", "strike", 1, [OFF], [OFF, ON_TOO]), ["off-board"]),
        (entering("attacker", "maneuver", 1, [OFF, ON], [ON_TOO]), []),
        (entering("attacker", "maneuver", 1, [ON], [OFF, ON_TOO]), ["off-board"]),
        (entering("attacker", "strike", 1, [OFF, ON], [ON_TOO]), ["off-board"]),
        (entering("defender", "maneuver", 1, [ON], [OFF]), ["entered-early"]),
        (entering("attacker", "maneuver", 3, [OFF_ANGEL, ON], [ON_TOO]), []),
        (entering("attacker", "maneuver", 3, [OFF_ANGEL, OFF_ANGEL], [ON_TOO]), ["off-board"]),
        (entering("attacker", "maneuver", 3, [OFF, ON], [ON_TOO]), ["not-summonable"]),
        (entering("attacker", "strike", 3, [OFF_ANGEL, ON], [ON_TOO]), ["off-board"]),
        (entering("defender", "maneuver", 4, [ON], [OFF, ON_TOO]), []),
        (entering("defender", "maneuver", 4, [ON], [OFF, OFF]), ["off-board"]),
        (entering("defender", "maneuver", 5, [ON], [OFF, ON_TOO]), ["off-board"]),
        (entering("attacker", "maneuver", 4, [ON], [OFF, ON_TOO]), ["off-board"]),
    ],
)
def test_who_may_be_off_the_board(document: Document, codes: list[str]) -> None:
    assert [code for code, _ in faults(document)] == codes
