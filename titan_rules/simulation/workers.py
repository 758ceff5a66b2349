"""Executors for simulations: local processes, or a Dask cluster."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread

from ..kernel.errors import CannotTell, Fault

PATIENCE = 10  # seconds to wait for a scheduler and its first worker


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


@contextmanager
def connected(address: str) -> Iterator[Executor]:
    """An executor on a Dask cluster, by its scheduler's address (``tcp://10.0.0.1:8786``); lost work is resubmitted.

    It needs dask.distributed, the extra ``titan-rules[cluster]``.

    :raises CannotTell: dask.distributed is missing, nobody answers, or the scheduler has no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        hint = "pip install 'titan-rules[cluster]'"
        raise CannotTell(Fault("no-cluster", "--scheduler needs dask.distributed", hint=hint)) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as e:
        raise CannotTell(Fault("no-scheduler", f"no scheduler at {address}: {e}")) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            hint = f"start one with: dask worker {address}"
            raise CannotTell(Fault("no-workers", f"the scheduler at {address} has no workers", hint=hint)) from None
        yield client.get_executor(retries=3)
