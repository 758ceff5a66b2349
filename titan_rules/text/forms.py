"""The table of forms: a row for each kind of action, from which it is read, written, documented and completed.

A row's ``roles`` say what a mention is to the deed, by what it is and its link: ``SOMEBODY WITH`` of a strike is its
*striker*, ``SOMEBODY`` its *target*. A ``<`` marks a mention before the deed, a ``-`` one before an arrow, a ``=`` a
character that says which Legion is meant, where that differs; a ``*`` a role that several mentions may have, and two
roles are for the first such mention and the second. Its ``fields`` say with what kind of argument (:mod:`.actions`)
each field of the action is filled. Its ``slots`` are what may be said once besides; any other slot or mention refuses
the text.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from ..actions import intents as act
from ..kernel.jsontext import data_file
from .lexicon import Deed, Kind
from .mentions import Mention, Slot

SEVERAL = "*"
"""Marks a role that several mentions may have."""


@frozen
class Form:
    """One kind of action.

    :param kind: its class.
    :param forms: examples, the short text first.
    :param when: its phases and stages, the phase of the turn or battle turn first.
    :param means: its meaning, for the documentation.
    :param short: the template of its short text.
    :param so_far: the template of a half-filled form, if it is not the short text's.
    :param sentence: the template of what people at the table say.
    :param in_battle, on_board: what is said to be done, in a battle and on the Masterboard.
    :param slots: what may be said once besides.
    :param roles: what a mention is to the deed.
    :param fields: what fills the fields of the action, in the order in which they are filled.
    :param idle: words that claim nothing here.
    """

    kind: type[act.Action]
    forms: tuple[str, ...]
    when: tuple[str, ...]
    means: str
    short: str
    sentence: str
    in_battle: frozenset[Deed]
    on_board: frozenset[Deed]
    slots: frozenset[Slot]
    roles: Mapping[str, str]
    fields: Mapping[str, str]
    idle: frozenset[Kind]
    so_far: str | None

    @property
    def deeds(self) -> frozenset[Deed]:
        """What is said to be done, anywhere."""
        return self.in_battle | self.on_board

    def role(self, mention: Mention, place: str) -> str | None:
        """What a mention is to the deed; None: it has no place in this form.

        :param place: ``<`` before the deed, ``-`` before an arrow, ``=`` before its Legion, or empty.
        """
        key = mention.what.name + ("" if mention.link is None else f" {mention.link.name}")
        return self.roles.get(place + key) or self.roles.get(key)


_ANY_SLOT = frozenset({Slot.TERRAIN, Slot.TURN, Slot.PHASE, Slot.PHASE_OWNER})


def _form(do: str, row: Mapping[str, Any]) -> Form:
    def listed(key: str) -> list[str]:
        return str(row.get(key, "")).split()

    return Form(
        act.ACTIONS[do],
        tuple(row["forms"]),
        tuple(listed("when")),
        row["means"],
        row["short"],
        row["sentence"],
        frozenset([Deed[name] for name in listed("in battle")]),
        frozenset([Deed[name] for name in listed("on board")]),
        _ANY_SLOT | {Slot[name] for name in listed("slots")},
        row.get("roles", {}),
        row.get("fields", {}),
        frozenset([Kind[name] for name in listed("idle")]),
        row.get("so far"),
    )


TABLE: Mapping[str, Form] = {do: _form(do, row) for do, row in data_file(__file__, "forms.json").items()}
"""Every form by the ``do`` of its action."""
FORMS: Mapping[str, tuple[str, ...]] = {do: form.forms for do, form in TABLE.items()}
"""Examples of each action, the short text first."""
POSITIONS: Mapping[str, Mapping[str, Sequence[str]]] = data_file(__file__, "positions.json")
"""Examples of positions by what they describe, and by what they say."""
USUAL = ("move", "muster", "maneuver", "strike")
_IN_BATTLE: Mapping[object, str] = {deed: do for do in reversed([*TABLE]) for deed in TABLE[do].in_battle}
_ON_BOARD: Mapping[object, str] = {deed: do for do in reversed([*TABLE]) for deed in TABLE[do].on_board}


def form_of(deed: object, *, fought: bool) -> str | None:
    """The action of a deed; None: it is not done there.

    :param fought: in a battle, or else on the Masterboard.

    >>> form_of(Deed.STRIKE, fought=True), form_of(Deed.STRIKE, fought=False), form_of(Deed.SPLIT, fought=True)
    ('strike', 'move', None)
    """
    return (_IN_BATTLE if fought else _ON_BOARD).get(deed)


def ending_of(phase: str) -> str | None:
    """The action that ends a phase; None: nothing does."""
    return next((do for do, form in TABLE.items() if Deed.END in form.deeds and phase in (do, *form.when)), None)


def phase_of(action: act.Action) -> str | None:
    """The phase of the turn or battle turn in which an action exists; None: any."""
    return next(iter(TABLE[action.do].when), None)


def actions_of(phase: str) -> tuple[str, ...]:
    """The actions of a phase or stage, as a hint for a text that has the form of no action.

    >>> actions_of("movement")
    ('roll', 'mulligan', 'move', 'recombine', 'end-moves')
    """
    stage = tuple(do for do, form in TABLE.items() if form.when[-1:] == (phase,))
    return stage or tuple(do for do, form in TABLE.items() if phase in form.when) or USUAL


def forms_of(*kinds: str) -> str:
    """The forms of one action, or the first form of several.

    >>> forms_of("engage"), forms_of("roll", "end-moves")
    ('as in: engage P105', 'as in: roll 4; end-moves')
    """
    shown = FORMS[kinds[0]] if len(kinds) == 1 else [FORMS[kind][0] for kind in kinds]
    return "as in: " + "; ".join(shown)
