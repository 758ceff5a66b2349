"""The fields of documents and answers, and their keys in JSON.

Reading, writing and JSON Schemas all follow :func:`keys_of`, so a class is described once, by its fields.
"""

import types
import typing
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Literal, TypeAlias

import attrs
from attrs import field, frozen

if typing.TYPE_CHECKING:
    JSON: TypeAlias = str | int | float | bool | typing.Sequence["JSON"] | Mapping[str, "JSON"] | None
else:
    JSON = Any  # a recursive alias could not be resolved in other modules
ALWAYS: dict[str, Any] = {"always": True}  # field metadata: written even if it has its default
HIDDEN: dict[str, Any] = {"hidden": True}  # field metadata: not part of the document
LAST: dict[str, Any] = {"last": True}  # field metadata: written after the fields of derived classes
FLAT = ""  # the key of a field whose own keys are merged into the whole


def key(name: str, **more: Any) -> dict[str, Any]:
    """Field metadata: the field's key in JSON, if it is not its name."""
    return {"key": name, **more}


# --- marks of types --------------------------------------------------------------------------------------------------


@frozen(repr=False)
class Named:
    """Marks an annotated ``str`` or ``int`` field as a name: ``Annotated[str, Named("character", names.canonical)]``.

    :param what: what it names, also its JSON Schema definition.
    :param canonical: the canonical value; raises :class:`UnknownName`.
    :param known: every known value, for schemas; None: too many.
    :param others: other names are allowed; schemas give the known ones as examples.
    """

    what: str
    canonical: Callable[[Any], Any]
    known: Callable[[], Iterable[Any]] | None = None
    others: bool = False

    def __repr__(self) -> str:
        return f"<a {self.what}>"


@frozen(repr=False)
class Converted:
    """Marks an annotated field as read and written by functions: ``Annotated[Box, Converted(read, write)]``.

    :param read: from JSON; raises :class:`UnknownName` or :class:`DocumentError`.
    :param typed: the JSON value of a typed word; None: typed like any text.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]
    schema: Mapping[str, Any] = field(factory=dict, hash=False)
    typed: Callable[[str], Any] | None = None

    def __repr__(self) -> str:
        return f"<read by {self.read.__name__}>"


@frozen
class Between:
    """Marks an annotated ``int`` field as bounded, both ends included: ``Annotated[int, Between(1, 6)]``."""

    low: int
    high: int


def annotation(kind: Any) -> Named | Between | Converted | None:
    """The mark of an ``Annotated`` type, or None."""
    if typing.get_origin(kind) is typing.Annotated:
        for mark in typing.get_args(kind)[1:]:
            if isinstance(mark, Named | Between | Converted):
                return mark
    return None


# --- shapes of types -------------------------------------------------------------------------------------------------

PLAIN = frozenset({bool, int, float, str, type(None)})  # types whose values are written as they are


def made_of(kind: Any) -> Any:
    """The type under a NewType."""
    return getattr(kind, "__supertype__", kind)


def is_union(kind: Any) -> bool:
    """Whether a type is a union."""
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def without_none(kind: Any) -> Any:
    """A union without its None; any other type as it is."""
    if not is_union(kind):
        return kind
    return typing.Union[tuple(part for part in typing.get_args(kind) if part is not type(None))]  # noqa: UP007


@cache
def shape(kind: Any) -> tuple[Any, ...]:
    """What values of a type look like in JSON: a word, and the types within.

    ``any``; ``plain`` and its type; ``marked``, its mark and the type under it; ``literal`` and its values; ``scalar``,
    a union of plain types; ``optional`` and the type without its None; ``union``; ``list`` and the type of each item;
    ``tuple`` of several types; ``mapping``, the types of keys and items; ``object`` and its attrs class; ``other``.
    """
    base, origin, args = made_of(kind), typing.get_origin(kind), typing.get_args(kind)
    if kind is Any:
        return ("any",)
    if base in PLAIN:
        return "plain", base
    if origin is typing.Annotated:
        mark = annotation(kind)
        return shape(args[0]) if mark is None else ("marked", mark, made_of(args[0]))
    if origin is Literal:
        return "literal", *args
    if origin is typing.Union or origin is types.UnionType:
        if PLAIN.issuperset(args):
            return "scalar", *args
        return ("optional", without_none(kind)) if len(args) == 2 and type(None) in args else ("union", *args)
    if origin is tuple:
        return ("list", args[0]) if len({*args} - {...}) == 1 else ("tuple", *args)
    if origin is Mapping or origin is dict:
        return "mapping", *args
    return "object" if attrs.has(base) else "other", base


# --- keys ------------------------------------------------------------------------------------------------------------


@frozen
class Key:
    """A key of a class's JSON objects.

    :param name: of the field or property.
    :param key: in JSON; :data:`FLAT` if the field's own keys are merged in.
    :param default: ``attrs.NOTHING`` if it has none.
    :param always: it is written even if it has its default.
    :param required: by schemas.
    :param argument: the field's name in ``__init__``.
    :param header: for a document, the schemas of the keys before its own.
    """

    name: str
    key: str
    kind: Any
    default: Any
    always: bool = True
    required: bool = True
    argument: str = ""
    header: Mapping[str, JSON] | None = None


def key_of(member: Any) -> str:
    """The JSON key of an attrs field."""
    name: str = member.metadata.get("key", member.name)
    return name


def is_told(cls: type[Any]) -> bool:
    """Whether a class is an answer or a part of one, not a document."""
    return hasattr(cls, "KEYS")


@cache
def keys_of(cls: Any) -> tuple[Key, ...]:
    """The keys of a class's JSON objects, as written."""
    kinds = typing.get_type_hints(cls, include_extras=True)
    members = {f.name: f for f in attrs.fields(cls) if not f.metadata.get("hidden")}
    last = [name for name in members if members[name].metadata.get("last")]
    told, keys = is_told(cls), []
    for name in getattr(cls, "KEYS", ()) or [*[name for name in members if name not in last], *last]:
        member = members.get(name)
        if member is None:  # a property
            kind = typing.get_type_hints(getattr(cls, name).fget, include_extras=True)["return"]
            keys.append(Key(name, name, kind, attrs.NOTHING))
            continue
        said, default = member.metadata, member.default
        has_default, always = default is not attrs.NOTHING, bool(said.get("always"))
        if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
            default = default.factory()
        keys.append(
            Key(
                name,
                said.get("key", name),
                kinds[name],
                said.get("unless", default),
                always or not has_default,
                said.get("required", always) if has_default and told else not has_default,
                member.alias,
                said.get("header"),
            )
        )
    return tuple(keys)
