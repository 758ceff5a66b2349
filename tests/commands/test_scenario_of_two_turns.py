"""scenarios/two-turns.sh: a game played, and a battle resolved, from a POSIX shell."""

import os
import subprocess
from pathlib import Path

import warm
from checkout import ROOT

SCRIPT = ROOT / "scenarios" / "two-turns.sh"


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **environment}
    return subprocess.run(["sh", str(SCRIPT)], capture_output=True, text=True, env=env, timeout=120, check=False)


def test_two_turns_are_played_and_a_battle_is_resolved(tmp_path: Path) -> None:
    done = run(TITAN=str(warm.script(tmp_path)))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "  Rd01 moves to 22: refused (ROLL-1)\n" in done.stdout
    assert "  Bk01 Ogr>Ogr\n" in done.stdout
    assert "(STRIKE-7)" in done.stdout
    assert "The attacker wins by elimination in turn 2; Black scores 16." in done.stdout
    assert "may acquire Angel" in done.stdout


def test_a_titan_that_fails_ends_it() -> None:
    assert run(TITAN="false").returncode != 0
