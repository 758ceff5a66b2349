"""Every impossible position has a name and a place; no possible one is refused."""

import json
import re
from typing import Any

import pytest

from builders import board_document
from looping import for_each
from titan_rules.digest.rows import digest
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.jsontext import data_file
from titan_rules.position import faults as all_faults
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT

Path = tuple[str | int, ...]

BASE = board_document(
    roll=4,
    black={"Bk01": (20, "Titan Ogre"), "Bk02": (21, "Angel Ogre Lion")},
    black_is={"markers": ["Bk03", "Bk04"]},
    red={"Rd01": (117, "Titan Angel"), "Rd02": (118, None, {"height": 5})},
    red_is={"tower": 400},
    gold={},
    gold_is={"tower": 200, "out": True},
)


def game(*changes: tuple[Path, Any], **top: Any) -> dict[str, Any]:
    """The base with values put in at paths."""
    data = json.loads(json.dumps({**BASE, **top}))
    for path, value in changes:
        place = data
        for part in path[:-1]:
            place = place[part]
        if isinstance(place, list) and path[-1] == len(place):
            place.append(value)
        else:
            place[path[-1]] = value
    return dict(data)


def faults(data: dict[str, Any]) -> list[tuple[str, str]]:
    try:
        FORMAT.read(data)
    except DocumentError as e:
        return [(fault.code, fault.pointer) for fault in e.faults]
    return []


def legion(player: int, number: int, key: str) -> Path:
    return "players", player, "legions", number, key


TITANS_HOME = (legion(0, 1, "land"), 20)
"""Bk02 stands with Bk01."""

MET = (legion(0, 1, "land"), 117)
"""Bk02 has met Rd01."""


def test_the_base_is_possible() -> None:
    assert faults(BASE) == []


