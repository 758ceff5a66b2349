"""A position on one line: ``turn 3, action round 4, USSR to play, DEFCON 3, VP US 2: Iran US 2 USSR 1, Italy US 3``.

The influence after the colon is all there is; behind a semicolon stands what a country held when the round began. Bars
hold the rest: ``| hands {"US": {"cards": 4}}``.
"""

import re
from typing import Any

from titan_rules.kernel.errors import DocumentError, Fault, UnknownName
from titan_rules.kernel.jsontext import JSON

from .catalog import SIDES, country_names, side_names
from .state import NOTHING, BySide, Effect, Position

_SETTING = re.compile(
    r"turn (?P<turn>\d+)|(?:(?:action )?round|AR) ?(?P<round>\d+)|(?P<phasing>\S+?)(?: to play|'s turn)"
    r"|(?P<headline>headline phase)|DEFCON (?P<defcon>\d+)|VP (?:(?P<vp_side>\S+) )?(?P<vp>-?\d+)"
    r"|(?P<track>space attempts|space|military operations|military) (?P<pair>.+)"
    r"|(?:china(?: card)? (?P<china>\S+?)|(?P<holder>\S+) has (?:the )?china card)(?: face)?(?: (?P<face>up|down))?"
    r"|played (?P<used>\w+)|(?P<event>own|opponent|unknown) event|(?P<owed>event owed)",
    re.IGNORECASE,
)
_COUNTRY = re.compile(r"(?P<name>.+?)(?P<numbers>(?: (?:US|USSR) \d+)+| none)", re.IGNORECASE)
HINT = "turn 3, action round 4, USSR to play, DEFCON 3, VP US 2, space US 2, china USSR: Iran US 2 USSR 1, Italy US 3"


def head(text: str) -> dict[str, JSON]:
    """The JSON of the position that begins a line.

    :raises DocumentError: it is not understood.
    """
    settings, _, places = text.partition(":")
    now, _, before = places.partition(";")
    data: dict[str, Any] = {"influence": _influence(now)}
    for part in filter(None, map(str.strip, settings.split(","))):
        match = _SETTING.fullmatch(part)
        if match is None:
            data["in_effect"] = [*data.get("in_effect", ()), *_effect(part)]
            continue
        _set(data, {key: value for key, value in match.groupdict().items() if value is not None})
    if before:
        started = {**data["influence"], **_influence(before)}
        held = {name: pair for name, pair in started.items() if any(pair.values())}
        data["this_round"] = {**data.get("this_round", {}), "influence": held}
    return data


def _effect(text: str) -> list[dict[str, str]]:
    """A lasting event in effect: ``NATO``, ``Red Scare/Purge=US``; ``nothing in effect``."""
    name = text.removesuffix(" in effect").removeprefix("in effect ")
    if name == "nothing":
        return []
    try:
        return [Effect.typed(name)]
    except UnknownName:
        raise DocumentError([Fault("bad-line", f"{text[:40]!r} is not understood", hint=HINT)]) from None


def _influence(text: str) -> dict[str, dict[str, int]]:
    """The influence in countries: ``Iran US 2 USSR 1, Italy none``."""
    held: dict[str, dict[str, int]] = {}
    parts = re.sub(r"[,/]\s*(?=(?:US|USSR) \d)", " ", text, flags=re.IGNORECASE).split(",")  # of one country
    for part in filter(None, (" ".join(part.split()) for part in parts)):
        match = _COUNTRY.fullmatch(part)
        if match is None:
            raise DocumentError([Fault("bad-line", f"no country with numbers: {part[:40]!r}", hint=HINT)])
        held[country_names.canonical(match["name"])] = _pair(match["numbers"].replace("none", ""))
    return held


def _pair(text: str) -> dict[str, int]:
    words = text.split()
    if len(words) % 2 or not all(number.isdecimal() for number in words[1::2]):
        raise DocumentError([Fault("bad-line", f"no numbers of sides: {text.strip()[:40]!r}", hint=HINT)])
    given = {side_names.canonical(side): int(number) for side, number in zip(words[::2], words[1::2], strict=True)}
    return {side: given.get(side, 0) for side in SIDES}


def _set(data: dict[str, Any], given: dict[str, str]) -> None:
    """Add one setting."""
    for key, value in given.items():
        match key:
            case "turn" | "round" | "defcon":
                data[key] = int(value)
            case "phasing":
                data[key] = side_names.canonical(value)
            case "vp":
                against = "vp_side" in given and side_names.canonical(given["vp_side"]) == "USSR"
                data[key] = -int(value) if against else int(value)
            case "track":
                track = value.lower().replace(" ", "_")
                data["military_operations" if track == "military" else track] = _pair(given["pair"])
            case "headline":
                data["round"] = 0
            case "china" | "holder":
                data["china_card"] = {"holder": side_names.canonical(value), "face": given.get("face", "up").lower()}
            case "used" | "event" | "owed":
                data.setdefault("this_round", {})[key] = key == "owed" or value.lower()


def words(at: Position) -> str:
    """The beginning of a position's line."""
    done = at.this_round
    tracks = {name: getattr(at, name) for name in ("space", "space_attempts", "military_operations")}
    parts = [
        f"turn {at.turn}", at.round and f"action round {at.round}", at.phasing and f"{at.phasing} to play",
        f"DEFCON {at.defcon}", at.vp and f"VP {'US' if at.vp > 0 else 'USSR'} {abs(at.vp)}",
        *(f"{name.replace('_', ' ')} {_said(pair)}" for name, pair in tracks.items() if pair != NOTHING),
        f"china {at.china_card.holder}{'' if at.china_card.face == 'up' else ' down'}",
        *([] if at.in_effect is None else map(str, at.in_effect or ("nothing in effect",))),
        done.used and f"played {done.used}", done.event and f"{done.event} event", done.owed and "event owed",
    ]  # fmt: skip
    line = f"{', '.join(str(part) for part in parts if part)}: {_places(at.influence)}".rstrip()
    if done.influence is None:
        return line
    began = done.influence
    changed = {name: began.get(name, NOTHING) for name in {**at.influence, **began}
               if began.get(name, NOTHING) != at.at(name)}  # fmt: skip
    return f"{line}; {_places(changed)}" if changed else line


def _places(held: Any) -> str:
    return ", ".join(f"{country} {_said(pair)}" for country, pair in sorted(held.items()))


def _said(pair: BySide) -> str:
    return " ".join(f"{side} {pair.of(side)}" for side in SIDES if pair.of(side)) or "none"
