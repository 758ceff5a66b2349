"""The group of commands: exit codes, formats, faults of the program itself."""

import io
import json
import sys

import click
import pytest

from running import shell, titan
from titan_cli.app import COMMANDS, run
from titan_cli.app import titan as titan_group
from titan_rules import schemas
from titan_rules.kernel.blocks import Table
from titan_rules.kernel.errors import TRACEBACK
from titan_rules.kernel.showing import drawn

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
    assert done.err == ("titan: a fault of this program: ZeroDivisionError: division by zero (set TITAN_TRACEBACK=1)\n")
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
    for name, (_, about) in COMMANDS.items():
        assert about.endswith((".", "?"))
        assert isinstance(titan_group.get_command(click.Context(titan_group), name), click.Command), name


def test_the_exit_code_reaches_the_shell() -> None:
    assert shell("titan rules MOVE-4 > /dev/null; echo $?").out == "0\n"
    assert shell("echo '{}' | titan validate - > /dev/null; echo $?").out == "1\n"
    assert shell("titan rules MOVE-99 2> /dev/null; echo $?").out == "2\n"


def test_a_row_shorter_than_its_table() -> None:
    assert drawn(Table([("a", 1), ("b",)], ("x", "y", ""))).splitlines()[2:] == ["a    1", "b"]


def test_an_empty_column_without_a_heading_is_left_out() -> None:
    assert drawn(Table([("a", ""), ("b", None)], ("x", ""))) == "x\n---\na\nb"
    assert drawn(Table([("a", True)], ("x", ""))).splitlines()[2] == "a    true"