@for_each(
    ("data", "expected"),
    [
        # turn and players
        (game(active=None), ("no-active", "/active")),
        (game(active="Blue"), ("unknown-player", "/active")),
        (game(active="Gold"), ("active-out", "/active")),
        (game(players=BASE["players"][:1]), ("player-count", "/players")),
        (game(winner="Black"), ("winner-too-early", "/winner")),
        (game(winner="Blue", phase="over"), ("unknown-player", "/winner")),
        (game(winner="Gold", phase="over"), ("unknown-player", "/winner")),
        (game((("players", 1, "color"), "Black")), ("color-twice", "/players/1/color")),
        (game((("players", 1, "tower"), 100)), ("tower-twice", "/players/1/tower")),
        (game((("players", 1, "tower"), 101)), ("not-a-tower", "/players/1/tower")),
        (game((("players", 2, "legions"), [{"legion": "Gd01", "land": 1, "height": 2}])),
         ("out-with-legions", "/players/2/legions")),
        # Titans
        (game((legion(0, 1, "characters"), ["Titan", "Ogre"])), ("two-titans", "/players/0/legions")),
        (game((legion(0, 0, "characters"), ["Titan", "Titan"])), ("two-titans", "/players/0/legions")),
        (game((legion(0, 0, "characters"), ["Ogre", "Ogre"])), ("no-titan", "/players/0/legions")),
        (game((("players", 0, "legions"), [])), ("no-titan", "/players/0/legions")),
        # heights
        (game((legion(0, 1, "characters"), ["Ogre"] * 8)), ("too-high", "/players/0/legions/1/characters")),
        (game((legion(1, 1, "height"), 8)), ("too-high", "/players/1/legions/1/height")),
        (game((legion(1, 1, "height"), None)), ("unknown-height", "/players/1/legions/1/height")),
        (game((legion(0, 0, "height"), 2)), ("height-and-characters", "/players/0/legions/0/height")),
        (game((legion(0, 1, "characters"), [])), ("empty-legion", "/players/0/legions/1")),
        (game((legion(1, 1, "height"), 0)), ("empty-legion", "/players/1/legions/1")),
        # what is known of a Legion
        (game((legion(0, 1, "revealed"), ["Lion", "Lion"])), ("known-not-there", "/players/0/legions/1/revealed")),
        (game((legion(0, 1, "seen"), {"Red": ["Troll"]})), ("known-not-there", "/players/0/legions/1/seen/Red")),
        (game((legion(1, 1, "revealed"), ["Ogre"] * 6)), ("known-too-many", "/players/1/legions/1/revealed")),
        # markers
        (game((legion(0, 1, "legion"), "Bk01")), ("marker-twice", "/players/0/legions/1/legion")),
        (game((legion(1, 0, "legion"), "Bk01")), ("marker-twice", "/players/1/legions/0/legion")),
        (game((("players", 0, "markers"), ["Bk01"])), ("marker-used", "/players/0/markers/0")),
        (game((("players", 1, "markers"), ["Rd05", "Bk01"])), ("marker-used", "/players/1/markers/1")),
        (game((("players", 0, "markers"), ["Bk03", "Bk03"])), ("marker-twice", "/players/0/markers/1")),
        (game((("players", 1, "markers"), ["Bk03"])), ("marker-twice", "/players/1/markers/0")),
        # lands
        (game((legion(1, 1, "land"), 117)), ("own-legions-share-land", "/players/1/legions/1/land")),
        (game(TITANS_HOME, phase="engagement"), ("own-legions-share-land", "/players/0/legions/1/land")),
        (game(TITANS_HOME, phase="enlistment"), ("own-legions-share-land", "/players/0/legions/1/land")),
        (game(TITANS_HOME, active="Red"), ("own-legions-share-land", "/players/0/legions/1/land")),
        (game(MET, phase="commencement"), ("enemies-share-land", "/players/1/legions/0/land")),
        (game(MET, phase="enlistment"), ("enemies-share-land", "/players/1/legions/0/land")),
        (game(MET, (legion(0, 0, "land"), 117)), ("crowded-land", "/players/0/legions/1/land")),
        (game(MET, (("players", 2), {"color": "Gold", "tower": 200, "legions": [
            {"legion": "Gd01", "land": 3, "characters": ["Titan"]}]}), active="Gold"),
         ("crowded-land", "/players/1/legions/0/land")),
        (game((legion(0, 1, "land"), 300), (legion(0, 1, "entry_side"), "left")),
         ("tower-entry", "/players/0/legions/1/entry_side")),
        # splits
        (game((legion(0, 1, "split_from"), "Bk02")), ("split-from-itself", "/players/0/legions/1/split_from")),
        (game((legion(0, 1, "split_from"), "Bk01"), phase="commencement", roll=None),
         ("split-elsewhere", "/players/0/legions/1/split_from")),
        (game((legion(0, 1, "split_from"), "Bk05"), phase="commencement", roll=None),
         ("split-elsewhere", "/players/0/legions/1/split_from")),
        # the box
        (game(dead={"Colossus": 11}), ("box-exceeded", "/players")),
        (game(dead={"Colossus": 9}, caretaker={"Colossus": 2}), ("box-exceeded", "/caretaker/Colossus")),
        (game(caretaker={"Ogre": 24}), ("box-exceeded", "/caretaker/Ogre")),
        (game(caretaker={"Serpent": 11}), ("box-exceeded", "/caretaker/Serpent")),
        (game(returning={"Archangel": 7}), ("box-exceeded", "/players")),
        (game(dead={"Angel": 1}), ("not-dead", "/dead/Angel")),
        (game(dead={"Warlock": 1}), ("not-dead", "/dead/Warlock")),
        (game(returning={"Ogre": 1}), ("not-returning", "/returning/Ogre")),
        (game(returning={"Titan": 1}), ("not-returning", "/returning/Titan")),
        # readings
        (game(ruleset="house"), ("unknown-ruleset", "/ruleset")),
        (game(options={"archangels": "choice"}), ("unknown-option", "/options/archangels")),
        (game(options={"archangel": "both"}), ("bad-option", "/options/archangel")),
    ],
)  # fmt: skip
def test_impossible(data: dict[str, Any], expected: tuple[str, str]) -> None:
    assert faults(data) == [expected]


WHOLE = ["Titan", "Angel", "Ogre", "Ogre", "Centaur", "Centaur", "Gargoyle", "Gargoyle"]


def first_turn(active: str | None, phase: str, black: Any, red: Any, **top: Any) -> dict[str, Any]:
    players = [
        {"color": "Black", "tower": 400, "legions": black},
        {"color": "Red", "tower": 300, "legions": red},
    ]
    return {**BASE, "turn": 1, "active": active, "phase": phase, "roll": None, "players": players, **top}


def whole(color: str, land: int) -> list[dict[str, Any]]:
    return [{"legion": f"{color}01", "land": land, "characters": WHOLE}]


