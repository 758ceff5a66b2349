"""Ports: functions that a lower layer declares and asks, and that a higher layer provides.

The lower layer never imports the higher one. The composition root, :mod:`titan_rules`, names who provides what, and
the first call of a port imports its provider.

>>> from titan_rules.kernel.ports import port
>>> @port
... def unprovided(number: int) -> str:
...     '''A number in words.'''
...     raise NotImplementedError
>>> unprovided(3)
Traceback (most recent call last):
  ...
LookupError: nobody provides titan_rules.kernel.ports.unprovided
"""

from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])

PROVIDERS: dict[str, str] = {}
"""By the port's full name: the provider, ``module:function``."""


def provide(providers: Mapping[str, str]) -> None:
    """Say who provides ports; nothing is imported yet."""
    PROVIDERS.update(providers)


def provider(name: str) -> Callable[..., Any]:
    """The function behind a port.

    :param name: the port's module and name, joined by a dot.
    :raises LookupError: nobody provides it.
    """
    module, _, function = PROVIDERS.get(name, "").partition(":")
    if not function:
        raise LookupError(f"nobody provides {name}")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found


def port(function: F) -> F:
    """A function whose body is elsewhere; the declaration gives its types and what it does."""
    found: Callable[..., Any] | None = None

    @wraps(function)
    def ask(*args: Any, **kwargs: Any) -> Any:
        nonlocal found
        if found is None:
            found = provider(f"{function.__module__}.{function.__name__}")
        return found(*args, **kwargs)

    return cast(F, ask)
