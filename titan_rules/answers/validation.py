"""What ``validate`` answers: which documents are well-formed, and which positions are possible."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block
from ..kernel.errors import Fault
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.wording import one_line


@frozen(kw_only=True)
class Validated(Part):
    """Whether a file, or one line of it, holds a valid document.

    :param line: the line number, if each line is a document.
    :param document: its kind, if it says so.
    :param faults: everything wrong with it.
    :param warnings: oddities that are allowed.
    """

    file: str
    line: int | None = None
    document: str | None
    valid: bool
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...] = ()

    def to_json(self) -> dict[str, JSON]:
        """The JSON object; its faults have no line number of their own."""
        shown = super().to_json()
        for key in ("faults", "warnings"):
            if key in shown:
                shown[key] = [fault.to_json() for fault in self._here(getattr(self, key))]
        return shown

    def _here(self, faults: Iterable[Fault]) -> list[Fault]:
        return [fault if self.line is None else evolve(fault, line=None) for fault in faults]

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        if not self.valid:
            return "\n".join([f"{place}: {one_line(str(fault))}" for fault in self._here(self.faults)])
        warnings = [f"{place}: warning: {one_line(str(fault))}" for fault in self._here(self.warnings)]
        return "\n".join([f"{place}: valid {self.document}", *warnings])


@frozen(kw_only=True, repr=False)
class Validation(Answer):
    """Whether all files hold valid documents.

    :param valid: true if all do.
    """

    kind: ClassVar[str] = "validation"
    valid: bool
    documents: tuple[Validated, ...]

    def blocks(self) -> Iterator[Block]:
        """What each file holds."""
        yield from map(str, self.documents)
