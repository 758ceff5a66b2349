"""The options of ``titan replay``, one by one."""

import io
import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

import warm
from looping import some
from recorded import SHIPPED, plain, shipped, text
from running import titan
from titan_cli.commands.replay_writers import TableWriter
from titan_rules.kernel.lines import IDLE, rows_in
from titan_rules.kernel.replaying import Divergence, Step
from titan_rules.position.game import Game
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.report import judged


def report(*options: str, stdin: str | bytes = "") -> dict[str, Any]:
    answer: dict[str, Any] = titan("replay", "-", "--format", "json", *options, stdin=stdin or text(shipped())).json
    return answer


def test_the_shipped_game_is_legal_and_annotated() -> None:
    done = titan("replay", str(SHIPPED), "--format", "json")
    assert (done.code, done.err) == (0, "")
    assert done.json["verdict"] == "legal"
    assert done.json["stopped_at"] is None
    assert done.json["result"] == {
        "over": True, "winner": "Black", "turn": 2, "scores": {"Black": 87, "Red": 0}, "out": ["Red"],
    }  # fmt: skip
    assert sum("comment" in row for row in shipped()) > 15


@pytest.mark.parametrize("count", [0, 1, 4, 30, 67, 500])
def test_to_gives_the_state_after_so_many_actions(count: int, tmp_path: Path) -> None:
    answer = report("--to", str(count))
    assert answer["steps"] == min(count, 67)
    alone = report(stdin=text(plain(shipped())[: count + 1])) if count < 67 else answer
    assert answer["final"] == alone["final"]
    position = tmp_path / "position.json"
    position.write_text(json.dumps(answer["final"]))
    assert titan("validate", str(position)).code == 0


def test_steps_show_every_action_with_its_rulings() -> None:
    log = report("--steps")["log"]
    assert [entry["step"] for entry in log] == list(range(1, 68))
    assert (log[3]["step"], log[3]["line"], log[3]["text"]) == (4, 5, "Bk01 D21")
    assert log[3]["action"] == {"do": "move", "legion": "Bk01", "to": 21}
    assert [event["rule"] for event in log[3]["events"]] == ["MOVE-3"]
    assert log[0]["comment"] == shipped()[1]["comment"]


def test_from_shows_the_steps_from_there_on() -> None:
    assert [entry["step"] for entry in report("--from", "60", "--to", "62")["log"]] == [60, 61, 62]
    shown = titan("replay", str(SHIPPED), "--from", "67", "--format", "table").out
    assert "  67  " not in shown
    assert "  68  end-strikes" in shown
    assert "--- turn 2, Red" in shown


def test_expect_only_shows_what_was_expected_and_what_holds() -> None:
    rows = shipped()
    rows[43]["expect"] = {"hits": 3, "slain": []}
    log = report("--expect-only", "--keep-going", stdin=text(rows))["log"]
    assert [entry["line"] for entry in log] == [i for i, row in enumerate(rows, 1) if "expect" in row]
    entry = next(entry for entry in log if entry["line"] == 44)
    assert entry["expect"] == [
        {"fact": "hits", "expected": 3, "holds": False, "found": 2},
        {"fact": "slain", "expected": [], "holds": True},
    ]
    shown = titan("replay", "-", "--expect-only", "--keep-going", "--format", "table", stdin=text(rows)).out
    assert "    44  hits, slain: DIVERGES: expected hits 3, found 2\n" in shown
    assert "    55  hits, slain: holds\n" in shown


def test_keep_going_past_false_expectations_tells_all() -> None:
    rows = shipped()
    rows[6]["expect"] = {"land": {"Bk01": 1}}
    rows[43]["expect"] = {"hits": 3}
    answer = report("--keep-going", stdin=text(rows))
    assert (answer["verdict"], answer["steps"]) == ("diverges", 67)
    assert [problem["line"] for problem in answer["problems"]] == [7, 44]
    assert answer["result"]["winner"] == "Black"
    assert report(stdin=text(rows))["steps"] == 6


def test_keep_going_past_an_illegal_action_that_can_be_skipped() -> None:
    rows = plain(shipped())
    rows.insert(15, {"do": "muster", "legion": "Rd01", "character": "Hydra", "with": []})
    answer = report("--keep-going", stdin=text(rows))
    assert (answer["verdict"], answer["steps"]) == ("illegal", 67)
    assert [problem["line"] for problem in answer["problems"]] == [16]
    assert answer["result"]["winner"] == "Black"


@pytest.mark.parametrize(("count", "cut"), [(40, False), (100, True)])
def test_the_text_of_a_problem_is_shown_up_to_300_characters(count: int, cut: bool) -> None:
    rows = plain(shipped())
    rows.insert(15, {"do": "muster", "legion": "Rd01", "character": "Hydra", "with": ["Hydra"] * count})
    shown = titan("replay", "-", "--format", "table", stdin=text(rows)).out
    told = " ".join(shown.split()).partition("line 16: ")[2]
    assert told.index("...") < 300 if cut else told.startswith("Rd01 " + ",".join(["Hyd"] * count)), shown


