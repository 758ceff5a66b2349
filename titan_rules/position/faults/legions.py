"""What makes Legions impossible, each for itself and together in a land."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ...box import Box
from ...kernel.errors import Fault
from ..game import MAX_HEIGHT, STARTING_HEIGHT, Game, Legion, Player
from .height import surplus

Placed = tuple[Player, Legion, str]
"""A Legion with its holder and its JSON Pointer."""


def placed(game: Game) -> list[Placed]:
    """Every Legion with its holder and its pointer."""
    return [
        (player, legion, f"/players/{i}/legions/{j}")
        for i, player in enumerate(game.players)
        for j, legion in enumerate(player.legions)
    ]


def legion_faults(game: Game) -> Iterator[Fault]:
    """What is impossible in single Legions."""
    for player, legion, at in placed(game):
        yield from _content_faults(game, player, legion, at)
        if legion.revealed or legion.seen:
            yield from _knowledge_faults(legion, at)
        if legion.entry_side not in (None, "bottom") and game.the_box.masterboard.lands[legion.land].from_bottom:
            message = f"{legion.legion} enters a Tower from the {legion.entry_side}; it is always the bottom (MOVE-8)"
            yield Fault("tower-entry", message, f"{at}/entry_side")
        if legion.split_from is not None:
            yield from _split_faults(game, player, legion, at)


def _content_faults(game: Game, player: Player, legion: Legion, at: str) -> Iterator[Fault]:
    name, size = legion.legion, legion.size
    if legion.characters is None and legion.height is None:
        yield Fault("unknown-height", f"the content of {name} is unknown, so its height is needed", f"{at}/height")
    elif legion.characters is not None and legion.height is not None:
        message = f"{name} has both characters and a height; a height is for a Legion of unknown content"
        yield Fault("height-and-characters", message, f"{at}/height")
    elif size == 0 and game.engagement is None:
        # Within an Engagement a Legion can be empty for a while: SUMMON-3, D-3.
        yield Fault("empty-legion", f"{name} has no characters; it would be disbanded", at)
    most = STARTING_HEIGHT if _may_be_whole(game, player) else MAX_HEIGHT
    if size > most:
        when = "" if most == STARTING_HEIGHT else f" ({STARTING_HEIGHT} only until its player's first split, SPLIT-1)"
        place = f"{at}/height" if legion.characters is None else f"{at}/characters"
        message = f"{name} has {size} characters; at most {most} may be in it{when}"
        yield Fault("too-high", f"{message}; {_what_goes(game.the_box, legion, most)} (HEIGHT-1)", place)


def _what_goes(box: Box, legion: Legion, most: int) -> str:
    """What a Legion that is too high loses; its owner chooses among equals (HEIGHT-1)."""
    if legion.characters is None:
        return "it is shown and loses its most valuable Creatures"
    return f"it loses {' and '.join(map(str, surplus(box, legion.characters, most)))}"


def _may_be_whole(game: Game, player: Player) -> bool:
    """Whether a player may still have its eight starting characters in one Legion (SPLIT-1, SETUP-5)."""
    if game.turn > 1:
        return False
    active = next((p for p in game.players if p.color == game.active), None)
    if active is None or game.phase == "over":
        return True
    if player is active:
        return game.phase == "commencement"
    return player.tower <= active.tower


def _knowledge_faults(legion: Legion, at: str) -> Iterator[Fault]:
    known = [("revealed", legion.revealed), *((f"seen/{color}", names) for color, names in legion.seen.items())]
    for where, names in known:
        if len(names) > legion.size:
            message = f"{len(names)} characters of {legion.legion} are known, its height is {legion.size}"
            yield Fault("known-too-many", message, f"{at}/{where}")
        elif legion.characters is not None and (extra := Counter(names) - Counter(legion.characters)):
            message = f"{', '.join(extra)} is known to be in {legion.legion} and is not in it"
            yield Fault("known-not-there", message, f"{at}/{where}")


def _split_faults(game: Game, player: Player, legion: Legion, at: str) -> Iterator[Fault]:
    if legion.split_from == legion.legion:
        yield Fault("split-from-itself", f"{legion.legion} was split from itself", f"{at}/split_from")
    elif game.phase == "commencement" and player.color == game.active:
        origin = player.legion(legion.split_from or "")
        if origin is None or origin.land != legion.land:
            message = (
                f"{legion.legion} was split from {legion.split_from}, which is not in land {legion.land} (SPLIT-4)"
            )
            yield Fault("split-elsewhere", message, f"{at}/split_from")


def land_faults(game: Game) -> Iterator[Fault]:
    """What is impossible about Legions that share a land."""
    lands: dict[int, list[Placed]] = {}
    for row in placed(game):
        lands.setdefault(row[1].land, []).append(row)
    for land, rows in lands.items():
        if len(rows) > 1:
            yield from _sharing_faults(game, land, rows)


def _sharing_faults(game: Game, land: int, rows: Sequence[Placed]) -> Iterator[Fault]:
    place = f"{rows[1][2]}/land"
    listed = " and ".join(legion.legion for _, legion, _ in rows)
    holders = {player.color for player, _, _ in rows}
    if len(holders) == 1:
        if game.phase not in ("commencement", "movement") or holders != {game.active}:
            message = f"{listed} share land {land}; one player's Legions do so only in its own turn, before they part"
            yield Fault("own-legions-share-land", f"{message} (MOVE-6, MOVE-9)", place)
    elif len(rows) > 2 or game.active not in holders:
        message = f"{listed} share land {land}; an Engagement is one Legion of the player whose turn it is against one"
        yield Fault("crowded-land", f"{message} (MOVE-7)", place)
    elif game.phase not in ("movement", "engagement"):
        message = f"{listed} share land {land}; in the phase {game.phase} no Engagement stands"
        yield Fault("enemies-share-land", f"{message} (MOVE-7, ENG-1)", place)
