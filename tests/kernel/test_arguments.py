"""Arguments of the wrong kind, and the errors that name them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from looping import for_each
from titan_rules.kernel.arguments import PATH, expect, expect_each, expect_positive, fits, in_words
from titan_rules.kernel.errors import ArgumentError


class Ogre:
    """A class with a name of its own."""


@for_each(
    ("value", "kind", "fit"),
    [
        (3, int, True), (True, int, False), (True, bool, True), (True, int | bool, True), (True, int | str, False),
        (None, str | None, True), (None, str, False), ("a", str | None, True), (Path("a"), PATH, True),
        (1, bool, False),
    ],
)  # fmt: skip
def test_true_and_false_are_no_numbers(value: object, kind: Any, fit: bool) -> None:
    assert fits(value, kind) is fit


def test_kinds_in_words() -> None:
    assert in_words(str | None) == "a string or None"
    assert in_words(PATH) == "a string or a path"
    assert in_words(int | float | bool | Mapping) == "an integer, a number, True or False or a mapping"
    assert in_words(Ogre) == "an Ogre"


@for_each(
    ("call", "message"),
    [
        (lambda: expect(int, a=1, b="x"), "b must be an integer, not 'x'"),
        (lambda: expect(str | None, b=Ogre()), "b must be a string or None, not an Ogre"),
        (lambda: expect(str, b=None), "b must be a string, not None"),
        (lambda: expect(str, b=[1, "x"]), "b must be a string, not [1, 'x']"),
        (lambda: expect(int, b=True), "b must be an integer, not True"),
        (lambda: expect(str, b=b"x" * 100), f"b must be a string, not b'{'x' * 55}..."),
        (lambda: expect(str, b=1.5), "b must be a string, not 1.5"),
        (lambda: expect_each(int, a=[1], b="12"), "b must be a sequence (an integer each), not '12'"),
        (lambda: expect_each(int, b={1: 2}), "b must be a sequence (an integer each), not {1: 2}"),
        (lambda: expect_each(int, b=3), "b must be a sequence (an integer each), not 3"),
        (lambda: expect_each(int, b=(1, "x")), "b must be a sequence (an integer each), not (1, 'x')"),
        (lambda: expect_each(int, b={1, 2}), "b must be a sequence (an integer each), not a set"),
        (lambda: expect_positive(a=1, b=0), "b must be at least 1, not 0"),
        (lambda: expect_positive(b=1.0), "b must be an integer, not 1.0"),
    ],
)
def test_what_does_not_fit_is_named(call: Callable[[], None], message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        call()
    assert (str(caught.value), caught.value.parameter) == (message, "b")


def test_what_fits_is_no_error() -> None:
    expect(str | None, a="x", b=None)
    expect_each(int, a=[1, 2], b=(), c=iter("not looked into"))
    expect_positive(a=1, b=2)
