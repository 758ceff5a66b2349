"""Asking the tests about mutants: one process collects them once and is forked for every mutant."""

import gc
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FunctionType

import pytest
from _pytest.runner import runtestprotocol
from attrs import define, field

from mutate.mutants import Mutant
from mutate.patching import Cache, Key, caches, functions, patch

MEMORY = 6 << 30
PASSED, FAILED, NO_FUNCTION, BROKEN = 0, 1, 3, 4
"""Exit codes of a forked process."""
FORGIVEN = 5.0
"""Seconds that a test may take beyond ten times what it took unchanged."""


@define
class Asker:
    """A pytest plugin that runs mutants instead of the tests.

    :param mutants: what to ask about.
    :param asked: the tests that each is asked of, in order.
    :param seconds: how long each test takes.
    :param file: of a mutant, its module as the tests import it.
    :param tell: called with every mutant and ``killed``, ``survived`` or ``unpatched`` as soon as it is known.
    """

    mutants: Sequence[Mutant]
    asked: Callable[[Mutant], Sequence[str]]
    seconds: Mapping[str, float]
    file: Callable[[Mutant], str]
    tell: Callable[[Mutant, str, str], None]
    _items: dict[str, pytest.Item] = field(factory=dict, init=False)
    _sound: dict[str, bool] = field(factory=dict, init=False)
    _known: dict[Key, list[FunctionType]] = field(factory=dict, init=False)
    _caches: list[Cache] = field(factory=list, init=False)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Ask about one mutant after the other."""
        self._items = {item.nodeid: item for item in session.items}
        self._known, self._caches = functions(), caches()
        gc.freeze()  # a fork shares what its collector does not touch
        for mutant in self.mutants:
            self.tell(mutant, *self._fate(mutant))
        return True

    def _fate(self, mutant: Mutant) -> tuple[str, str]:
        """What becomes of a mutant, and the test that killed it."""
        names = [name for name in self.asked(mutant) if name in self._items]
        while True:
            code, name = self._forked(mutant, names)
            if code == NO_FUNCTION:
                return "unpatched", ""
            if name is None:
                return "survived", ""
            if name not in self._sound:  # a test that fails without the change, too, says nothing about it
                self._sound[name] = self._forked(None, [name])[1] is None
            if self._sound[name]:
                return "killed", name
            names = names[names.index(name) + 1 :]

    def _forked(self, mutant: Mutant | None, names: Sequence[str]) -> tuple[int, str | None]:
        """Run tests in a process of their own: its exit code, and the test that failed."""
        with tempfile.TemporaryFile() as begun:
            child = os.fork()
            if child == 0:
                code = BROKEN
                try:
                    code = self._run(mutant, names, begun.fileno())
                finally:
                    os._exit(code)
            _, status = os.waitpid(child, 0)
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            code = os.waitstatus_to_exitcode(status)
            if code == BROKEN:
                raise RuntimeError(f"this tool fails on {mutant and mutant.name}")
            if code in (PASSED, NO_FUNCTION):
                return code, None
            begun.seek(0)
            return FAILED, names[int(begun.read() or b"0")]

    def _run(self, mutant: Mutant | None, names: Sequence[str], begun: int) -> int:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        sys.stdout.flush()
        if mutant is not None and not patch(mutant, self.file(mutant), self._known, self._caches):
            return NO_FUNCTION
        items = [self._items[name] for name in names]
        for i, item in enumerate(items):
            os.pwrite(begun, b"%06d" % i, 0)
            allowed = FORGIVEN + 10 * self.seconds.get(item.nodeid, 1.0)
            signal.setitimer(signal.ITIMER_PROF, allowed)
            signal.setitimer(signal.ITIMER_REAL, 60 + 6 * allowed)
            following = items[i + 1] if i + 1 < len(items) else None
            try:
                if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
                    return FAILED
            except BaseException:  # a test that ends the whole run has noticed, too
                return FAILED
        return PASSED


def asked_of(asker: Asker, root: Path, folders: Sequence[str]) -> None:
    """Collect the tests of some folders and ask them."""
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:cov", "-p", "no:xdist", "--rootdir", str(root)]
    code = pytest.main([*options, *[str(root / folder) for folder in folders]], plugins=[asker])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"the tests could not be collected ({code})")
