"""Summoning Angels and Archangels (SUMMON-1 to SUMMON-3)."""

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

from ...box import Box
from ...box.names import CharacterName, Marker
from ...kernel.judging import Refusal, refusal, unless
from ...kernel.rulings import Ruling, illegal
from ...kernel.wording import listed
from ...position.battle import Battle
from ...position.game import MAX_HEIGHT, Engagement, Game, Legion
from ..battle.field import AnyField, field_of
from .meeting import engaged_lands


def summonable(box: Box, names: tuple[CharacterName, ...]) -> tuple[CharacterName, ...]:
    """The distinct characters that can be summoned, like Angels (SUMMON-1)."""
    return tuple(sorted({name for name in names if box.characters[name].summonable}))


def donors(game: Game, engagement: Engagement) -> dict[Marker, tuple[CharacterName, ...]]:
    """Whom the attacker can certainly summon, by Legion (SUMMON-1)."""
    able = {}
    for legion in _unengaged(game, engagement):
        names = summonable(game.the_box, legion.known)
        if names:
            able[legion.legion] = names
    return able


def unknown_donors(game: Game, engagement: Engagement) -> tuple[Marker, ...]:
    """The attacker's other unengaged Legions that may hold further characters to summon."""
    return tuple([legion.legion for legion in _unengaged(game, engagement) if legion.characters is None])


def _unengaged(game: Game, engagement: Engagement) -> Iterator[Legion]:
    """The attacker's other Legions that are not engaged, or no longer (SUMMON-1)."""
    engaged = set(engaged_lands(game))
    for legion in game.player(engagement.attacking).legions:
        if legion.legion != engagement.attacker and legion.land not in engaged:
            yield legion


Hindrance: TypeAlias = Literal["another phase", "taken", "not opened", "moved"]
"""Why the attacker cannot summon now."""


def hindrance(field: AnyField) -> Hindrance | None:
    """Why the attacker cannot summon into a battle now; None if it can (SUMMON-1, BATTLE-2)."""
    if field.phase != "maneuver" or field.side != "attacker":
        return "another phase"
    attacker = field.of("attacker")
    if attacker.summoned or (field.turn > 1 and any(c.hex is None for c in attacker.characters)):  # or is to enter
        return "taken"
    if not attacker.may_summon:
        return "not opened"
    late = field.rules.summons_in_phase == "at_start" and any(c.moved for c in attacker.characters)
    return "moved" if late else None


def not_a_donor(game: Game, engagement: Engagement, origin: Marker) -> list[Ruling]:
    """Why nobody can be summoned from a Legion: it is fighting, or engaged (SUMMON-1)."""
    legion = game.player(engagement.attacking).legion(origin)
    if legion is None:
        sentence = "{player} has no Legion {legion}"
    elif origin == engagement.attacker:
        sentence = "{legion} is the Legion that the summons would go to"
    elif legion.land in engaged_lands(game):
        sentence = "{legion} is itself engaged, in land {land}"
    else:
        return []
    land = None if legion is None else legion.land
    return [illegal("SUMMON-1", sentence, player=engagement.attacking, legion=origin, land=land)]


def judge_moment(battle: Battle) -> Refusal | None:
    """Why the attacker cannot summon now, as a refusal; None if it can (SUMMON-1, BATTLE-2)."""
    match hindrance(field_of(battle)):
        case None:
            return None
        case "another phase":
            sentence = "a summons comes in the attacker's Maneuver Phase, not in the {side}'s {phase} phase"
            return refusal("SUMMON-1", sentence, side=battle.acting, phase=battle.phase)
        case "taken":
            return refusal("SUMMON-1", "the attacker has summoned in this battle")
        case "not opened":
            sentence = (
                "a summons comes in the attacker's first turn after an entered character of the defender was slain"
            )
            return refusal("SUMMON-1", sentence)
        case "moved":
            sentence = "a summons is taken at the start of the Maneuver Phase, before any character moves"
            return refusal("BATTLE-2", sentence)


def judge_choice(
    origin: Marker,
    character: CharacterName,
    height: int,
    available: Mapping[Marker, tuple[CharacterName, ...]],
    rule: Literal["SUMMON-1", "SUMMON-2"] = "SUMMON-1",
) -> CharacterName | Refusal:
    """The summoned character, or why it cannot come from that Legion (SUMMON-1, SUMMON-2).

    :param height: of the receiving Legion.
    :param available: see :func:`donors`.
    :param rule: SUMMON-1 in a battle, SUMMON-2 after the Engagement.
    """
    against: list[Ruling] = []
    if height >= MAX_HEIGHT:
        against.append(illegal(rule, "height {height}; a summons needs 6 or less", height=height))
    if character not in available.get(origin, ()):
        sentence = "no {character} can be summoned from {origin}; available: {available}"
        there = listed([f"{name} from {legion}" for legion, names in available.items() for name in names], ",")
        against.append(illegal(rule, sentence, character=character, origin=origin, available=there))
    return unless(against, character)


def none_open(game: Game) -> Refusal:
    """Why nobody can summon outside a won Engagement (ENG-4, SUMMON-2, SUMMON-3)."""
    player = next((p for p in game.players if p.color == game.active), None)
    if player is not None and player.summoned:
        return refusal("SUMMON-3", "one summons per player per turn, and {player} has made it", player=player.color)
    sentence = (
        "no summons is open: it comes in a battle after an entered character of the defender was slain, or when the"
        " attacker has won an Engagement, not by flight, at a height of 6 or less"
    )
    return refusal("SUMMON-2", sentence)
