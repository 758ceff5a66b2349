"""Writing files whole or not at all."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from titan_rules.kernel.errors import DocumentError, Fault


def write_whole(path: str, content: bytes) -> None:
    """Write a file: either all of it stands there afterwards, or what stood there before.

    A link is followed; what is no plain file (``/dev/null``) is written to directly.

    :raises DocumentError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            if target.is_dir():
                raise DocumentError([Fault("is-directory", f"{path} is a directory, a file is wanted")])
            target.write_bytes(content)
            return
        draft = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            draft.write_bytes(content)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as e:
        raise DocumentError([Fault("file", f"{path}: {e.strerror or e}")]) from None


@contextmanager
def text_output(path: str | None) -> Iterator[TextIO]:
    """Where a text goes that is written bit by bit: standard output, or a file that is written whole or not at all.

    :param path: the file; None for standard output.
    :raises DocumentError: it cannot be written. Nothing has been written to the file then, or if the block raises.
    """
    if path is None:
        yield sys.stdout
        return
    target = Path(os.path.realpath(path))
    plain = target.is_file() or not target.exists()
    draft = target.with_name(f".{target.name}.{os.getpid()}.part") if plain else target
    try:
        if target.is_dir():
            raise DocumentError([Fault("is-directory", f"{path} is a directory, a file is wanted")])
        with draft.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            yield stream
        if plain:
            draft.replace(target)
    except OSError as e:
        raise DocumentError([Fault("file", f"{path}: {e.strerror or e}")]) from None
    finally:
        if plain:
            draft.unlink(missing_ok=True)
