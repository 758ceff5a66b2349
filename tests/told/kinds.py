"""Questions of every kind, and the answer to each without its wording: rules, numbers, places.

What was answered stands in ``tests/data/told``; it is asked again by the tests. ``make told`` writes it anew after a
change that is meant, and says which answers it changes.
"""

import json
import random
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from attrs import frozen

import titan_rules
from fuzz import inputs
from fuzz.changing import changed_json, changed_text
from playing import choose
from running import titan
from soak.playing_through import begun
from titan_rules.actions.grammar import action_of, parse, written
from titan_rules.actions.intents import action_from_json
from titan_rules.box.reading import reading
from titan_rules.deduction.deducing import legion_deduction
from titan_rules.deduction.history import alphabet, beginning, facts_of
from titan_rules.deduction.posterior import NOBODY, Observer
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import ActionError, CannotTell, DocumentError, TitanError, UnknownName
from titan_rules.kernel.rulings import Told
from titan_rules.play import apply, legal_actions, next_choice, why
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.position.line import parse_line

WORDING = ("text", "message", "hint")
"""The keys of answers that are prose."""


@frozen
class Kind:
    """A kind of question.

    :param make: so many questions, from dice.
    :param tell: the answer to one, as JSON.
    :param together: how many a test asks.
    """

    make: Callable[[random.Random], Sequence[Any]]
    tell: Callable[[Any], Any]
    together: int


def bare(answer: Any) -> Any:
    """An answer without its wording."""
    if isinstance(answer, dict):
        return {key: bare(value) for key, value in answer.items() if key not in WORDING}
    return [bare(each) for each in answer] if isinstance(answer, list | tuple) else answer


def refused(error: TitanError) -> Any:
    """What an error says, without its wording."""
    if isinstance(error, DocumentError):
        return [[fault.code, fault.pointer, fault.line] for fault in error.faults]
    if isinstance(error, ActionError):
        return [error.fault.code, *error.place]
    if isinstance(error, CannotTell | UnknownName):
        return [error.fault.code, error.fault.pointer]
    return type(error).__name__


def ruled(found: Sequence[Told]) -> Any:
    """Rulings without their wording."""
    return [[each.rule, each.verdict, each.step, dict(each.ruling.facts)] for each in found]


