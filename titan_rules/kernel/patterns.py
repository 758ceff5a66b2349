"""Regular expressions that are compiled when they are first used, since most commands use few of those they import."""

import re
from collections.abc import Callable, Iterator
from typing import Any


class Pattern:
    """A regular expression; its methods are those of :class:`re.Pattern`.

    >>> bool(Pattern("[a-f]+").fullmatch("cafe"))
    True
    """

    match: Callable[[str], re.Match[str] | None]
    fullmatch: Callable[[str], re.Match[str] | None]
    finditer: Callable[[str], Iterator[re.Match[str]]]
    sub: Callable[[str, str], str]

    def __init__(self, text: str, flags: int = 0) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        method = getattr(re.compile(self._text, self._flags), name)
        setattr(self, name, method)
        return method
