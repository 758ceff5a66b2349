"""What an error tells, for the command line and the page alike; no command line is needed to ask it."""

from titan_rules.kernel.errors import (
    ActionError,
    CannotTell,
    DocumentError,
    Fault,
    IllegalAction,
    TitanError,
    UnknownName,
)

TRACEBACK = "TITAN_TRACEBACK"
"""The environment variable that shows where a fault of this program happened."""


def faults_of(error: BaseException) -> list[Fault]:
    """The faults that an error tells of."""
    if isinstance(error, DocumentError):
        return list(error.faults)
    if isinstance(error, UnknownName | ActionError | CannotTell):
        return [error.fault]
    if isinstance(error, IllegalAction):
        return [Fault("illegal", str(error))]
    if isinstance(error, TitanError):
        return [Fault("error", str(error))]
    if isinstance(error, OSError):
        return [Fault("file", f"{error.filename or 'standard output'}: {error.strerror or error}")]
    return [Fault("internal", f"a fault of this program: {type(error).__name__}: {error}", hint=f"set {TRACEBACK}=1")]