def test_a_step_that_diverges_says_how() -> None:
    rows = shipped()
    rows[43]["expect"] = {"hits": 3}
    logged = report("--steps", "--keep-going", stdin=text(rows))["log"]
    assert [(step["line"], len(step["diverges"])) for step in logged if "diverges" in step] == [(44, 1)]


def test_a_step_that_cannot_be_read_has_its_error() -> None:
    rows = plain(shipped())
    rows.insert(15, {"do": "move", "legion": "Rd77", "to": 3})
    logged = report("--steps", stdin=text(rows))["log"]
    assert [step["step"] for step in logged if "error" in step] == [15]
    assert logged[14]["error"]["message"] == "unknown marker 'Rd77'"


def test_keep_going_stops_where_an_illegal_action_cannot_be_skipped() -> None:
    rows = plain(shipped())
    rows[5]["expect"] = {"hits": 1}
    rows[16] = {"do": "end-turn"}
    answer = report("--keep-going", stdin=text(rows))
    assert answer["stopped_at"]["line"] == 17
    assert [problem["line"] for problem in answer["problems"]] == [6, 17]
    assert answer["verdict"] == "illegal"


def test_a_seal_on_every_line_and_nothing_else_changed(tmp_path: Path) -> None:
    target = tmp_path / "sealed.jsonl"
    assert titan("replay", str(SHIPPED), "--seal", "-o", str(target)).code == 0
    sealed = [json.loads(line) for line in target.read_text().splitlines()]
    assert sealed[0]["sealed"] is True
    assert sealed[0]["version"]
    assert all(len(row["state"]) == 16 for row in some(sealed[1:]))
    assert [{k: v for k, v in row.items() if k not in ("state", "sealed", "version")} for row in sealed] == shipped()
    assert titan("replay", str(target)).code == 0
    assert titan("replay", str(target), "--seal").out == target.read_text()


def test_a_sealed_game_that_no_longer_gives_the_same_states_says_so() -> None:
    sealed = [json.loads(line) for line in titan("replay", str(SHIPPED), "--seal").out.splitlines()]
    right = sealed[29]["state"]
    sealed[29]["state"] = "0123456789abcdef"
    answer = report(stdin=text(sealed))
    assert (answer["verdict"], answer["stopped_at"]["line"]) == ("diverges", 30)
    assert answer["stopped_at"]["diverges"] == [{"fact": "state", "expected": "0123456789abcdef", "found": right}]
    shown = titan("replay", "-", "--format", "table", stdin=text(sealed)).out
    assert "the seal 0123456789abcdef does not fit: the rules no longer give the state that was sealed" in shown


def test_a_line_of_a_sealed_game_without_its_seal_is_told() -> None:
    sealed = [json.loads(line) for line in titan("replay", str(SHIPPED), "--seal").out.splitlines()]
    del sealed[29]["state"], sealed[40]["state"]
    assert report(stdin=text(sealed))["warnings"] == ["line 30 has no seal, in a game that was sealed"]


def test_a_table_is_a_log_and_a_summary() -> None:
    lines = titan("replay", str(SHIPPED), "--steps", "--format", "table").out.splitlines()
    assert lines[0] == "--- turn 1, Black (Black 0  Red 0)"
    assert lines[-2:] == ["legal: 67 actions, turn 2; Black 87, Red 0", "Black wins"]
    assert titan("replay", str(SHIPPED), "--format", "table").out.splitlines() == lines[-2:]


def test_a_markdown_report_has_turns_battles_dice_rulings_comments_and_scores() -> None:
    done = titan("replay", str(SHIPPED), "--format", "markdown")
    assert done.code == 0
    for part in (
        "# A Titan too bold",
        "| Ann      | Black   |     300 |",
        "## Turn 2: Red (Ben)",
        "Scores: Black 0, Red 0",
        "### Battle in 108 (Marsh): Rd02 against Bk02",
        "*Battle turn 2, attacker*",
        "- `A1 strikes B1 with 6 4 6 3 3 2 carrying B2:1`",
        "  - **the attacker sees Bk02** (ENG-2)",
        "  - **Titan in A1 has taken 6 hits and is slain** (STRIKE-7)",
        "  > But the slain strike back.",
        "- **Black scores 36: 0 becomes 36** (SCORE-2)",
        "Black wins.",
    ):
        assert f"\n{part}\n" in f"\n{done.out}", part


def test_text_of_the_file_is_neither_markup_nor_commands_to_a_terminal() -> None:
    rows = shipped()
    rows[1]["comment"] = "<b>[x](y)</b> \x1b[2J\nline"
    shown = titan("replay", "-", "--format", "markdown", stdin=text(rows)).out
    assert "\\<b\\>\\[x\\](y)\\</b\\> \\[2J line" in shown
    log = titan("replay", "-", "--steps", "--format", "table", stdin=text(rows)).out
    assert "\x1b" not in shown + log


