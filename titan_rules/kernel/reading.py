"""JSON values read into frozen attrs objects, in one pass and without coercion; every fault has its pointer."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar

from .errors import DocumentError, Fault, UnknownName
from .evolving import FrozenMap, evolve
from .fields import JSON, Between, Converted, keys_of, shape
from .names import hinting, nearest, shortened

T = TypeVar("T")

Reader = Callable[[Any], Any]  # raises DocumentError or UnknownName
MOST_FAULTS = 100  # this many are kept, and the rest are counted
TYPE_NAMES = {
    bool: "true or false",
    int: "an integer",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def read(value: JSON, kind: type[T], at: str = "") -> T:
    """Read a JSON value into the attrs class ``kind``.

    :param at: JSON Pointer of the value, put before the faults' own.
    :raises DocumentError: with the first :data:`MOST_FAULTS` faults in document order, and the number of the rest.
    """
    hashable: Any = kind
    found, before = FoundFaults(), hinting.set(True)
    try:
        return reader(hashable)(value)  # type: ignore[no-any-return]
    except (DocumentError, UnknownName) as e:
        found.add(e, at)
    finally:
        hinting.reset(before)
    raise found.error()


class FoundFaults:
    """The faults found so far: the first ones, and the number of the rest."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.more = 0

    def add(self, error: DocumentError | UnknownName, at: str) -> None:
        """Add those of a part that stands at a JSON Pointer."""
        found = faults_of(error, at) if len(self.faults) < MOST_FAULTS else error.faults
        kept = found[: MOST_FAULTS - len(self.faults)]
        self.faults += kept
        self.more += len(found) - len(kept) + (error.more if isinstance(error, DocumentError) else 0)
        if len(self.faults) >= MOST_FAULTS:
            hinting.set(False)

    def error(self) -> DocumentError:
        """What to raise."""
        return DocumentError(self.faults, self.more)


def describe(value: object) -> str:
    """What a JSON value is, for messages.

    >>> describe("abc"), describe(3), describe([1])
    ("'abc'", '3', 'a list')
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return repr(value) if len(value) <= 40 else f"{value[:37]!r}..."
    return TYPE_NAMES.get(type(value), type(value).__name__)


def mismatch(code: str, message: str, hint: str | None = None) -> DocumentError:
    """The error of a wrong value."""
    return DocumentError([Fault(code, message, hint=hint)])


def wants(expected: str, value: object) -> DocumentError:
    """The error of a value of the wrong type; ``expected`` is in words."""
    return mismatch("wrong-type", f"expected {expected}, got {describe(value)}")


def faults_of(error: DocumentError | UnknownName, at: str) -> list[Fault]:
    """An error's faults, with their place in a document."""
    return [evolve(fault, pointer=at + fault.pointer) for fault in error.faults]


def _under(key: str | int) -> str:
    return "/" + str(key).replace("~", "~0").replace("/", "~1")


# --- values that hold no others --------------------------------------------------------------------------------------


def exactly(kind: type[T]) -> Callable[[Any], T]:
    """Reads values of exactly one plain type; True is not an integer."""
    name = TYPE_NAMES[kind]

    def read(value: Any) -> T:
        if type(value) is not kind:
            raise wants(name, value)
        return value

    return read


def _number(value: Any) -> float:
    if type(value) is not float and type(value) is not int:
        raise wants(TYPE_NAMES[float], value)
    return float(value)


def _name(canonical: Callable[[Any], Any], base: Any) -> Reader:
    wanted = TYPE_NAMES[base]

    def read(value: Any) -> Any:
        if type(value) is not base:
            raise wants(wanted, value)
        return canonical(value)

    return read


def _between(low: int, high: int) -> Reader:
    def read(value: Any) -> int:
        if type(value) is not int:
            raise wants(TYPE_NAMES[int], value)
        if not low <= value <= high:
            raise mismatch("out-of-range", f"expected {low} to {high}, got {value}")
        return value

    return read


def _constant(choices: Iterable[Any]) -> Reader:
    known = {(type(choice), choice): choice for choice in choices}

    def read(value: Any) -> Any:
        try:
            return known[type(value), value]
        except (KeyError, TypeError):
            hint = nearest(value, [c for c in choices if isinstance(c, str)]) if isinstance(value, str) else None
        listed = ", ".join("null" if c is None else str(c) for c in choices)
        raise mismatch("bad-value", f"expected one of {listed}, got {describe(value)}", hint)

    return read


def _any_of(parts: Iterable[Any]) -> Reader:
    wanted = " or ".join(TYPE_NAMES[part] for part in parts)

    def read(value: Any) -> Any:
        if type(value) not in parts:
            raise wants(wanted, value)
        return value

    return read


# --- values that hold others -----------------------------------------------------------------------------------------


@cache
def reader(kind: Any) -> Reader:
    """Reads values of a type."""
    match shape(kind):
        case ("any",):
            return lambda value: value
        case "plain", base:
            return _number if base is float else exactly(base)
        case "marked", Converted() as mark, _:
            return mark.read
        case "marked", Between(low, high), _:
            return _between(low, high)
        case "marked", mark, base:
            return _name(mark.canonical, base)
        case "literal", *choices:
            return _constant(choices)
        case "scalar", *parts:
            return _any_of(parts)
        case "optional", inner:
            read_inner = reader(inner)
            return lambda value: None if value is None else read_inner(value)
        case "list", item:
            return _list(reader(item))
        case "mapping", key, item:
            return _mapping(reader(key), reader(item))
        case "object", cls:
            return _object(cls)
    raise TypeError(f"documents cannot hold {kind}")


def _list(each: Reader) -> Reader:
    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list:
            raise wants("a list", value)
        items: list[Any] = []
        found: FoundFaults | None = None
        for i, item in enumerate(value):
            try:
                items.append(each(item))
            except (DocumentError, UnknownName) as e:
                found = found or FoundFaults()
                found.add(e, _under(i))
        if found is None:
            return tuple(items)
        raise found.error()

    return read


def _mapping(key_of: Reader, value_of: Reader) -> Reader:
    def read(value: Any) -> FrozenMap[Any, Any]:
        if type(value) is not dict:
            raise wants("an object", value)
        given: dict[Any, Any] = {}
        found = FoundFaults()
        for typed, item in value.items():
            try:
                key = key_of(typed)
                if key in given:
                    raise mismatch("duplicate-key", f"duplicate key {key}")
                given[key] = None
                given[key] = value_of(item)
            except (DocumentError, UnknownName) as e:
                found.add(e, _under(typed))
        if found.faults:
            raise found.error()
        return FrozenMap(given)

    return read


def _object(cls: Any) -> Reader:
    plan: dict[str, tuple[str, Reader]] = {}
    required: dict[str, None] = {}

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise wants("an object", value)
        if not plan:  # classes may hold themselves
            required.update({key.key: None for key in keys_of(cls) if key.required})
            plan.update({key.key: (key.argument, reader(key.kind)) for key in keys_of(cls)})
        given: dict[str, Any] = {}
        found = FoundFaults()
        if not required.keys() <= value.keys():
            found.faults = [Fault("missing-key", f"the key {key!r} is missing") for key in required if key not in value]
        for key, item in value.items():
            try:
                argument, inner = plan[key]
                given[argument] = inner(item)
            except KeyError:
                if key in plan:  # raised while reading the value
                    raise
                unknown = mismatch("unknown-key", f"unknown key {shortened(key)!r}", nearest(key, plan))
                found.add(unknown, _under(key))
            except (DocumentError, UnknownName) as e:
                found.add(e, _under(key))
        if found.faults:
            raise found.error()
        return cls(**given)

    return read
