"""What is fed with hostile inputs, and what must come of each: an error of this project's own, or a sound answer."""

import json
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

import titan_rules
from asking import Client
from fuzz import inputs
from fuzz.changing import changed_json, changed_text
from running import titan
from titan_cli.serve_app import application
from titan_cli.web.ask import QUESTIONS
from titan_rules import Battle, Game
from titan_rules.actions.grammar import action_of, parse, written
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import IllegalAction, TitanError
from titan_rules.kernel.jsontext import loads
from titan_rules.play import apply, is_legal, legal_actions
from titan_rules.position.line import line, parse_line

HOST, HEADERS = "127.0.0.1:4321", {"content-type": "application/json", "x-titan-token": "word"}
COMMANDS = ("legal-moves", "validate", "show", "render", "strike-odds", "resolve-battle", "deduce", "recruit-options")


class Broken(AssertionError):
    """An answer that is none."""


@frozen
class Target:
    """One way in.

    :param make: a hostile input, from dice.
    :param ask: what is done with it; it raises what is not an error of the project's own.
    """

    make: Callable[[random.Random], str]
    ask: Callable[[str], None]


def _document(text: str) -> None:
    sound(titan_rules.loads(text))


def sound(position: Any) -> None:
    """A position that was read is written and read back, in both forms, drawn, and played on."""
    again = titan_rules.loads(titan_rules.dumps(position))
    if again != position:
        raise Broken("another document is read than was written")
    if parse_line(line(position)) != position:
        raise Broken("another line is read than was written")
    if isinstance(position, Game | Battle):
        titan_rules.render(position)
        for action in legal_actions(position)[:8]:
            if not is_legal(position, action):
                raise Broken(f"{action} is listed, but not legal")
            try:
                after = apply(position, action, Seeded(1)).state
            except TitanError as error:
                if isinstance(error, IllegalAction):
                    raise Broken(f"{action} is listed, but refused: {error}") from None
                continue
            if titan_rules.loads(titan_rules.dumps(after)) != after:
                raise Broken(f"the document after {action} is read otherwise")


def _action(text: str) -> None:
    game = inputs.played()[len(text) % len(inputs.played())][0]
    action = action_of(loads(text), game)
    titan_rules.why(game, action)
    if parse(written(action)) != action:
        raise Broken(f"{written(action)!r} is read otherwise than it was written")


def _grammar(text: str) -> None:
    for position in (None, inputs.played()[len(text) % len(inputs.played())][0]):
        try:
            action = parse(text, position)
        except TitanError:
            continue
        if parse(written(action)) != action:
            raise Broken(f"{written(action)!r} is read otherwise than it was written")
        if position is not None:
            titan_rules.why(position, action)


def _line(text: str) -> None:
    sound(parse_line(text))


def _command(*args: str, stdin: str = "") -> None:
    done = titan(*args, stdin=stdin.encode("utf-8", "surrogatepass"))
    if done.code not in (0, 1, 2) or "fault of this program" in done.err or '"internal"' in done.err:
        raise Broken(done.err.strip()[:300])
    if done.code == 2 and not done.err.startswith(("titan: ", "{")) and '"error"' not in done.out:
        raise Broken(f"no clear line is said: {done.err[:200]!r}")


def _typed(text: str) -> None:
    args = json.loads(text)
    _command(*[str(arg).replace("\x00", "") for arg in args])


def _served(text: str) -> None:
    asked = json.loads(text)
    client = Client(application("word", 4321), HOST)
    reply = client.post("/api/ask", [json.dumps(asked).encode()], HEADERS)
    if reply.status_code not in (200, 400) or (reply.json().get("error") or {}).get("code") == "internal":
        raise Broken(f"status {reply.status_code}: {reply.text[:300]}")


def _box(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "box.json")
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
        _command("box", "validate", str(path))
        try:
            box = titan_rules.Box.load(str(path))
            game = titan_rules.new_game([f"P{i}" for i in range(box.players[0])], seed=1, box=box)
        except TitanError:
            return
        dice, rng = Seeded(1), random.Random(1)
        for _ in range(12):
            actions = legal_actions(game)
            if not actions:
                break
            game = apply(game, rng.choice(actions), dice).state
        sound(game)


def _of(values: Callable[[], Sequence[Any]]) -> Callable[[random.Random], str]:
    def make(rng: random.Random) -> str:
        changed = changed_json(rng, rng.choice(values()), values())
        text = json.dumps(changed, ensure_ascii=rng.random() < 0.5)
        return changed_text(rng, text, ()) if rng.random() < 0.1 else text

    return make


