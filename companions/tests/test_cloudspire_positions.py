"""Cloudspire: documents, the impossible ones with every fault at once, and the skeleton."""

import json
import shlex

import pytest
from jsonschema_rs import Draft202012Validator

from cloudspire_maps import between_gates, chip, corridor, document, read, row, spire, tell, unit
from looping import for_each
from running import titan
from titan_companions.cloudspire.companion import GAME
from titan_companions.cloudspire.faults import warnings
from titan_companions.cloudspire.movers import find_mover
from titan_companions.cloudspire.moves import moves_of
from titan_rules.kernel.errors import CannotTell, DocumentError
from titan_rules.kernel.schema import schema_of


def faults(data):
    with pytest.raises(DocumentError) as found:
        read(data)
    return {(fault.code, fault.pointer) for fault in found.value.faults}


ASKED = {
    "move": "pike", "order": "", "ai-move": "scree", "ai-turn": "first=Flint", "must-attack": "", "ai-target": "cairn",
    "spires-fire": "cairn", "influence": "Amber", "gate": "Amber", "check": "shield moves 4,-1",
    "attack": "shield scree", "fire": "cairn at shield", "place-tile": "0,3 1,3 0,4", "build": "2,3",
    "upgrade": "beacon range", "equip": "Teasel", "explore": "Sorrel 1,2", "mark": "unit:boar", "end-wave": "",
    "legal": "", "show": "", "stay": "Sorrel",
}  # fmt: skip


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize("style", ["json", "table"])
def test_every_question_answers_on_the_skeleton(question, style):
    line = ["companion", "cloudspire", question, "-", *shlex.split(ASKED[question]), "--format", style]
    done = titan(*line, stdin=json.dumps(GAME.new()))
    assert (done.code, done.err) == (int(question == "end-wave"), ""), line  # minions are left
    assert done.out.strip()


def test_every_question_and_action_is_asked():
    assert {*GAME.questions.kinds, *GAME.actions.kinds} - {*ASKED} == {"next-step", "end-turn", "group"}


def test_the_skeleton_is_a_possible_position_with_comments():
    position = read(GAME.new())
    assert position.comment
    assert warnings(position) == []
    assert all(group.comment for group in (position.factions["Amber"], position.gates[0], position.units[0]))


def test_the_skeleton_fits_the_schema():
    schema = schema_of(GAME.format, GAME.format.kinds["position"])
    Draft202012Validator(schema).validate(GAME.new())
    Draft202012Validator(schema).validate(json.loads(GAME.format.dumps(read(GAME.new()))))


TWO = [unit("m1", "A", (0, 0)), unit("m2", "A", (1, 0))]

