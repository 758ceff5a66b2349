"""Files: reads them, writes them whole or not at all, one writer at a time; and the shipped examples.

A file that cannot be read or written raises DocumentError; a failed write leaves the old file.
"""

import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from io import TextIOWrapper
from pathlib import Path
from threading import get_ident
from typing import BinaryIO, TextIO

import titan_rules
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.lines import unpacked
from titan_rules.kernel.names import Names

try:
    import fcntl
except ImportError:  # this system has no such locks
    fcntl = None  # type: ignore[assignment]


def unreadable(path: str, why: object, code: str = "file") -> DocumentError:
    """The error of a file that cannot be read at all."""
    return DocumentError([Fault(code, f"{'standard input' if path == '-' else path}: {why}")])


@contextmanager
def open_binary(path: str) -> Iterator[BinaryIO]:
    """A file, or standard input for ``-``, unpacked if it is gzip."""
    if path == "-" and sys.stdin is None:
        raise unreadable(path, "is closed")
    if os.path.isdir(path):
        raise unreadable(path, "is a directory, not a file", "is-directory")
    try:
        if path == "-":
            yield unpacked(sys.stdin.buffer)
        else:
            with open(path, "rb") as stream:
                yield unpacked(stream)
    except BrokenPipeError:
        raise  # of the output
    except OSError as e:
        raise unreadable(path, e.strerror or e) from None
    except (EOFError, zlib.error) as e:
        raise unreadable(path, e) from None


def write_whole(path: str, content: bytes, *, durable: bool = False) -> None:
    """Write a file whole: if that fails, the file keeps its old content.

    :param durable: even if the machine crashes.
    """
    with _replacing(path, durable) as stream:
        stream.write(content)


@contextmanager
def text_output(path: str | None) -> Iterator[TextIO]:
    """A stream to standard output, or to a file that is written whole or not at all.

    :param path: the file; None for standard output.
    """
    if path is None:
        yield sys.stdout
        return
    with _replacing(path) as raw, TextIOWrapper(raw, "utf-8", "backslashreplace", "\n") as stream:
        yield stream


@contextmanager
def _replacing(path: str, durable: bool = False) -> Iterator[BinaryIO]:
    """A stream whose content replaces a file when the block ends without an error.

    A link is followed; anything but a plain file, such as ``/dev/null``, is written to directly.
    """
    target = Path(os.path.realpath(path))
    plain = target.is_file() or not target.exists()
    draft = target.with_name(f".{target.name}.{os.getpid()}-{get_ident()}.part") if plain else target
    try:
        if target.is_dir():
            raise DocumentError([Fault("is-directory", f"{path} is a directory, not a file")])
        with draft.open("wb") as stream:
            if plain:
                with suppress(OSError):
                    draft.chmod(target.stat().st_mode)  # the draft is as private as the file
            yield stream
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        if plain:
            draft.replace(target)
        if durable:
            _sync_folder(target.parent)
    except OSError as e:
        raise DocumentError([Fault("file", f"{path}: {e.strerror or e}")]) from None
    finally:
        if plain:
            with suppress(OSError):
                draft.unlink()


def _sync_folder(folder: Path) -> None:
    """Flush a folder's entries to the disk, if the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def only_writer(path: str) -> Iterator[None]:
    """Be the only writer of a file in this block, by a lock that the system releases if the process dies."""
    target = Path(os.path.realpath(path))
    lock = target.with_name(f".{target.name}.lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as e:
        raise DocumentError([Fault("file", f"{path}: {e.strerror or e}")]) from None
    try:
        try:
            if fcntl is not None:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            free = lock.exists() and os.fstat(handle).st_ino == lock.stat().st_ino
        except OSError:
            free = False
        if not free:
            raise DocumentError([Fault("in-use", f"{path} is being written by another titan play")])
        for left in target.parent.glob(f".{escape(target.name)}.*.part"):  # left by a killed writer
            left.unlink(missing_ok=True)
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)
    finally:
        os.close(handle)


# --- the example files that ship with the package --------------------------------------------------------------------


def examples_folder() -> Path:
    """The examples' folder: in the installed package, or in a checkout's documentation."""
    package = Path(titan_rules.__file__).parent
    installed = package / "data" / "examples"
    return installed if installed.is_dir() else package.parent / "docs" / "examples"


def examples() -> Names[str]:
    """The names of the examples."""
    paths = examples_folder().rglob("*")
    return Names("example", sorted(path.relative_to(examples_folder()).as_posix() for path in paths if path.is_file()))
