"""An executor for simulations on a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from ..kernel.errors import CannotTell, Fault

PATIENCE = 10  # seconds to wait for a scheduler and its first worker


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
