"""``titan validate FILE...``."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import click

from titan_rules.kernel import jsontext
from titan_rules.kernel.documents import Format
from titan_rules.kernel.errors import DocumentError, Fault

from . import inputs, output

Warnings: TypeAlias = Callable[[Any], Sequence[Fault]]


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@inputs.with_lines
@output.with_format
def command(files: tuple[str, ...], lines: bool) -> int:
    """Is each document well-formed, and its position possible? Every fault is listed.

    The exit code is 1 if a document is not valid, 2 if a FILE cannot be read.

    \b
    titan new --players 3 | titan validate -
    """
    from titan_rules.documents import FORMAT

    return print_reports(FORMAT, files, lines)


def print_reports(family: Format, files: Iterable[str], lines: bool, warnings: Warnings | None = None) -> int:
    """Report on each document of the files, and give the exit code.

    :param lines: each line of a file is a document.
    :param warnings: gives what is odd about a valid document.
    """
    if lines:
        return _each_line(family, files, warnings)
    reports = [_report(family, {"file": path}, inputs.read_bytes(path), warnings) for path in files]
    valid = all(report["valid"] for report in reports)
    answer = {"kind": "validation", "valid": valid, "documents": reports}
    output.emit(answer, lambda: "\n".join(map(_told, reports)))
    return output.ANSWERED if valid else output.NEGATIVE


def _each_line(family: Format, files: Iterable[str], warnings: Warnings | None) -> int:
    code = output.ANSWERED
    for path in files:
        for number, text in inputs.json_lines(path):
            report = _report(family, {"file": path, "line": number}, text, warnings)
            if not report["valid"]:
                code = output.NEGATIVE
            if output.wants_json():
                output.emit_line(report)
            else:
                click.echo(_told(report))
    return code


def _report(
    family: Format, where: dict[str, Any], raw: str | bytes | DocumentError, warnings: Warnings | None
) -> dict[str, Any]:
    kind, faults, odd = None, list[Fault](), list[Fault]()
    try:
        if isinstance(raw, DocumentError):
            raise raw
        text = jsontext.decode(raw) if isinstance(raw, bytes) else raw
        data = jsontext.loads(text)
        kind = data.get("kind") if isinstance(data, dict) else None
        document = family.read(data)
        odd.extend(warnings(document) if warnings else ())
    except DocumentError as e:
        faults.extend(e.faults)
    report = {**where, "document": kind, "valid": not faults, "faults": list(_listed(faults))}
    return {**report, "warnings": list(_listed(odd))} if odd else report


def _listed(faults: list[Fault]) -> Iterator[dict[str, Any]]:
    for fault in faults:
        yield {key: value for key, value in fault.to_json().items() if key != "line"}


def _told(report: dict[str, Any]) -> str:
    place = report["file"] + (f":{report['line']}" if "line" in report else "")
    if report["valid"]:
        odd = [f"{place}: warning: {Fault(**fault)}" for fault in report.get("warnings", ())]
        return "\n".join([f"{place}: valid {report['document']}", *odd])
    return "\n".join(f"{place}: {Fault(**fault)}" for fault in report["faults"])
