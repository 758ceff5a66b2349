"""What a program or a person waits for, each on many positions, each position asked for the first time.

``python benchmarks/rows.py NAME...`` measures some rows in this process and prints them as JSON: for each row a list of
figures, of which :mod:`report` takes the best. Only the public library and the command line are used, so that older
commits can be measured by the same file.
"""

import contextlib
import gzip
import io
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

import titan_rules as titan
from titan_cli.app import run

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "docs" / "examples"
RARE = ("withdraw", "concede", "attempt-concession", "propose", "accept")
"""Actions that would end games before they are interesting."""


YIELDING = ("flee", "concede", "acquire", "no-summon", "no-reinforce")
"""Actions that keep an Engagement from becoming a Battle."""


def played(seed: int, actions: int, *, battles: bool = True) -> Iterator[tuple[Any, Any]]:
    """The positions of a random game of three, each with the action that was chosen in it, dice included.

    The choice does not depend on the order of the list, so that every commit plays the same games.

    :param battles: some half of the positions are in a Battle; False: defenders flee or concede, and few are.
    """
    rng, dice = random.Random(seed), titan.Dice(seed=seed)
    game: Any = titan.new_game(["Ann", "Ben", "Cy"], seed=seed)
    for _ in range(actions):
        every = titan.legal_actions(game)
        listed = [one for one in every if one.do not in RARE] or every
        if not battles and game.engagement is not None:
            listed = [one for one in every if one.do in YIELDING] or listed
        if not listed:
            return
        outcome = titan.apply(game, rng.choice(sorted(listed, key=str)), dice=dice)
        yield game, outcome.action
        game = outcome.state


def recorded(name: str, *, phase: str, count: int) -> list[dict[str, Any]]:
    """Recorded positions of one phase, each another."""
    rows = (json.loads(line)["input"] for line in gzip.decompress((DATA / name).read_bytes()).splitlines())
    return [row for row in rows if row["phase"] == phase][:count]


def spent(work: Callable[[], object]) -> float:
    """Seconds of processor time."""
    start = process_time()
    work()
    return process_time() - start


Pieces: TypeAlias = Sequence[Callable[[], object]]


def least(*works: Pieces, turns: int = 8) -> list[float]:
    """Seconds of processor time of works that are cut into pieces, each piece at the best of its turns.

    Other work on the machine only adds time, so many short pieces are told apart from it best.
    """
    best = [[float("inf")] * len(pieces) for pieces in works]
    for _ in range(turns):
        for times, pieces in zip(best, works, strict=True):
            times[:] = [min(before, spent(piece)) for before, piece in zip(times, pieces, strict=True)]
    return [sum(times) for times in best]


PIECE = 60
"""Actions in a piece: some four milliseconds."""


def _actions(*, battles: bool) -> tuple[int, Pieces]:
    """Actions listed, one chosen, one applied, with their rulings: how many, and in pieces."""
    games, rng = [list(played(seed, 600, battles=battles)) for seed in range(6)], random.Random(1)

    def play(rows: list[tuple[Any, Any]]) -> None:
        state = rows[0][0]
        for _, action in rows:
            rng.choice(titan.legal_actions(state))  # every commit applies the same one
            outcome: Any = titan.apply(state, action)
            for event in outcome.events:
                assert event.ruling.rule
            state = outcome.state

    pieces = [rows[start : start + PIECE] for rows in games for start in range(0, len(rows), PIECE)]
    return sum(map(len, games)), [partial(play, rows) for rows in pieces]


def _rate(count: int, pieces: Pieces) -> float:
    return count / least(pieces)[0]


def _share(*, battles: bool) -> float:
    """The rate of actions as a share of that of python-chess, both in turns."""
    (count, actions), (moves, chess) = _actions(battles=battles), _chess()
    seconds, for_chess = least(actions, chess)
    return (count / seconds) / (moves / for_chess)


def actions_battles() -> float:
    """Random games, half of whose positions are in a Battle: actions a second."""
    return _rate(*_actions(battles=True))


def actions_moves() -> float:
    """Random games in which few Engagements become Battles: actions a second."""
    return _rate(*_actions(battles=False))


