"""``make demo`` shows real answers that fit the screen, and ends with what to type next."""

import subprocess
from pathlib import Path

import warm
from checkout import ROOT


def test_the_demo_fits_and_ends_with_what_to_type_next(tmp_path: Path) -> None:
    command = ["sh", str(ROOT / "docs" / "demo.sh"), str(warm.script(tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert len(lines) <= 120
    assert [line for line in lines if len(line) > 80] == []
    assert "D3 strikes D4 with 6 6 5 1 1 2 carrying C3:2: illegal" in lines
    assert "Next, type your own" in done.stdout.partition("legal: 67 actions")[2]
