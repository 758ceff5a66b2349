"""Saves of Slugathon: replays that the adjudicator follows to the end, and remarks on what the saves leave out."""

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from checkout import EXAMPLES
from looping import for_each
from running import Done, titan

SAVES = Path(__file__).parent.parent / "data" / "saves"
ACTIONS = {"g0106_stock_2p": 444, "g0107_stock_3p": 601, "g0112_stock_3p": 256, "g0211_coverage_2p": 293}


def save(name: str) -> list[str]:
    return gzip.decompress((SAVES / f"{name}.save.gz").read_bytes()).decode().splitlines(keepends=True)


def imported(lines: list[str]) -> Done:
    return titan("import", "slugathon", "-", stdin="".join(lines))


def missing(done: Done) -> list[str]:
    header = json.loads(done.out.splitlines()[0])
    return list(header.get("tags", {}).get("missing", []))


@pytest.mark.parametrize("name", ACTIONS)
def test_a_save_becomes_a_replay_that_is_legal_to_its_end(name: str, tmp_path: Path) -> None:
    target = tmp_path / "game.jsonl"
    done = titan("import", "slugathon", str(SAVES / f"{name}.save.gz"), "-o", str(target))
    assert (done.code, done.out) == (0, "")
    checked = titan("replay", str(target), "--format", "json")
    assert checked.code == 0
    report = checked.json
    assert (report["verdict"], report["steps"]) == ("legal", ACTIONS[name])
    assert report["result"]["over"] is True
    assert report["final"]["ruleset"] == "slugathon"


@pytest.mark.parametrize(
    ("name", "sides", "chosen"),
    [
        ("g0106_stock_2p", 4, []),
        ("g0107_stock_3p", 9, []),
        ("g0112_stock_3p", 2, []),
        ("g0211_coverage_2p", 1, [(4, 6)]),
    ],
)
def test_entry_sides_are_written_and_strikes_that_are_not_as_the_rules_have_them(
    name: str, sides: int, chosen: list[tuple[int, int]]
) -> None:
    rows = [json.loads(row) for row in imported(save(name)).out.splitlines()]
    assert sum("entry_side" in row for row in rows) == sides
    assert [(row["strike_number"], row["dice_count"]) for row in rows if "strike_number" in row] == chosen


def test_the_legions_are_those_that_the_save_shows_as_it_goes() -> None:
    """Every RevealLegion is compared; one that is changed is told of, with its line."""
    lines = save("g0112_stock_3p")
    at = next(i for i, line in enumerate(lines) if line.startswith("RevealLegion"))
    assert missing(imported(lines[:-10])) == []
    lines[at] = lines[at].replace("'Titan'", "'Hydra'")
    found = missing(imported(lines[:-10]))
    assert len(found) == 1
    assert found[0].startswith(f"line {at + 1}: Bk03 is shown with")


def test_a_reinforcement_that_went_back_is_filled_in_and_told() -> None:
    done = imported(save("g0107_stock_3p"))
    assert done.err == "\n".join(
        [
            "titan: note: line 193: the save leaves out that Cyclops did not enter and goes back to the caretaker; "
            "the right is kept for after the battle (REINF-1)",
            "titan: note: 601 actions, the first 601 of them legal",
            "",
        ]
    )


def test_a_winner_that_cannot_be_is_told_and_not_expected() -> None:
    done = imported(save("g0112_stock_3p"))
    assert missing(done) == ["line 307: the save says that Black and Red won; by the rules Gold wins (D-6)"]


def test_nothing_is_said_of_a_save_that_leaves_nothing_out() -> None:
    done = titan("import", "slugathon", str(EXAMPLES / "game.save"))
    assert done.err == ""
    assert "tags" not in json.loads(done.out.splitlines()[0])


def test_the_splits_that_stand_twice_are_taken_once() -> None:
    lines = save("g0112_stock_3p")
    splits = sum(line.startswith("SplitLegion") for line in lines)
    done = imported(lines)
    assert sum('"do":"split"' in line for line in done.out.splitlines()) == splits / 2


