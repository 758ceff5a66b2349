"""What hostile inputs once broke: each is answered, or refused in one clear line, and soon."""

import asyncio
import gzip
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import titan_rules
from asking import Client
from checkout import EXAMPLES
from running import titan
from titan_cli import serve_app
from titan_rules.actions import intents
from titan_rules.actions.grammar import parse, parse_actions, written
from titan_rules.draw.svg import fitted, width_of
from titan_rules.kernel.errors import CannotTell, TitanError
from titan_rules.position.line import parse_line as position_of

SAVES = Path(__file__).parent.parent / "data" / "saves"
BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
HEADERS = {"content-type": "application/json", "x-titan-token": "word"}
HOST = "127.0.0.1:4321"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """The block ends soon: processor time, so that a busy machine is no fault of the code."""
    begin = time.process_time()
    yield
    assert time.process_time() - begin < seconds


def refused(done: object) -> None:
    assert done.code == 2  # type: ignore[attr-defined]
    assert "Traceback" not in done.err  # type: ignore[attr-defined]
    assert "fault of this program" not in done.err  # type: ignore[attr-defined]
    assert done.err.count("\n") == 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["Bk02 ſ13", "K", "İ", "Bk02 PⅣ", "roll ٣", "D3 strikes D4 at ²", "ſ3 strikes D4"])
def test_letters_and_digits_outside_ASCII_are_none_of_the_grammar(text: str) -> None:
    for read in (parse, parse_actions, position_of):
        with pytest.raises(TitanError):
            read(text)


@pytest.mark.parametrize(
    "text",
    [
        "roll {}",
        "mulligan {}",
        "engage {}",
        "engage P{}",
        "Bk02 P{}",
        "Ann tower {}",
        "D3 strikes D4 at {}",
        "D3 strikes D4 using {}",
        "D3 strikes D4 with {}",
        "D3 strikes D4 instead of {}",
        "D3 strikes D4 carrying E3:{}",
        "D3 strikes D4 carrying {} to E3",
        "Bk01/Bk02 {} Ogre",
    ],
)
def test_numbers_with_more_digits_than_Python_reads(text: str) -> None:
    with pytest.raises(TitanError):
        parse(text.format("9" * 4301))


def test_hits_with_more_digits_than_Python_reads() -> None:
    with pytest.raises(TitanError):
        position_of(f"Plains: Ogre D3 {'9' * 4301} hits / Lion D4")


@pytest.mark.parametrize("repeated", ['"', '"a', '"\\', "a ", ",", ">", "1 ", "(", "Ogre,", "Plains: ", "2x"])
def test_reading_takes_time_in_proportion_to_the_text(repeated: str) -> None:
    text = (repeated * 40_000)[:40_000]
    with within(4):
        for read in (parse, parse_actions, position_of):
            with pytest.raises(TitanError):
                read(text)


def test_half_a_surrogate_pair_in_a_question_to_the_server() -> None:
    question = json.dumps({"ask": "why", "position": BATTLE, "action": "\ud800"})
    reply = Client(serve_app.application("word", 4321), HOST).post("/api/ask", [question.encode()], HEADERS)
    assert reply.status_code == 400
    assert reply.json()["error"]["code"] == "bad-text"


def test_a_client_that_sends_too_slowly_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_app, "PATIENCE", 0.05)
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.2 if sent else 0.02)
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(name.encode(), value.encode()) for name, value in {**HEADERS, "host": HOST}.items()]
    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/ask",
        "raw_path": b"/api/ask",
        "query_string": b"",
        "headers": headers,
        "root_path": "",
    }
    asyncio.run(serve_app.application("word", 4321)(scope, receive, send))
    assert sent[0]["status"] == 408
    assert json.loads(sent[1]["body"])["error"]["code"] == "too-slow"


SEVEN = ("Ogre", "Centaur", "Lion", "Troll", "Griffon", "Hydra", "Dragon")


def test_more_strikers_than_have_room_are_refused() -> None:
    done = titan("strike-odds", *SEVEN, "Serpent", "--exchange")
    refused(done)
    assert "at most 6 characters are in contact with one" in done.err


def test_more_dice_than_can_be_worked_out_are_refused_before_it_begins() -> None:
    with within(1):
        done = titan("strike-odds", "Titan", "Ogre", "Titan", "--score", "99999", "--exchange")
    refused(done)
    assert "1,011 dice" in done.err


