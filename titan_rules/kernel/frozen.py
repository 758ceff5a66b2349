"""Frozen classes like those of attrs, whose methods are written when they are first needed.

attrs writes and compiles the methods of every class when its module is imported, half a millisecond for each; a command
imports a hundred classes and makes objects of ten. ``frozen`` and ``field`` take what these modules give attrs, and to
type checkers they are those of attrs. ``attrs.fields``, ``attrs.evolve`` and ``attrs.asdict`` know the classes; attrs
itself is imported when one of them asks.
"""

import inspect
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NoReturn, TypeVar, get_origin

C = TypeVar("C", bound=type[Any])

MISSING: Any = object()
"""The default of a field that has none; equals nothing."""


class Spec(NamedTuple):
    """What is said of a field.

    :param alias: its name in calls.
    :param type: as annotated.
    :param factory: makes the default.
    """

    name: str = ""
    alias: str = ""
    type: Any = None
    default: Any = MISSING
    factory: Callable[[], Any] | None = None
    converter: Callable[[Any], Any] | None = None
    init: bool = True
    repr: bool = True
    eq: bool = True
    hash: bool | None = None
    kw_only: bool = False
    metadata: Mapping[str, Any] = {}

    @property
    def optional(self) -> bool:
        """Whether a call may leave it out."""
        return self.default is not MISSING or self.factory is not None

    @property
    def made(self) -> Any:
        """Its default, made now where it is made; :data:`MISSING` where it has none."""
        return self.default if self.factory is None else self.factory()


def has_fields(kind: object) -> bool:
    """Whether something is a class with fields, made here or by attrs."""
    return isinstance(kind, type) and (hasattr(kind, "_specs") or hasattr(kind, "__attrs_attrs__"))


def specs(cls: type[Any]) -> tuple[Spec, ...]:
    """The fields of a class made here or by attrs, in order.

    :raises TypeError: it has none.
    """
    if "_specs" in cls.__dict__:
        found: tuple[Spec, ...] = cls._specs
        return found
    import attrs

    rows = []
    for said in attrs.fields(cls):
        made = isinstance(said.default, attrs.Factory)  # type: ignore[arg-type]
        default = MISSING if made or said.default is attrs.NOTHING else said.default
        factory = said.default.factory if made else None
        rows.append(
            Spec(
                said.name,
                said.alias or said.name,
                said.type,
                default,
                factory,
                said.converter,
                said.init,
                bool(said.repr),
                bool(said.eq),
                said.hash,
                bool(said.kw_only),
                said.metadata,
            )
        )
    return tuple(rows)


def _field(**said: Any) -> Any:
    return Spec(**said)


def _frozen(cls: C | None = None, **said: bool) -> Any:
    """A frozen class; as :func:`attrs.frozen` with ``eq``, ``hash``, ``repr``, ``kw_only`` and ``slots``."""
    return (lambda given: _make(given, **said)) if cls is None else _make(cls, **said)


def _make(
    cls: C, *, eq: bool = True, hash: bool = True, repr: bool = True, kw_only: bool = False, slots: bool = True
) -> C:
    own = _own(cls, kw_only)
    names = {spec.name for spec in own}
    inherited = [spec for spec in getattr(cls, "_specs", ()) if spec.name not in names]
    every = (*[spec._replace(kw_only=spec.kw_only or kw_only) for spec in inherited], *own)
    body: dict[str, Any] = {
        "_specs": every,
        "__attrs_attrs__": _Later(),
        "__match_args__": tuple([s.name for s in every if s.init and not s.kw_only]),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
    }
    if eq:
        body["__eq__"] = _eq([s.name for s in every if s.eq])
        body["__hash__"] = _hash([s.name for s in every if s.eq and s.hash is not False]) if hash else None
    if repr:
        body["__repr__"] = _repr
    given = {key: value for key, value in cls.__dict__.items() if key not in names}
    if slots:
        made: Any = _slotted(cls, own, body | given)
    else:
        made = cls
        for name in names & cls.__dict__.keys():
            delattr(cls, name)
        for key in body.keys() - given.keys():
            setattr(cls, key, body[key])
    if "__init__" not in given:
        made.__init__ = _first_init(made)
    return made  # type: ignore[no-any-return]


def _own(cls: type[Any], kw_only: bool) -> list[Spec]:
    """The fields that a class adds to those of its bases: its annotations, but for class variables."""
    found = []
    for name, kind in inspect.get_annotations(cls).items():
        origin: object = get_origin(kind)
        if origin is not ClassVar:
            said = cls.__dict__.get(name, MISSING)
            spec = said if isinstance(said, Spec) else Spec(default=said)
            alias = spec.alias or name.lstrip("_")
            found.append(spec._replace(name=name, alias=alias, type=kind, kw_only=spec.kw_only or kw_only))
    return found


