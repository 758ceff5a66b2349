"""Worker processes, each begun afresh: a fork would keep its parent's locks, and end what its parent has open."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """An executor of local processes, which end when it is left or this process is killed."""
    others = active_children()
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_work)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in active_children():  # what they still play nobody waits for
            if worker not in others:
                worker.terminate()


def _work() -> None:
    """Leave interrupts to the parent process, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
