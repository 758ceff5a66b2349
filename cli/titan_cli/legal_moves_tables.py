"""The answers of ``titan legal-moves`` on game documents, as tables for people."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from . import colors, output, words
from .musters import brief, ways_text

TELEPORTS = {"tower-teleport": "Tower Teleport", "titan-teleport": "Titan Teleport"}

LANDS_WIDTH = 60
"""Lists of lands are wrapped at this many columns."""

Entry = Mapping[str, Any]


def table(answer: Entry) -> str:
    """An answer as text for people."""
    if answer["kind"] == "why":
        return _why(answer)
    blocks = [_heading(answer), *_PHASES[answer["phase"]](answer)]
    if answer.get("owed"):
        blocks.append("Owed before the phase ends:\n" + output.bullets(answer["owed"]))
    return "\n\n".join(block for block in blocks if block)


def _heading(answer: Entry) -> str:
    phase = answer["phase"]
    if phase in ("over", "setup"):
        return "The game is over." if phase == "over" else "The game has not begun."
    roll = "" if answer.get("roll") is None else f", Movement Roll {answer['roll']}"
    return f"{answer['active']}, {phase.capitalize()} Phase{roll}"


def _remarks(entries: list[Entry]) -> Iterator[str]:
    """Why a Legion has nothing to do, and what is missing to know more."""
    for entry in entries:
        nothing = not any(entry.get(key) for key in ("to", "splits", "musters"))
        if nothing and entry.get("rulings"):
            yield f"{entry['legion']}:\n" + output.bullets(entry["rulings"])
        if "missing" in entry:
            yield f"{entry['legion']}: needs to be known: {entry['missing']}"


def _commencement(answer: Entry) -> Iterator[str]:
    rows = [
        (
            entry["legion"],
            colors.land(entry["land"]),
            entry["height"],
            words.characters(s["characters"]),
            words.characters(s["stay"]),
        )
        for entry in answer["legal"]
        for s in entry["splits"]
    ]
    if rows:
        yield output.grid(rows, ("Legion", "Land", "Height", "Leave", "Stay"))
    yield "Unused Legion Markers: " + (", ".join(answer["into"]) or "none")
    yield from _remarks(answer["legal"])


def _movement(answer: Entry) -> Iterator[str]:
    if answer["roll"] is not None:
        yield from _moves(answer["legal"])
        return
    for one in answer["rolls"]:
        yield "\n\n".join((f"Movement Roll {one['roll']}", *_moves(one["legal"])))


def _moves(entries: list[Entry]) -> Iterator[str]:
    ahead = any("musters" in there for entry in entries for there in entry["to"])
    headers = ["Legion", "From", "To", "Engages", "How", "Rules"]
    if ahead:
        headers.insert(4, "May muster there")
    rows = [row for entry in entries for row in _move_rows(entry, ahead)]
    if rows:
        yield output.grid(rows, headers)
    yield from _remarks(entries)


def _move_rows(entry: Entry, ahead: bool) -> Iterator[list[object]]:
    """One row a destination; teleports that engage nothing share one row, unless each has its musters."""
    shared: dict[str, list[Entry]] = {}
    for there in entry["to"]:
        if there["how"] != "normal" and there["engages"] is None and not ahead:
            shared.setdefault(there["how"], []).append(there)
            continue
        row = [entry["legion"], colors.land(entry["from"]), colors.land(there["land"]), _engages(there), _how(there)]
        if ahead:
            row.insert(4, "?" if there["musters"] is None else brief(there["musters"]))
        yield [*row, _rules(there)]
    for lands in shared.values():
        first = lands[0]
        listed = textwrap.wrap(", ".join(str(there["land"]) for there in lands), LANDS_WIDTH)
        yield [entry["legion"], colors.land(entry["from"]), "\n".join(listed), "", _how(first), _rules(first)]


def _engages(there: Entry) -> str:
    if there["engages"] is None:
        return ""
    return f"{there['engages']} from {' or '.join(there['entry_sides'])}"


def _how(there: Entry) -> str:
    if there["how"] == "normal":
        return ""
    return f"{TELEPORTS[there['how']]}, reveals {' or '.join(there['reveal'])}"


def _rules(there: Entry) -> str:
    return ", ".join(dict.fromkeys(r["rule"] for r in there["rulings"]))


def _engagement(answer: Entry) -> Iterator[str]:
    rows = [
        (
            colors.land(e["land"]),
            f"{e['attacker']} ({e['attacking']})",
            f"{e['defender']} ({e['defending']})",
            e["entry_side"],
        )
        for e in answer["legal"]
    ]
    yield output.grid(rows, ("Land", "Attacker", "Defender", "Entry side")) if rows else "No Engagement is left."


def _enlistment(answer: Entry) -> Iterator[str]:
    rows = [
        (entry["legion"], colors.land(entry["land"]), o["muster"], ways_text(o["with"]), o["left"])
        for entry in answer["legal"]
        for o in entry["musters"]
    ]
    if rows:
        yield output.grid(rows, ("Legion", "Land", "Musters", "With", "Left"))
    yield from _remarks(answer["legal"])


def _nothing(_: Entry) -> Iterator[str]:
    return iter(())


_PHASES = {
    "commencement": _commencement,
    "movement": _movement,
    "engagement": _engagement,
    "enlistment": _enlistment,
    "over": _nothing,
    "setup": _nothing,
}


def _why(answer: Entry) -> str:
    parts = answer.get("rolls", [answer])
    blocks = []
    for part in parts:
        roll = "" if part.get("roll") is None else f" with a Movement Roll of {part['roll']}"
        blocks.append(f"{answer['asked']}{roll}: {part['verdict']}\n" + output.bullets(part["rulings"]))
    return "\n".join(blocks)
