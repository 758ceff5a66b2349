"""The answers of ``titan strike-odds`` as text for the game table."""

from collections.abc import Mapping, Sequence
from typing import Any

from titan_rules.kernel.odds import read_ratio

from ..output import bullets
from .odds_words import columns, mean, percent, who

Answer = Mapping[str, Any]


def table(answer: Answer) -> str:
    """Any answer of the command as text."""
    if answer.get("verdict") == "illegal":
        return _illegal(answer)
    if answer["kind"] == "duel-odds":
        from .duels import duel, duel_table  # only a duel needs them

        return duel_table(answer) if "duels" in answer else duel(answer)
    if "strikes" in answer:
        notes = bullets(answer["rulings"])
        return overview(answer["strikes"]) + (f"\n{notes}\n" if notes else "")
    parts = _several(answer) if "strikers" in answer else _single(answer)
    parts += _exchange(answer)
    return "\n\n".join([*parts, bullets(answer["rulings"])]) + "\n"


def roll(one: Answer) -> str:
    """Dice and Strike-number."""
    return f"{one['dice']} dice at Strike-number {one['strike_number']}"


def _illegal(answer: Answer) -> str:
    text = "not allowed:\n" + bullets(answer["rulings"]) + "\n"
    if answer.get("legal"):
        text += "\nallowed now:\n" + overview(answer["legal"])
    return text


def overview(strikes: Sequence[Answer]) -> str:
    """Strikes in short, one a line."""
    if not strikes:
        return "no strike is possible\n"
    rows = [["striker", "target", "", "dice", "number", "needs", "slays", "expected hits"]]
    for s in strikes:
        kind = "" if s["strike"] == "strike" else f"rangestrike at {s['range']}"
        numbers = [str(s[key]) for key in ("dice", "strike_number", "needs")]
        striker, target = who(s["striker"], s.get("from")), who(s["target"], s.get("to"))
        rows.append([striker, target, kind, *numbers, percent(s["slays"]), mean(s["expected_hits"])])
    return columns(rows, left=3) + "\n"


def _single(answer: Answer) -> list[str]:
    striker, target = who(answer["striker"], answer.get("from")), who(answer["target"], answer.get("to"))
    verb = "strikes" if answer["strike"] == "strike" else f"rangestrikes (range {answer['range']})"
    needs = "1 hit slays it" if answer["needs"] == 1 else f"{answer['needs']} hits slay it"
    parts = [f"{striker} {verb} {target}: {roll(answer)}; {needs}"]
    if "roll" in answer:
        parts.append(_rolled(answer["roll"]))
    parts.append(_distribution(answer) if len(answer["options"]) == 1 else _side_by_side(answer))
    if answer["carry"]:
        parts.append(_joint(answer))
    if "best" in answer:
        parts.append(_best(answer["best"]))
    return parts


def _distribution(answer: Answer) -> str:
    rows = [["hits", "exactly", "or more"]]
    for row in answer["hits"]:
        at_least = read_ratio(row["at_least_exact"]).percent()
        rows.append([_slaying(row["hits"], answer["needs"]), percent(row), at_least])
    return columns(rows) + "\n" + _summary(answer)


def _slaying(hits: int, needs: int) -> str:
    return f"{hits}  slays" if hits == needs else str(hits)


def _summary(answer: Answer) -> str:
    return f"\nslays {percent(answer['slays'])}, expected hits {mean(answer['expected_hits'])}"


def _side_by_side(answer: Answer) -> str:
    """The natural strike and every penalty, a column each: the chance of so many hits or more."""
    options = answer["options"]
    most = max(option["dice"] for option in options)
    rows = [
        ["hits", *("natural" if o["natural"] else "penalty" for o in options)],
        ["or more", *(f"{o['dice']} dice at {o['strike_number']}" for o in options)],
    ]
    for hits in range(most + 1):
        cells = [read_ratio(o["hits"][hits]["at_least_exact"]).percent() if hits <= o["dice"] else "-" for o in options]
        rows.append([_slaying(hits, answer["needs"]), *cells])
    rows.append(["expected hits", *(mean(o["expected_hits"]) for o in options)])
    rows.append(["may carry to", *(" ".join(o["carry_to"]) or "nobody" for o in options)])
    return columns(rows)


