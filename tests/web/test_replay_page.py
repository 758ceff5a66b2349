"""The page of a recorded game holds what the game holds, and nothing of it is markup."""

import base64
import gzip
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

from pages import Parsed
from recorded import ARCHIVE, SHIPPED, shipped, text
from running import titan
from titan_rules.digest.rows import digest
from titan_rules.draw.page import facts
from titan_rules.kernel.replaying import Step
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.report import judged

LONGEST = ARCHIVE / "colossus-game009.replay.jsonl.gz"
HOSTILE = "</script><script>window.hacked=1</script><!--<script>"
HEADER = {"format": "titan-rules/1", "kind": "replay"}


def written(folder: Path, *args: str, stdin: str = "") -> Path:
    target = folder / "game.html"
    titan("replay", *args, "-o", str(target), stdin=stdin)
    return target


def parsed(page: Path) -> Parsed:
    return Parsed(page.read_text(encoding="utf-8"))


def page_of(tmp_path: Path, *args: str, stdin: str = "") -> Parsed:
    return parsed(written(tmp_path, *args, stdin=stdin))


@pytest.fixture(scope="module")
def longest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the longest game."""
    return written(tmp_path_factory.mktemp("longest"), str(LONGEST))


def hostile_game() -> str:
    players = [{"color": "Black", "name": HOSTILE, "tower": 600}, {"color": "Red", "name": "{{data}}", "tower": 300}]
    return text(
        [
            {**HEADER, "source": HOSTILE, "players": players},
            {
                "do": "split",
                "legion": "Bk01",
                "into": "Bk02",
                "characters": ["Angel", "Ogre", "Ogre", "Centaur"],
                "comment": f"<img src=x onerror=alert(1)>{HOSTILE}\u2028 \u202e{{{{script}}}}",
            },
            {"do": HOSTILE},
        ]
    )


def states(path: Path) -> list[Step[Any]]:
    lines = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()
    record = RecordedGame((i, line) for i, line in enumerate(lines.splitlines(keepends=True), 1))
    steps: list[Step[Any]] = []
    judged(record.lines(), record.start(), watch=steps.append)
    return steps


def test_the_shipped_game_step_by_step(tmp_path: Path) -> None:
    data = page_of(tmp_path, str(SHIPPED)).data["record"]
    steps = states(SHIPPED)
    assert len(data["steps"]) == len(steps) == len(shipped()) - 1
    held = dict(data["start"])
    for shown, step in zip(data["steps"], steps, strict=True):
        for key, value in shown["d"].items():
            if value is None:
                del held[key]
            else:
                held[key] = value
        assert held == facts(step.state)
        assert [event[2] for event in shown.get("e", [])] == [event.text for event in step.events]
        assert shown.get("c") == step.line.comment


def test_dice_stand_beside_their_strike(longest: Path) -> None:
    data = parsed(longest).data["record"]
    rolled = [event for step in data["steps"] for event in step.get("e", []) if len(event) > 4 and event[4]]
    strikes = [event for event in rolled if event[0] in ("STRIKE-3", "STRIKE-8", "RANGE-1")]
    assert len(strikes) > 100
    for rule, _, sentence, dice, least in strikes:
        hits = sum(die >= least for die in dice)
        assert f"{hits or 'no'} hit{'' if hits == 1 else 's'} with {len(dice)} dice at {least}" in sentence, rule


def test_every_step_says_in_words_what_it_is_and_a_strike_why_its_number_is_what_it_is(longest: Path) -> None:
    steps = parsed(longest).data["record"]["steps"]
    strikes = [step for step in steps if " strikes " in step["x"]]
    assert len(strikes) > 100
    for step in strikes:
        assert re.fullmatch(r"\w+ in \w\d strikes \w+ in \w\d.*: \d+ hits?", step["s"]), step["s"]
        numbers = [text for rule, _, text, *_ in step["y"] if rule in ("STRIKE-3", "RANGE-3", "RANGE-4", "RANGE-5")]
        assert any(re.search(r"\d", text) for text in numbers), step


def test_every_battleland_that_is_fought_on_is_in_it_once(longest: Path) -> None:
    page = parsed(longest)
    fought = {step["d"]["B"][0] for step in page.data["record"]["steps"] if step["d"].get("B")}
    drawn = [str(a["id"]) for tag, a in page.elements if tag == "template"]
    assert {name.removeprefix("battleland-") for name in drawn if name.startswith("battleland-")} == fought
    assert len(drawn) == len(set(drawn))


def test_the_rules_that_its_rulings_cite_are_in_it(tmp_path: Path) -> None:
    data = page_of(tmp_path, str(SHIPPED)).data
    cited = {ruling[0] for step in data["record"]["steps"] for key in ("e", "y") for ruling in step.get(key, ())}
    assert set(data["laws"]) == cited
    assert data["laws"]["STRIKE-3"] == digest().rules["STRIKE-3"].text


def test_the_longest_game_is_small(longest: Path) -> None:
    assert longest.stat().st_size < 1_500_000


def test_it_needs_nothing_else(tmp_path: Path) -> None:
    page = page_of(tmp_path, str(SHIPPED))
    assert page.outside() == ["https://creativecommons.org/licenses/by/3.0/"]
    assert not [tag for tag, _ in page.elements if tag in ("img", "iframe", "object", "embed", "base", "form")]
    assert not [name for _, a in page.elements for name in a if name.startswith("on") or name == "style"]


def test_the_policy_names_style_and_script_by_hash(tmp_path: Path) -> None:
    page = page_of(tmp_path, str(SHIPPED))

    def named(content: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"

    assert page.policy["default-src"] == "'none'"
    assert page.policy["script-src"] == named(page.inside["script"][1])
    assert page.policy["style-src"] == named(page.inside["style"][0])
    assert page.policy["connect-src"] == "'none'"
    assert "unsafe" not in str(page.policy)


def test_a_hostile_file_stays_text(tmp_path: Path) -> None:
    page = page_of(tmp_path, "-", stdin=hostile_game())
    assert len(page.inside["script"]) == 2
    assert page.inside["title"][0].startswith("</script>")
    assert not [tag for tag, _ in page.elements if tag == "img"]
    data = page.data["record"]
    assert {key: data["start"][f"P/{key}"][4] for key in ("Black", "Red")} == {"Black": HOSTILE, "Red": "{{data}}"}
    assert data["steps"][0]["c"].startswith("<img src=x")
    assert data["steps"][1]["p"]


def test_an_illegal_step_is_told_with_what_would_be_legal(tmp_path: Path) -> None:
    rows = [*shipped()[:2], {"do": "end-moves"}]
    target = tmp_path / "game.html"
    done = titan("replay", "-", "-o", str(target), stdin=text(rows))
    data = Parsed(target.read_text(encoding="utf-8")).data["record"]
    assert done.code == 1
    assert data["steps"][1]["f"][0][1] == "x"
    assert data["steps"][1]["p"][0].startswith("ILLEGAL: ")
    assert data["legal"]


def test_it_opens_on_the_step_asked_for(tmp_path: Path) -> None:
    assert page_of(tmp_path, str(SHIPPED)).data["open"] == 0
    assert page_of(tmp_path, str(SHIPPED), "--from", "7").data["open"] == 7


def test_the_format_can_be_named() -> None:
    done = titan("replay", str(SHIPPED), "--format", "html")
    assert done.out.startswith("<!doctype html>")
    assert titan("replay", str(SHIPPED), str(SHIPPED), "--format", "html").code == 2
