"""The table of forms: a row for each kind of action, from which it is read, written, documented and completed.

A row's ``roles`` say what a mention is to the deed, by what it is and its link: ``SOMEBODY WITH`` of a strike is *who*
strikes, ``SOMEBODY`` is *whom*. A ``<`` marks a mention before the deed, a ``-`` one in a text without a deed, where
that differs. Its ``slots`` are what may be said once besides; any other slot or mention refuses the text.
"""

from collections.abc import Mapping

from attrs import frozen

from ..actions import intents as act
from ..kernel.jsontext import data_file
from .lexicon import Deed
from .mentions import Mention, Slot


@frozen
class Form:
    """One kind of action.

    :param forms: examples, the short text first.
    :param when: its phases and stages, the phase of the turn or battle turn first.
    :param means: its meaning, for the documentation.
    :param short: the template of its short text.
    :param sentence: the template of what people at the table say.
    :param deeds: what is said to be done.
    :param slots: what may be said once besides.
    :param roles: what a mention is to the deed.
    """

    kind: type[act.Action]
    forms: tuple[str, ...]
    when: tuple[str, ...]
    means: str
    short: str
    sentence: str
    deeds: frozenset[Deed]
    slots: frozenset[Slot]
    roles: Mapping[str, str]

    def role(self, mention: Mention, place: str) -> str | None:
        """What a mention is to the deed; None: it has no place in this form.

        :param place: ``<`` before the deed, empty behind it, ``-`` without a deed.
        """
        key = mention.what.name + ("" if mention.link is None else f" {mention.link.name}")
        return self.roles.get(place + key) or self.roles.get(key)


_ANY_SLOT = frozenset({Slot.TERRAIN, Slot.TURN, Slot.PHASE, Slot.PHASE_OWNER})


def _form(do: str, row: Mapping[str, object]) -> Form:
    values = {key: row[key] for key in ("means", "short", "sentence", "roles")}
    return Form(
        act.ACTIONS[do],
        forms=tuple(row["forms"]),  # type: ignore[arg-type]
        when=tuple(str(row["when"]).split()),
        deeds=frozenset(Deed[name] for name in str(row["deeds"]).split()),
        slots=_ANY_SLOT | {Slot[name] for name in str(row["slots"]).split()},
        **values,  # type: ignore[arg-type]
    )


TABLE: Mapping[str, Form] = {do: _form(do, row) for do, row in data_file(__file__, "forms.json").items()}
"""Every form by the ``do`` of its action."""
FORMS: Mapping[str, tuple[str, ...]] = {do: form.forms for do, form in TABLE.items()}
"""Examples of each action, the short text first."""
USUAL = ("move", "muster", "maneuver", "strike")


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
