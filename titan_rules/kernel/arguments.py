"""What public functions make sure of: an argument of the wrong kind is an error that names the parameter.

>>> from titan_rules.kernel.arguments import expect
>>> expect(int, trials=10)
>>> expect(str | None, legion=3)
Traceback (most recent call last):
  ...
titan_rules.kernel.errors.ArgumentError: legion must be a string or None, not 3
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from os import PathLike
from types import NoneType, UnionType
from typing import TypeAlias, get_args

from .errors import ArgumentError
from .names import shortened
from .reading import describe
from .wording import article, listed

Kind: TypeAlias = type | UnionType

PATH: Kind = str | PathLike
"""A path, as a string or an object."""

_WORDS: dict[type, str] = {
    str: "a string", int: "an integer", float: "a number", bool: "True or False", NoneType: "None",
    PathLike: "a path", Mapping: "a mapping",
}  # fmt: skip


def expect(kind: Kind, **arguments: object) -> None:
    """Make sure that arguments are of a kind.

    :param arguments: by the names of the parameters.
    :raises ArgumentError: one is not.
    """
    for name, value in arguments.items():
        if not fits(value, kind):
            raise wrong(name, in_words(kind), value)


def expect_each(kind: Kind, **arguments: object) -> None:
    """Make sure that arguments are sequences whose items are all of a kind.

    :raises ArgumentError: one is not.
    """
    for name, value in arguments.items():
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
            raise wrong(name, f"a sequence ({in_words(kind)} each)", value)
        if isinstance(value, Collection) and not (
            isinstance(value, Sequence) and all(fits(item, kind) for item in value)
        ):
            raise wrong(name, f"a sequence ({in_words(kind)} each)", value)


def expect_positive(**arguments: object) -> None:
    """Make sure that arguments are integers from 1 on.

    :raises ArgumentError: one is not.
    """
    expect(int, **arguments)
    for name, value in arguments.items():
        if isinstance(value, int) and value < 1:
            raise ArgumentError(f"{name} must be at least 1, not {value}", name)


def fits(value: object, kind: Kind) -> bool:
    """Whether a value is of a kind; True and False are no numbers."""
    if isinstance(value, bool):
        return kind is bool or bool in get_args(kind)
    return isinstance(value, kind)


def in_words(kind: Kind) -> str:
    """A kind in words: ``a string or None``."""
    kinds = get_args(kind) or (kind,)
    return listed([_WORDS.get(each) or article(each.__name__) for each in kinds], "or")


def wrong(name: str, wanted: str, value: object) -> ArgumentError:
    """The error of an argument of the wrong kind.

    :param name: the parameter's.
    :param wanted: what it takes.
    """
    given, kind = describe(value), type(value).__name__
    shown = article(kind) if given == kind else given
    if value is None or isinstance(value, list | tuple | dict | bool | bytes):
        shown = shortened(repr(value))
    return ArgumentError(f"{name} must be {wanted}, not {shown}", name)