def _slotted(cls: type[Any], own: list[Spec], body: dict[str, Any]) -> type[Any]:
    """The class again, with slots for its fields. Its methods cannot use ``super()`` without arguments."""
    above = {name for base in cls.__mro__[1:] for name in getattr(base, "__slots__", ())}
    weak = () if cls.__base__ and cls.__base__.__weakrefoffset__ else ("__weakref__",)
    slots = (*[spec.name for spec in own if spec.name not in above], *weak)
    pickled = {"__getstate__": _getstate, "__setstate__": _setstate}
    kept = {key: value for key, value in body.items() if key not in ("__dict__", "__weakref__")}
    meta: Any = type(cls)
    made: type[Any] = meta(cls.__name__, cls.__bases__, pickled | kept | {"__slots__": slots})
    return made


class _Later:
    """The fields as attrs knows them, made when attrs asks."""

    def __get__(self, thing: object, owner: type[Any]) -> Any:
        import attrs

        members = {}
        for spec in owner._specs:
            said = {key: getattr(spec, key) for key in ("converter", "init", "repr", "eq", "kw_only", "alias", "type")}
            default = attrs.NOTHING if spec.default is MISSING else spec.default
            said["default"] = default if spec.factory is None else attrs.Factory(spec.factory)
            members[spec.name] = attrs.field(**said, hash=spec.hash, metadata=spec.metadata)
        found = attrs.make_class(owner.__name__, members).__attrs_attrs__  # type: ignore[attr-defined]
        type.__setattr__(owner, "__attrs_attrs__", found)
        return found


def _first_init(cls: type[Any]) -> Callable[..., None]:
    """``__init__`` until it is called: then it is written for the class."""

    def __init__(self: Any, *given: Any, **named: Any) -> None:  # noqa: N807
        init = _init(cls)
        type.__setattr__(cls, "__init__", init)
        init(self, *given, **named)

    return __init__


def _init(cls: type[Any]) -> Callable[..., None]:
    """``__init__`` of a class: converts what it is given, fills in defaults and sets the fields."""
    every: tuple[Spec, ...] = cls._specs
    scope: dict[str, Any] = {"MISSING": MISSING}
    parameters: dict[bool, list[str]] = {False: ["self"], True: []}
    body = []
    slotted = "__dict__" not in dir(cls)
    for spec in every:
        name = spec.name
        value = spec.alias
        if spec.factory is not None:
            scope[f"make_{name}"] = spec.factory
            value = f"make_{name}()" if not spec.init else f"make_{name}() if {value} is MISSING else {value}"
        elif spec.default is not MISSING:
            scope[f"default_{name}"] = spec.default
            value = value if spec.init else f"default_{name}"
        elif not spec.init:
            continue
        if spec.init:
            default = f"={f'default_{name}' if spec.factory is None else 'MISSING'}" if spec.optional else ""
            parameters[spec.kw_only].append(spec.alias + default)
        if spec.converter is not None:
            scope[f"convert_{name}"] = spec.converter
            value = f"convert_{name}({value})"
        if slotted:
            scope[f"set_{name}"] = getattr(cls, name).__set__
        body.append(f"set_{name}(self, {value})" if slotted else f"self.__dict__[{name!r}] = {value}")
    if hasattr(cls, "__attrs_post_init__"):
        body.append("self.__attrs_post_init__()")
    taken = [*parameters[False], *(["*", *parameters[True]] if parameters[True] else [])]
    exec("\n    ".join([f"def __init__({', '.join(taken)}):", *(body or ["pass"])]), scope)
    made: Callable[..., None] = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _getter(names: list[str]) -> Callable[[Any], Any]:
    return attrgetter(*names) if names else lambda _: ()


def _eq(names: list[str]) -> Callable[[Any, object], bool]:
    values = _getter(names)

    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash(names: list[str]) -> Callable[[Any], int]:
    values = _getter(names)

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash((self.__class__, values(self)))

    return __hash__


def _repr(self: Any) -> str:
    name = type(self).__qualname__.rpartition(">.")[2]
    return f"{name}({', '.join([f'{s.name}={getattr(self, s.name)!r}' for s in self._specs if s.repr])})"


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be changed")


def _getstate(self: Any) -> dict[str, Any]:
    return {spec.name: getattr(self, spec.name) for spec in self._specs}


def _setstate(self: Any, state: dict[str, Any]) -> None:
    for name, value in state.items():
        object.__setattr__(self, name, value)


if TYPE_CHECKING:
    from attrs import field as field
    from attrs import frozen as frozen
else:
    field, frozen = _field, _frozen
