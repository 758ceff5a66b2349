"""What the page tells of hidden Legions is what ``titan deduce`` tells, asked for or held by the page of a game."""

from pathlib import Path
from typing import Any

import pytest

from checkout import EXAMPLES
from pages import Parsed
from running import titan
from titan_cli.web.ask import ask
from titan_cli.web.recording import LIKELIEST, Watcher
from titan_cli.web.records import record_of
from titan_rules.box import STANDARD
from titan_rules.deduction.posterior import Observer
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.replaying import Step
from titan_rules.replays.report import judged

LEFT = EXAMPLES / "who-left.replay.jsonl"
RECORD = LEFT.read_text(encoding="utf-8")
NAMES = list(STANDARD.characters)


def told(found: dict[str, Any]) -> list[Any]:
    """A Legion as ``titan deduce`` gives it, as the page has it."""
    number = NAMES.index
    contents = [[number(name) for name in content["characters"]] for content in found["contents"][:LIKELIEST]]
    bounds = [[number(name), *both] for name, both in found["range"].items() if both[0] != both[1]]
    return [[number(name) for name in found["certain"]], bounds, contents, max(0, len(found["contents"]) - LIKELIEST)]


def shown(row: list[Any]) -> list[Any]:
    """A row of the page without weights and reasons."""
    return [row[0], row[1], [indexes for _, indexes in row[2]], row[3]]


@pytest.mark.parametrize("viewer", ["Red", "Black", "nobody"])
@pytest.mark.parametrize("step", [0, 7, 43])
def test_it_is_what_the_command_deduces(viewer: str, step: int) -> None:
    found = ask({"ask": "deduce", "record": RECORD, "step": step, "as": viewer})
    answer = titan("deduce", str(LEFT), "--as", viewer, "--step", str(step)).json
    assert {key: shown(row) for key, row in found["known"].items()} == {
        f"K/{legion['legion']}": told(legion) for legion in answer["legions"]
    }
    for legion in answer["legions"]:
        weights = [content[0] for content in found["known"][f"K/{legion['legion']}"][2]]
        assert weights[0].endswith("%")
        assert found["known"][f"K/{legion['legion']}"][4] == legion["rulings"]


def test_what_was_played_on_from_a_record_counts_too() -> None:
    steps = ask({"ask": "load", "text": RECORD})["steps"]
    whole = ask({"ask": "deduce", "record": RECORD, "step": len(steps), "as": "Red"})
    played = [{"action": step["x"]} for step in steps[30:]]
    assert (
        ask({"ask": "deduce", "record": RECORD, "step": 30, "played": played, "as": "Red"})["known"] == whole["known"]
    )


def test_a_colour_that_nobody_plays() -> None:
    assert ask({"ask": "deduce", "record": RECORD, "step": 5, "as": "Gold"})["error"]["code"] == "usage"
    assert titan("replay", str(LEFT), "--as", "Gold", "--format", "html").code == 2


def test_the_page_of_a_game_holds_it_step_by_step(tmp_path: Path) -> None:
    target = tmp_path / "red.html"
    assert titan("replay", str(LEFT), "--as", "red", "-o", str(target)).code == 0
    data = Parsed(target.read_text(encoding="utf-8")).data
    assert data["viewer"] == "Red"
    held = dict(data["record"]["start"])
    for number, step in enumerate(data["record"]["steps"], 1):
        held.update(step["d"])
        if number in (7, 43):
            known = ask({"ask": "deduce", "record": RECORD, "step": number, "as": "Red"})["known"]
            now = {key: row for key, row in held.items() if key.startswith("K/") and row is not None}
            assert now == {key: row[:4] for key, row in known.items()}


def test_a_split_is_told_to_the_others_without_who_left() -> None:
    loaded: dict[str, Any] = ask({"ask": "load", "text": RECORD})
    steps = loaded["steps"]
    color, heard = steps[0]["h"]
    assert (color, heard) == ("Black", "Bk01 splits off Bk02: 4")
    assert all("h" not in step for step in steps if "splits off" not in step["s"])


def test_a_record_that_cannot_be_followed_ends_what_is_deduced(monkeypatch: pytest.MonkeyPatch) -> None:
    def tangled(*_: object) -> None:
        raise CannotTell(Fault("tangle", "two Legions were shuffled"))

    record = record_of(RECORD)
    watcher = Watcher(record.start(), "Red")
    steps: list[Step[Any]] = []
    judged(record.lines(), record.start(), watch=steps.append)
    watcher.watch(steps[0])
    assert watcher.known()
    monkeypatch.setattr(Observer, "take", tangled)
    watcher.watch(steps[1])
    assert (watcher.known(), watcher.ended) == ({}, "two Legions were shuffled")
