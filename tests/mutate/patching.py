"""A mutant put into a process that has the package loaded already: no import, no collection of tests again."""

import functools
import gc
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType
from typing import Protocol

from mutate.mutants import Mutant

Key = tuple[str, str, int]
"""Of a function: its file, its qualified name, its first line."""


class Cache(Protocol):
    """What ``functools.cache`` makes of a function."""

    def cache_clear(self) -> None:
        """Forget what was computed."""


def caches() -> list[Cache]:
    """Every cached function there is in this process."""
    return [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]


def functions() -> dict[Key, list[FunctionType]]:
    """Every Python function there is in this process."""
    found: dict[Key, list[FunctionType]] = {}
    for each in gc.get_objects():
        if type(each) is FunctionType:
            found.setdefault(_key(each.__code__), []).append(each)
    return found


def patch(mutant: Mutant, file: str, known: dict[Key, list[FunctionType]], cached: Iterable[Cache]) -> bool:
    """Give the functions of a mutant their changed code, and forget what was computed with the old.

    :param file: the module's path, as it was imported.
    :param known: the functions of this process.
    :param cached: its caches.
    :returns: whether there was such a function.
    """
    patched = False
    for code in _codes(compile(mutant.tree, file, "exec")):
        outermost = code.co_qualname.partition(".<locals>")[0]
        for function in known.get(_key(code), ()) if outermost == mutant.function else ():
            try:
                function.__code__ = code
            except ValueError:  # the change has taken the last use of an outer name: there must be a new function
                return False
            patched = True
    for cache in cached:
        cache.cache_clear()
    return patched


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)