def _joint(answer: Answer) -> str:
    """The joint outcome of the chosen strike and its carries."""
    labels = list(answer["joint"][0]["takes"])
    names = [answer["target"], *(c["character"] for c in answer["carry"])]
    rows = [["rolled", *(who(n, at) for n, at in zip(names, labels, strict=True)), "left over", "chance"]]
    for outcome in answer["joint"]:
        takes = [f"{outcome['takes'][at]}{' slain' if at in outcome['slain'] else ''}" for at in labels]
        rows.append([str(outcome["hits"]), *takes, str(outcome["left_over"]), percent(outcome)])
    slays = [percent(answer["slays"]), *(percent(c["slays"]) for c in answer["carry"])]
    rows.append(["slain", *slays, "", ""])
    title = f"{answer['dice']} dice at {answer['strike_number']}, carried over to {' then '.join(labels[1:])}:"
    means = f"expected: {mean(answer['expected_slain'])} slain, {mean(answer['expected_points'])} points"
    return f"{title}\n{columns(rows)}\n{means}"


def _best(best: Answer) -> str:
    lines = []
    for aim, what in (("slain", "to slay the most"), ("points", "for the most points")):
        b = best[aim]
        carry = f", carry to {' then '.join(b['carry_to'])}" if b["carry_to"] else ""
        means = f"{mean(b['expected_slain'])} slain, {mean(b['expected_points'])} points on average"
        lines.append(f"{what}: {b['dice']} dice at {b['strike_number']}{carry} ({means})")
    return "\n".join(lines)


def _rolled(rolled: Answer) -> str:
    dice = " ".join(map(str, rolled["dice"]))
    lines = [f"rolled {dice}: {_hits(rolled['hits'])}"]
    for taken in rolled["takes"]:
        end = ", slain" if taken["slain"] else ""
        place = taken["character"] if taken["to"] == taken["character"] else who(taken["character"], taken["to"])
        lines.append(f"  {place} takes {_hits(taken['hits'])}{end}")
    if rolled["left_over"]:
        may = rolled["may_carry_to"]
        lines.append(f"  {rolled['left_over']} left over" + (f", may be carried to {' or '.join(may)}" if may else ""))
    for aim, carry_to in rolled.get("best", {}).items():
        if carry_to:
            lines.append(f"  best for {aim}: carry to {' then '.join(carry_to)}")
    lines.append(f"  so many or more: {percent(rolled['at_least_so_many'])}")
    return "\n".join(lines)


def _hits(count: int) -> str:
    return "1 hit" if count == 1 else f"{count} hits"


def _several(answer: Answer) -> list[str]:
    target = who(answer["target"], answer.get("to"))
    rows = [["striker", "dice", "number", "alone slays", "expected hits", "carries to"]]
    for s in answer["strikers"]:
        numbers = [str(s["dice"]), str(s["strike_number"]), percent(s["slays"]), mean(s["expected_hits"])]
        rows.append([who(s["striker"], s.get("from")), *numbers, " ".join(s["carry_to"]) or "-"])
    title = f"{len(answer['strikers'])} strike {target}, {_hits(answer['needs'])} from being slain"
    parts = [f"{title}\n{columns(rows)}"]
    parts.append(_distribution(answer).replace("\nslays", "\nslain by any order of them:", 1))
    rows = [["order", "slain", "points", "left free", *(f"slays {c['to']}" for c in answer["carry"])]]
    for o in answer["orders"]:
        means = [mean(o[f"expected_{key}"]) for key in ("slain", "points", "free")]
        rows.append([", ".join(o["order"]), *means, *(percent(c["slays"]) for c in o["carry"])])
    shown = "" if len(answer["orders"]) == answer["orders_in_all"] else f", the best of {answer['orders_in_all']}"
    title = f"orders{shown}, on average; once the target is slain, the others are struck:"
    parts.append(f"{title}\n{columns(rows)}")
    best = answer["best"]
    parts.append(
        f"to slay the most: {', '.join(best['slain']['order'])}\n"
        f"for the most points: {', '.join(best['points']['order'])}"
    )
    return parts


def _exchange(answer: Answer) -> list[str]:
    if "exchange" not in answer:
        return []
    entries = answer["exchange"]["strikeback"]
    if not entries:
        return ["no strikeback"]
    parts = []
    for e in entries:
        title = f"strikeback at {who(e['at'], e.get('to'))}: {roll(e)}; {_hits(e['needs'])} from being slain"
        o = e["outcomes"]
        rows = [
            ["strikeback slays", percent(e["slays"])],
            ["both slain", percent(o["both_slain"])],
            [f"only {answer['target']} slain", percent(o["only_target_slain"])],
            [f"only {e['at']} slain", percent(o["only_striker_slain"])],
            ["neither slain", percent(o["neither_slain"])],
        ]
        if "others" in e:
            names = " and ".join(who(x["striker"], x["from"]) for x in e["others"])
            rows.append([f"slain if {names} strike back at it, too", percent(e["slays_if_all_strike_back"])])
        parts.append(f"{title}\n{columns(rows)}")
    return parts