def test_what_was_carried_is_what_the_target_could_take() -> None:
    """Three hits are left for the rules to carry, the Centaur in C3 has lost one already and takes two."""
    lines = save("g0112_stock_3p")
    at = next(i for i, line in enumerate(lines) if line.startswith("Carry"))
    lines[at - 1] = lines[at - 1].replace(
        "(2, 5, 2, 5, 3, 6), 'hits': 3, 'carries': 2", "(6, 6, 6, 6, 6, 6), 'hits': 6, 'carries': 5"
    )
    done = imported(lines[: at + 1])
    assert json.loads(done.out.splitlines()[-1])["carry"] == [{"to": "C3", "hits": 3}]
    assert missing(done) == [
        f"line {at + 1}: the save tells of 5 hits offered to C3, not of those carried over: 3, as many as its "
        "character could still take (CARRY-1)"
    ]


@pytest.mark.parametrize("number", range(4))
def test_what_is_offered_beyond_what_the_target_can_take_is_not_carried(number: int, tmp_path: Path) -> None:
    """Nine hits are offered; the target takes what the hits that it has already leave of its Power-factor."""
    lines = save("g0112_stock_3p")
    at = [i for i, line in enumerate(lines) if line.startswith("Carry")][number]
    strike = max(i for i in range(at) if lines[i].startswith("Strike"))
    target = tmp_path / "game.jsonl"
    target.write_text(imported(lines[:strike]).out)
    battle = titan("replay", str(target), "--to", str(len(target.read_text().splitlines()) - 1)).json["final"]["battle"]
    label = lines[at].partition("'carry_target_hexlabel': '")[2][:2]
    there = [c for side in ("attacker", "defender") for c in battle[side]["characters"] if c.get("hex") == label]
    (held,) = there
    lines[strike] = re.sub(r"'carries': \d+", "'carries': 9", lines[strike])
    row = json.loads(imported(lines[: at + 1]).out.splitlines()[-1])
    power = {"Centaur": 3, "Lion": 5, "Gargoyle": 4, "Ogre": 6, "Ranger": 4, "Angel": 6}[held["name"]]
    assert row["carry"] == [{"to": label, "hits": min(9, power - held.get("hits", 0))}]


def test_what_the_first_target_of_two_takes_is_not_left_for_the_second() -> None:
    lines = save("g0112_stock_3p")
    at = next(i for i, line in enumerate(lines) if line.startswith("Carry"))
    lines[at - 1] = re.sub(r"'carries': \d+", "'carries': 4", lines[at - 1])
    second = lines[at].replace("'carry_target_hexlabel': 'C3'", "'carry_target_hexlabel': 'B2'")
    row = json.loads(imported([*lines[: at + 1], second]).out.splitlines()[-1])
    assert row["carry"] == [{"to": "C3", "hits": 3}, {"to": "B2", "hits": 1}]


@pytest.mark.parametrize(("loser", "concedes"), [("Rd09", "Red"), ("Bk03", "Black")])
def test_CONCEDE_1_a_battle_that_is_over_before_the_strikeback_was_conceded_by_its_loser(
    loser: str, concedes: str
) -> None:
    lines = save("g0112_stock_3p")
    over = next(line for line in lines if line.startswith("BattleOver"))
    before = over.partition("'loser_markerid': '")[2][:4]
    done = imported([*lines[:90], over.replace(f"'loser_markerid': '{before}'", f"'loser_markerid': '{loser}'")])
    assert json.loads(done.out.splitlines()[-1]) == {"do": "concede", "by": concedes}


def test_D_6_a_game_that_ends_as_the_save_says_expects_so() -> None:
    rows = [json.loads(row) for row in imported(save("g0211_coverage_2p")).out.splitlines()]
    winner = next(player["color"] for player in rows[0]["players"] if player["name"] == "ai2")
    assert rows[-1]["expect"] == {"over": True, "winner": winner}
    assert not any("over" in row.get("expect", {}) for row in rows[:-1])


