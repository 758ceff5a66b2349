"""The group of commands: exit codes, formats, hints, colours; texts fit their terminal and do not control it."""

import io
import json
import os
import pty
import re
import select
import subprocess
import sys
from pathlib import Path

import click
import pytest

import warm
from checkout import EXAMPLES, ROOT
from looping import for_each, some
from running import IN_SHELL, Done, shell, titan
from titan_cli.app import COMMANDS, run
from titan_cli.app import titan as titan_group
from titan_cli.brought import GROUP
from titan_cli.output import TERRAINS, painted
from titan_rules import schemas
from titan_rules.box import STANDARD
from titan_rules.kernel.errors import TRACEBACK

BROKEN = ZeroDivisionError("division by zero")


def break_(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Let ``titan schema`` fail."""

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(schemas, "kinds", fail)


def test_a_fault_of_the_program_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    break_(monkeypatch, BROKEN)
    monkeypatch.delenv(TRACEBACK, raising=False)
    done = titan("schema")
    assert done.code == 2
    assert done.err == ("titan: internal error: ZeroDivisionError: division by zero (set TITAN_TRACEBACK=1)\n")
    assert titan("schema", "--format", "json").error["code"] == "internal"


def test_whoever_wants_to_mend_it_sees_where(monkeypatch: pytest.MonkeyPatch) -> None:
    break_(monkeypatch, BROKEN)
    monkeypatch.setenv(TRACEBACK, "1")
    with pytest.raises(ZeroDivisionError):
        titan("schema")


def test_a_fault_of_the_program_costs_only_its_own_line(monkeypatch: pytest.MonkeyPatch) -> None:
    from titan_rules.position.documents import FORMAT

    new = json.dumps(titan("new", "--seed", "1").json)

    def fail(*_: object) -> None:
        raise BROKEN

    monkeypatch.setattr(FORMAT, "read", fail)
    monkeypatch.delenv(TRACEBACK, raising=False)
    done = titan("legal-moves", "--lines", "-", stdin=f"{new}\n[\n")
    codes = [json.loads(line)["error"]["code"] for line in done.out.splitlines()]
    assert (codes, done.code) == (["internal", "truncated"], 2)
    monkeypatch.setenv(TRACEBACK, "1")
    with pytest.raises(ZeroDivisionError):
        titan("legal-moves", "--lines", "-", stdin=new)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), click.Abort()])
def test_an_interruption(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    break_(monkeypatch, error)
    done = titan("schema")
    assert (done.code, done.out, done.err.strip()) == (130, "", "interrupted")


def test_a_closed_pipe_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    break_(monkeypatch, BrokenPipeError())
    monkeypatch.setattr("titan_cli.app._discard_output", lambda: None)
    assert titan("schema").code == 0


def test_json_in_a_pipe_and_tables_where_asked() -> None:
    assert titan("rules", "MOVE-4").json["kind"] == "rules"
    assert titan("rules", "MOVE-4", "--format", "json").json["kind"] == "rules"
    assert titan("rules", "MOVE-4", "--format=json").json["kind"] == "rules"
    assert titan("rules", "MOVE-4", "--format", "table").out.startswith("MOVE-4")
    assert titan("rules", "--format=table", "MOVE-4").out.startswith("MOVE-4")


def test_tables_on_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run(["rules", "MOVE-4"]) == 0
    assert capsys.readouterr().out.startswith("MOVE-4")


def test_a_terminal_without_unicode_shows_what_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    screen = io.TextIOWrapper(raw, encoding="latin-1")
    monkeypatch.setattr(screen, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys, "stdout", screen)
    assert run(["rules", "STRIKE-3"]) == 0
    screen.flush()
    assert b"4 ? striker's Skill-factor" in raw.getvalue()


def test_a_wrong_command_names_the_nearest() -> None:
    done = titan("legalmoves")
    assert done.code == 2
    assert "did you mean legal-moves?" in done.err
    assert "titan --help lists the commands" in titan("zzz").err


def test_every_command_is_there() -> None:
    for name, (_, about) in some(COMMANDS.items()):
        assert about.endswith((".", "?"))
        assert isinstance(titan_group.get_command(click.Context(titan_group), name), click.Command), name


def test_the_exit_code_reaches_the_shell() -> None:
    assert shell("titan rules MOVE-4 > /dev/null; echo $?").out == "0\n"
    assert shell("echo '{}' | titan validate - > /dev/null; echo $?").out == "1\n"
    assert shell("titan rules MOVE-99 2> /dev/null; echo $?", start=IN_SHELL).out == "2\n"


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["replay", "game.json"], "this is a position, not a recorded game"),
        (["deduce", "game.json"], "this is a position, not a recorded game"),
        (["deduce", "Plains: Ogre D3 / Lion D4"], "this is a position, not a recorded game"),
        (["import", "slugathon", "game.xml"], "this is a save of Colossus, not of Slugathon"),
        (["import", "colossus", "game.save"], "this is a save of Slugathon, not of Colossus"),
        (["advise", "Jungle: 2 Ogre"], "this is a muster, not a game or battle"),
        (["resolve-battle", "battle.json"], "give orders, or --simulate N"),
    ],
)
def test_what_is_wrong_is_said(args: list[str], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    done = titan(*args)
    assert done.code == 2
    assert told in done.err
    assert "/kind" not in done.err


@pytest.mark.parametrize("args", [["frobnicate"], ["schema", "nosuch"], ["box", "show", "xyzzy"]])
def test_a_far_name_is_no_hint(args: list[str]) -> None:
    assert "did you mean" not in titan(*args).err


def test_a_proposal_says_what_it_lists(tmp_path: object) -> None:
    start = (
        "Black's movement, roll 4: Black 600 123: Bk01 600 Titan 2 Ogre, Bk02 109 Angel 2 Centaur"
        " / Red 300: Rd01 13 Titan 2 Troll, Rd02 105 2 Troll"
    )
    said = ("Bk02 to 105; done; engage 105; fight",)
    done = titan("play", f"{tmp_path}/g.titan", "--start", start, *said, "--format", "table")
    assert "propose (what each side would lose): Red proposes attacker" in " ".join(done.out.split())


GAME, BATTLE = str(EXAMPLES / "game.json"), str(EXAMPLES / "battle.json")
ASKED = [
    ["show", GAME],
    ["show", BATTLE],
    ["show", "Hills: Ogre D3 / Lion D4 3 hits", "--map"],
    ["show", "Tower"],
    ["legal-moves", GAME],
    ["legal-moves", BATTLE],
    ["strike-odds", BATTLE, "--from", "D3", "--to", "D4"],
    ["recruit-options", "Tower", "Titan", "3", "Ogre"],
    ["check", GAME, "Bk02 to 1"],
    ["rules"],
    ["rules", "teleport"],
    ["scenario", "list", "strike"],
    ["replay", str(EXAMPLES / "game.replay.jsonl")],
    ["resolve-battle", str(EXAMPLES / "battle-orders.json")],
]


def asked(args: list[str], columns: int, monkeypatch: pytest.MonkeyPatch) -> Done:
    monkeypatch.setenv("COLUMNS", str(columns))
    return titan(*args, "--format", "table")


@for_each("columns", [60, 80, 100, 140])
@for_each("args", ASKED)
def test_no_line_is_wider_than_the_terminal(args: list[str], columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    done = asked(args, columns, monkeypatch)
    assert done.code in (0, 1)
    wide = [line for line in done.out.splitlines() if len(line) > columns and " " in line.strip()]
    assert wide == []


@pytest.mark.parametrize("args", [ASKED[0], ASKED[4], ASKED[9]], ids=lambda args: args[0])
def test_no_word_is_broken(args: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = set(re.findall(r"\w{3,}", asked(args, 60, monkeypatch).out))
    assert words - {"Left"} <= set(re.findall(r"\w{3,}", asked(args, 200, monkeypatch).out))


def test_without_a_terminal_nothing_is_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert max(map(len, titan("legal-moves", GAME, "--format", "table").out.splitlines())) > 80


def test_a_name_cannot_control_the_terminal() -> None:
    game = json.loads((EXAMPLES / "game.json").read_text())
    game["players"][0]["name"] = "\u001b[31mAnn"
    done = titan("show", "-", "--format", "json", stdin=json.dumps(game))
    assert done.code == 2
    assert (done.error["code"], done.error["message"]) == ("control-character", "a name cannot have control characters")
    assert done.error["pointer"] == "/players/0/name"
    for name in ("\u202eAnn", "A\u0007"):
        assert titan("show", f'Plains: "{name}" Bk01: Ogre D3 / Lion D4').code == 2


def test_a_comment_cannot_control_the_terminal() -> None:
    record = (EXAMPLES / "game.replay.jsonl").read_text().splitlines()
    record[1] = json.dumps({**json.loads(record[1]), "comment": "\u001b[31mred"})
    done = titan("replay", "-", "--steps", "--format", "table", stdin="\n".join(record))
    assert "\u001b" not in done.out


GAME = str(ROOT / "docs" / "examples" / "game.json")
TERRAIN = "\x1b[38;5;71m"


def on_a_terminal(*args: str, **environment: str) -> str:
    """What a command shows on a pseudo-terminal of 100 columns."""
    ours, theirs = pty.openpty()
    usual = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    env = {**usual, "TERM": "xterm-256color", "COLUMNS": "100", **environment}
    command = subprocess.Popen([*warm.command(), *args], stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    shown = b""
    try:
        while select.select([ours], [], [], 60)[0]:
            part = os.read(ours, 65536)
            if not part:
                break
            shown += part
    except OSError:  # the other end is closed
        pass
    finally:
        command.wait(60)
        os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def test_a_terminal_shows_colours_and_no_escape_codes_as_text() -> None:
    shown = on_a_terminal("show", "Jungle: 2 Gargoyle, Ogre")
    assert shown == f"In {TERRAIN}Jungle\x1b[0m: 2 × Gargoyle, Ogre\n"


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_terminal_without_colours(environment: dict[str, str]) -> None:
    assert on_a_terminal("show", "Jungle: 2 Gargoyle, Ogre", **environment) == "In Jungle: 2 × Gargoyle, Ogre\n"


def test_colours_change_nothing_but_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for args in (["show", GAME], ["legal-moves", GAME, "--roll", "4"], ["check", GAME, "Bk02 to 1"]):
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.delenv("FORCE_COLOR", raising=False)
        plain = titan(*args, "--format", "table").out
        monkeypatch.setenv("FORCE_COLOR", "1")
        colored = titan(*args, "--format", "table").out
        assert "\x1b[" in colored
        assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain


def test_verdicts_are_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert painted("end-splits: illegal") == "end-splits: \x1b[31m\x1b[1millegal\x1b[0m"
    assert painted("it is illegal to go there") == "it is illegal to go there"
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted("Bk02 P1: illegal") == "Bk02 P1: illegal"


def test_markers_and_the_sides_on_a_map_have_their_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert painted("Rd03 7") == "\x1b[38;5;15m\x1b[48;5;124mRd03\x1b[0m 7"
    assert painted("[Ogre] <Lion 3>") == "\x1b[36m\x1b[1m[Ogre]\x1b[0m \x1b[35m\x1b[1m<Lion 3>\x1b[0m"
    markers = {STANDARD.markers.of(color)[0] for color in STANDARD.markers.letters}
    assert [marker for marker in markers if painted(marker) == marker] == []


def test_every_printed_terrain_has_its_colour() -> None:
    assert set(STANDARD.terrains) <= set(TERRAINS)


def test_foreign_text_in_errors_keeps_its_escapes_on_a_terminal() -> None:
    for shape in ("json", "table"):
        shown = on_a_terminal("show", "\u202enosuch\x9b31m.json", "--format", shape)
        assert "nosuch" in shown
        assert "\u202e" not in shown
        assert "\x9b" not in shown


def test_a_command_of_another_distribution_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("titan_cli.app.installed", dict)
    done = titan("companion", "--format", "json")
    assert (done.code, done.out) == (2, "")
    assert "titan-companions: pip install" in done.error["message"]
    assert "companion" not in titan("--help").out


def test_a_command_of_another_distribution_is_listed_and_called(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "law-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: law\nSummary: The Law of Titan.\n")
    points = f"[console_scripts]\nlaw = law:main\n\n[{GROUP}]\nlaw = titan_cli.commands.rules:command\n"
    (folder / "entry_points.txt").write_text(points)
    monkeypatch.syspath_prepend(tmp_path)
    assert re.search(r"Other distributions:\n(  .*\n)*  law +The Law of Titan\.\n", titan("--help").out)
    assert titan("law", "MOVE-1").out == titan("rules", "MOVE-1").out


def test_other_distributions_are_looked_up_only_for_a_command_that_is_not_titans() -> None:
    code = "import sys; from titan_cli.app import run; run(sys.argv[1:]); print('titan_cli.brought' in sys.modules)"
    for word, looked in (("rules", "False"), ("companions", "True")):
        done = subprocess.run([sys.executable, "-c", code, word], capture_output=True, text=True, check=False)
        assert done.stdout.splitlines()[-1] == looked
