"""Checks of the public functions' arguments against their annotations; errors name the parameter."""

import inspect
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, wraps
from os import PathLike
from typing import Any, Literal, ParamSpec, TypeVar, Union

from . import wording
from .errors import ArgumentError
from .fields import is_union, made_of
from .names import shortened
from .reading import describe

P = ParamSpec("P")
R = TypeVar("R")

Check = Callable[[Any], bool]


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function with checked arguments.

    :raises ArgumentError: (when called) an argument has the wrong type; the error names the parameter and the type.
    """

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        in_order, by_name = _parameters(function)
        for (name, fits), value in zip(in_order, args, strict=False):
            if not fits(value):
                raise _wrong(function, name, value)
        for name, value in kwargs.items():
            if name in by_name and not by_name[name](value):
                raise _wrong(function, name, value)
        return function(*args, **kwargs)

    return call


def wrong(function: str, name: str, wanted: str, value: object) -> ArgumentError:
    """The error of an argument of the wrong kind."""
    given, kind = describe(value), type(value).__name__
    shown = wording.article(kind) if given == kind else given
    if isinstance(value, list | tuple | dict):
        shown = shortened(repr(value))
    return ArgumentError(f"{function}(): {name} must be {wanted}, not {shown}", name)


@cache
def _parameters(function: Callable[..., Any]) -> tuple[list[tuple[str, Check]], dict[str, Check]]:
    kinds = typing.get_type_hints(function)
    parameters = inspect.signature(function).parameters.values()
    checks = [(p.name, _accepted(kinds.get(p.name, Any))[0], p.kind) for p in parameters]
    in_order = [(name, check) for name, check, kind in checks if kind is not inspect.Parameter.KEYWORD_ONLY]
    return in_order, {name: check for name, check, _ in checks}


def _wrong(function: Callable[..., Any], name: str, value: object) -> ArgumentError:
    return wrong(function.__name__, name, _accepted(typing.get_type_hints(function)[name])[1], value)


@cache
def _accepted(kind: Any) -> tuple[Check, str]:
    """A check for one type that does not consume the value, and the type in words: ``a Game, a Battle or a string``."""
    kind = made_of(kind)
    if isinstance(kind, TypeVar):
        kind = kind.__bound__ or Union[kind.__constraints__]  # noqa: UP007 (of types that are not known here)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any or kind is object:
        return lambda _: True, "anything"
    if is_union(kind):
        parts = [_accepted(part) for part in args]
        words = list(dict.fromkeys(each for _, each in parts))
        return lambda value: any(check(value) for check, _ in parts), wording.listed(words, "or")
    if origin is Literal:
        return (
            lambda value: isinstance(value, str | bool | int) and value in args,
            f"one of {', '.join(map(str, args))}",
        )
    if origin in (Sequence, list, tuple, Iterable, Collection):
        inner, each = _accepted(args[0])
        return lambda value: _holds(value, origin, inner), f"a sequence ({each} each)"
    if origin is type:
        above = getattr(args[0], "__bound__", args[0])
        return lambda value: isinstance(value, type) and issubclass(value, above), f"a class of {above.__name__}"
    plain = origin or kind
    if plain is Callable:
        return callable, "a function"
    if plain in (int, float):
        allowed = int if plain is int else int | float
        return lambda value: isinstance(value, allowed) and not isinstance(value, bool), _PLAIN[plain]
    known = _PLAIN.get(plain) or wording.article(plain.__name__)
    if getattr(plain, "_is_protocol", False):  # isinstance would look up its methods again each time
        methods = [name for name in vars(plain) if not name.startswith("_")]
        return lambda value: all(callable(getattr(value, name, None)) for name in methods), known
    return lambda value: isinstance(value, plain), known


_PLAIN: dict[Any, str] = {
    str: "a string", int: "an integer", float: "a number", bool: "True or False", type(None): "None",
    Mapping: "a mapping", PathLike: "a path",
}  # fmt: skip


def _holds(value: object, container: Any, inner: Check) -> bool:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, container):
        return False
    return not isinstance(value, Collection) or all(inner(item) for item in value)
