"""Rulesets: options for the readings of a rule, and presets of them."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, get_args, get_type_hints

from attrs import field, fields, frozen

from .errors import DocumentError, Fault
from .jsontext import pointer as pointer_to
from .names import nearest, shortened
from .reading import describe

OptionValue = str | bool
R = TypeVar("R")


@frozen
class Option:
    """One disputed reading.

    :param name: as written in documents.
    :param values: the readings, the default one first.
    :param rules: the ids of the rules it decides.
    :param about: what the readings say, for a person.
    """

    name: str
    values: tuple[OptionValue, ...]
    rules: tuple[str, ...]
    about: str


def reading(*rules: str, about: str) -> Any:
    """A field whose ``Literal`` type lists the readings of one disputed rule, the default first.

    :param rules: the ids of the rules it decides.
    :param about: what the readings say, for a person.
    """
    return field(metadata={"rules": rules, "about": about})


class Rulesets(Generic[R]):
    """The options of a game in display order, and its presets.

    :param kind: a frozen class whose fields are made by :func:`reading`.
    :param presets: by name, the values that differ from the first one of each option; the first preset is the default.
    """

    def __init__(self, kind: type[R], presets: Mapping[str, Mapping[str, OptionValue]]) -> None:
        types = get_type_hints(kind)
        members = fields(kind)  # type: ignore[arg-type]  # it is an attrs class
        options = [Option(f.name, get_args(types[f.name]), f.metadata["rules"], f.metadata["about"]) for f in members]
        self.options = {option.name: option for option in options}
        default = {option.name: option.values[0] for option in options}
        self.presets = {name: default | dict(values) for name, values in presets.items()}
        self._kind = kind
        self._chosen: dict[object, R] = {}

    def faults(self, preset: str, overrides: Mapping[str, Any], pointer: str = "") -> list[Fault]:
        """The faults of a preset's name and a set of overrides."""
        faults: list[Fault] = []
        if preset not in self.presets:
            hint: str | None = nearest(preset, self.presets) or "one of: " + ", ".join(self.presets)
            message = f"unknown ruleset {shortened(preset)!r}"
            faults.append(Fault("unknown-ruleset", message, f"{pointer}/ruleset", hint=hint))
        for name, value in overrides.items():
            place = pointer + pointer_to("options", name)
            option = self.options.get(name)
            if option is None:
                hint = nearest(name, self.options)
                message = f"unknown ruleset option {shortened(name)!r}"
                faults.append(Fault("unknown-option", message, place, hint=hint))
            elif not any(value is v or (value == v and type(value) is type(v)) for v in option.values):
                known = ", ".join(str(v).lower() if isinstance(v, bool) else v for v in option.values)
                faults.append(
                    Fault("bad-option", f"option {name} cannot be {describe(value)}", place, hint=f"one of: {known}")
                )
        return faults

    def chosen(self, preset: str, overrides: Mapping[str, OptionValue]) -> R:
        """The reading chosen for each option by a preset with overrides, as a cached object.

        :raises DocumentError: an unknown preset, option or value.
        """
        key = (preset, *overrides.items()) if overrides else preset
        chosen = self._chosen.get(key)
        if chosen is None:
            faults = self.faults(preset, overrides)
            if faults:
                raise DocumentError(faults)
            chosen = self._chosen[key] = self._kind(**{**self.presets[preset], **overrides})
        return chosen

    def of(self, position: Any) -> R:
        """The reading chosen for each option by a document's ``ruleset`` and ``options``."""
        return self.chosen(position.ruleset, position.options)

    def typed(self, text: str) -> tuple[str, OptionValue]:
        """An override typed as ``NAME=VALUE``.

        :raises DocumentError: not of that form, or unknown.
        """
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals:
            raise DocumentError([Fault("bad-option", f"an option is written NAME=VALUE, not {text!r}")])
        given: OptionValue = {"true": True, "false": False}.get(value.lower(), value)
        faults = self.faults(next(iter(self.presets)), {name: given})
        if faults:
            raise DocumentError(faults)
        return name, given