def halves(color: str, land: int, other: int, **more: Any) -> list[dict[str, Any]]:
    return [
        {"legion": f"{color}01", "land": land, "characters": WHOLE[:1] + WHOLE[2:5]},
        {"legion": f"{color}02", "land": other, "characters": WHOLE[1:2] + WHOLE[5:], **more},
    ]


WON = {
    "land": 117, "attacker": "Bk02", "defender": "Rd01", "attacking": "Black", "defending": "Red",
    "stage": "acquiring", "to_act": "Red", "winner": "defender", "slain_titans": ["Black"],
}  # fmt: skip


@for_each(
    "data",
    [
        # SPLIT-1: eight high until the player's first split
        first_turn("Black", "commencement", whole("Bk", 400), whole("Rd", 300)),
        first_turn("Black", "movement", halves("Bk", 400, 400, split_from="Bk01"), whole("Rd", 300)),
        first_turn("Black", "enlistment", halves("Bk", 41, 400), whole("Rd", 300)),
        first_turn("Red", "commencement", halves("Bk", 41, 400), whole("Rd", 300)),
        first_turn("Red", "movement", halves("Bk", 41, 400), [{"legion": "Rd01", "land": 300, "height": 4},
                                                              {"legion": "Rd02", "land": 300, "height": 4}]),
        first_turn("Black", "commencement", [{"legion": "Bk01", "land": 400, "height": 8}], whole("Rd", 300)),
        first_turn(None, "over", [], whole("Rd", 300), winner="Red"),
        # MOVE-6: parts of a split, and Legions that could not leave, before the phase ends
        game(TITANS_HOME, phase="commencement", roll=None),
        game(TITANS_HOME, (legion(0, 1, "split_from"), "Bk01"), phase="commencement", roll=None),
        game(TITANS_HOME),
        game((legion(0, 1, "split_from"), "Bk01")),
        # Engagements
        game(MET),
        game(MET, (legion(0, 1, "entry_side"), "left"), (legion(0, 1, "moved"), True)),
        game(MET, phase="engagement"),
        game(MET, (legion(0, 0, "land"), 118), phase="engagement"),
        game((legion(0, 1, "land"), 300), (legion(0, 1, "entry_side"), "bottom")),
        # within an Engagement a Legion may be empty, and a Titan gone
        game(MET, (legion(0, 1, "characters"), []), phase="engagement", engagement=WON),
        game(MET, (legion(0, 0, "characters"), ["Ogre"]), phase="engagement", engagement=WON),
        game((legion(0, 0, "characters"), ["Ogre"]), (("players", 0, "out"), True), phase="engagement"),
        # D-5: markers of other colours, used and free
        game((legion(0, 1, "legion"), "Gd01"), (("players", 0, "markers"), ["Gd02", "Gr12"])),
        # a Titan may be among the unknown
        game((legion(1, 0, "characters"), ["Angel", "Angel"])),
        game((("players", 1, "legions"), [{"legion": "Rd01", "land": 1, "height": 1}])),
        # the box, to the last counter
        game(dead={"Colossus": 10}),
        game(dead={"Colossus": 9, "Titan": 1}, caretaker={"Colossus": 1}),
        game(caretaker={"Ogre": 23, "Angel": 16}),
        game(caretaker={"Angel": 0}, returning={"Angel": 2, "Guardian": 6}),
        # the end
        game(phase="over", winner="Red", active=None, roll=None),
        game(phase="over", players=[{"color": c, "tower": t, "out": True} for c, t in (("Black", 100), ("Red", 200))]),
    ],
)  # fmt: skip
def test_possible(data: dict[str, Any]) -> None:
    assert faults(data) == []


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (first_turn("Black", "movement", whole("Bk", 400), whole("Rd", 300)), "/players/0/legions/0/characters"),
        (first_turn("Red", "commencement", whole("Bk", 400), whole("Rd", 300)), "/players/0/legions/0/characters"),
        (first_turn("Black", "commencement", whole("Bk", 400), whole("Rd", 300), turn=2),
         "/players/0/legions/0/characters"),
    ],
)  # fmt: skip
def test_SPLIT_1_eight_high_too_late(data: dict[str, Any], place: str) -> None:
    assert ("too-high", place) in faults(data)


