"""``titan resolve-battle --simulate``."""

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from looping import for_each
from running import COMMAND, titan
from simulations import seven, small
from titan_rules import dumps


@pytest.fixture
def battle(tmp_path: Path) -> str:
    path = tmp_path / "battle.json"
    path.write_text(dumps(small()), encoding="utf-8")
    return str(path)


def simulated(battle: str, *options: str) -> dict[str, Any]:
    done = titan("resolve-battle", battle, "--simulate", "100", "--format", "json", *options)
    assert done.code == 0, done.err
    answer: dict[str, Any] = done.json
    return answer


def test_jobs(battle: str) -> None:
    assert simulated(battle, "--seed", "7", "--jobs", "2") == simulated(battle, "--seed", "7")


def test_policies(battle: str) -> None:
    found = simulated(battle, "--attacker-policy", "random", "--policy", "greedy")
    assert found["policies"] == {"attacker": "random", "defender": "greedy"}
    assert simulated(battle, "--policy", "simulations:Idle")["defender_wins"]["p"] < 1


def test_vary(battle: str) -> None:
    found = simulated(battle, "--vary", "attacker+Lion", "--vary", "entry_side")
    names = [other["name"] for other in found["alternatives"]]
    assert names == ["attacker+Lion", "entry_side right", "entry_side bottom"]


def test_the_table_is_never_surer_than_it_can_be(battle: str) -> None:
    done = titan(
        "resolve-battle",
        battle,
        "--simulate",
        "20",
        "--policy",
        "random",
        "--vary",
        "attacker+Dragon",
        "--format",
        "table",
    )
    assert done.code == 0
    assert " 0.00 %" not in done.out
    assert "100.00 %" not in done.out
    assert "with attacker+Dragon:" in done.out
    assert "note: no side concedes" in done.out


@for_each(
    ("options", "text"),
    [
        (("--simulate", "0"), "0 is not in the range"),
        (("--simulate", "many"), "not a valid integer"),
        (("--simulate", "9", "--policy", "gredy"), "unknown policy 'gredy' (did you mean"),
        (("--simulate", "9", "--policy", "nowhere:Nobody"), "no policy nowhere:Nobody"),
        (("--simulate", "9", "--vary", "weather"), "cannot vary 'weather'"),
        (("--simulate", "9", "--until-width", "0"), "range"),
        (("--simulate", "9", "--jobs", "0"), "range"),
        (("--simulate", "9", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"), "a scheduler has its own workers"),
        (("--simulate", "9", "--lines"), "takes one position"),
        (("--jobs", "2"), "--jobs goes with --simulate N"),
        (("--policy", "random"), "--policy goes with --simulate N"),
    ],
)
def test_bad_usage(battle: str, options: tuple[str, ...], text: str) -> None:
    done = titan("resolve-battle", battle, *options, "--format", "table")
    assert done.code == 2
    assert text in done.err
    assert done.err.count("\n") == 1
    assert ". (see" not in done.err
    assert done.out == ""


@pytest.mark.parametrize("command", [("resolve-battle", "--simulate", "5"), ("advise",)])
def test_nobody_in_a_battle_is_a_fault(command: tuple[str, ...]) -> None:
    done = titan(*command, "Plains: /", "--format", "table")
    assert done.code == 2
    assert done.err.startswith("titan: nobody is in this battle")
    assert done.err.count("\n") == 1


def drained(terminal: int) -> None:
    """Read what a terminal shows until it is closed."""
    with suppress(OSError):
        while os.read(terminal, 4096):
            pass


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_prints_what_is_known(tmp_path: Path, jobs: str) -> None:
    path = tmp_path / "battle.json"
    path.write_text(dumps(seven()), encoding="utf-8")
    ours, theirs = pty.openpty()
    command = [*COMMAND, "resolve-battle", str(path), "--simulate", "1000000", "--jobs", jobs, "--format", "json"]
    environment = {**os.environ, "TERM": "xterm", "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    deadline = time.monotonic() + 30
    try:
        while shown.count(b"\r") < 3 and time.monotonic() < deadline:  # the bar has moved: a chunk was counted
            shown += os.read(ours, 1000)
        process.send_signal(signal.SIGINT)
        Thread(target=drained, args=(ours,), daemon=True).start()  # a full terminal would hold the command up
        out, _ = process.communicate(timeout=90)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert process.returncode == 130
    assert b'"interrupted": true' in out
    assert b"battles" in shown


def of_group(group: int) -> list[int]:
    """The processes of a group that still run."""
    stats = [path.read_text().rpartition(")")[2].split() for path in Path("/proc").glob("[0-9]*/stat") if path.exists()]
    return [int(fields[2]) for fields in stats if int(fields[2]) == group and fields[0] != "Z"]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_workers_end_with_the_command(tmp_path: Path, sent: signal.Signals) -> None:
    path = tmp_path / "battle.json"
    path.write_text(dumps(seven()), encoding="utf-8")
    command = [*COMMAND, "resolve-battle", str(path), "--simulate", "1000000", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, env=environment, start_new_session=True, **quiet)
    try:
        until(lambda: len(of_group(process.pid)) >= 4, 30)  # with two workers, and the tracker of what they share
        process.send_signal(sent)
        process.wait(timeout=10)
        until(lambda: not of_group(process.pid), 5)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def until(holds: Callable[[], bool], seconds: float) -> None:
    """Wait for something to hold."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not in {seconds} seconds"
        time.sleep(0.05)
