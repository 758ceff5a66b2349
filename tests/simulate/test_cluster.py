"""A cluster of two worker processes, one of which is killed: the answer is the same."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answers import in_json
from running import titan
from simulations import small
from titan_rules.kernel.errors import CannotTell
from titan_rules.simulation import simulation
from titan_rules.simulation.cluster import connected
from titan_rules.simulation.simulation import Task, play_out

answer = in_json(simulation.answer)

PATIENCE = 60
"""Seconds to wait for a process to be there."""


@pytest.fixture(autouse=True)
def _distributed() -> None:
    pytest.importorskip("distributed")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler, and its two workers."""
    told = tmp_path / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    place: dict[str, Any] = {
        "cwd": tmp_path,
        "env": environment,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    started: list[subprocess.Popen[str]] = []

    def start(name: str, *more: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.{name}", *more, "--host", "127.0.0.1"]
        started.append(subprocess.Popen(command, **place))

    try:
        # A port that is free, whoever else looks for one.
        start("dask_scheduler", "--port", "0", "--scheduler-file", str(told), "--no-dashboard")
        end = time.monotonic() + PATIENCE
        while not told.exists() or not told.read_text():
            assert time.monotonic() < end, "no scheduler"
            time.sleep(0.05)
        address = json.loads(told.read_text())["address"]
        for _ in range(2):
            start("dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard")
        yield address, started[1:]
    finally:
        for process in reversed(started):
            process.kill()
            process.wait(timeout=PATIENCE)


def wait_for_workers(address: str, count: int) -> None:
    from distributed import Client

    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        client.wait_for_workers(count, timeout=PATIENCE)


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_a_worker_dies_and_the_answer_is_the_same(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, workers = cluster
    plan = Task((small(),), "greedy", "greedy", "5")
    here = answer(plan, play_out(plan, 1500))
    wait_for_workers(address, 2)
    killed: list[float] = []

    def kill_one(trials: int) -> None:
        if not killed:
            workers[0].send_signal(signal.SIGKILL)
            killed.append(time.monotonic())

    with connected(address) as executor:
        there = answer(plan, play_out(plan, 1500, executor=executor, ahead=64, progress=kill_one))
    assert killed
    assert workers[0].wait(timeout=PATIENCE) == -signal.SIGKILL
    assert there == here


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("titan_rules.simulation.cluster.PATIENCE", 1)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # nobody else can have it, and nobody listens
        address = f"tcp://127.0.0.1:{held.getsockname()[1]}"
        with pytest.raises(CannotTell, match="no scheduler at"), connected(address):
            raise AssertionError("connected to nobody")


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    class Idle:
        """A client of a scheduler that nobody works for."""

        def __init__(self, *_: object, **__: object) -> None: ...

        def __enter__(self) -> "Idle":
            return self

        def __exit__(self, *_: object) -> None: ...

        def wait_for_workers(self, count: int, timeout: int) -> None:
            raise TimeoutError(count, timeout)

    monkeypatch.setattr("distributed.Client", Idle)
    with pytest.raises(CannotTell, match="has no workers"), connected("tcp://127.0.0.1:1"):
        raise AssertionError("connected to nobody")


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    from titan_rules import dumps

    path = tmp_path / "battle.json"
    path.write_text(dumps(small()), encoding="utf-8")
    done = titan(
        "resolve-battle", str(path), "--simulate", "1", "--scheduler", "tcp://127.0.0.1:1", "--format", "table"
    )
    assert done.code == 2
    assert done.err == "titan: --scheduler needs dask.distributed (pip install 'titan-rules[cluster]')\n"
