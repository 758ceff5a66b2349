"""``titan replay GAME --audit``: a record that does not say who left in splits: does any history make it legal?"""

from titan_rules.answers.audit import Audit
from titan_rules.deduction.audit import audit
from titan_rules.kernel.names import in_numbers as characters
from titan_rules.replays.log import divergence_text

from .. import opening, output


def audited(path: str) -> int:
    """Write what became of the histories of a record; the exit code."""
    record = opening.record_of(path)
    answer = audit(record.lines(), record.start())
    output.emit(answer, lambda: _table(answer))
    return output.ANSWERED if answer.verdict == "legal" else output.NEGATIVE


def _table(answer: Audit) -> str:
    rows = [f"{answer.verdict}: {answer.steps} actions, {answer.unknown} without a word on who left"]
    stopped = answer.stopped_at
    if stopped is not None:
        rows.append(f"no history goes on at step {stopped.step} (line {stopped.line})")
        rows.append(output.rulings(stopped.rulings))
        rows += [f"  {divergence_text(d.fact, d.expected, d.found)}" for d in stopped.diverges or ()]
    if answer.history:
        rows.append("a history that agrees with it:" if stopped is None else "the last history:")
        rows += [f"  step {split.step}: {characters(split.characters)}" for split in answer.history]
    return "\n".join(row for row in rows if row)