def test_ROLL_1_a_die_of_seven_is_written_and_told() -> None:
    lines = save("g0112_stock_3p")[:13]
    lines[12] = lines[12].replace("'movement_roll': 2", "'movement_roll': 7")
    done = imported(lines)
    assert json.loads(done.out.splitlines()[-1]) == {"do": "roll", "die": 7}
    (remark,) = missing(done)
    assert remark.startswith("line 13: roll 7 is not legal after what the save tells before")


def test_nothing_is_carried_out_after_an_action_that_is_not_legal() -> None:
    """The second half of the save is legal only after its first half; it is written, and not followed."""
    lines = save("g0112_stock_3p")
    at = next(i for i, line in enumerate(lines) if line.startswith("MoveLegion"))
    lines[at] = lines[at].replace("'hexlabel': 32", "'hexlabel': 33")
    done = imported(lines)
    assert done.err.endswith(f"titan: note: {ACTIONS['g0112_stock_3p']} actions, the first 3 of them legal\n")
    assert len(done.out.splitlines()) == 1 + ACTIONS["g0112_stock_3p"]


def test_where_the_record_is_not_legal_the_rest_stands_as_it_is_written(tmp_path: Path) -> None:
    lines = save("g0112_stock_3p")
    at = next(i for i, line in enumerate(lines) if line.startswith("RecruitCreature"))
    lines[at] = lines[at].replace("'creature_name': 'Ogre'", "'creature_name': 'Hydra'")
    done = imported(lines)
    assert len(done.out.splitlines()) == 1 + ACTIONS["g0112_stock_3p"]
    found = missing(done)
    assert len(found) == 1
    assert found[0].startswith(f"line {at + 1}: Rd09 Ogr>Hyd is not legal after what the save tells before")
    target = tmp_path / "game.jsonl"
    target.write_text(done.out)
    assert titan("replay", str(target), "--format", "json").json["verdict"] == "illegal"


def test_an_event_of_another_kind_is_told_once() -> None:
    lines = save("g0112_stock_3p")
    lines[10:10] = ["Sneeze {'playername': 'ai1'}\n"] * 3
    found = missing(imported(lines))
    assert found[0] == "line 11: this reader does not know Sneeze, and leaves it out"
    assert not any("Sneeze" in remark for remark in found[1:])


def test_a_save_that_ends_within_a_line_is_read_up_to_there() -> None:
    lines = save("g0112_stock_3p")[:60]
    done = imported([*lines, "MoveLegion {'game_name': 'g01"])
    assert done.code == 0
    assert missing(done) == ["line 61: the save ends within this line, which is left out"]


def test_CRLF_and_a_byte_order_mark_do_no_harm() -> None:
    lines = save("g0112_stock_3p")
    plain = imported(lines)
    text = "\ufeff" + "".join(line.replace("\n", "\r\n") for line in lines)
    assert titan("import", "slugathon", "-", stdin=text).out == plain.out