IMPOSSIBLE = {
    "two units on a hex": (corridor(3, TWO[0], unit("m2", "A", (0, 0))), ("two-chips", "/units/1/at")),
    "a unit on a spire": (corridor(3, TWO[0], spire("s", "A", (0, 0))), ("two-chips", "/spires/0/at")),
    "a unit on a landmark": (
        between_gates([{**row(1)[0], "chip": "Mill"}], 1, TWO[0]),
        ("two-chips", "/units/0/at"),
    ),
    "a unit on a gate": (corridor(3, unit("m1", "A", (-1, 0))), ("two-chips", "/units/0/at")),
    "a unit off the map": (corridor(3, unit("m1", "A", (7, 7))), ("off-the-map", "/units/0/at")),
    "a hex twice": (between_gates(row(2) + row(1), 2), ("same-hex", "/hexes/2")),
    "nothing face down": (between_gates([{**row(1)[0], "face_down": True}], 1), ("no-landmark", "/hexes/0/face_down")),
    "a gate hex on the map": (between_gates(row(4), 3), ("same-hex", "/gates/1/at")),
    "an unknown terrain": (document([{**row(1)[0], "terrain": "swamp"}]), ("unknown-terrain", "/hexes/0/terrain")),
    "a hex off any table": (document([{**row(1)[0], "at": [10**6, 0]}]), ("out-of-range", "/hexes/0/at")),
    "too much movement": (corridor(3, unit("m1", "A", (0, 0), movement=13)), ("out-of-range", "/units/0/movement")),
    "a gate with 11 HP": (corridor(3, hp=11), ("out-of-range", "/gates/1/hp")),
    "no map": (document([]), ("no-hex", "/hexes")),
    "one-sided adjacency": (
        document([*row(1), *row(1, 1, group="h")], group_adjacent={"isle": ["h"], "h": []}),
        ("bad-adjacency", "/group_adjacent/isle/0"),
    ),
    "adjacent to itself": (
        document(row(1), group_adjacent={"isle": ["isle"]}),
        ("bad-adjacency", "/group_adjacent/isle/0"),
    ),
    "a hex of three numbers": (document([{**row(1)[0], "at": [0, 0, 0]}]), ("bad-hex", "/hexes/0/at")),
    "a left hex of one number": (corridor(3, unit("m1", "A", (0, 0), moved=[[1]])), ("bad-hex", "/units/0/moved/0")),
    "no mark": (
        corridor(3, TWO[0], factions={"A": {}, "B": {"mark": "gate:A"}}),
        ("missing-mark", "/factions/A/mark"),
    ),
    "no such gate": (corridor(3, factions={"A": {"mark": "gate:C"}, "B": {}}), ("bad-mark", "/factions/A/mark")),
    "its own gate": (corridor(3, factions={"A": {"mark": "gate:A"}, "B": {}}), ("bad-mark", "/factions/A/mark")),
    "no such spire": (corridor(3, factions={"A": {"mark": "spire:s"}, "B": {}}), ("bad-mark", "/factions/A/mark")),
    "a mark off the map": (corridor(3, factions={"A": {"mark": "hex:8,8"}, "B": {}}), ("bad-mark", "/factions/A/mark")),
    "a mark that is none": (corridor(3, factions={"A": {"mark": "there"}, "B": {}}), ("bad-mark", "/factions/A/mark")),
    "no factions": (document(row(1), factions={}, gates=[]), ("no-faction", "/factions")),
    "a hero of nobody": (corridor(3, unit("h", None, (0, 0), kind="hero")), ("wrong-faction", "/units/0/faction")),
    "a landmark minion of a faction": (
        corridor(3, unit("x", "A", (0, 0), kind="landmark-minion")),
        ("wrong-faction", "/units/0/faction"),
    ),
    "two gates": (
        document(row(1), gates=[{"faction": "A", "at": [5, q]} for q in range(2)], factions={"A": {}}),
        ("two-gates", "/gates/1/faction"),
    ),
    "an id twice": (corridor(3, TWO[0], a=[chip("m1")]), ("same-id", "/gates/0/stack/0/id")),
    "an id with a colon": (corridor(3, unit("gate:A", "A", (0, 0))), ("bad-id", "/units/0/id")),
    "more HP than health": (corridor(3, unit("m1", "A", (0, 0), hp=4)), ("bad-number", "/units/0/hp")),
    "an attack upgrade without an icon": (
        corridor(3, {k: v for k, v in unit("m1", "A", (0, 0), upgrades={"attack": 1}).items() if k != "attack"}),
        ("no-icon", "/units/0/upgrades/attack"),
    ),
    "a range upgrade without the talent": (
        corridor(3, unit("h", "A", (0, 0), kind="hero", upgrades={"range": 1})),
        ("no-range", "/units/0/upgrades/range"),
    ),
    "a group upside down": (
        corridor(3, unit("m1", "A", (0, 0), under=[chip("m2", movement=1)])),
        ("group-order", "/units/0/under/0"),
    ),
    "a hero in a group": (
        corridor(3, unit("m1", "A", (0, 0), under=[chip("h", kind="hero")])),
        ("not-a-group", "/units/0/under"),
    ),
    "dice that contradict themselves": (corridor(3, dice={"max": 3, "faces": [0, 2]}), ("bad-dice", "/dice/max")),
    "dice with one face": (corridor(3, dice={"faces": [2]}), ("bad-dice", "/dice/faces")),
    "more upgrades than the box holds": (
        corridor(3, spire("s", "A", (0, 0), "fort"), supply={"fort": 12}),
        ("too-many-upgrades", "/supply"),
    ),
}  # fmt: skip


@for_each("name", IMPOSSIBLE)
def test_an_impossible_position(name):
    data, fault = IMPOSSIBLE[name]
    assert fault in faults(data)


def test_every_fault_at_once():
    pieces = [TWO[0], unit("m1", "Z", (0, 0)), spire("s", "A", (9, 9))]
    found = faults(corridor(3, *pieces, current="Y", options={"x": True}, factions={"A": {}, "B": {"mark": "nowhere"}}))
    assert found == {
        ("unknown-option", "/options/x"),
        ("same-id", "/units/1/id"),
        ("unknown-faction", "/current"),
        ("unknown-faction", "/units/1/faction"),
        ("missing-mark", "/factions/A/mark"),
        ("bad-mark", "/factions/B/mark"),
        ("two-chips", "/units/1/at"),
        ("off-the-map", "/spires/0/at"),
    }


def test_a_unit_on_closed_terrain_is_possible_but_flagged():
    data = document([{**row(1)[0], "terrain": "Water"}], unit("m1", "A", (0, 0)))
    (warning,) = warnings(read(data))
    assert (warning.code, warning.pointer) == ("invalid-hex", "/units/0/at")
    assert tell("move", data, unit="m1")["invalid_hex"] is True
    done = titan("companion", "cloudspire", "validate", "-", stdin=json.dumps(data))
    assert done.code == 0
    assert "CS-MOVE-10" in done.out


def test_a_library_user_who_skips_validation_is_told_of_a_missing_mark():
    position = GAME.format.parse(corridor(3, TWO[0], factions={"A": {}, "B": {}})).unchecked
    with pytest.raises(CannotTell, match="none is named"):
        moves_of(find_mover(position, "m1"))
