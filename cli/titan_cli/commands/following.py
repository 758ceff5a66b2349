"""``titan replay --follow``: the lines of a file that is still being written."""

import time
from collections.abc import Callable, Iterator

from titan_rules.kernel.jsontext import SIZE_LIMIT
from titan_rules.kernel.lines import IDLE, Row, row_of

from .. import inputs

PAUSE = 0.1
"""Seconds between two looks at the file."""

PATIENCE = 10
"""How many looks without a new line end it after a game is over, for choices that its winner may still make."""


def followed(path: str, over: Callable[[], bool], pause: float = PAUSE) -> Iterator[Row]:
    """The lines of a file as they come; it ends when the game is over, or the user interrupts.

    A line is given when it has its end; what stands there when the user interrupts is given as it is. Whenever no
    more comes for now, an idle row says so: of a score sheet, what has come so far is then shown.

    :param over: whether the game is over.
    """
    with inputs.open_binary(path) as stream:
        number, held, looks = 0, b"", 0
        while True:
            held += stream.readline(SIZE_LIMIT + 2 - len(held))
            if held.endswith(b"\n") or len(held) > SIZE_LIMIT:
                number, raw, held, looks = number + 1, held, b"", 0
                if raw.strip():
                    yield row_of(number, raw)
                continue
            try:
                time.sleep(pause)
            except KeyboardInterrupt:
                break
            if looks == 0:
                yield IDLE
            looks += 1
            if over() and looks >= PATIENCE:
                break
        if held.strip():
            yield row_of(number + 1, held)
