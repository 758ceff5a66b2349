"""Readings of disputed rules as the fields of one class: the options' table is made from it."""

import typing
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import attrs

from ..rulesets import Option, OptionValue, RulesetTable

R = TypeVar("R")


def reading(*rules: str, about: str) -> Any:
    """A field whose ``Literal`` type lists the readings of one disputed rule, the default first.

    :param rules: the ids that it decides.
    :param about: what the readings say, for a person.
    """
    return attrs.field(metadata={"rules": rules, "about": about})


class Rulesets(RulesetTable, Generic[R]):
    """The options of a game, and its presets.

    :param kind: a frozen class whose fields are made by :func:`reading`.
    :param presets: by name, the values that differ from the first one of each option; the first preset is the default.
    """

    def __init__(self, kind: type[R], presets: Mapping[str, Mapping[str, OptionValue]]) -> None:
        types = typing.get_type_hints(kind)
        fields = attrs.fields(kind)  # type: ignore[arg-type]  # it is an attrs class
        super().__init__(
            (Option(f.name, typing.get_args(types[f.name]), f.metadata["rules"], f.metadata["about"]) for f in fields),
            presets,
        )
        self._kind = kind

    def of(self, position: Any) -> R:
        """The reading chosen for each option by a document's ``ruleset`` and ``options``.

        :raises DocumentError: an unknown preset, option or value.
        """
        return self.chosen(self._kind, position.ruleset, position.options)
