"""Whether files hold valid documents, whatever reads them: ``titan validate``."""

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeAlias

import click
from attrs import frozen

from titan_rules.answers.documents import MOST_FAULTS, Validated, Validation
from titan_rules.box.loading import beside
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON

from . import arguments, output

Read: TypeAlias = Callable[[JSON], Sequence[Fault]]
"""Reads a file's JSON value and says what is odd about it; raises DocumentError with everything wrong."""

Sheet: TypeAlias = Callable[[bytes], tuple[str, Iterable[Fault]] | None]
"""The kind of a recorded game, and its faults; None if a file is not one."""

Line: TypeAlias = Callable[[str, bool], bool]
"""Whether a text is a position on one line: in an argument or a line (True), or alone in a file."""


@frozen
class Validator:
    """Reads documents of a game.

    :param read: reads a document's JSON value.
    :param sheet: reads a file that may be a recorded game of many lines; None: there are none of this kind.
    :param is_line: whether a text is a position on one line.
    :param document: the document of such a position.
    """

    read: Read
    sheet: Sheet | None = None
    is_line: Line = lambda _, __: False
    document: Callable[[str], JSON] = jsontext.loads

    def report(self, file: str, raw: str | bytes | DocumentError, line: int | None = None) -> Validated:
        """Whether the contents of a file, or one line of it, are valid.

        :param raw: the bytes of a whole file, or the text of a line.
        """
        kind: str | None = None
        faults: Iterable[Fault] = ()
        odd: Sequence[Fault] = ()
        unkept = 0
        try:
            if isinstance(raw, DocumentError):
                raise raw
            with beside(os.path.dirname(file)):
                recorded = self.sheet(raw) if self.sheet is not None and isinstance(raw, bytes) else None
                if recorded is not None:
                    kind, faults = recorded
                else:
                    text = jsontext.decode(raw) if isinstance(raw, bytes) else raw
                    alone = text.strip("\ufeff \r\n\t")
                    short = alone[:1] not in ("{", "[", "") and "\n" not in alone
                    typed = short and self.is_line(alone, isinstance(raw, str))
                    data = self.document(alone) if typed else jsontext.loads(text)
                    kind = kind_of(data)
                    odd = self.read(data)
        except DocumentError as e:
            faults, unkept = e.faults, e.more
        found = iter(faults)
        listed, more = list(islice(found, MOST_FAULTS)), unkept + sum(1 for _ in found)
        if line is not None:  # each fault is on this line
            listed, odd = ([evolve(fault, line=None) for fault in some] for some in (listed, odd))
        return Validated(
            file=file, line=line, document=kind, valid=not listed, faults=tuple(listed), more=more, warnings=tuple(odd)
        )


def validate(files: Iterable[str], lines: bool, validator: Validator) -> int:
    """Print for each file, or each line of each, whether it holds a document of a possible position.

    :returns: the exit code: 1 if a document is not valid.
    """
    reports, valid = list[Validated](), True
    for path in files:
        if not lines:
            typed = validator.is_line(path, True)
            reports.append(validator.report(path, path if typed else arguments.read_bytes(path)))
        for number, text in arguments.json_lines(path) if lines else ():
            report = validator.report(path, text, number)
            valid = valid and report.valid
            if output.wants_json():
                output.emit_line(report)
            else:
                click.echo(str(report))
    if not lines:
        valid = all(report.valid for report in reports)
        output.emit(Validation(valid=valid, documents=tuple(reports)))
    return output.ANSWERED if valid else output.NEGATIVE


def kind_of(data: JSON) -> str | None:
    """The kind that a JSON value states."""
    if type(data) is not dict:
        return None
    kind = data.get("kind")
    return kind if isinstance(kind, str) else "scenario" if family_of(data) == "titan-rules-scenario" else None


def family_of(data: dict[str, JSON]) -> str:
    """The name in a document's ``format``, without its version."""
    return str(data.get("format")).partition("/")[0]
