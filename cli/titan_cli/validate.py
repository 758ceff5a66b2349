"""``titan validate FILE...``."""

from collections.abc import Iterator
from typing import Any

import click

from titan_rules.documents import FORMAT
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import DocumentError, Fault

from . import inputs, output


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
    if lines:
        return _each_line(files)
    reports = [_report({"file": path}, inputs.read_bytes(path)) for path in files]
    valid = all(report["valid"] for report in reports)
    answer = {"kind": "validation", "valid": valid, "documents": reports}
    output.emit(answer, lambda: "\n".join(map(_told, reports)))
    return output.ANSWERED if valid else output.NEGATIVE


def _each_line(files: tuple[str, ...]) -> int:
    code = output.ANSWERED
    for path in files:
        for number, text in inputs.json_lines(path):
            report = _report({"file": path, "line": number}, text)
            if not report["valid"]:
                code = output.NEGATIVE
            if output.wants_json():
                output.emit_line(report)
            else:
                click.echo(_told(report))
    return code


def _report(where: dict[str, Any], raw: str | bytes | DocumentError) -> dict[str, Any]:
    kind, faults = None, list[Fault]()
    try:
        if isinstance(raw, DocumentError):
            raise raw
        text = jsontext.decode(raw) if isinstance(raw, bytes) else raw
        data = jsontext.loads(text)
        kind = data.get("kind") if isinstance(data, dict) else None
        FORMAT.read(data)
    except DocumentError as e:
        faults.extend(e.faults)
    return {**where, "document": kind, "valid": not faults, "faults": list(_listed(faults))}


def _listed(faults: list[Fault]) -> Iterator[dict[str, Any]]:
    for fault in faults:
        yield {key: value for key, value in fault.to_json().items() if key != "line"}


def _told(report: dict[str, Any]) -> str:
    place = report["file"] + (f":{report['line']}" if "line" in report else "")
    if report["valid"]:
        return f"{place}: valid {report['document']}"
    return "\n".join(f"{place}: {Fault(**fault)}" for fault in report["faults"])