BAD: dict[str, tuple[Callable[[list[str]], list[str]], str, int | None]] = {
    "nothing": (lambda lines: [], "not-a-save", None),
    "JSON": (lambda lines: ['{"format": "titan-rules/1"}\n'], "not-a-save", 1),
    "setup only": (lambda lines: lines[:10], "not-a-save", None),
    "a call": (lambda lines: [*lines[:12], "Roll {'x': __import__('os').getcwd()}\n"], "not-a-save", 13),
    "a set": (lambda lines: [*lines[:12], "Roll {1, 2}\n"], "not-a-save", 13),
    "number keys": (lambda lines: [*lines[:12], "Roll {1: 2}\n"], "not-a-save", 13),
    "no dict": (lambda lines: [*lines[:12], "Roll 6\n"], "not-a-save", 13),
    "cut inside": (lambda lines: [*lines[:12], "Roll {'x': 'y\n", *lines[12:]], "truncated", 13),
    "a long line": (lambda lines: [*lines[:12], "Roll {'x': '" + "y" * 30_000 + "'}\n"], "too-large", 13),
    "deep nesting": (lambda lines: [*lines[:12], "Roll {'x': " + "[" * 9_000 + "]" * 9_000 + "}\n"], "not-a-save", 13),
    "a huge number": (lambda lines: [*lines[:12], "Roll {'x': " + "9" * 15_000 + "}\n"], "not-a-save", 13),
    "a huge power": (lambda lines: [*lines[:12], "Roll {'x': 9**9**9**9}\n"], "not-a-save", 13),
    "a zero byte": (lambda lines: [*lines[:12], "Roll {'x': \0}\n"], "not-a-save", 13),
    "a key twice": (lambda lines: [*lines[:12], "Sneeze {'a': 1, 'a': 2}\n"], "duplicate-key", 13),
    "a key twice, deeper": (lambda lines: [*lines[:12], "Sneeze {'x': [{'a': 1, 'a': 1}]}\n"], "duplicate-key", 13),
    "an infinite number": (lambda lines: [*lines[:12], "Sneeze {'x': 1e999}\n"], "not-a-save", 13),
    "a complex number": (lambda lines: [*lines[:12], "Sneeze {'x': -2j}\n"], "not-a-save", 13),
    "half a letter": (lambda lines: [lines[0].replace("ai1", r"\ud800"), *lines[1:]], "bad-text", 1),
    "a control character": (lambda lines: [line.replace("'ai1'", r"'a\ti'") for line in lines],
                            "control-character", 11),
    "no field": (lambda lines: [*lines[:12], "RollMovement {'playername': 'ai2'}\n"], "bad-field", 13),
    "text for a number": (lambda lines: [*lines[:12], "RollMovement {'movement_roll': '6'}\n"], "bad-field", 13),
    "no land": (lambda lines: [lines[0].replace("400", "401"), *lines[1:]], "bad-tower", 1),
    "no colour": (lambda lines: [*lines[:4], lines[4].replace("Gold", "Mauve"), *lines[5:]], "unknown-color", 5),
    "no such character": (
        lambda lines: [line.replace("'Titan', 'Centaur'", "'Titan', 'Cementaur'") for line in lines],
        "unknown-character",
        11,
    ),
    "one player": (lambda lines: [line for line in lines if "'ai2'," not in line and "'ai3'," not in line],
                   "bad-players", 5),
    "a player without a colour": (lambda lines: [*lines[:5], *lines[6:]], "bad-players", 10),
    "the same Tower": (lambda lines: [lines[0], lines[1].replace("500", "400"), *lines[2:]], "same-tower", 11),
    "no such player": (
        lambda lines: [line.replace("StartSplitPhase {'game_name': 'g0112_stock_3p', 'playername': 'ai1'",
                                    "StartSplitPhase {'playername': 'Zoe'") for line in lines],
        "unknown-player",
        21,
    ),
    "no such hex": (lambda lines: [line.replace("'new_hexlabel': 'E1'", "'new_hexlabel': 'Z9'") for line in lines],
                    "unknown-hex", 80),
    "no such land": (lambda lines: [line.replace("'hexlabel': 32,", "'hexlabel': 999,") for line in lines],
                     "unknown-land", 14),
}  # fmt: skip


@for_each("name", BAD)
def test_a_bad_save_is_refused_in_one_line_that_names_its_line(name: str) -> None:
    change, code, line = BAD[name]
    text = "".join(change(save("g0112_stock_3p")))
    done = titan("import", "slugathon", "-", "--format", "json", stdin=text)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert (done.error["code"], done.error["line"]) == (code, line)


def test_nothing_is_written_where_the_save_is_bad(tmp_path: Path) -> None:
    target = tmp_path / "game.jsonl"
    target.write_text("kept")
    assert titan("import", "slugathon", "-", "-o", str(target), stdin="x\n").code == 2
    assert target.read_text() == "kept"


def test_a_strike_of_a_save_where_nobody_stands() -> None:
    lines = gzip.decompress((SAVES / "g0112_stock_3p.save.gz").read_bytes()).decode().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("Strike "))
    for old, new in (
        ("striker_hexlabel': 'C2'", "striker_hexlabel': 'A1'"),
        ("target_hexlabel': 'D2'", "target_hexlabel': 'F4'"),
    ):
        assert old in lines[at]
        changed = [*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]]
        done = titan("import", "slugathon", "-", stdin="".join(changed))
        assert done.code in (0, 2)
        assert "internal error" not in done.err
