"""Checks of the public functions' arguments against their annotations; errors name the parameter."""

import inspect
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, Literal, ParamSpec, TypeVar, Union

from .errors import ArgumentError
from .names import shortened
from .reading import describe

P = ParamSpec("P")
R = TypeVar("R")

Check = Callable[[Any], bool]


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """The function with checked arguments.

    :raises ArgumentError: (when called) an argument is of another kind; the error names the parameter and its kind.
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
    shown = f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind}" if given == kind else given
    if isinstance(value, list | tuple | dict):
        shown = shortened(repr(value))
    return ArgumentError(f"{function}(): {name} must be {wanted}, not {shown}", name)


@cache
def _parameters(function: Callable[..., Any]) -> tuple[list[tuple[str, Check]], dict[str, Check]]:
    kinds = typing.get_type_hints(function)
    parameters = inspect.signature(function).parameters.values()
    checks = [(p.name, _check(kinds.get(p.name, Any)), p.kind) for p in parameters]
    in_order = [(name, check) for name, check, kind in checks if kind is not inspect.Parameter.KEYWORD_ONLY]
    return in_order, {name: check for name, check, _ in checks}


def _wrong(function: Callable[..., Any], name: str, value: object) -> ArgumentError:
    return wrong(function.__name__, name, _words(typing.get_type_hints(function)[name]), value)


@cache
def _check(kind: Any) -> Check:
    """A check of one kind that does not consume the value."""
    kind = getattr(kind, "__supertype__", kind)
    if isinstance(kind, TypeVar):
        kind = kind.__bound__ or Union[kind.__constraints__]  # noqa: UP007 (of types that are not known here)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind is Any or kind is object:
        return lambda _: True
    if kind is None or kind is type(None):
        return lambda value: value is None
    if origin in (Union, types.UnionType):
        checks = [_check(part) for part in args]
        return lambda value: any(check(value) for check in checks)
    if origin is Literal:
        return lambda value: isinstance(value, str | bool | int) and value in args
    if origin in (Sequence, list, tuple, Iterable, Collection):
        inner = _check(args[0])
        return lambda value: _holds(value, origin, inner)
    if origin is Mapping:
        return lambda value: isinstance(value, Mapping)
    if origin is type:
        above = getattr(args[0], "__bound__", args[0])
        return lambda value: isinstance(value, type) and issubclass(value, above)
    if origin is Callable or kind is Callable:
        return callable
    plain = origin or kind
    if plain is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if plain is float:
        return lambda value: isinstance(value, int | float) and not isinstance(value, bool)
    if getattr(plain, "_is_protocol", False):  # isinstance would look its methods up anew each time
        methods = [name for name in vars(plain) if not name.startswith("_")]
        return lambda value: all(callable(getattr(value, name, None)) for name in methods)
    return lambda value: isinstance(value, plain)


def _holds(value: object, container: Any, inner: Check) -> bool:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, container):
        return False
    return not isinstance(value, Collection) or all(inner(item) for item in value)


def _words(kind: Any) -> str:
    """A kind in words: ``a Game, a Battle or a text``."""
    kind = getattr(kind, "__supertype__", kind)
    if isinstance(kind, TypeVar):
        kind = kind.__bound__ or Union[kind.__constraints__]  # noqa: UP007 (of types that are not known here)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        parts = list(dict.fromkeys(map(_words, args)))
        return ", ".join(parts[:-1]) + f" or {parts[-1]}" if len(parts) > 1 else parts[0]
    if origin is Literal:
        return "one of " + ", ".join(map(str, args))
    if origin in (Sequence, list, tuple, Iterable, Collection):
        return f"a sequence ({_words(args[0])} each)"
    if origin is type:
        return f"a class of {getattr(args[0], '__bound__', args[0]).__name__}"
    known = {str: "a string", int: "an integer", float: "a number", bool: "True or False", type(None): "None"}
    if kind in known:
        return known[kind]
    name: str = getattr(origin or kind, "__name__", str(kind))
    return {"Mapping": "a mapping", "PathLike": "a path", "Callable": "a function"}.get(
        name, f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
    )
