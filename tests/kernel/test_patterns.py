"""Patterns that are compiled late."""

import re

import pytest

from titan_rules.kernel.patterns import Pattern


def test_it_does_what_a_compiled_one_does() -> None:
    pattern, compiled = Pattern("([0-9])([a-z])?", re.ASCII), re.compile("([0-9])([a-z])?", re.ASCII)
    for text in ("", "1", "1a", "a1b2"):
        assert str(pattern.fullmatch(text)) == str(compiled.fullmatch(text))
        assert str(pattern.match(text)) == str(compiled.match(text))
        assert pattern.sub("-", text) == compiled.sub("-", text)
        assert [m[0] for m in pattern.finditer(text)] == [m[0] for m in compiled.finditer(text)]


def test_it_has_no_more_than_a_compiled_one() -> None:
    with pytest.raises(AttributeError):
        Pattern("x").__wrapped__  # noqa: B018
    with pytest.raises(AttributeError):
        Pattern("x").shown  # noqa: B018
