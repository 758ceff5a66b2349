"""Files as they are: packed, from elsewhere, cut short, huge; headers and beginnings of every kind; archives."""

import gzip
import json
import resource
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import warm
from checkout import EXAMPLES
from looping import for_each
from recorded import LONGER, SHIPPED, plain, shipped, text
from running import shell, titan

PLAIN = SHIPPED.read_text()


def replay(stdin: str | bytes, *options: str) -> dict[str, Any]:
    answer: dict[str, Any] = titan("replay", "-", "--format", "json", *options, stdin=stdin).json
    return answer


@cache
def expected() -> dict[str, Any]:
    return replay(PLAIN)


@pytest.mark.parametrize(
    "given",
    [
        PLAIN.replace("\n", "\r\n"),
        "\ufeff" + PLAIN,
        PLAIN.replace("\n", "\n\n"),
        PLAIN.rstrip("\n"),
        gzip.compress(PLAIN.encode()),
        gzip.compress(("\ufeff" + PLAIN.replace("\n", "\r\n")).encode()),
    ],
    ids=["CRLF", "BOM", "empty lines", "no last line end", "gzip", "all at once"],
)
def test_files_as_they_are(given: str | bytes) -> None:
    assert replay(given) == expected()


def test_standard_input_and_gzip_in_a_shell(tmp_path: Path) -> None:
    packed = tmp_path / "game.jsonl.gz"
    packed.write_bytes(gzip.compress(PLAIN.encode()))
    assert shell(f"titan replay - < {shlex.quote(str(packed))}").json == expected()
    assert titan("replay", str(packed)).json == expected()


@pytest.mark.parametrize(
    ("command", "mib"),
    [
        (["replay", "--largest", "8"], 8),
        (["replay", "--audit", "--largest", "8"], 8),
        (["deduce", "--largest", "8"], 8),
        (["show", "--as", "nobody"], 256),
    ],
)
def test_a_small_file_that_unpacks_to_a_large_record_is_refused(command: list[str], mib: int, tmp_path: Path) -> None:
    packed = tmp_path / "game.jsonl.gz"
    row = gzip.compress(b" " * (1 << 20) + b"\n")
    packed.write_bytes(gzip.compress(PLAIN.encode()) + row * (mib + 1))
    assert packed.stat().st_size < 2 << 20
    done = titan(*command, str(packed), "--format", "table")
    assert done.code == 2
    assert f"the record is larger than {mib} MiB" in done.err


