"""Files: reads them, writes them whole or not at all, one writer at a time; and the shipped examples.

A file that cannot be read or written raises DocumentError; a failed write leaves the old file. A file that its owner
may not write is sealed: it is not replaced, not even by the superuser.
"""

import errno
import os
import signal
import stat
import sys
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from io import TextIOWrapper
from pathlib import Path
from types import FrameType
from typing import BinaryIO, TextIO

import titan_rules
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.lines import unpacked
from titan_rules.kernel.names import Names, shortened

from . import output

try:
    import fcntl
except ImportError:  # this system has no such locks
    fcntl = None  # type: ignore[assignment]

LONGEST_PATH = 200
"""Errors show at most this much of a path."""

NO_LINK = getattr(os, "O_NOFOLLOW", 0)
WITHOUT_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)  # the errors of a file system that has none
ENDING = ("SIGTERM", "SIGHUP")  # the signals that end a program, besides Ctrl-C


def unreadable(path: str, why: object, code: str = "file") -> DocumentError:
    """The error of a file that cannot be read at all."""
    return DocumentError([Fault(code, f"{'standard input' if path == '-' else shortened(path, LONGEST_PATH)}: {why}")])


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

    A link to the file is followed, one to its draft is not. Anything but a plain file, such as ``/dev/null``, is
    written to directly.
    """
    target = Path(os.path.realpath(path))
    plain = target.is_file() or not target.exists()
    draft = target.with_name(f".{target.name}.{os.getpid()}-{threading.get_ident()}.part") if plain else target
    try:
        if target.is_dir():
            raise DocumentError([Fault("is-directory", f"{path} is a directory, not a file")])
        if plain:
            _refuse_sealed(path, target)
            draft.unlink(missing_ok=True)  # left by a killed process of the same number
        new = os.O_CREAT | os.O_EXCL | NO_LINK if plain else 0
        with open(os.open(draft, os.O_WRONLY | getattr(os, "O_BINARY", 0) | new, 0o666), "wb") as stream:
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


def _refuse_sealed(path: str, target: Path) -> None:
    """Refuse a file that its owner may not write.

    :raises DocumentError: it is sealed.
    """
    if target.exists() and not target.stat().st_mode & stat.S_IWUSR:
        raise DocumentError([Fault("sealed", f"{path} is write-protected: nothing is written")])


class SavedFile:
    """A file that is saved again and again, and that nothing else should change meanwhile.

    :param path: of a file that may not be there yet.
    :raises DocumentError: it cannot be read.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._content = self._read()
        self._saving = threading.Lock()

    def _read(self) -> bytes | None:
        try:
            return Path(self._path).read_bytes() if os.path.isfile(self._path) else None
        except OSError as e:
            raise unreadable(self._path, e.strerror or e) from None

    def save(self, content: bytes) -> None:
        """Replace its content, even if the machine crashes.

        :raises DocumentError: it is sealed, cannot be written, or has changed since it was last read or saved here.
        """
        with self._saving:
            if self._read() != self._content:
                message = f"{self._path} has been changed by something else since it was read: nothing is written"
                raise DocumentError([Fault("changed", message, hint="leave, look at the file, and begin again")])
            write_whole(self._path, content, durable=True)
            self._content = content


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
    """Be the only writer of a file in this block, by a lock that the system releases if the process dies.

    On a file system without locks it works as well, with a warning. SIGTERM and SIGHUP leave the block in order.

    :raises DocumentError: another process writes the file, or its lock cannot be made.
    """
    target = Path(os.path.realpath(path))
    lock = target.with_name(f".{target.name}.lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | NO_LINK, 0o644)
    except OSError as e:
        why = f"its lock {lock.name} is a link" if e.errno == errno.ELOOP else e.strerror or e
        raise DocumentError([Fault("file", f"{path}: {why}")]) from None
    try:
        if not _locked(handle, lock):
            raise DocumentError([Fault("in-use", f"{path} is being written by another titan play")])
        with _ending_in_order():
            try:
                for left in target.parent.glob(f".{escape(target.name)}.*.part"):  # left by a killed writer
                    left.unlink(missing_ok=True)
                yield
            finally:
                lock.unlink(missing_ok=True)
    finally:
        os.close(handle)


def _locked(handle: int, lock: Path) -> bool:
    """Lock an open file; whether this process is the only one that has."""
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return lock.exists() and os.fstat(handle).st_ino == lock.stat().st_ino  # else its writer has just removed it
    except OSError as e:
        if e.errno in WITHOUT_LOCKS:
            output.note("this file system has no locks: make sure that nobody else writes the file", "warning")
        return e.errno in WITHOUT_LOCKS


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """In this block, a signal that would end the process raises SystemExit, with the exit code of shells."""

    def end(number: int, _: FrameType | None) -> None:
        raise SystemExit(128 + number)

    known = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
    alone = threading.current_thread() is threading.main_thread()  # no other thread can
    caught = [number for number in known if alone and signal.getsignal(number) is signal.SIG_DFL]
    for number in caught:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


# --- the example files that ship with the package --------------------------------------------------------------------


def examples_folder() -> Path:
    """The examples' folder: in the installed package, or in a checkout's documentation."""
    package = Path(titan_rules.__file__).parent
    installed = package / "data" / "examples"
    return installed if installed.is_dir() else package.parent / "docs" / "examples"


def examples() -> Names[str]:
    """The names of the examples, without what installing them compiled."""
    paths = (path for path in examples_folder().rglob("*") if path.is_file() and path.suffix != ".pyc")
    return Names("example", sorted(path.relative_to(examples_folder()).as_posix() for path in paths))
