"""Positions and lines of play as files."""

from collections.abc import Sequence

from titan_rules.actions.grammar import parse
from titan_rules.draw.asking import render
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON, compact
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game


def exported(position: Game | Battle, form: str, played: Sequence[JSON] = ()) -> str:
    """A position as ``json`` or ``svg``; with what was played from there, as a ``replay`` or as ``orders``.

    :param played: actions as text, or as objects with ``action`` and ``comment``.
    :raises DocumentError: there is no such form, or it is not for this kind of position.
    """
    if form == "json":
        return FORMAT.dumps(position)
    if form == "line":
        from titan_rules.position.line import line

        return line(position) + "\n"
    if form == "svg":
        return render(position)
    if form == "replay" and isinstance(position, Game):
        header: JSON = {"format": FORMAT.id, "kind": "replay", "start": FORMAT.to_json(position)}
        return "".join(f"{compact(row)}\n" for row in [header, *map(_row, played)])
    if form == "orders" and isinstance(position, Battle):
        orders = [_row(one) for one in played]
        return (
            compact(
                {"format": FORMAT.id, "kind": "battle-orders", "battle": FORMAT.to_json(position), "orders": orders}
            )
            + "\n"
        )
    raise DocumentError([Fault("unknown-form", f"this position cannot be written as {form[:30]!r}", "/as")])


def _row(one: JSON) -> dict[str, JSON]:
    held = one if isinstance(one, dict) else {"action": one}
    action = parse(str(held.get("action")))
    row = action.to_json()
    if held.get("comment"):
        row["comment"] = str(held["comment"])
    return row
