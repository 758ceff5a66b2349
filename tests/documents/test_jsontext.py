"""JSON text, read strictly and written canonically."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import for_each
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


@for_each(
    "text",
    ["[1, 2", '{"a": ', '{"a', '{"a": tr', '{"a": nul', "[-", '"abc', '{"a": 1', '{"a": 1,', "[1,\n", '{"a"'],
)
def test_cut_text_is_called_truncated(text: str) -> None:
    assert fault_of(text).code == "truncated"


@for_each("text", ["{'a': 1}", "[1 2]", "{1: 2}", "tru!", "[1]]", "01", "+1", ".5", "nil", "// x"])
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


@for_each(
    ("text", "code", "message", "line", "hint"),
    [
        ("", "empty", "the input is empty", None, None),
        (" \n", "empty", "the input is empty", None, None),
        ('{"a": 1, "a": 2}', "duplicate-key", "duplicate key 'a'", None, None),
        ('{"a": {"b": 1, "c": 2, "b": 1}}', "duplicate-key", "duplicate key 'b'", None, None),
        ("[1,\n2", "truncated", "the JSON ends too early", 2, None),
        ("[1 2]", "not-json", "not JSON: Expecting ',' delimiter at column 4", 1, None),
        ("{}\n{}", "not-json", "not JSON: Extra data at column 1", 2, "is it JSON Lines, one value a line?"),
        ("{} {}", "not-json", "not JSON: Extra data at column 4", 1, None),
        ("[1,\n;", "not-json", "not JSON: Expecting value at column 1", 2, None),
        ("NaN", "not-json", "not JSON: NaN is not JSON", None, None),
        ("1" * 19, "not-json", f"not JSON: the number {'1' * 15}... is too large", None, None),
        ("1e999", "not-json", "not JSON: the number 1e999 is too large", None, None),
        ('"\\ud800"', "bad-text", "unpaired surrogate", None, None),
    ],
)
def test_a_fault_of_a_text_has_its_code_its_line_and_what_is_wrong(
    text: str, code: str, message: str, line: int | None, hint: str | None
) -> None:
    assert fault_of(text) == Fault(code, message, line=line, hint=hint)
    assert fault_of(text, 7) == Fault(code, message, line=7, hint=hint)


def test_what_is_strict_json_is_read() -> None:
    assert jsontext.loads("\ufeff[-" + "1" * 18 + ', 1e99, "\\ud83d\\ude00"]') == [-int("1" * 18), 1e99, "\U0001f600"]
    assert jsontext.decode(b"\xef\xbb\xbfa") == "a"
    with pytest.raises(DocumentError) as caught:
        jsontext.decode(b"ab\xff", 4)
    assert caught.value.faults == (Fault("not-utf8", "the input is not UTF-8 text (byte 2)", line=4),)
    with pytest.raises(DocumentError) as wrong:
        jsontext.loads_object("[]", 3)
    assert wrong.value.faults == (Fault("wrong-type", "expected a JSON object", line=3),)
    assert jsontext.loads_object("{}") == {}


@for_each("width", range(107, 113))
def test_a_container_stands_on_a_line_of_110_columns_at_most(width: int) -> None:
    """Whatever it holds, however deep it stands, its line's comma included."""
    inner = {"a": None, "b": [1.5, True]}
    for data in (["x" * (width - 4)], {"k": "x" * (width - 9)}, [inner, "x" * (width - 35)]):
        assert len(jsontext.compact(data)) <= width == len(jsontext.pretty(data).splitlines()[0]) or width > 110
        assert (len(jsontext.pretty(data).splitlines()) == 1) == (width <= 110)
    held = {"key": ["x" * (width - 14)], "z": "y" * 100}
    rows = jsontext.pretty(held).splitlines()
    assert (len(rows) == 4) == (width <= 110)
    assert (len(rows[1]) == width) == (width <= 110)
    listed = [["x" * (width - 7)], "y" * 100]
    assert (len(jsontext.pretty(listed).splitlines()) == 4) == (width <= 110)