def test_output_to_a_file_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("kept")
    assert titan("replay", "-", "-o", str(target), stdin="{}\n").code == 2
    assert titan("replay", str(tmp_path / "none"), "-o", str(target)).code == 2
    assert target.read_text() == "kept"
    assert titan("replay", str(SHIPPED), "-o", str(tmp_path / "no" / "such")).code == 2
    assert titan("replay", str(SHIPPED), "-o", str(tmp_path)).code == 2
    assert list(tmp_path.iterdir()) == [target]


def follow(path: Path, *options: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*warm.command(), "replay", str(path), "--follow", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_follow_shows_a_growing_file_until_the_game_is_over(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    lines = SHIPPED.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:10]))
    process = follow(path, "--format", "table")
    shown = [process.stdout.readline() for _ in range(3)]
    assert shown[0].startswith("--- turn 1, Black")  # while the file has only its beginning
    with path.open("a") as stream:
        for line in lines[10:]:
            stream.write(line[:7])
            stream.flush()
            stream.write(line[7:])
            stream.flush()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert out.endswith("legal: 67 actions, turn 2; Black 87, Red 0\nBlack wins\n")


def test_follow_shows_the_last_action_of_a_sheet_at_once_and_what_is_said_of_it_later(tmp_path: Path) -> None:
    path = tmp_path / "game.titan"
    path.write_text("titan-rules/1\nAnn Black 600, Ben Red 300\nBk01/Bk02 Ang Ogr Cen Gar\n")
    process = follow(path, "--format", "table")
    seen = [process.stdout.readline().strip() for _ in range(2)]
    assert seen[1] == "3  Bk01/Bk02 Ang Ogr Cen Gar"  # though a comment on it could still come
    with path.open("a") as stream:
        stream.write("; a remark\n= Black 7\n")
    assert "turn 1; Black 0, Red 0" in process.communicate(timeout=60)[0]
    assert process.returncode == 1


def test_pauses_while_a_sheet_is_followed_change_no_judgement() -> None:
    sheet = titan("replay", str(SHIPPED), "--format", "sheet").out
    false = sheet.replace("end-turn", "end-turn ; so it is said\n= Black 1", 1)
    for record_text, verdict in [(sheet, "legal"), (false, "diverges")]:
        rows = list(rows_in(io.BytesIO(record_text.encode())))
        plainly, paused = (RecordedGame(given) for given in (rows, [each for row in rows for each in (row, IDLE)]))
        found = [judged(record.lines(), record.start(), keep_going=True) for record in (plainly, paused)]
        assert [(report.verdict, report.steps) for report in found] == [(verdict, 67)] * 2
        assert [[problem.diverges for problem in report.problems] for report in found] == [
            [(Divergence("score", {"Black": 1}, {"Black": 0}),)] * (verdict == "diverges")
        ] * 2
        assert found[0].final == found[1].final


def test_a_remark_on_an_action_that_nobody_understands_is_told(tmp_path: Path) -> None:
    rows = [*rows_in(io.BytesIO(b"titan-rules/1\nAnn, Ben\nAnn tower 3\n")), IDLE, (4, "= nonsense\n")]
    report = judged((record := RecordedGame(rows)).lines(), record.start())
    assert report.steps == 1
    assert report.stopped_at.error.line == 4


def test_follow_ends_when_the_user_interrupts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "game.jsonl"
    lines = SHIPPED.read_text().splitlines(keepends=True)
    path.write_text("".join([*lines[:8], lines[8][:20]]))
    monkeypatch.setattr("titan_cli.commands.replay.time.sleep", interrupted)
    done = titan("replay", str(path), "--follow", "--format", "table")
    assert "legal: 7 actions, turn 1; Black 0, Red 0" in done.out
    assert (done.code, done.err) == (0, "titan: warning: line 9 ends too early and is left out\n")


def test_an_interrupt_while_a_followed_step_is_judged_waits_for_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(TableWriter):
        def watch(self, step: Step[Game]) -> None:
            if step.number == 5:
                signal.raise_signal(signal.SIGINT)
            super().watch(step)

    monkeypatch.setattr("titan_cli.commands.replay.WRITERS", {"table": Interrupted})
    done = titan("replay", str(SHIPPED), "--follow", "--format", "table")
    assert "legal: 5 actions, turn 1; Black 0, Red 0" in done.out
    assert (done.code, done.err) == (0, "")


def test_a_game_that_nobody_wins_is_told_as_a_draw(tmp_path: Path) -> None:
    path = str(tmp_path / "draw.titan")
    start = "turn 5, Black's movement, roll 1: Black tower 600: Bk01 3 Titan 2 Ogre / Red tower 300: Rd01 4 Titan Angel"
    lost = "Bk01 to 4", "engage", "Red proposes attacker all, defender all", "Black accepts"
    assert titan("play", path, "--start", start, *lost).code == 0
    assert "the game is a draw" in titan("replay", path, "--format", "table").out.splitlines()
