"""Loops that assert something."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


def some(items: Iterable[T]) -> list[T]:
    """The items, of which there must be some: a loop over none asserts nothing."""
    found = [*items]
    assert found, "there is something to look at"
    return found


def for_each(
    names: str | tuple[str, ...], cases: Iterable[Any], ids: Callable[[Any], object] = repr
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Ask a test of every case, as ``pytest.mark.parametrize`` does, but within one test.

    For cases of a millisecond or two: a test of its own costs three. A failure names each case that fails. Fixtures
    are those of the one test, so there must be none that a case changes.
    """
    keys = (names,) if isinstance(names, str) else names
    table = some(cases)

    def asked_of(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def ask(*instance: Any, **fixtures: Any) -> None:
            failures: list[BaseException] = []
            for case in table:
                try:
                    values = (case,) if isinstance(names, str) else case
                    test(*instance, **dict(zip(keys, values, strict=True)), **fixtures)
                except (Exception, pytest.fail.Exception) as e:
                    e.add_note(f"case: {ids(case)}")
                    failures.append(e)
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(table)} cases", failures)

        given = signature(test)
        rest = [each for name, each in given.parameters.items() if name not in keys]
        ask.__signature__ = given.replace(parameters=rest)  # type: ignore[attr-defined]
        return ask

    return asked_of
