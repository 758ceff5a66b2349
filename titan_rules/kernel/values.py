"""What attrs would write for each class, written once: for families of many small classes.

attrs generates code for every class it makes, and half of the time that takes goes into ``__eq__``, ``__hash__`` and
``__repr__``. A family of dozens of classes takes them from :class:`ByValue` (``@frozen(eq=False, repr=False)``), so
that its module is imported in half the time; what is never read from documents is a :class:`Record`, without attrs.
"""

import inspect
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn, dataclass_transform

from .frozen import specs


class ByValue:
    """Equal if of one class and equal in every field."""

    __slots__ = ()

    @classmethod
    def _names(cls) -> tuple[str, ...]:
        return tuple([field.name for field in specs(cls)])

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self._names()])

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._values() == other._values())

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in self._names()])
        return f"{type(self).__name__}({shown})"


@dataclass_transform(frozen_default=True)
class Record(ByValue):
    """A frozen value whose fields are its annotations, without attrs: a family of dozens costs nothing to import."""

    FIELDS: ClassVar[tuple[str, ...]] = ()
    """Its fields in order, those of its base first."""

    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__init__ = Record.__init__  # type: ignore[method-assign]  # its base's may be written for the base by now
        own = [name for name, kind in inspect.get_annotations(cls).items() if not str(kind).startswith("typing.Class")]
        cls.FIELDS = tuple(dict.fromkeys([*cls.FIELDS, *own]))
        cls._defaults = cls._defaults | {name: cls.__dict__[name] for name in own if name in cls.__dict__}

    @classmethod
    def _names(cls) -> tuple[str, ...]:
        return cls.FIELDS

    def __init__(self, *given: Any, **named: Any) -> None:
        cls = type(self)
        cls.__init__ = _initializer(cls)  # type: ignore[method-assign]
        cls.__init__(self, *given, **named)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be deleted")


def _initializer(cls: type[Record]) -> Callable[..., None]:
    """``__init__`` of one class, written when the first of its objects is made: most commands make few or none."""
    fields, defaults = cls.FIELDS, cls._defaults
    taken = [f"{name}=defaults[{name!r}]" if name in defaults else name for name in fields]
    body = [f"fields[{name!r}] = {name}" for name in fields]
    scope: dict[str, Any] = {"defaults": defaults}
    exec("\n    ".join([f"def __init__({', '.join(['self', *taken])}):", "fields = self.__dict__", *body]), scope)
    made: Callable[..., None] = scope["__init__"]
    return made