def test_all_faults_at_once() -> None:
    data = game(
        (legion(0, 0, "characters"), ["Titan", "Titan"]),
        (legion(1, 0, "legion"), "Bk02"),
        (("players", 2, "tower"), 1),
        active="Gold",
    )
    assert faults(data) == [
        ("active-out", "/active"),
        ("not-a-tower", "/players/2/tower"),
        ("two-titans", "/players/0/legions"),
        ("marker-twice", "/players/1/legions/0/legion"),
    ]


ENGAGEMENT = {
    "land": 117, "attacker": "Bk02", "defender": "Rd01", "attacking": "Black", "defending": "Red",
    "stage": "flight", "to_act": "Red",
}  # fmt: skip

BATTLE: dict[str, Any] = {
    "terrain": "Marsh",
    "attacker": {"player": "Black", "legion": "Bk02", "entry_side": "left",
                 "characters": [{"name": name} for name in ("Angel", "Ogre", "Lion")]},
    "defender": {"player": "Red", "legion": "Rd01", "characters": [{"name": "Titan"}, {"name": "Angel"}]},
}  # fmt: skip


def engaged(*changes: tuple[Path, Any], engagement: Any = ENGAGEMENT, **top: Any) -> dict[str, Any]:
    return game(MET, *changes, **{"phase": "engagement", "engagement": engagement, **top})


def test_an_engagement_and_its_battle_are_possible() -> None:
    assert faults(engaged()) == []
    assert faults(engaged(engagement={**ENGAGEMENT, "stage": "battle"}, battle=BATTLE)) == []


@for_each(
    ("data", "expected"),
    [
        (engaged(phase="movement"), ("engagement-phase", "/engagement")),
        (engaged(engagement={**ENGAGEMENT, "land": 118}), ("not-in-land", "/engagement/attacker")),
        (engaged(engagement={**ENGAGEMENT, "attacker": "Bk03"}), ("unknown-legion", "/engagement/attacker")),
        (engaged(engagement={**ENGAGEMENT, "defender": "Rd03"}), ("unknown-legion", "/engagement/defender")),
        (engaged(engagement={**ENGAGEMENT, "attacking": "Blue"}), ("attacker-not-active", "/engagement/attacking")),
        (engaged(engagement={**ENGAGEMENT, "defending": "Blue"}), ("unknown-player", "/engagement/defending")),
        (engaged(engagement={**ENGAGEMENT, "defending": "Black"}), ("one-party", "/engagement/defending")),
        (engaged(engagement={**ENGAGEMENT, "stage": "battle"}), ("no-battle", "/battle")),
        (engaged(engagement=None, battle=BATTLE), ("no-engagement", "/battle")),
        (engaged(battle={**BATTLE, "terrain": "Plains"}), ("battle-terrain", "/battle/terrain")),
        (engaged(battle={**BATTLE, "attacker": {**BATTLE["attacker"], "legion": "Bk01"}}),
         ("battle-legion", "/battle/attacker/legion")),
        (engaged(battle={**BATTLE, "defender": {**BATTLE["defender"], "legion": "Rd02"}}),
         ("battle-legion", "/battle/defender/legion")),
        (engaged(battle={**BATTLE, "defender": {**BATTLE["defender"], "characters": [{"name": "Titan", "hex": "D4"}]}}),
         ("battle-characters", "/battle/defender/characters")),
        (engaged(battle={**BATTLE, "defender": {**BATTLE["defender"], "characters": [{"name": "Hydra", "hex": "D4"}]}}),
         ("battle-characters", "/battle/defender/characters")),
        (engaged(battle={**BATTLE, "defender": {**BATTLE["defender"], "entry_side": "left"}}),
         ("defender-entry-side", "/battle/defender/entry_side")),
        (engaged(engagement={**ENGAGEMENT, "stage": "acquiring"}), ("no-winner", "/engagement/winner")),
        (engaged(engagement={**ENGAGEMENT, "stage": "negotiation", "proposals": [
            {"by": "Red", "attacker_loses": ["Troll"], "defender_loses": ["all"]}]}),
         ("not-there", "/engagement/proposals/0/attacker_loses")),
        (engaged((legion(0, 0, "characters"), ["Angel"])), ("no-titan", "/players/0/legions")),
    ],
)  # fmt: skip
def test_impossible_engagement(data: dict[str, Any], expected: tuple[str, str]) -> None:
    assert expected in faults(data)


