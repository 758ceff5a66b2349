"""``titan replay GAME --audit``: a record that does not say who left in splits: does any history make it legal?"""

from typing import Any

from .. import inputs, output


def audited(path: str, preset: str | None, options: tuple[str, ...]) -> int:
    """Write what became of the histories of a record; the exit code."""
    from titan_rules.deduce.audit import audit
    from titan_rules.replays.record import Record

    record = Record(inputs.json_lines(path))
    record.header = inputs.override_ruleset(record.header, preset, options)
    answer = audit(record.lines(), record.start()).to_json()
    output.emit(answer, lambda: _table(answer))
    return output.ANSWERED if answer["verdict"] == "legal" else output.NEGATIVE


def _table(answer: dict[str, Any]) -> str:
    from ..tables.words import characters

    unknown = answer["unknown_splits"]
    rows = [f"{answer['verdict']}: {answer['steps']} actions, {unknown} without a word on who left"]
    stopped = answer["stopped_at"]
    if stopped is not None:
        rows.append(f"no history goes on at step {stopped['step']} (line {stopped['line']})")
        rows.append(output.bullets(stopped.get("rulings", ())))
        for fact in stopped.get("diverges", ()):
            rows.append(f"  {fact['fact']}: expected {fact['expected']}, found {fact['found']}")
    if answer["history"]:
        rows.append("a history that agrees with it:" if stopped is None else "the last history:")
        rows += [f"  step {split['step']}: {characters(split['characters'])}" for split in answer["history"]]
    return "\n".join(row for row in rows if row)
