"""What a question costs the first time it is asked of a position, and what it costs when it is asked again.

The positions are recorded ones, each another; the tables of their lands and characters are warm, as the tables of any
program that runs for a while are. *First*: each position is read from its document beforehand and asked once, so that
whatever is derived from it is derived within the time measured. *Again*: the same positions, asked over and over.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from titan_rules.answers.battle_moves import battle_moves
from titan_rules.answers.game_moves import game_moves
from titan_rules.box import STANDARD
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.kernel.jsontext import compact, loads
from titan_rules.position.battle import other
from titan_rules.position.documents import FORMAT
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.battle.maneuver import destinations as maneuvers
from titan_rules.rules.battle.rangestrike import rangestrike
from titan_rules.rules.battle.sight import best_line
from titan_rules.rules.battle.strike import contacts, dice_and_number, strike_options
from titan_rules.rules.masterboard.movement import destinations as moves
from titan_rules.rules.masterboard.mustering import muster_options

HEADER = {"format": "titan-rules/1"}
PLACES = ("D2", "C3", "E3", "D4", "C4", "E4", "A1")
DATA = Path(__file__).parent.parent / "tests" / "data"
EXCHANGES = 6
ROUNDS = 5
"""The positions are dealt to so many rounds, of which the median counts; none is asked in two."""

Benchmark = Callable[..., Any]
Ask = Callable[[Any, Any], object]
"""Asks a position some questions, told which."""


class Row(NamedTuple):
    """A kind of question.

    :param positions: the documents of the positions.
    :param which: which questions of the kind a position is asked, found on another copy of it.
    :param ask: asks them.
    """

    positions: Callable[[], list[Any]]
    which: Callable[[Any], Sequence[Any]]
    ask: Ask


def recorded(name: str) -> list[dict[str, Any]]:
    """The documents of a recorded set."""
    return [json.loads(line)["input"] for line in gzip.decompress((DATA / name).read_bytes()).splitlines()]


def recorded_battles(phase: str) -> list[Any]:
    return [row for row in recorded("battleland.jsonl.gz") if row["phase"] == phase]


def recorded_games() -> list[Any]:
    return [row for row in recorded("masterboard.jsonl.gz") if row["phase"] == "movement" and row.get("roll")]


def battles(phase: str) -> list[Any]:
    """The recorded battles of a phase; and more, in which those of a side have exchanged their places."""
    rows = recorded_battles(phase)
    return [_exchanged(row, by) for by in range(EXCHANGES) for row in rows]


def _exchanged(row: dict[str, Any], by: int) -> dict[str, Any]:
    changed = dict(row)
    for role in ("attacker", "defender"):
        old = row[role]["characters"]
        by = by % len(old)
        new = [{**there, "name": who["name"]} for who, there in zip(old[by:] + old[:by], old, strict=True)]
        changed[role] = {**row[role], "characters": new}
    return changed


def games() -> list[Any]:
    """The recorded games, with each player to move."""
    rows = recorded_games()
    return [{**row, "active": player["color"]} for row in rows for player in row["players"] if player["legions"]]


def games_of_teleports() -> list[Any]:
    """The games in which the player to move has a Legion in a Tower, were a 6 rolled."""
    return [
        {**row, "roll": 6}
        for row in games()
        for player in row["players"]
        if player["color"] == row["active"] and any(x["land"] in STANDARD.towers for x in player["legions"])
    ]


def musters() -> list[Any]:
    """The recorded musters, and those of every Legion of the games where it stands."""
    found = recorded("recruit.jsonl.gz")
    for row in recorded("masterboard.jsonl.gz"):
        for legion in (x for player in row["players"] for x in player["legions"] if x.get("characters")):
            terrain = STANDARD.terrain_of(legion["land"])
            found.append({**HEADER, "kind": "muster", "terrain": terrain, "characters": legion["characters"]})
    return found


# --- which questions a position is asked -----------------------------------------------------------------------------


def contact_pairs(battle: Any) -> list[tuple[int, int]]:
    """Strikers and targets in contact, by their places on their sides."""
    field, role = field_of(battle), battle.acting
    foes = battle.of(other(role)).characters
    return [
        (i, j)
        for i, striker in enumerate(battle.of(role).characters)
        if striker.hex is not None
        for j, target in enumerate(foes)
        if target.hex is not None and contacts(field, role, striker) >> HEX_NUMBER[target.hex] & 1
    ]


def crowded_pairs(battle: Any) -> list[tuple[int, int]]:
    """Those of them whose striker is in contact with several, so that hits may be carried over."""
    pairs = contact_pairs(battle)
    return [(i, j) for i, j in pairs if sum(1 for other_i, _ in pairs if other_i == i) > 1]


def range_pairs(battle: Any) -> list[tuple[int, int]]:
    """Rangestrikes that are possible."""
    field, role = field_of(battle), battle.acting
    foes = battle.of(other(role)).characters
    return [
        (i, j)
        for i, striker in enumerate(battle.of(role).characters)
        for j, target in enumerate(foes)
        if not isinstance(rangestrike(field, role, striker, target), str)
    ]


def lines(battle: Any) -> list[tuple[str, str]]:
    """From each hex of the side that acts to each enemy's, where a line of sight is asked for."""
    field, role = field_of(battle), battle.acting
    ends = [
        (striker.hex, target.hex)
        for striker in battle.of(role).characters
        for target in battle.of(other(role)).characters
    ]
    return [pair for pair in ends if field.sights.ranges.get(pair, 0) > 2]


