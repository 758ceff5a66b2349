"""A position on one line: ``turn 3, action round 4, USSR to play, DEFCON 3, VP US 2: Iran US 2 USSR 1, Italy US 3``.

The influence after the colon is all there is. Bars hold the rest: ``| china US down | space US 2``.
"""

import re
from typing import Any

from ...kernel.errors import DocumentError, Fault
from ...kernel.jsontext import JSON
from .catalog import SIDES, country_names, side_names
from .state import Position

_SETTING = re.compile(
    r"turn (?P<turn>\d+)|(?:action )?round (?P<round>\d+)|(?P<phasing>\S+) to play|DEFCON (?P<defcon>\d+)"
    r"|VP (?:(?P<vp_side>\S+) )?(?P<vp>-?\d+)|(?P<track>space attempts|space|military operations|military) (?P<pair>.+)"
    r"|china (?P<china>\S+?)(?: (?P<face>up|down))?",
    re.IGNORECASE,
)
_COUNTRY = re.compile(r"(?P<name>.+?)(?P<numbers>(?: (?:US|USSR) \d+)+)", re.IGNORECASE)
HINT = "turn 3, action round 4, USSR to play, DEFCON 3, VP US 2, space US 2, china USSR: Iran US 2 USSR 1, Italy US 3"


def head(text: str) -> dict[str, JSON]:
    """The JSON of the position that begins a line.

    :raises DocumentError: it is not understood.
    """
    settings, _, places = text.partition(":")
    data: dict[str, Any] = {"influence": {}}
    for part in (part.strip() for part in settings.split(",") if part.strip()):
        match = _SETTING.fullmatch(part)
        if match is None:
            raise DocumentError([Fault("bad-line", f"{part[:40]!r} is not understood", hint=HINT)])
        _set(data, {key: value for key, value in match.groupdict().items() if value is not None})
    for part in (part.strip() for part in places.split(",") if part.strip()):
        match = _COUNTRY.fullmatch(part)
        if match is None:
            raise DocumentError([Fault("bad-line", f"no country with numbers: {part[:40]!r}", hint=HINT)])
        data["influence"][country_names.canonical(match["name"])] = _pair(match["numbers"])
    return data


def _pair(text: str) -> dict[str, int]:
    words = text.split()
    if len(words) % 2 or not all(number.isdecimal() for number in words[1::2]):
        raise DocumentError([Fault("bad-line", f"no numbers of sides: {text.strip()[:40]!r}", hint=HINT)])
    given = {side_names.canonical(side): int(number) for side, number in zip(words[::2], words[1::2], strict=True)}
    return {"US": given.get("US", 0), "USSR": given.get("USSR", 0)}


def _set(data: dict[str, Any], given: dict[str, str]) -> None:
    for key in ("turn", "round", "defcon"):
        if key in given:
            data[key] = int(given[key])
    if "phasing" in given:
        data["phasing"] = side_names.canonical(given["phasing"])
    if "vp" in given:
        against = "vp_side" in given and side_names.canonical(given["vp_side"]) == "USSR"
        data["vp"] = -int(given["vp"]) if against else int(given["vp"])
    if "track" in given:
        track = {"military": "military_operations"}.get(
            given["track"].lower(), given["track"].lower().replace(" ", "_")
        )
        data[track] = _pair(given["pair"])
    if "china" in given:
        data["china_card"] = {"holder": side_names.canonical(given["china"]), "face": given.get("face", "up").lower()}


def words(at: Position) -> str:
    """What begins the line of a position."""
    parts = [f"turn {at.turn}"]
    parts += [f"action round {at.round}"] if at.round else []
    parts += [f"{at.phasing} to play"] if at.phasing is not None else []
    parts.append(f"DEFCON {at.defcon}")
    parts += [f"VP {'US' if at.vp > 0 else 'USSR'} {abs(at.vp)}"] if at.vp else []
    for name in ("space", "space_attempts", "military_operations"):
        pair = getattr(at, name)
        if pair.US or pair.USSR:
            parts.append(f"{name.replace('_', ' ')} {_said(pair)}")
    face = "" if at.china_card.face == "up" else " down"
    parts.append(f"china {at.china_card.holder}{face}")
    places = ", ".join(f"{country} {_said(pair)}" for country, pair in sorted(at.influence.items()))
    return ", ".join(parts) + (f": {places}" if places else ":")


def _said(pair: Any) -> str:
    return " ".join(f"{side} {pair.of(side)}" for side in SIDES if pair.of(side))
