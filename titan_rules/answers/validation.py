"""What ``validate`` answers: which documents are well-formed, and whose positions are possible."""

from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..kernel.errors import Fault
from ..kernel.jsontext import JSON


@frozen(kw_only=True)
class Validated(Part):
    """Whether a file, or a line of one, holds a valid document.

    :param line: where each line is a document; its faults then leave the line out.
    :param document: its kind, as far as it says.
    :param faults: everything that is wrong with it.
    :param warnings: what is odd about it, and allowed.
    """

    file: str
    line: int | None = None
    document: str | None
    valid: bool
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...] = ()

    def to_json(self) -> dict[str, JSON]:
        """The JSON object."""
        shown = super().to_json()
        if self.line is not None:
            for key, faults in (("faults", self.faults), ("warnings", self.warnings)):
                if key in shown:
                    shown[key] = [_without_line(fault) for fault in faults]
        return shown


def _without_line(fault: Fault) -> dict[str, JSON]:
    return {key: value for key, value in fault.to_json().items() if key != "line"}


@frozen(kw_only=True)
class Validation(Answer):
    """Whether files hold valid documents.

    :param valid: whether all do.
    """

    kind: ClassVar[str] = "validation"
    valid: bool
    documents: tuple[Validated, ...]