def moves_share() -> float:
    """Random games in which few Engagements become Battles: of python-chess's rate."""
    return _share(battles=False)


def battles_share() -> float:
    """Random games, half of whose positions are in a Battle: of python-chess's rate."""
    return _share(battles=True)


def chess_moves() -> float:
    """python-chess by the same loop: a second."""
    return _rate(*_chess())


def _chess() -> tuple[int, Pieces]:
    """python-chess: moves listed, one chosen, made: how many, and in pieces.

    The loop does not ask ``board.is_game_over()``, since an empty list of moves answers that; it would take a third of
    the time.
    """
    import chess  # noqa: PLC0415  (a peer, where it is installed)

    pieces: list[tuple[chess.Board, list[chess.Move]]] = []
    for seed in range(20):
        rng, board = random.Random(seed), chess.Board()
        while board.ply() < 200 and (moves := list(board.legal_moves)):
            if board.ply() % PIECE == 0:
                pieces.append((board.copy(), []))
            pieces[-1][1].append(rng.choice(moves))
            board.push(pieces[-1][1][-1])

    def play(board: chess.Board, moves: list[chess.Move]) -> None:
        board = board.copy()
        for move in moves:
            rng.choice(list(board.legal_moves))
            board.push(move)

    return sum(len(moves) for _, moves in pieces), [partial(play, *piece) for piece in pieces]


def poker_actions() -> float:
    """pokerkit: actions of whole hands a second."""
    from pokerkit import Automation, NoLimitTexasHoldem  # noqa: PLC0415

    rng, total = random.Random(1), 0
    dealt = tuple(Automation)

    def work() -> None:
        nonlocal total
        for _ in range(150):
            hand = NoLimitTexasHoldem.create_state(dealt, True, 0, (1, 2), 2, 200, 4)
            while hand.status:
                can = [hand.check_or_call] if hand.can_check_or_call() else []
                can += [hand.fold] if hand.can_fold() else []
                can += [hand.complete_bet_or_raise_to] if hand.can_complete_bet_or_raise_to() else []
                rng.choice(can)()
                total += 1

    seconds = spent(work)
    return total / seconds


def maneuver() -> float:
    """One maneuver checked and made, in µs."""
    asked = []
    for row in recorded("battleland.jsonl.gz", phase="maneuver", count=400):
        text = json.dumps({"format": "titan-rules/1", **row})
        listed = [action for action in titan.legal_actions(titan.loads(text)) if action.do == "maneuver"]
        if listed:
            asked.append((titan.loads(text), listed[-1]))

    def work() -> None:
        for battle, action in asked:
            titan.apply(battle, action)

    return spent(work) / len(asked) * 1e6


def replayed() -> float:
    """Actions of recorded games, from their files, a second."""
    paths = sorted((DATA / "games").glob("*.gz"))[:6]
    total = 0

    def work() -> None:
        nonlocal total
        total = sum(titan.replay(path).steps for path in paths)

    seconds = spent(work)
    return total / seconds


def _lines(command: list[str], rows: list[dict[str, Any]]) -> float:

    with tempfile.TemporaryDirectory() as folder:
        path, warm = Path(folder, "rows.jsonl"), Path(folder, "warm.jsonl")
        lines = [json.dumps({"format": "titan-rules/1", **row}) + "\n" for row in rows]
        path.write_text("".join(lines))
        warm.write_text("".join(lines[:40]))
        with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")):
            run([*command, "--lines", str(warm)])  # imports, and the tables of the box
            return spent(lambda: run([*command, "--lines", str(path)])) / len(rows) * 1e6


def lines_maneuver() -> float:
    """A maneuver document answered by ``legal-moves --lines``, in µs."""
    return _lines(["legal-moves"], recorded("battleland.jsonl.gz", phase="maneuver", count=500))


def lines_strike() -> float:
    """A strike document, in µs."""
    return _lines(["legal-moves"], recorded("battleland.jsonl.gz", phase="strike", count=500))


def lines_masterboard() -> float:
    """A Masterboard document, in µs."""
    return _lines(["legal-moves"], recorded("masterboard.jsonl.gz", phase="movement", count=300))