def side(battle: Any) -> range:
    return range(len(battle.of(battle.acting).characters))


def first_legion(game: Any) -> list[int]:
    return [i for i, legion in enumerate(game.mover.legions) if legion.characters][:1]


def all_legions(game: Any) -> range:
    return range(len(game.mover.legions))


def tower_legion(game: Any) -> list[int]:
    found = [i for i, legion in enumerate(game.mover.legions) if legion.land in STANDARD.towers]
    return [
        i for i in found if any(d.how == "tower-teleport" for d in moves(game, game.mover, game.mover.legions[i], 6))
    ]


def one(_: Any) -> range:
    return range(1)


# --- asking ----------------------------------------------------------------------------------------------------------


def ask_moves(battle: Any, which: Any) -> None:
    field, role = field_of(battle), battle.acting
    for combatant in battle.of(role).characters:
        maneuvers(field, role, combatant)


def ask_pairs(battle: Any, which: Any) -> None:
    field, role = field_of(battle), battle.acting
    strikers, targets = battle.of(role).characters, battle.of(other(role)).characters
    for i, j in which:
        dice_and_number(field, role, strikers[i], targets[j])


def ask_options(battle: Any, which: Any) -> None:
    field, role = field_of(battle), battle.acting
    strikers, targets = battle.of(role).characters, battle.of(other(role)).characters
    for i, j in which:
        strike_options(field, role, strikers[i], targets[j])


def ask_rangestrikes(battle: Any, which: Any) -> None:
    field, role = field_of(battle), battle.acting
    strikers, targets = battle.of(role).characters, battle.of(other(role)).characters
    for i, j in which:
        rangestrike(field, role, strikers[i], targets[j])


def ask_lines(battle: Any, which: Any) -> None:
    field = field_of(battle)
    for start, end in which:
        best_line(field, start, end)


def ask_legions(game: Any, which: Any) -> None:
    player, roll = game.mover, game.roll
    legions = player.legions
    for i in which:
        moves(game, player, legions[i], roll)


def ask_musters(muster: Any, which: Any) -> None:
    muster_options(muster.the_box.table(muster.terrain), muster.characters, muster.caretaker)


def ask_battle_document(line: Any, which: Any) -> None:
    compact(battle_moves(FORMAT.read(loads(line, 1))).to_json())


def ask_game_document(line: Any, which: Any) -> None:
    compact(game_moves(FORMAT.read(loads(line, 1))).to_json())


ROWS = {
    "moves-of-a-side": Row(lambda: battles("maneuver"), one, ask_moves),
    "pair": Row(lambda: battles("strike"), contact_pairs, ask_pairs),
    "sight": Row(lambda: battles("strike"), lines, ask_lines),
    "rangestrike": Row(lambda: battles("strike"), range_pairs, ask_rangestrikes),
    "penalties": Row(lambda: battles("strike"), crowded_pairs, ask_options),
    "one-legion": Row(games, first_legion, ask_legions),
    "all-legions": Row(games, all_legions, ask_legions),
    "tower-teleport": Row(games_of_teleports, tower_legion, ask_legions),
    "muster-options": Row(musters, one, ask_musters),
}

