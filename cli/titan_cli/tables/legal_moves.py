"""The answers of ``titan legal-moves`` on game documents, as tables for people."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from .. import output
from . import colors, words
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
        return "The game is over." if phase == "over" else "The game is being set up."
    roll = "" if answer.get("roll") is None else f", Movement Roll {answer['roll']}"
    return f"{answer['active']}, {phase.capitalize()} Phase{roll}"


def _remarks(entries: list[Entry]) -> Iterator[str]:
    """Why a Legion has nothing to do, and what is missing to know more."""
    for entry in entries:
        nothing = not any(entry.get(key) for key in ("to", "splits", "musters"))
        if nothing and entry.get("rulings"):
            yield f"{entry['legion']}:\n" + output.bullets(entry["rulings"])
        if "missing" in entry:
            yield f"Not known: {entry['missing']}"


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
    """One table; without a Movement Roll one for all six, with a column for it."""
    rolls: list[Entry] = answer.get("rolls", [answer])
    entries = [(one["roll"], entry) for one in rolls for entry in one["legal"]]
    ahead = any("musters" in there for _, entry in entries for there in entry["to"])
    columns = ["Roll", "Legion", "From", "To", "Engages", "May muster there", "Way", "Rules"]
    hidden = {"Roll"} if len(rolls) == 1 else set()
    if not ahead:
        hidden.add("May muster there")
    rows = [
        [cell for column, cell in zip(columns, row, strict=True) if column not in hidden]
        for roll, entry in entries
        for row in _move_rows(roll, entry, ahead)
    ]
    if rows:
        yield output.grid(rows, [column for column in columns if column not in hidden])
    said: set[str] = set()
    for one in rolls:
        remarks = [remark for remark in _remarks(one["legal"]) if remark not in said]
        said.update(remarks)
        if remarks and len(rolls) > 1:
            remarks[0] = f"With a Movement Roll of {one['roll']}:\n\n{remarks[0]}"
        yield from remarks


def _move_rows(roll: int, entry: Entry, ahead: bool) -> Iterator[tuple[object, ...]]:
    """One row a destination; teleports that engage nothing share one row, unless each has its musters."""
    shared: dict[str, list[Entry]] = {}
    start = (roll, entry["legion"], colors.land(entry["from"]))
    for there in entry["to"]:
        if there["how"] != "normal" and there["engages"] is None and not ahead:
            shared.setdefault(there["how"], []).append(there)
            continue
        yield (*start, colors.land(there["land"]), _engages(there), _musters(there), _way(there), _rules(there))
    for lands in shared.values():
        first = lands[0]
        listed = textwrap.wrap(", ".join(str(there["land"]) for there in lands), LANDS_WIDTH)
        yield (*start, "\n".join(listed), "", "", _way(first), _rules(first))


def _musters(there: Entry) -> str:
    musters = there.get("musters", ())
    return "?" if musters is None else brief(musters)


def _engages(there: Entry) -> str:
    if there["engages"] is None:
        return ""
    return f"{there['engages']} from {' or '.join(there['entry_sides'])}"


def _way(there: Entry) -> str:
    """The lands that a normal move enters, or which teleport it is."""
    if there["how"] == "normal":
        return ", ".join(str(land) for land in there["rulings"][0]["facts"]["way"])
    return f"{TELEPORTS[there['how']]}, reveals {' or '.join(there['reveal'])}"


def _rules(there: Entry) -> str:
    return ", ".join(dict.fromkeys(r["rule"] for r in there["rulings"]))


def _engagement(answer: Entry) -> Iterator[str]:
    if "engagement" in answer:
        e = answer["engagement"]
        yield f"{e['attacker']} against {e['defender']} in {colors.land(e['land'])}, {e['stage']}: {e['to_act']} to act"
        yield from _actions(answer)
        return
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


def _actions(answer: Entry) -> Iterator[str]:
    yield "\n".join(f"  {one['text']}" for one in answer["legal"])


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
    "setup": _actions,
}


def _why(answer: Entry) -> str:
    parts = answer.get("rolls", [answer])
    blocks = []
    for part in parts:
        roll = "" if part.get("roll") is None else f" with a Movement Roll of {part['roll']}"
        blocks.append(f"{answer['asked']}{roll}: {part['verdict']}\n" + output.bullets(part["rulings"]))
    return "\n".join(blocks)