def lines_recruit() -> float:
    """A muster document answered by ``recruit-options --lines``, in µs."""
    rows = gzip.decompress((DATA / "recruit.jsonl.gz").read_bytes()).splitlines()[:1500]
    return _lines(["recruit-options"], [json.loads(row)["input"] for row in rows])


def line_to_json() -> float:
    """A one-line position read, as a multiple of its JSON."""
    games = [game for game, _ in played(3, 200)][::4]
    texts, documents = [str(game) for game in games], [titan.dumps(game) for game in games]
    titan.Game.parse(str(titan.new_game(["Ann", "Ben"], seed=1)))
    read = spent(lambda: [titan.Game.parse(text) for text in texts])
    return read / spent(lambda: [titan.loads(text) for text in documents])


def battle_greedy() -> float:
    """A battle of 7 against 7 played out by ``greedy``, in ms."""
    battle = titan.Battle.load(EXAMPLES / "begins.json")
    return least([partial(titan.simulate, battle, 20, seed=seed) for seed in range(10)])[0] / 200 * 1e3


def battle_best() -> float:
    """A battle of 7 against 7 played out by ``best``, in ms."""
    battle = titan.Battle.load(EXAMPLES / "begins.json")
    return spent(lambda: titan.simulate(battle, 2, seed=1, attacker="best", defender="best")) / 2 * 1e3


NEGOTIATION = (
    "turn 5, Black's engagement, roll 3: Black 600 100: Bk01 105 Centaur Gargoyle Ogre Lion Troll Ranger Cyclops, "
    "Bk02 600 Titan Ogre / Red 300 90: Rd01 105 Centaur Gargoyle Ogre Minotaur Wyvern Gorgon Warbear, "
    "Rd02 300 Titan Ogre"
)


def negotiation() -> float:
    """Everything that may be proposed with seven different characters a side, in ms."""
    games = []
    for _ in range(20):
        game: Any = titan.Game.parse(NEGOTIATION)
        for text in ("engage 105", "stand"):
            game = titan.apply(game, titan.parse(text)).state
        games.append(game)
    return spent(lambda: [titan.legal_actions(game) for game in games]) / 20 * 1e3


def memory() -> float:
    """10,000 consecutive states kept, in MB."""
    list(played(1, 300))  # what is made once and kept
    tracemalloc.start()
    states: list[Any] = []
    seed = 2
    while len(states) < 10_000:
        states += [game for game, _ in played(seed, 10_000 - len(states))]
        seed += 1
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return size / 1e6


COMMANDS = {
    "help": ["--help"],
    "recruit-options": ["recruit-options", "Jungle", "Gargoyle", "Gargoyle", "Ogre"],
    "strike-odds": ["strike-odds", "Ogre", "Centaur"],
    "check": ["check", "Plains: Ranger D2 / Titan F3", "D2 strikes F3"],
    "legal-moves": ["legal-moves", str(EXAMPLES / "game.json")],
    "validate": ["validate", str(EXAMPLES / "game.json")],
    "replay": ["replay", str(EXAMPLES / "game.replay.jsonl")],
}


def shell(name: str) -> float:
    """A command from the shell, in seconds of processor time: ``pass`` is an empty program."""
    args = ["-c", "pass"] if name == "pass" else ["-m", "titan_cli", *COMMANDS[name]]
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    every = []
    for _ in range(8):  # the first compiles what it imports
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env, check=False
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        every.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return sorted(every[1:])[3]


ROWS: dict[str, Callable[[], float]] = {
    row.__name__: row
    for row in (
        actions_moves, actions_battles, chess_moves, moves_share, battles_share, poker_actions,
        maneuver, replayed, lines_maneuver, lines_strike, lines_masterboard,
        lines_recruit, line_to_json, battle_greedy, battle_best, negotiation, memory,
    )
}  # fmt: skip

if __name__ == "__main__":
    for name in titan.__all__:  # imported on demand; the start has rows of its own
        getattr(titan, name)
    figures: dict[str, float | None] = {}
    for name in sys.argv[1:]:
        try:
            figures[name] = shell(name.removeprefix("shell:")) if name.startswith("shell:") else ROWS[name]()
        except ImportError:  # a peer that is not installed
            figures[name] = None
    print(json.dumps(figures))
