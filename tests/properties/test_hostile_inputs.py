"""Whatever comes in, the answer is sound or an error of this project's own, in one clear line."""

import json
import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given

import good_inputs as good
import titan_rules
from asking import Client
from hostile import DICE, changed_json, changed_text, hostile_json, hostile_text
from looping import for_each
from running import grows_with, titan
from titan_cli.serve_app import application
from titan_cli.web.ask import QUESTIONS
from titan_rules import Battle, CannotTell, Game, TitanError
from titan_rules.answers.questions import ask
from titan_rules.box import STANDARD
from titan_rules.box.current_box import use_box
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.jsontext import loads
from titan_rules.text.parsing import action_of, parse, parse_actions, written
from titan_rules.text.positions import line, parse_line
from titan_rules.text.positions import parse_line as position_of

HOST, HEADERS = "127.0.0.1:4321", {"content-type": "application/json", "x-titan-token": "word"}
DOCUMENT_COMMANDS = ("legal-moves", "validate", "show", "render", "strike-odds", "resolve-battle", "deduce")
NAMES = ("Ogre", "Titan", "Lion", "Angel", "Serpent", "Warl", "ogr")


def assert_sound(position: Any) -> None:
    """A position that was read is written and read back, in both forms, drawn, and played on."""
    assert titan_rules.loads(titan_rules.dumps(position)) == position
    assert parse_line(line(position)) == position
    if not isinstance(position, Game | Battle):
        return
    titan_rules.render(position)
    for action in titan_rules.legal_actions(position)[:8]:
        assert titan_rules.is_legal(position, action), f"{action} is listed, but not legal"
        try:
            after = titan_rules.apply(position, action, dice=Dice(1)).state
        except CannotTell:
            continue
        assert titan_rules.loads(titan_rules.dumps(after)) == after, action


def assert_read_back(action: Any, position: Game | None) -> None:
    """What is written with the names of a position's box is read with them."""
    with use_box(STANDARD if position is None else position.the_box):
        assert parse(written(action)) == action


def some_game(text: str) -> Game:
    return good.played()[len(text) % len(good.played())][0]


def assert_answered(*args: str, stdin: str = "") -> None:
    done = titan(*args, stdin=stdin.encode("utf-8", "surrogatepass"))
    assert done.code in (0, 1, 2)
    assert "internal error" not in done.err
    assert '"internal"' not in done.err
    assert done.code != 2 or done.err.startswith(("titan: ", "{")) or '"error"' in done.out, done.err


@given(hostile_json(good.documents))
def test_documents(text: str) -> None:
    try:
        position = titan_rules.loads(text)
    except TitanError:
        return
    assert_sound(position)


@given(hostile_text(good.lines))
def test_one_line_positions(text: str) -> None:
    try:
        position = parse_line(text)
    except TitanError:
        return
    assert_sound(position)


@given(hostile_text(good.typed), hostile_text(good.typed))
def test_what_people_type(text: str, more: str) -> None:
    """One text or two, read as a position, as an action, and as a question: an answer, or one clear fault."""
    errors: list[TitanError] = []
    for read in (parse_line, parse, lambda typed: ask(typed), lambda typed: ask(typed, more)):
        try:
            read(text)
        except TitanError as e:
            errors.append(e)
    assert all(error.faults and "\n" not in error.faults[0].message for error in errors)


@given(hostile_json(good.actions))
@example('{"do":"attempt-concession","by":"end-moves"}')
@example('{"do":"propose","by":"Bla","attacker_loses":"all","defender_loses":[""]}')
@example('{"do":"maneuver","character":"Ogre","to":null}')
@example('{"do": "move", "legion": "Bk02", "to": 200, "reveal": ["Titan"]}')
def test_actions(text: str) -> None:
    position = some_game(text)
    try:
        action = action_of(loads(text), position)
        titan_rules.why(position, action)
    except TitanError:
        return
    assert_read_back(action, position)


@given(hostile_text(good.texts))
@example("105E3 strikes F3")
@example("D6 enters D2")
def test_actions_in_words(text: str) -> None:
    for position in (None, some_game(text)):
        try:
            action = parse(text, position)
            if position is not None:
                titan_rules.why(position, action)
        except TitanError:
            continue
        assert_read_back(action, position)


@given(hostile_text(good.records))
def test_records(text: str) -> None:
    assert_answered("replay", "-", stdin=text)


@given(hostile_text(good.saves))
def test_saves_of_Slugathon(text: str) -> None:
    assert_answered("import", "slugathon", "-", stdin=text)


@given(hostile_text(good.snapshots))
def test_saves_of_Colossus(text: str) -> None:
    assert_answered("import", "colossus", "-", stdin=text)