def digest(text: str) -> str:
    """A text in short."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


# --- games ------------------------------------------------------------------------------------------------------------

GAMES, LONGEST, EVERY = 40, 160, 8


def _games(rng: random.Random) -> list[Any]:
    found = []
    for seed in rng.sample(range(1000), GAMES):
        game, dice = begun(seed), Seeded(seed)
        start: Any = json.loads(titan_rules.dumps(game))
        actions: list[Any] = []
        skipped = rng.choice((0, 0, 200, 500))
        with reading(game.the_box):
            while game.phase != "over" and len(actions) < LONGEST:
                outcome = apply(game, choose(rng, legal_actions(game)), dice)
                game = outcome.state
                if skipped:
                    skipped -= 1
                    start = json.loads(titan_rules.dumps(game))
                else:
                    assert outcome.action is not None
                    actions.append(outcome.action.to_json())
        found.append({"start": start, "actions": actions})
    return found


def _game(asked: Any) -> Any:
    game = titan_rules.loads(json.dumps(asked["start"]), Game)
    told: list[Any] = []
    with reading(game.the_box):
        for number, row in enumerate(asked["actions"]):
            outcome = apply(game, action_from_json(row))
            game = outcome.state
            step: list[Any] = [ruled(outcome.events), next_choice(game).to_json()]
            if number % EVERY == 0:
                listed = sorted(written(action) for action in legal_actions(game))
                step += [len(listed), digest("\n".join(listed)), digest(titan_rules.dumps(game)), _seen(game)]
            told.append(bare(step))
    return told


def _seen(game: Game) -> Any:
    return {
        viewer.color: [
            [legion.legion, legion.size, legion.characters, legion.revealed]
            for _, legion in known_to(game, viewer.color).legions()
        ]
        for viewer in game.players
    }


# --- what is asked of a position --------------------------------------------------------------------------------------


def _actions(rng: random.Random) -> list[Any]:
    """Legal actions, and others: of other positions, or changed."""
    found = []
    for game, listed in inputs.played()[::2]:
        document = json.loads(titan_rules.dumps(game))
        asked = [action.to_json() for action in rng.sample(listed, min(3, len(listed)))]
        asked += rng.sample(inputs.actions(), 6)
        asked += [changed_json(rng, rng.choice(listed).to_json(), inputs.actions()) for _ in range(4)]
        found.append({"position": document, "actions": asked})
    return found


def _judged(asked: Any) -> Any:
    position = titan_rules.loads(json.dumps(asked["position"]))
    told = []
    for row in asked["actions"]:
        try:
            found = why(position, action_of(row, position))
            told.append({"legal": found.legal, "rulings": ruled(found.rulings)})
        except TitanError as error:
            told.append(refused(error))
    return told


# --- texts and documents ----------------------------------------------------------------------------------------------


def _texts(rng: random.Random) -> list[Any]:
    said = inputs.texts()
    found: list[Any] = []
    for number in range(60):
        game, listed = rng.choice(inputs.played())
        fitting = [written(action) for action in listed]
        texts = [changed_text(rng, rng.choice(said if rng.random() < 0.6 else fitting), said) for _ in range(22)]
        texts += rng.sample(fitting, min(4, len(fitting)))
        found.append({"position": json.loads(titan_rules.dumps(game)) if number % 4 else None, "texts": texts})
    return found


def _parsed(asked: Any) -> Any:
    position = None if asked["position"] is None else titan_rules.loads(json.dumps(asked["position"]))
    told = []
    for text in asked["texts"]:
        try:
            told.append(parse(text, position).to_json())
        except TitanError as error:
            told.append(refused(error))
    return told


def _documents(rng: random.Random) -> list[Any]:
    def changed() -> Any:
        good = rng.choice(inputs.documents())
        if good.get("kind") == "game" and rng.random() < 0.5:
            good = rng.choice([each for each in inputs.documents() if each.get("kind") == "battle"])
        return changed_json(rng, good, inputs.documents())

    return [changed() for _ in range(500)]


def _read(asked: Any) -> Any:
    try:
        return digest(titan_rules.dumps(titan_rules.loads(json.dumps(asked))))
    except TitanError as error:
        return refused(error)


def _lines(rng: random.Random) -> list[Any]:
    said = inputs.lines()
    return [changed_text(rng, rng.choice(said), said) for _ in range(400)]


def _line(asked: Any) -> Any:
    try:
        return digest(titan_rules.dumps(parse_line(asked)))
    except TitanError as error:
        return refused(error)


# --- odds -------------------------------------------------------------------------------------------------------------


OF_STRIKES = ("carry_declaration", "missile_across_cliff", "three_slopes", "missile_ignores_brambles", "cliffs")


def _odds(rng: random.Random) -> list[Any]:
    names = ("Ogre", "Centaur", "Gargoyle", "Lion", "Minotaur", "Dragon", "Serpent", "Ranger", "Titan", "Warlock",
             "Hydra", "Angel", "Behemoth", "Gorgon")  # fmt: skip
    terrains = ("Brush", "Hills", "Jungle", "Marsh", "Tower", "Desert", "Mountains", "Tundra", "Swamp", "Woods")
    places = ("A1", "B2", "B3", "C2", "C3", "C4", "D2", "D3", "D4", "D5", "E2", "E3", "E4", "F2")
    found: list[Any] = []
    for _ in range(260):
        striker, target = rng.choice(names), rng.choice(names)
        args = [striker, target]
        if rng.random() < 0.25:
            args = ["--duel", *args]
        elif rng.random() < 0.2:
            args = [*rng.sample(names, rng.choice((1, 2))), *args]
        elif rng.random() < 0.5:
            args += ["--dice", ",".join(str(rng.randint(1, 6)) for _ in range(rng.randint(2, 10)))]
        args += ["--hits", str(rng.randint(0, 5))] if rng.random() < 0.3 else []
        args += ["--striker-hits", str(rng.randint(0, 3))] if rng.random() < 0.2 else []
        args += ["--score", str(rng.choice((100, 350, 900)))] if "Titan" in args else []
        args += ["--target-score", "500"] if target == "Titan" and rng.random() < 0.5 else []
        args += ["--exchange"] if rng.random() < 0.25 and "--dice" not in args else []
        if rng.random() < 0.4:
            args += ["--terrain", rng.choice(terrains), "--from", rng.choice(places), "--to", rng.choice(places)]
        if rng.random() < 0.2:
            option = rng.choice([o for o in RULESETS.options.values() if o.name in OF_STRIKES])
            args += ["--option", f"{option.name}={str(rng.choice(option.values)).lower()}"]
        found.append({"args": args})
    for document in [each for each in inputs.documents() if each.get("kind") == "battle"][:45]:
        sides = [
            [each["hex"] for each in document[s]["characters"] if each.get("hex")] for s in ("attacker", "defender")
        ]
        at = [hex_ for side in sides for hex_ in side]
        if len(at) < 2:
            continue
        for _ in range(3):
            args = ["-", "--from", rng.choice(at), "--to", rng.choice(at)]
            args += rng.choice(([], [], ["--exchange"], ["--dice", "6,6,5,4,3,1"], ["--best", "points"], ["--best"]))
            found.append({"args": args, "stdin": document})
    return found


def _command(asked: Any) -> Any:
    done = titan("strike-odds", *asked["args"], "--format", "json", stdin=json.dumps(asked.get("stdin")))
    if done.out:
        return bare(done.json)
    return [done.code, done.error["code"], done.error["pointer"]]


# --- deductions -------------------------------------------------------------------------------------------------------


def _deduced(asked: Any) -> Any:
    game = titan_rules.loads(json.dumps(asked["start"]), Game)
    told: list[Any] = []
    with reading(game.the_box):
        letters = alphabet(game.the_box)
        color = game.players[0].color
        observers = [Observer(letters, NOBODY), Observer(letters, color), Observer(letters, color, "splits")]
        for observer in observers:
            observer.take(beginning(game))
        for number, row in enumerate(asked["actions"], 1):
            action = action_from_json(row)
            outcome = apply(game, action)
            facts = facts_of(number, game, action, outcome.state, outcome.events)
            game = outcome.state
            if facts:
                told.append([ruled([fact.ruling() for fact in facts])])
            for observer in observers:
                observer.take(facts)
                if facts and number % 3 == 0:
                    found = [legion_deduction(observer, marker).to_json() for marker in observer.legions()]
                    told.append(digest(json.dumps(bare(found), sort_keys=True)))
    return told


def _audits(rng: random.Random) -> list[Any]:
    """Records that say of some splits only how many left; every other one has a muster that may not have been."""
    found: list[Any] = []
    for asked in [each for each in _games(rng) if "box" not in each["start"]]:
        rows: list[Any] = []
        illegal = len(found) % 2
        for row in asked["actions"]:
            if row["do"] == "split" and rng.random() < 0.7:
                row = {**{k: v for k, v in row.items() if k != "characters"}, "count": len(row["characters"])}
            if row["do"] == "muster" and illegal and rng.random() < 0.3:
                row, illegal = {**row, "character": rng.choice(("Lion", "Troll", "Minotaur", "Cyclops"))}, 0
            rows.append(row)
        if any("count" in row for row in rows):
            found.append([{"format": "titan-rules/1", "kind": "replay", "start": asked["start"]}, *rows])
    return found[:24]


def _audited(asked: Any) -> Any:
    text = "".join(json.dumps(row) + "\n" for row in asked)
    done = titan("replay", "-", "--audit", "--format", "json", stdin=text)
    return bare(done.json) if done.out else [done.code, done.error["code"]]


KINDS = {
    "games": Kind(_games, _game, 1),
    "actions": Kind(_actions, _judged, 8),
    "texts": Kind(_texts, _parsed, 10),
    "documents": Kind(_documents, _read, 50),
    "lines": Kind(_lines, _line, 80),
    "odds": Kind(_odds, _command, 20),
    "audits": Kind(_audits, _audited, 1),
    "deductions": Kind(lambda rng: [each for each in _games(rng) if "box" not in each["start"]][:14], _deduced, 1),
}
