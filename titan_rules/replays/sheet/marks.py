"""The parts of a line of a sheet: the text, a comment after ``;``, and what is no part of the game after ``#``."""

import re

from attrs import frozen

_PARTS = re.compile(r'((?:"(?:[^"\\]|\\.)*+"|[^";#]++)*+)(.*)', re.DOTALL)


@frozen
class Marked:
    """One row of a sheet.

    :param text: what it says, without blanks around it.
    :param comment: what follows ``;``, one blank after it left out; None where there is none.
    """

    text: str
    comment: str | None = None


def marked(row: str) -> Marked:
    """The parts of a row.

    >>> marked("roll 4   ; a good one"), marked("# no part of the game")
    (Marked(text='roll 4', comment='a good one'), Marked(text='', comment=None))
    """
    row = row.removesuffix("\n").removesuffix("\r")
    match = _PARTS.match(row)
    text, rest = (match[1], match[2]) if match else (row, "")
    if rest.startswith(";"):
        return Marked(text.strip(), rest[1:].removeprefix(" "))
    return Marked(text.strip() if not rest or rest.startswith("#") else row.strip())


def with_comment(rows: list[str], comment: str | None) -> list[str]:
    """Rows with a comment: its first line on the first row, the others on rows of their own after it."""
    if comment is None:
        return rows
    first, *more = comment.split("\n")
    return [f"{rows[0]}  ; {first}".lstrip(), *[f"; {line}" for line in more], *rows[1:]]