@given(DICE)
def test_command_lines(rng: random.Random) -> None:
    rows = (
        ["strike-odds", *rng.sample(NAMES, 2), "--hits", "2", "--striker-hits", "1", "--exchange"],
        ["strike-odds", *rng.sample(NAMES, 2), "--terrain", "Brush", "--from", "D3", "--to", "D4"],
        ["strike-odds", *rng.sample(NAMES, 3), "--score", "300", "--dice", "6,5,1"],
        ["strike-odds", "--duel", *rng.sample(NAMES, 2), "--target-score", "900"],
        ["recruit-options", "Tower", *rng.sample(NAMES, 3)],
        ["legal-moves", rng.choice(good.lines()), "--legion", "Bk01", "--roll", "3"],
        ["check", rng.choice(good.lines()), rng.choice(good.texts())],
        ["new", "--players", "3", "--seed", "4", "--ruleset", "law", "--option", "mulligan=any_time"],
        ["rules", "STRIKE-3"],
        ["render", rng.choice(good.lines())],
    )
    words = list(rng.choice(rows))
    for _ in range(rng.choice((1, 1, 2, 3))):
        i = rng.randrange(1, len(words))
        change = rng.randrange(4)
        if change == 0:
            words[i] = changed_text(rng, words[i], good.texts())
        elif change == 1:
            words.insert(i, rng.choice(rng.choice(rows)))
        elif change == 2 and len(words) > 2:
            del words[i]
        else:
            words[i] = rng.choice(("-1", "9" * 30, "", "D9", "ſ", "--", "--lines", "Titan"))
    writes = ("-", "-o", "--output", "--open")
    assert_answered(*[w.replace("\x00", "") for w in words if w not in writes and not w.startswith("-o")])


@given(DICE)
def test_documents_for_commands(rng: random.Random) -> None:
    document = json.dumps(changed_json(rng, rng.choice(good.documents()), good.documents()))
    assert_answered(rng.choice(DOCUMENT_COMMANDS), "-", stdin=document)
    assert_answered("recruit-options", "-", "--legion", "Bk01", stdin=document)


@given(DICE)
def test_questions_of_the_page(rng: random.Random) -> None:
    questions: tuple[dict[str, Any], ...] = (
        {"legion": "Bk01", "roll": 3, "character": "D3", "ahead": True, "why": rng.choice(good.texts())},
        {"from": "D3", "to": "D4", "strike_number": 5, "dice_count": 3, "carry_to": "E3", "best": "slain"},
        {"from": "D3,C3", "to": "D4", "exchange": True, "duel": True},
        {"action": rng.choice(good.texts()), "seed": "3"},
        {"moves": "D3", "targets": "D3", "sight": ["B4", "F2"], "legion": "Bk01", "roll": 2},
        {"players": ["Ann", "Ben"], "seed": 3},
    )
    asked = changed_json(rng, rng.choice(questions), questions)
    document = rng.choice(good.documents())
    asked["position"] = changed_json(rng, document, good.documents()) if rng.random() < 0.5 else document
    asked["ask"] = rng.choice([name for name in QUESTIONS if name != "simulate"])
    reply = Client(application("word", 4321), HOST).post("/api/ask", [json.dumps(asked).encode()], HEADERS)
    assert reply.status_code in (200, 400)
    assert (reply.json().get("error") or {}).get("code") != "internal", reply.text


@given(hostile_json(good.boxes))
@example('{"format": "titan-rules/1", "kind": "box", "name": "a", "extends": "\\u0000"}')
def test_boxes(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "box.json")
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        assert_answered("box", "validate", str(path))
        assert_playable(str(path))


def assert_playable(path: str) -> None:
    try:
        box = titan_rules.Box.load(path)
        game = titan_rules.new_game([f"P{i}" for i in range(box.players[0])], seed=1, box=box)
    except TitanError:
        return
    dice, rng = Dice(1), random.Random(1)
    for _ in range(12):
        actions = titan_rules.legal_actions(game)
        if not actions:
            break
        game = titan_rules.apply(game, rng.choice(actions), dice=dice).state
    assert_sound(game)


@for_each("text", ["Bk02 ſ13", "K", "İ", "Bk02 PⅣ", "roll ٣", "D3 strikes D4 at ²", "ſ3 strikes D4"])
def test_letters_and_digits_outside_ASCII_are_none_of_the_grammar(text: str) -> None:
    for read in (parse, parse_actions, position_of):
        with pytest.raises(TitanError):
            read(text)


NUMBERS = ("roll {}", "mulligan {}", "engage {}", "engage P{}", "Bk02 P{}", "Ann tower {}", "Bk01/Bk02 {} Ogre")
OF_A_STRIKE = ("at {}", "using {}", "with {}", "instead of {}", "carrying E3:{}", "carrying {} to E3")


@for_each("text", [*NUMBERS, *[f"D3 strikes D4 {more}" for more in OF_A_STRIKE]])
def test_numbers_with_more_digits_than_Python_reads(text: str) -> None:
    with pytest.raises(TitanError):
        parse(text.format("9" * 4301))


def test_hits_with_more_digits_than_Python_reads() -> None:
    with pytest.raises(TitanError):
        position_of(f"Plains: Ogre D3 {'9' * 4301} hits / Lion D4")


@pytest.mark.parametrize("repeated", ['"', '"a', '"\\', "a ", ",", ">", "1 ", "(", "Ogre,", "Plains: ", "2x"])
def test_reading_takes_time_in_proportion_to_the_text(repeated: str) -> None:
    def refused(text: str) -> None:
        for read in (parse, parse_actions, position_of):
            with pytest.raises(TitanError):
                read(text)

    assert grows_with(refused, (repeated * 1_000)[:1_000])