DOCUMENTS = {
    "maneuver": (lambda: recorded_battles("maneuver"), ask_battle_document),
    "strike": (lambda: recorded_battles("strike"), ask_battle_document),
    "masterboard": (recorded_games, ask_game_document),
}


def parsed(row: Any) -> Any:
    """A document as it stands, possible or not."""
    return FORMAT.parse(row).unchecked


def fresh(rows: Iterable[Any]) -> list[Any]:
    """Positions that have been asked nothing."""
    return [parsed(row) for row in rows]


@cache
def warm() -> None:
    """Make the tables of every terrain, character, land and roll, by asking about positions that nobody recorded."""
    names = sorted(STANDARD.characters)
    for ruleset, terrain in product(("standard", "colossus", "slugathon"), STANDARD.terrains):
        for start in range(0, len(names), 7):
            shown = [
                {"name": name, "hex": label} for name, label in zip(names[start : start + 7], PLACES, strict=False)
            ]
            foes = [{"name": "Ogre", "hex": "D3"}]
            for phase in ("maneuver", "strike"):
                asked = {**HEADER, "kind": "battle", "ruleset": ruleset, "terrain": terrain, "turn": 2, "phase": phase}
                asked |= {"side": "attacker"}
                asked |= {"attacker": {"player": "Black", "legion": "Bk01", "characters": shown}}
                battle = parsed(asked | {"defender": {"player": "Red", "legion": "Rd01", "characters": foes}})
                ask_moves(battle, None)
                ask_lines(battle, lines(battle))
                for striker in battle.attacker.characters if phase == "strike" else ():
                    with suppress(KeyError):  # those not in contact
                        dice_and_number(field_of(battle), "attacker", striker, battle.defender.characters[0])
    for land in STANDARD.masterboard.lands:
        legions = [{"legion": "Bk01", "land": land, "characters": ["Ogre", "Ogre"]}]
        players = [{"color": "Black", "tower": 100, "legions": legions}]
        game = parsed({**HEADER, "kind": "game", "phase": "movement", "active": "Black", "players": players})
        for roll in range(1, 7):
            moves(game, game.mover, game.mover.legions[0], roll)


def all_of(ask: Ask, asked: Sequence[tuple[Any, Any]]) -> None:
    for position, which in asked:
        ask(position, which)


def dealt(asked: list[tuple[Any, Any]]) -> list[list[tuple[Any, Any]]]:
    """A warm-up, and the rounds: each about as many."""
    return [asked[i :: ROUNDS + 1] for i in range(ROUNDS + 1)]


def prepared(name: str) -> list[list[tuple[Any, Any]]]:
    row = ROWS[name]
    rows = row.positions()
    which = [row.which(position) for position in fresh(rows)]
    return dealt([(position, asked) for position, asked in zip(fresh(rows), which, strict=True) if len(asked)])


def measure(benchmark: Benchmark, ask: Ask, hands: list[list[tuple[Any, Any]]], times: int = 1) -> None:
    """One round for each hand but the first, which warms up.

    :param times: how often a hand is asked in its round.
    """
    warm()
    for _ in range(3):
        all_of(ask, hands[0])
    rounds = iter(hands[1:])
    questions = sum(len(which) for hand in hands[1:] for _, which in hand) * times
    assert questions
    benchmark.extra_info["per"] = questions / ROUNDS
    benchmark.pedantic(all_of, setup=lambda: ((ask, next(rounds) * times), {}), rounds=ROUNDS)


@pytest.mark.parametrize("name", ROWS)
def test_first(benchmark: Benchmark, name: str) -> None:
    """Each position asked once."""
    measure(benchmark, ROWS[name].ask, prepared(name))


@pytest.mark.parametrize("name", ROWS)
def test_again(benchmark: Benchmark, name: str) -> None:
    """Each position asked again and again."""
    measure(benchmark, ROWS[name].ask, prepared(name), times=10)


@pytest.mark.parametrize("kind", DOCUMENTS)
def test_document(benchmark: Benchmark, kind: str) -> None:
    """From the text of a document to the text of the answer, with every ruling; each document once."""
    rows, ask = DOCUMENTS[kind]
    measure(benchmark, ask, dealt([(compact(row), range(1)) for row in rows()]))
