"""Runs the benchmarks and writes ``docs/performance.md``: ``make bench``.

``python benchmarks/report.py`` prints the table with the figures of two other programs beside it; ``--json FILE``
makes it from a run of pytest-benchmark that has been done already.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "performance.md"


class Figure(NamedTuple):
    """One row of the table.

    :param test: the benchmark's name; its median counts.
    :param unit: ``us`` or ``ms``; ``/s`` for how many in a second; ``ratio`` to an empty program.
    :param per: a median is that of so many.
    :param target: what was aimed at, in words.
    """

    about: str
    test: str
    unit: str
    target: str = ""
    colossus: str = ""
    slugathon: str = ""
    per: int = 1


FIGURES = (
    Figure(
        "Normal moves of one Legion for one roll",
        "test_normal_moves_of_every_legion_and_roll",
        "us",
        "1.5 µs",
        "1.34 µs",
        "40 µs",
        48,
    ),
    Figure("Tower Teleport of one Legion", "test_tower_teleport_of_one_legion", "us", "20 µs"),
    Figure("Splits of seven different characters", "test_splits_of_seven_different_characters", "us"),
    Figure("Muster options", "test_muster_options", "us"),
    Figure("`legal-moves --lines`, boards of 16 Legions", "test_one_document_answered_with_rulings", "/s", "1,000 /s"),
    Figure(
        "All moves of a side, 7 against 7 in Plains",
        "test_all_moves_of_one_side[Plains]",
        "us",
        "18 µs",
        "17.9 µs",
        "244 µs",
    ),
    Figure("The same, each time on a board never seen before", "test_all_moves_of_a_side_on_a_board_never_seen", "us"),
    Figure("Dice and Strike-number of one pair", "test_dice_and_strike_number", "us", "0.5 µs", "0.28 µs", "21 µs"),
    Figure("A line of sight", "test_line_of_sight", "us", "0.3 µs", "", "10.7 µs"),
    Figure("`legal-moves --lines`, maneuvers", "test_legal_moves_of_a_document[maneuver]", "/s", "1,000 /s"),
    Figure("`legal-moves --lines`, strikes", "test_legal_moves_of_a_document[strike]", "/s", "1,000 /s"),
    Figure("Distribution of a strike", "test_distribution_of_a_strike", "us", "5 µs"),
    Figure("The whole table of duels", "test_whole_duel_table", "ms", "2,000 ms"),
    Figure("`apply` of a battle action", "test_apply_a_battle_action", "us", "15 µs"),
    Figure("`apply` of a Masterboard action", "test_apply_a_masterboard_action", "us", "100 µs"),
    Figure("A whole random game", "test_a_whole_random_game", "ms", "1,500 ms"),
    Figure("Actions of a replay, from the file", "test_replay[colossus-game006]", "/s", "4,000 /s"),
    Figure(
        "What all Legions may hold, step 2,000 of a game of six",
        "test_all_legions_late_in_a_game_of_six",
        "ms",
        "1,000 ms",
    ),
    Figure("The same at every step, for all players", "test_every_step_for_all_players", "ms", "60,000 ms"),
    Figure("Battles, 7 against 7, `random`", "test_battles[random]", "/s", "600 /s"),
    Figure("Battles, 7 against 7, `greedy`", "test_battles[greedy]", "/s", "150 /s", "0.25 /s, its own players"),
    Figure("Battles, 7 against 7, `foresight`", "test_battles[foresight]", "/s"),
    Figure("A picture of a battle", "test_a_battle[mountains.json]", "ms", "20 ms"),
    Figure("A picture of the Masterboard", "test_the_masterboard[game.json]", "ms", "50 ms"),
    Figure("`titan --help`", "test_from_the_shell[--help]", "ratio", "6 ×"),
    Figure("`titan recruit-options Jungle ...`", "test_from_the_shell[recruit-options_Jungle]", "ratio", "6 ×"),
    Figure("`titan strike-odds Ogre Centaur`", "test_from_the_shell[strike-odds_Ogre]", "ratio", "6 ×"),
)


class Asked(NamedTuple):
    """A kind of question that is asked of positions for the first time, and again.

    :param name: as the benchmarks call it.
    :param aim: for the first time, in µs.
    :param colossus: what Colossus takes, warmed up.
    """

    about: str
    name: str
    aim: str
    colossus: str = ""


ASKED = (
    Asked("All battle moves of a side", "moves-of-a-side", "7 µs", "20.7 µs"),
    Asked("Dice and Strike-number of a pair", "pair", "0.45 µs", "0.62 µs"),
    Asked("A line of sight", "sight", "0.25 µs", "0.26 µs"),
    Asked("A rangestrike's dice and Strike-number", "rangestrike", "1.0 µs"),
    Asked("Penalties and carries of a strike", "penalties", "1.5 µs"),
    Asked("Masterboard: one Legion and roll", "one-legion", "3 µs", "1.25 µs"),
    Asked("Masterboard: all the mover's Legions, each", "all-legions", "1.2 µs", "1.25 µs"),
    Asked("Tower Teleport of a Legion", "tower-teleport", "15 µs", "45.9 µs"),
    Asked("Muster options with their ways", "muster-options", "3 µs", "6.9 µs"),
)

DOCUMENTS = (
    Asked("A maneuver document, JSON to JSON", "maneuver", "120 µs", "230 µs, no rulings"),
    Asked("A strike document", "strike", "120 µs"),
    Asked("A Masterboard document", "masterboard", "300 µs"),
)


def measure(target: Path, *options: str, root: Path = ROOT) -> int:
    """Run the benchmarks of a checkout; the results go to a JSON file."""
    command = [sys.executable, "-m", "pytest", "benchmarks", "-m", "long or not long", "--benchmark-only", "-q"]
    command += ["--benchmark-timer=time.process_time", "--benchmark-min-time=0.0001"]  # whatever else the machine does
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root), str(root / "cli"), str(root / "tests")])}
    return subprocess.run([*command, f"--benchmark-json={target}", *options], cwd=root, env=environment).returncode


def medians(path: Path) -> dict[str, float]:
    """The median of each benchmark, in seconds for one; for commands the ratio to an empty program."""
    found = {}
    for row in json.loads(path.read_text(encoding="utf-8"))["benchmarks"]:
        extra: dict[str, Any] = row["extra_info"]
        found[row["name"]] = extra.get("ratio", row["stats"]["median"] / extra.get("per", 1))
    return found


def shown(figure: Figure, seconds: float | None) -> str:
    """A median as the table shows it."""
    if seconds is None:
        return "not measured"
    one = seconds / figure.per
    if figure.unit == "/s":
        return f"{1 / one:,.0f} /s"
    if figure.unit == "ratio":
        return f"{one:.1f} ×"
    value = one * (1e6 if figure.unit == "us" else 1e3)
    return f"{value:,.{2 if value < 10 else 1}f} {'µs' if figure.unit == 'us' else 'ms'}"


def asked_rows(found: dict[str, float]) -> list[str]:
    """The rows of the questions asked for the first time, and again."""

    def cell(test: str) -> str:
        return shown(Figure("", test, "us"), found.get(test))

    rows = [(a, cell(f"test_first[{a.name}]"), cell(f"test_again[{a.name}]")) for a in ASKED]
    rows += [(a, cell(f"test_document[{a.name}]"), "") for a in DOCUMENTS]
    return [f"| {a.about} | {first} | {again} | {a.aim} | {a.colossus} |" for a, first, again in rows]


def page(found: dict[str, float]) -> str:
    """The page with the table."""
    rows = [
        f"| {f.about} | {shown(f, found.get(f.test))} | {f.target} | {f.colossus} | {f.slugathon} |" for f in FIGURES
    ]
    return "\n".join(
        [
            "# How fast it is",
            "",
            f"Medians of processor time on one core of a {platform.machine()} machine with {os.cpu_count()} of them, under "
            f"{platform.python_implementation()} {platform.python_version()} on {platform.system()}, tables warm.",
            "Commands are measured as multiples of `python -c pass`. `make bench` writes this page.",
            "",
            "Colossus (Java, warmed up) and Slugathon (Python) are the two other programs that play the game; their",
            "figures were measured elsewhere and show the order of magnitude only.",
            "",
            "## Asked the first time, and asked again",
            "",
            "Recorded positions, each another, with the tables of their lands and characters warm. *First*: each position is",
            "asked once, so that whatever has to be derived from it is derived within the time. *Again*: the same positions,",
            "asked over and over. A view of who stands where is kept with a position, so programs that ask one position",
            "many things see the second column, and those that ask many positions one thing see the first.",
            "",
            "Against Colossus, warmed up, this says: on the Masterboard Colossus is ahead on recorded boards, and behind only",
            "where one board is asked again and again, as in the table below. For pairs and lines of sight it is ahead the first",
            "time. Battle moves, Tower Teleports and musters are faster here either way.",
            "",
            "| | first | again | aimed at, first | Colossus |",
            "|---|---|---|---|---|",
            *asked_rows(found),
            "",
            "## Everything else",
            "",
            "Unless a row says otherwise, the same board is asked again and again.",
            "",
            "| | titan-rules | aimed at | Colossus | Slugathon |",
            "|---|---|---|---|---|",
            *rows,
            "",
            "`apply` checks an action by the rules before it carries it out, and makes the rulings that say what happened;",
            "their sentences are put together only when they are read. The battles of the simulation are played without",
            "rulings, by the same tables; tests hold them against `apply`, action by action.",
            "",
            "No test depends on speed. `python benchmarks/guard.py OLD NEW` measures two commits in one run and fails",
            "where the second is 30 % slower.",
            "",
        ]
    )


def main() -> int:
    """Measure, print and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="a run that has been done already")
    given = parser.parse_args()
    if given.json is not None:
        found = medians(given.json)
    else:
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "run.json"
            code = measure(target)
            if code:
                return code
            found = medians(target)
    PAGE.write_text(page(found), encoding="utf-8")
    print(PAGE.read_text(encoding="utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
