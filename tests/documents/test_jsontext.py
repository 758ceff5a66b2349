"""JSON text, read strictly and written canonically."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import DocumentError, Fault


def holding(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return inner | st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=5)


plain: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]))
)
values = holding(holding(holding(plain)))


def fault_of(text: str, line: int | None = None) -> Fault:
    with pytest.raises(DocumentError) as caught:
        jsontext.loads(text, line)
    assert len(caught.value.faults) == 1
    return caught.value.faults[0]


@given(values)
def test_pretty_and_compact_read_back(value: Any) -> None:
    assert jsontext.loads(jsontext.pretty(value)) == value
    assert jsontext.loads(jsontext.compact(value)) == value


def test_what_fits_on_a_line_stays_on_it() -> None:
    data = {"short": [1, 2, 3], "long": ["x" * 30] * 4, "empty": {}}
    assert jsontext.pretty(data).splitlines() == [
        "{",
        '  "short": [1, 2, 3],',
        '  "long": [',
        *[f'    "{"x" * 30}",'] * 3,
        f'    "{"x" * 30}"',
        "  ],",
        '  "empty": {}',
        "}",
    ]


@pytest.mark.parametrize(
    "text",
    ["[1, 2", '{"a": ', '{"a', '{"a": tr', '{"a": nul', "[-", '"abc', '{"a": 1', '{"a": 1,', "[1,\n", '{"a"'],
)
def test_cut_text_is_called_truncated(text: str) -> None:
    assert fault_of(text).code == "truncated"


@pytest.mark.parametrize("text", ["{'a': 1}", "[1 2]", "{1: 2}", "tru!", "[1]]", "01", "+1", ".5", "nil", "// x"])
def test_other_text_is_not_json(text: str) -> None:
    assert fault_of(text).code == "not-json"


@pytest.mark.parametrize(("depth", "fine"), [(jsontext.DEPTH_LIMIT, True), (jsontext.DEPTH_LIMIT + 1, False)])
def test_the_depth_limit(depth: int, fine: bool) -> None:
    for opening, middle, closing in (("[", "1", "]"), ('{"a":', "[]", "}")):
        used = depth - (middle == "[]")
        text = opening * used + middle + closing * used
        if fine:
            jsontext.loads(text)
        else:
            assert fault_of(text).code == "too-deep"
            with pytest.raises(DocumentError) as caught:
                jsontext.loads(text, 7)
            assert caught.value.faults[0].line == 7


def test_the_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsontext, "SIZE_LIMIT", 100)
    jsontext.loads('"' + "x" * 98 + '"')
    assert fault_of('"' + "x" * 99 + '"').code == "too-large"
    with pytest.raises(DocumentError) as caught:
        jsontext.decode(b"x" * 101, 3)
    assert (caught.value.faults[0].code, caught.value.faults[0].line) == ("too-large", 3)


def test_pointer_escapes() -> None:
    assert jsontext.pointer("a/b", "m~n", 3, "") == "/a~1b/m~0n/3/"
