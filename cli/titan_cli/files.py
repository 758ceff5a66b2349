"""Writing files whole or not at all."""

import os
from pathlib import Path

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
