"""What makes a position impossible.

Impossible positions are refused when read. Odd ones that a game can reach are accepted.
"""

from collections.abc import Mapping

from ...kernel.errors import Fault
from ...kernel.jsontext import data_file

_FAULTS = data_file(__file__, "faults.json")


def fault(key: str, at: str = "", /, **facts: object) -> Fault:
    """A fault as the table has it: its place, its sentence, perhaps a hint.

    :param key: its code, and which of several faults with that code.
    :param at: JSON Pointer of what is checked.
    :param facts: what the sentence and the place name.
    """
    place, message, *hints = _FAULTS[key]
    hint = hints[0] if hints else None
    return Fault(key.partition(" ")[0], message.format(**facts), at + place.format(**facts), hint=hint)


def each(wrong: Mapping[str, object], at: str = "", /, **facts: object) -> list[Fault]:
    """The faults whose condition holds."""
    return [fault(key, at, **facts) for key in wrong if wrong[key]]