def test_how_large_a_record_may_be_is_an_option(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(PLAIN + (" " * 1023 + "\n") * (1 << 10))
    refused = titan("replay", str(path), "--largest", "1", "--format", "table")
    assert refused.code == 2
    assert "larger than 1 MiB" in refused.err
    assert "--largest allows more" in refused.err
    assert titan("replay", str(path), "--largest", "2").json == expected()
    several = titan("replay", str(path), str(path), "--largest", "1", "--format", "table")
    assert several.out.count("unreadable") == 2


def test_comments_take_linear_time_and_little_memory(tmp_path: Path) -> None:
    """Two megabytes of comments, in short rows: they are counted, and not kept."""
    sheet, rows = titan("replay", "-", "--format", "sheet", stdin=PLAIN).out, f"; {'word ' * 12}\n" * (1 << 15)
    header, first, rest = sheet.split("\n", 2)
    for place, written in {"header": f"{header}\n{rows}{first}\n{rest}", "action": f"{sheet}{rows}"}.items():
        path = tmp_path / f"{place}.titan"
        path.write_text(written)
        done = titan("replay", str(path), "--format", "table")
        assert done.code == 2, place
        assert "a comment has at most 1 MiB" in done.err, place


@pytest.mark.parametrize("cut", [1, 9, 30])
def test_a_truncated_last_line_is_left_out_with_a_warning(cut: int) -> None:
    done = titan("replay", "-", "--format", "json", stdin=PLAIN[: -(cut + 1)])
    assert done.code == 0
    assert done.json["verdict"] == "legal"
    assert done.json["steps"] == 66
    assert done.json["warnings"] == ["line 68 ends too early and is left out"]
    assert done.err == "titan: warning: line 68 ends too early and is left out\n"


def test_a_truncated_gzip_gives_the_verdict_up_to_there() -> None:
    """The seals make it long enough that the packed file has more than one block to lose."""
    sealed = titan("replay", str(SHIPPED), "--seal").out.encode()
    packed = gzip.compress(sealed)
    done = titan("replay", "-", "--format", "json", stdin=packed[: len(packed) * 2 // 3])
    assert done.code == 0
    assert done.json["verdict"] == "legal"
    assert 5 < done.json["steps"] < 67
    (warning,) = done.json["warnings"]
    assert warning.endswith("ends too early and is left out")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"do": "roll", "die": 3', "truncated"),
        ("roll 3", "not-json"),
        ("[]", "wrong-type"),
        ('{"do": "rol"}', "unknown-action"),
        ('{"die": 3}', "missing-key"),
        ('{"do": "roll", "dei": 3}', "unknown-key"),
        ('{"do": "roll", "die": "3"}', "wrong-type"),
        ('{"do": "roll", "die": 3, "comment": 7}', "wrong-type"),
        ('{"do": "roll", "die": 3, "expect": []}', "wrong-type"),
        ('{"do": "move", "legion": "Bk99", "to": 21}', "unknown-marker"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_the_verdict_up_to_there(line: str, code: str) -> None:
    lines = PLAIN.splitlines()
    lines[3] = line
    done = titan("replay", "-", "--format", "json", stdin="\n".join(lines))
    assert done.code == 2
    assert (done.error["code"], done.error["line"]) == (code, 4)
    assert done.json["steps"] == 2
    assert done.json["stopped_at"]["line"] == 4
    assert done.json["stopped_at"]["error"]["code"] == code
    assert "Traceback" not in titan("replay", "-", "--format", "table", "--steps", stdin="\n".join(lines)).err


HEADER = {"format": "titan-rules/1", "kind": "replay"}
TWO = [{"color": "Black", "tower": 100}, {"color": "Red", "tower": 200}]
BAD_HEADERS: dict[str, tuple[Any, list[tuple[str, str]]]] = {
    "empty": ("", [("empty", "")]),
    "no object": ([], [("not-a-document", "")]),
    "a game": ({**HEADER, "kind": "game"}, [("wrong-kind", "/kind")]),
    "nothing right": ({}, [("missing-key", ""), ("missing-key", "")]),
    "another version": ({**HEADER, "format": "titan-rules/2", "players": TWO}, [("wrong-version", "/format")]),
    "no players": (HEADER, [("bad-players", "/players")]),
    "unknown keys and types": (
        {**HEADER, "zeal": 1, "players": [{"color": "Mauve", "tower": "100"}]},
        [("unknown-key", "/zeal"), ("unknown-color", "/players/0/color"), ("wrong-type", "/players/0/tower")],
    ),
    "all that rules forbid": (
        {
            **HEADER, "ruleset": "mine", "options": {"mulligan": "never"},
            "players": [
                {"color": "Black", "tower": 100}, {"color": "Black", "tower": 100, "marker": "Rd01"},
                {"color": "Red", "tower": 101},
            ],
        },
        [
            ("unknown-ruleset", "/ruleset"), ("bad-option", "/options/mulligan"), ("bad-marker", "/players/1/marker"),
            ("bad-tower", "/players/2/tower"), ("same-tower", "/players/1/tower"), ("same-color", "/players/1/color"),
        ],
    ),
    "some with colours": ({**HEADER, "players": [TWO[0], {"name": "Ben"}]}, [("missing-key", "/players/1")]),
    "both players and a start": (
        {**HEADER, "players": TWO, "start": json.loads((EXAMPLES / "game.json").read_text())},
        [("bad-players", "/start")],
    ),
    "a start that is none": ({**HEADER, "start": {"kind": "battle"}}, [("missing-key", "/start")]),
}  # fmt: skip


@for_each("name", BAD_HEADERS)
def test_a_bad_header_is_told_with_all_its_faults(name: str) -> None:
    header, faults = BAD_HEADERS[name]
    done = titan("replay", "-", "--format", "json", stdin=header if header == "" else json.dumps(header) + "\n")
    assert (done.code, done.out) == (2, "")
    told = [done.error, *done.error.get("more", [])]
    assert [(fault["code"], fault["pointer"]) for fault in told] == faults
    if header != "":
        assert {fault["line"] for fault in told} == {1}


def test_a_game_from_its_first_die() -> None:
    rows: list[dict[str, Any]] = [
        {**HEADER, "players": [{"name": "Ann"}, {"name": "Ben"}]},
        {"do": "tower", "by": "Ann", "die": 3},
        {"do": "tower", "by": "Ben", "die": 3},
        {"do": "tower", "by": "Ann", "die": 3},
        {"do": "tower", "by": "Ben", "die": 2},
        {"do": "color", "by": "Ben", "color": "Red"},
        {"do": "color", "by": "Ann", "color": "Black"},
        *plain(shipped())[1:],
    ]
    answer = replay(text(rows))
    assert (answer["verdict"], answer["steps"]) == ("legal", 73)
    assert answer["result"] == expected()["result"]
    wrong = replay(text([*rows[:5], {"do": "color", "by": "Ann", "color": "Red"}]))
    assert wrong["stopped_at"]["rulings"][0]["rule"] == "SETUP-3"


@pytest.mark.parametrize("steps", [8, 40, 60])
def test_a_game_that_starts_from_a_position(steps: int) -> None:
    start = replay(PLAIN, "--to", str(steps))["final"]
    rest = [{**HEADER, "start": start}, *shipped()[steps + 1 :]]
    answer = replay(text(rest))
    assert answer["verdict"] == "legal"
    assert answer["final"] == expected()["final"]
    assert (
        replay(text([{**HEADER, "start": start, "options": {"mulligan": "any_time"}}]))["final"]["ruleset"]
        == "standard"
    )
    other = replay(text([{**HEADER, "start": start, "ruleset": "colossus"}]))
    assert other["final"]["ruleset"] == "colossus"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "old").mkdir(parents=True)
    shutil.copy(SHIPPED, folder / "a.jsonl")
    shutil.copy(LONGER, folder / "old" / "b.jsonl.gz")
    rows = shipped()
    rows[43]["dice"] = [1]
    (folder / "c.jsonl").write_text(text(rows))
    rows = shipped()
    rows[43]["expect"] = {"hits": 6}
    (folder / "d.jsonl").write_text(text(rows))
    (folder / "e.jsonl").write_text("{}\n")
    (folder / "f.jsonl").write_text(PLAIN[:-20])
    (folder / "g.jsonl.gz").write_bytes(b"\x1f\x8b\x08\x00")
    (folder / "notes.txt").write_text("not a game")
    return folder


def test_an_archive_gives_what_is_not_legal_and_a_summary(archive: Path) -> None:
    every = [json.loads(row) for row in titan("replay", str(archive), "--all", "--format", "json").out.splitlines()]
    told = [json.loads(row) for row in titan("replay", str(archive), "--format", "json").out.splitlines()]
    assert told[-1] == every[-1]
    assert told[:-1] == [line for line in every[:-1] if line["verdict"] != "legal" or line.get("warnings")]
    assert 0 < len(told) < len(every)


def test_an_archive_gives_one_line_each_if_wanted(archive: Path) -> None:
    done = titan("replay", str(archive), "--all", "--format", "json")
    assert (done.code, done.err) == (1, "")
    *lines, last = map(json.loads, done.out.splitlines())
    assert [(Path(line["file"]).name, line["verdict"], line["line"]) for line in lines] == [
        ("a.jsonl", "legal", None),
        ("c.jsonl", "illegal", 44),
        ("d.jsonl", "diverges", 44),
        ("e.jsonl", "unreadable", 1),
        ("f.jsonl", "legal", None),
        ("g.jsonl.gz", "unreadable", None),
        ("b.jsonl.gz", "legal", None),
    ]
    assert lines[4]["warnings"] == ["line 68 ends too early and is left out"]
    assert lines[1]["reason"] == "the strike from E1 at F1 rolls 6 dice, not 1 (STRIKE-2)"
    assert last == {"kind": "archive-report", "games": 7, "legal": 3, "steps": sum(line["steps"] for line in lines)}


def test_the_answer_does_not_depend_on_the_number_of_jobs(archive: Path) -> None:
    one = titan("replay", str(archive), "--format", "json", "--jobs", "1")
    two = titan("replay", str(archive), "--format", "json", "--jobs", "2")
    assert two == one


def test_a_bar_on_a_terminal_only(archive: Path) -> None:
    done = shell(f"titan replay {shlex.quote(str(archive))}")
    assert "[#" not in done.err
    if shutil.which("script"):
        line = shlex.join([*warm.command(), "replay", str(archive), "--format", "json"])
        shown = shell(f"script -qec {shlex.quote(line)} /dev/null", TERM="xterm").out
        assert "7/7" in shown


@for_each(
    "option", ["--to=3", "--from=3", "--steps", "--seal", "--follow", "--expect-only", "-oX", "--format=markdown"]
)
def test_what_is_for_one_game_is_refused_for_an_archive(option: str, archive: Path) -> None:
    done = titan("replay", str(archive), option)
    assert done.code == 2
    assert "does not go with several games" in done.err


def test_an_archive_that_is_not_there(tmp_path: Path) -> None:
    assert titan("replay", str(tmp_path)).code == 2
    assert titan("replay", str(tmp_path / "x"), str(SHIPPED)).code == 2


def endless(actions: int) -> Iterator[str]:
    """A legal game of so many actions: two Titans' Legions walk about and never meet."""
    from titan_rules.actions.intents import EndMoves, EndSplits, EndTurn, Move, Roll
    from titan_rules.play import apply, legal_actions
    from titan_rules.position.documents import FORMAT

    def legion(marker: str, land: int) -> dict[str, Any]:
        return {"legion": marker, "land": land, "characters": ["Titan", "Lion"]}

    black = {"color": "Black", "tower": 100, "legions": [legion("Bk01", 1)]}
    red = {"color": "Red", "tower": 400, "legions": [legion("Rd01", 130)]}
    start = {**HEADER, "kind": "game", "turn": 2, "active": "Black", "players": [black, red]}
    game, done = FORMAT.read(start), 0
    yield json.dumps({**HEADER, "start": start}) + "\n"
    while done < actions:
        action: Any
        for action in (EndSplits(), Roll(done // 5 % 3 + 1), None, EndMoves(), EndTurn()):
            if action is None:
                moves = (a for a in legal_actions(game) if isinstance(a, Move))
                action = next(move for move in moves if move.entry_side is None)
            game = apply(game, action).state
            done += 1
            yield json.dumps(action.to_json()) + "\n"


def growth(small: Path, large: Path, *options: str) -> int:
    """How much more memory at most, in KiB, a process takes for a large replay than for a small one before it."""
    script = (
        "import sys; from titan_cli.app import run; from pathlib import Path; import resource\n"
        "for path in sys.argv[1:3]:\n"
        "    code = run(['replay', path, '--format', 'json', *sys.argv[3:]])\n"
        # On Linux ru_maxrss begins with the size of the process that this one was forked from: that of the tests.
        "    status = Path('/proc/self/status').read_text() if sys.platform == 'linux' else ''\n"
        "    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "    print(code, status.split('VmHWM:')[1].split()[0] if 'VmHWM:' in status else used, file=sys.stderr)\n"
    )
    line = [sys.executable, "-c", script, str(small), str(large), *options]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    first, second = (tuple(map(int, row.split())) for row in done.stderr.splitlines())
    assert (first[0], second[0]) == (0, 0)
    return (second[1] - first[1]) // (1024 if sys.platform == "darwin" else 1)


def written(folder: Path, few: int, many: int) -> tuple[Path, Path]:
    """An endless game of few actions, and of many."""
    small, large = folder / "few.jsonl", folder / "many.jsonl"
    with large.open("w") as stream:
        stream.writelines(endless(many))
    with large.open() as source, small.open("w") as stream:
        stream.writelines(islice(source, few + 1))
    return small, large


@pytest.mark.skipif(not hasattr(resource, "getrusage"), reason="no memory figures here")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    games = written(tmp_path, 500, 4_000)
    assert growth(*games) < 1_000  # to keep the lines that are read would take 1,800
    assert growth(*games, "--steps") < 2_200  # some caches fill


@pytest.mark.long
def test_a_million_lines_in_constant_memory(tmp_path: Path) -> None:
    assert growth(*written(tmp_path, 500, 1_000_000)) < 6_000


def test_illegal_is_not_said_of_a_line_that_nobody_understands() -> None:
    sheet = "titan-rules/1\nAnn, Ben\nAnn tower 3\nBen towr 4\n"
    done = titan("replay", "-", "--format", "table", stdin=sheet)
    assert done.code == 2
    assert done.out.startswith("cannot be judged: 1 actions")
    assert "illegal" not in done.out
    assert "step 2, line 4: Ben towr 4" in done.out
    long = titan("replay", "-", "--format", "table", stdin=sheet + "x" * 1_000_000 + "\n")
    assert max(map(len, long.out.splitlines())) < 400


def test_a_packed_replay_with_a_bad_trailer_keeps_its_report(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress((EXAMPLES / "game.replay.jsonl").read_bytes()))
    whole, damaged = tmp_path / "whole.jsonl.gz", tmp_path / "damaged.jsonl.gz"
    whole.write_bytes(packed)
    packed[-8] ^= 0xFF
    damaged.write_bytes(packed)
    good, bad = (titan("replay", str(path), "--format", "json") for path in (whole, damaged))
    assert (good.code, bad.code) == (0, 0)
    assert bad.err == "titan: warning: line 13 ends too early and is left out\n"
    assert bad.json == {**good.json, "warnings": ["line 13 ends too early and is left out"]}
    assert good.json["steps"] == 11