def setup(*seats: dict[str, Any]) -> dict[str, Any]:
    return {"format": "titan-rules/1", "kind": "game", "phase": "setup", "seats": list(seats)}


ANN = {"name": "Ann", "tower": 100, "color": "Red", "marker": "Rd02"}


@for_each(
    ("data", "expected"),
    [
        (setup(ANN, {"name": "Ann"}), ("name-twice", "/seats/1/name")),
        (setup(ANN, {"name": "Ben", "tower": 100}), ("tower-twice", "/seats/1/tower")),
        (setup(ANN, {"name": "Ben", "tower": 1}), ("not-a-tower", "/seats/1/tower")),
        (setup(ANN, {"name": "Ben", "tower": 200, "color": "Red"}, {"name": "Cy"}), ("color-twice", "/seats/1/color")),
        (setup(ANN, {"name": "Ben", "color": "Gold"}, {"name": "Cy"}), ("color-before-tower", "/seats/1/color")),
        (setup({**ANN, "marker": "Bk01"}, {"name": "Ben"}), ("marker-color", "/seats/0/marker")),
        (setup(*({"name": str(i)} for i in range(7))), ("player-count", "/seats")),
    ],
)
def test_impossible_setup(data: dict[str, Any], expected: tuple[str, str]) -> None:
    assert faults(data) == [expected]


BEN = {"name": "Ben", "tower": 200, "color": "Gold"}


def test_a_setup_that_is_over_or_has_not_begun_is_none() -> None:
    assert faults(setup()) == [("player-count", "/seats")]
    assert faults(setup({**ANN})) == [("player-count", "/seats")]
    assert faults(setup(ANN, BEN)) == [("setup-over", "/phase")]
    assert ("players-in-setup", "/players") in faults(game(phase="setup", seats=[ANN, {"name": "Ben"}]))


def test_possible_setup() -> None:
    assert faults(setup(ANN, {"name": "Ben"})) == []
    assert faults(setup(ANN, {"name": "Ben", "tower": 200}, {"name": "Cy"})) == []


def muster(*names: str, **more: Any) -> dict[str, Any]:
    return {"format": "titan-rules/1", "kind": "muster", "terrain": "Jungle", "characters": list(names), **more}


@for_each(
    ("data", "expected"),
    [
        (muster(), ("empty-legion", "/characters")),
        (muster(*["Ogre"] * 8), ("too-high", "/characters")),
        (muster("Titan", "Titan"), ("two-titans", "/characters")),
        (muster(*["Guardian"] * 7), ("box-exceeded", "/characters")),
        (muster("Ogre", caretaker={"Ogre": 25}), ("box-exceeded", "/caretaker/Ogre")),
        (muster("Ogre", caretaker={"Lion": 29}), ("box-exceeded", "/caretaker/Lion")),
        (muster("Ogre", ruleset="x"), ("unknown-ruleset", "/ruleset")),
        (muster("Ogre", options={"archangel": 1}), ("wrong-type", "/options/archangel")),
    ],
)
def test_impossible_muster(data: dict[str, Any], expected: tuple[str, str]) -> None:
    assert faults(data) == [expected]


def test_possible_musters() -> None:
    assert faults(muster(*["Ogre"] * 7, caretaker={"Ogre": 18, "Titan": 3})) == []
    assert faults(muster("Titan", *["Guardian"] * 6)) == []


def test_SUMMON_1_nobody_is_slain_before_the_first_strikes() -> None:
    line = "Tundra, turn 1, attacker's maneuver: Ogre off / Lion D1 | {more}"
    for more in ("may-summon attacker", "slain defender Centaur, may-summon attacker"):
        with pytest.raises(DocumentError) as error:
            Battle.parse(line.format(more=more))
        assert [fault.code for fault in error.value.faults] == ["slain-too-soon"]
    later = "Tundra, turn 2, attacker's maneuver: Ogre A3 / Lion D1 | slain defender Centaur, may-summon attacker"
    assert Battle.parse(later).attacker.may_summon


def test_sentences_of_faults_name_rules_of_the_digest() -> None:
    table = data_file(all_faults.__file__, "faults.json")
    named = [rule for _, message, *_ in table.values() for rule in re.findall(r"[A-Z]+-[0-9]+", message)]
    assert len(named) > 40
    assert [rule for rule in named if rule not in digest().rules] == []
