"""What was answered once is answered again: rules, numbers and places, for thousands of questions.

An answer that changes because it should: ``make golden``, and look at what it says has changed.
"""

import pytest

from golden import KINDS, as_json, rows

CHUNKS = [
    pytest.param(name, first, id=f"{name}-{first}")
    for name, kind in KINDS.items()
    for first in range(0, len(rows(name)), kind.together)
]


@pytest.mark.parametrize(("name", "first"), CHUNKS)
def test_what_was_answered_is_answered_again(name: str, first: int) -> None:
    kind = KINDS[name]
    for row in rows(name)[first : first + kind.together]:
        assert as_json(kind.tell(row["ask"])) == row["told"], row["ask"]


def test_every_kind_has_many_answers_of_both_sorts() -> None:
    for name in KINDS:
        assert len(rows(name)) >= 10, name
    judged = [each["legal"] for row in rows("actions") for each in row["told"] if isinstance(each, dict)]
    assert judged.count(True) > 100
    assert judged.count(False) > 100
    assert sum(isinstance(row["told"], str) for row in rows("documents")) > 50
    assert sum(isinstance(row["told"], list) for row in rows("documents")) > 50
