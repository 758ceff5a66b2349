"""Lists of characters, and other parts of a position, in words."""

from collections.abc import Iterable, Mapping

from titan_rules.actions.grammar import written
from titan_rules.actions.intents import action_from_json
from titan_rules.box.names import CharacterName
from titan_rules.kernel.errors import TitanError
from titan_rules.kernel.jsontext import JSON, compact


def stock(counts: Mapping[CharacterName, int]) -> str:
    """A stock or pile: ``Angel 17, Ogre 21``; none of those at zero."""
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()) if count)


def markers(names: Iterable[str]) -> str:
    """Legion Markers, three or more in a row as a range.

    >>> markers(["Bk02", "Bk03", "Bk04", "Bk07", "Rd08"])
    'Bk02-Bk04, Bk07, Rd08'
    """
    runs: list[list[str]] = []
    for name in names:
        if runs and name == f"{runs[-1][-1][:2]}{int(runs[-1][-1][2:]) + 1:02d}":
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def action(data: Mapping[str, JSON]) -> str:
    """An action of a record as its short text, or as it stands there where that cannot be read."""
    if data.keys() == {"text"}:
        return str(data["text"])
    try:
        return written(action_from_json(dict(data)))
    except TitanError:
        return compact(dict(data))
