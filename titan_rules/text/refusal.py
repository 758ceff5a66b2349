"""The one way in which a text is refused: a word has no use in it, or something is missing."""

from ..kernel.errors import Fault, TitanError
from ..kernel.names import shortened
from .lexer import Token


class Unread(TitanError):
    """A text that is not read.

    :param token: the word that has no use; None: something is missing.
    :param why: in a few words, as in *has no place here*.
    :param hint: what would do.
    :param code: of the fault.
    :ivar read: the mentions that were read before it.
    """

    def __init__(self, token: Token | None, why: str = "", hint: str | None = None, code: str = "bad-notation") -> None:
        self.token, self.why, self.hint = token, why, hint
        self.read: object = None
        shown = "" if token is None else repr(shortened(token.text, 40))
        message = " ".join(filter(None, (shown, why or "has no place here")))
        self.fault = Fault(code, message, hint=hint)
        self.faults = (self.fault,)
        super().__init__(message)


NOT_UNDERSTOOD = "is not understood"