def _text(values: Callable[[], Sequence[str]]) -> Callable[[random.Random], str]:
    return lambda rng: changed_text(rng, rng.choice(values()), values())


def _typed_args(rng: random.Random) -> str:
    names = ["Ogre", "Titan", "Lion", "Angel", "Serpent", "Warl", "ogr"]
    rows = (
        ["strike-odds", *rng.sample(names, 2), "--hits", "2", "--striker-hits", "1", "--exchange"],
        ["strike-odds", *rng.sample(names, 2), "--terrain", "Brush", "--from", "D3", "--to", "D4"],
        ["strike-odds", *rng.sample(names, 3), "--score", "300", "--dice", "6,5,1"],
        ["strike-odds", "--duel", *rng.sample(names, 2), "--target-score", "900"],
        ["recruit-options", "Tower", *rng.sample(names, 3)],
        ["legal-moves", rng.choice(inputs.lines()), "--legion", "Bk01", "--roll", "3"],
        ["check", rng.choice(inputs.lines()), rng.choice(inputs.texts())],
        ["new", "--players", "3", "--seed", "4", "--ruleset", "law", "--option", "mulligan=any_time"],
        ["rules", "STRIKE-3"],
        ["render", rng.choice(inputs.lines())],
    )
    row = list(rng.choice(rows))
    for _ in range(rng.choice((1, 1, 2, 3))):
        i = rng.randrange(1, len(row))
        how = rng.randrange(4)
        if how == 0:
            row[i] = changed_text(rng, row[i], inputs.texts())
        elif how == 1:
            row.insert(i, rng.choice(rng.choice(rows)))
        elif how == 2 and len(row) > 2:
            del row[i]
        else:
            row[i] = rng.choice(("-1", "9" * 30, "", "D9", "ſ", "--", "--lines", "Titan"))
    kept = [part for part in row if part not in ("-", "-o", "--output", "--open") and not part.startswith("-o")]
    return json.dumps(kept)


def _question(rng: random.Random) -> str:
    questions: tuple[dict[str, Any], ...] = (
        {"legion": "Bk01", "roll": 3, "character": "D3", "ahead": True, "why": rng.choice(inputs.texts())},
        {"from": "D3", "to": "D4", "strike_number": 5, "dice_count": 3, "carry_to": "E3", "best": "slain"},
        {"from": "D3,C3", "to": "D4", "exchange": True, "duel": True},
        {"action": rng.choice(inputs.texts()), "seed": "3"},
        {"moves": "D3", "targets": "D3", "sight": ["B4", "F2"], "legion": "Bk01", "roll": 2},
        {"players": ["Ann", "Ben"], "seed": 3},
    )
    asked = changed_json(rng, rng.choice(questions), questions)
    document = rng.choice(inputs.documents())
    asked["position"] = changed_json(rng, document, inputs.documents()) if rng.random() < 0.5 else document
    return json.dumps({**asked, "ask": rng.choice([name for name in QUESTIONS if name != "simulate"])})


def _any_command(rng: random.Random) -> str:
    document = changed_json(rng, rng.choice(inputs.documents()), inputs.documents())
    return json.dumps({"command": rng.choice(COMMANDS), "stdin": json.dumps(document)})


def _asked(text: str) -> None:
    data = json.loads(text)
    _command(
        data["command"],
        "-",
        *(() if data["command"] != "recruit-options" else ("--legion", "Bk01")),
        stdin=data["stdin"],
    )


TARGETS: dict[str, Target] = {
    "document": Target(_of(inputs.documents), _document),
    "action": Target(_of(inputs.actions), _action),
    "grammar": Target(_text(inputs.texts), _grammar),
    "line": Target(_text(inputs.lines), _line),
    "record": Target(_text(inputs.records), lambda text: _command("replay", "-", stdin=text)),
    "slugathon": Target(_text(inputs.saves), lambda text: _command("import", "slugathon", "-", stdin=text)),
    "colossus": Target(_text(inputs.snapshots), lambda text: _command("import", "colossus", "-", stdin=text)),
    "typed": Target(_typed_args, _typed),
    "server": Target(_question, _served),
    "command": Target(_any_command, _asked),
    "box": Target(_of(inputs.boxes), _box),
}