def test_strikers_who_are_alike_do_not_count_as_many_orders() -> None:
    done = titan("strike-odds", *["Ogre"] * 5, "Lion", "Serpent")
    assert done.code == 0
    assert done.json["orders_in_all"] == 6


def test_several_in_a_battle_are_refused_as_an_error_of_its_own() -> None:
    from titan_rules.odds.cases import Fighter, Way
    from titan_rules.odds.several import Striker, several

    strikers = [Striker(name, Way(i + 1, 4)) for i, name in enumerate(SEVEN)]
    with pytest.raises(CannotTell, match="5,040 orders"):
        several(Fighter("Serpent", None, 18, 36), (), strikers)
    assert len(several(Fighter("Serpent", None, 18, 36), (), strikers[:4]).orders) == 24


@pytest.mark.parametrize("letter", ["W", "i", "雷"])
def test_long_names_are_fitted_soon(letter: str) -> None:
    document = {**BATTLE, "attacker": {**BATTLE["attacker"], "player": letter * 40_000}}
    with within(4):
        titan_rules.render(titan_rules.loads(json.dumps(document)))


@pytest.mark.parametrize("words", ["Ann", "A name that is rather long", "W" * 100, " " * 90, ""])
@pytest.mark.parametrize("room", [0.0, 5.0, 60.0, 400.0])
def test_what_is_fitted_fits_and_could_not_be_longer(words: str, room: float) -> None:
    shown, size = fitted(words, 12.0, room)
    if shown == words:
        assert width_of(words, size) <= room + 1e-6
        return
    assert shown.endswith("…")
    assert width_of(shown, size) <= max(room, width_of("…", size)) + 1e-6
    kept = len(shown) - 1
    rest = words[kept:].lstrip()
    assert not rest or width_of(words[: len(words) - len(rest) + 1] + "…", size) > room


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


def test_a_strike_of_a_save_where_nobody_stands() -> None:
    lines = gzip.decompress((SAVES / "g0112_stock_3p.save.gz").read_bytes()).decode().splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if line.startswith("Strike "))
    for old, new in (
        ("striker_hexlabel': 'C2'", "striker_hexlabel': 'A1'"),
        ("target_hexlabel': 'D2'", "target_hexlabel': 'F4'"),
    ):
        assert old in lines[at]
        changed = [*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]]
        done = titan("import", "slugathon", "-", stdin="".join(changed))
        assert done.code in (0, 2)
        assert "fault of this program" not in done.err


def test_null_in_a_box_of_its_own_says_that_nothing_is_said(tmp_path: Path) -> None:
    shipped = Path(titan_rules.__file__).parent / "box" / "data" / "boxes" / "standard.json"
    document = json.loads(shipped.read_text(encoding="utf-8"))
    assert "bottom" not in document["masterboard"]["lands"]["41"]
    document["masterboard"]["lands"]["41"]["bottom"] = None
    path = tmp_path / "null.json"
    path.write_text(json.dumps(document))
    box = titan_rules.Box.load(str(path))
    assert box.masterboard.lands == titan_rules.Box.load("standard").masterboard.lands
    assert titan_rules.new_game(["Ann", "Ben"], seed=1, box=box).players


REFUSED = [
    intents.Split("Bk01", "Bk02", ()),
    intents.Split("Bk01", "Bk01", ("Titan",) * 7),
    intents.Move("Bk02", 41, "bottom", "titan-teleport", ("Titan", "Ogre")),
    intents.Muster("Bk02", "Lion", ()),
    intents.Muster("Bk02", "Lion", ("Lion",) * 4),
    intents.Reinforce("Lion", ()),
    intents.Acquire(()),
    intents.Propose('a "b" \\', (), ()),
    intents.Propose("attacker", ("Ogre",), ("all",)),
    intents.Accept("12", ("all",), ()),
    intents.Concede("no more"),
    intents.Withdraw(""),
    intents.Strike("D3", "D3", ()),
    intents.Strike("D3", "D4", (6, 1), strike_number=2, dice_count=1, first_roll=(1,)),
    intents.Maneuver("Ogre", None, to="A1"),
    intents.Maneuver("Ogre", "A1", to="A1"),
    intents.Summon("Bk01", "Ogre", "Rd12"),
]


@pytest.mark.parametrize("action", REFUSED, ids=lambda action: action.do)
def test_the_text_of_a_refused_action_can_be_read_again(action: intents.Action) -> None:
    assert parse(written(action)) == action
