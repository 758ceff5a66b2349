"""Processes that work is given to, and that may die of it."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from typing import Any, ParamSpec, TypeVar

from .errors import CannotTell, Fault

P = ParamSpec("P")
T = TypeVar("T")

MOST_LOSSES = 3
"""Workers lost one after the other, with nothing done in between, before the work is given up."""


class Workers(Executor):
    """A pool of processes in which the work of one that dies is done again by another.

    To be used by one thread: the loss is made good where a result is waited for.

    :param make: gives a new pool.
    """

    def __init__(self, make: Callable[[], ProcessPoolExecutor]) -> None:
        self._make, self._pool = make, make()
        self._losses = 0
        self._waiting: list[_Redone[Any]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give work to a worker."""
        future = _Redone(self, lambda pool: pool.submit(fn, *args, **kwargs))
        future.given = self._given(future)
        self._waiting.append(future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers go."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def done(self, future: "_Redone[Any]") -> None:
        """Work has been done, or given up."""
        self._losses = 0
        if future in self._waiting:
            self._waiting.remove(future)

    def renew(self) -> None:
        """Put new workers in the place of the old, and give them all that has not been done.

        :raises CannotTell: too many have been lost.
        """
        self._losses += 1
        self._pool.shutdown(wait=False)
        if self._losses >= MOST_LOSSES:
            message = f"worker processes were lost {self._losses} times over the same work"
            raise CannotTell(Fault("worker-lost", message, hint="the memory may not be enough: fewer --jobs"))
        self._pool = self._make()
        for future in self._waiting:
            if not future.given.done() or isinstance(future.given.exception(), BrokenExecutor):
                future.given = self._given(future)

    def _given(self, future: "_Redone[T]") -> Future[T]:
        try:
            return future.give(self._pool)
        except BrokenExecutor as lost:  # a pool that has lost a worker takes nothing more
            broken = Future[T]()
            broken.set_exception(lost)
            return broken


class _Redone(Future[T]):
    """Work that is given out again where its worker dies.

    :param give: gives it to a pool.
    """

    given: Future[T]

    def __init__(self, workers: Workers, give: Callable[[ProcessPoolExecutor], Future[T]]) -> None:
        super().__init__()
        self._workers, self.give = workers, give

    def result(self, timeout: float | None = None) -> T:
        while True:
            try:
                result = self.given.result(timeout)
            except BrokenExecutor:
                self._workers.renew()
                continue
            self._workers.done(self)
            return result

    def cancel(self) -> bool:
        self._workers.done(self)
        return self.given.cancel()
