"""Summoning Angels and Archangels (SUMMON-1 to SUMMON-3)."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from ...actions.intents import Summon
from ...box import Box
from ...box.names import CharacterName, Marker
from ...kernel.judging import Objection, Refusal, refusal
from ...kernel.rulings import Facts, Ruling, illegal
from ...kernel.wording import article, listed
from ...position.battle import Battle
from ...position.game import MAX_HEIGHT, Engagement, Game, Legion
from ...position.stock import count_of
from ..battle.field import AnyField, field_of
from ..battle.order import out_of_phase
from ..objections import UnknownContent
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


def against_summons(battle: Battle, action: Summon, game: Game | None = None) -> Iterator[Objection]:
    """What stands against a summons into a battle, of a game if it is part of one (SUMMON-1, SUMMON-3, BATTLE-2)."""
    side = battle.attacker
    if game is not None:
        yield from _used_up(game, game.meeting.attacking)
    moment = judge_moment(battle)
    if moment is not None:
        yield from moment.rulings
        if hindrance(field_of(battle)) == "another phase":
            return
    if action.legion not in (None, side.legion):
        sentence = "the summons goes to {legion}, not to {given}"
        yield illegal("SUMMON-1", sentence, legion=side.legion, given=action.legion)
    yield from _too_high("SUMMON-1", side.height)
    if game is not None:
        yield from _against_donor(game, game.meeting.attacking, action)
        return
    if action.origin not in battle.donors:
        sentence = "{origin} is none of the Legions to summon from: {donors}"
        yield illegal("SUMMON-1", sentence, origin=action.origin, donors=listed(battle.donors, ",", none="nobody"))
        return
    there = battle.donors[action.origin].count(action.character)
    yield from _not_there(battle.the_box, action, (there, there))


def against_late_summons(game: Game, action: Summon | None = None) -> Iterator[Objection]:
    """What stands against a summons outside a battle; None: any (SUMMON-2, SUMMON-3)."""
    engagement, color = game.engagement, game.active if game.engagement is None else game.engagement.attacking
    assert color is not None
    yield from _used_up(game, color)
    if engagement is None:
        yield illegal("SUMMON-2", "no Engagement is being resolved, and a summons comes within one")
    legion = None if engagement is None else game.player(color).legion(engagement.attacker)
    if engagement is not None and (engagement.winner != "attacker" or legion is None):
        sentence = "{attacker} has not won the Engagement in land {land}"
        yield illegal("SUMMON-2", sentence, attacker=engagement.attacker, land=engagement.land)
    elif engagement is not None and not engagement.right:
        yield illegal("SUMMON-2", "the Engagement was won by flight, which brings no summons")
    if legion is not None:
        yield from _too_high("SUMMON-2", legion.size)
        if action is not None and action.legion not in (None, legion.legion):
            sentence = "{legion} won and gets the summons, not {given}"
            yield illegal("SUMMON-2", sentence, legion=legion.legion, given=action.legion)
    if action is not None:
        yield from _against_donor(game, color, action)
    elif engagement is not None and not donors(game, engagement) and not unknown_donors(game, engagement):
        yield illegal("SUMMON-1", "no other unengaged Legion of {player} holds anybody to summon", player=color)
    if engagement is not None and engagement.right and engagement.stage != "summons":
        yield illegal("SUMMON-2", "the summons into {legion} is over", legion=engagement.attacker)


def _used_up(game: Game, color: str) -> Iterator[Ruling]:
    if any(player.summoned for player in game.players if player.color == color):
        yield illegal("SUMMON-3", "one summons per player per turn, and {player} has made it", player=color)


def _too_high(rule: str, height: int) -> Iterator[Ruling]:
    if height >= MAX_HEIGHT:
        yield illegal(rule, "height {height}; a summons needs 6 or less", height=height)


def _against_donor(game: Game, color: str, action: Summon) -> Iterator[Objection]:
    """What stands against summoning a character from a Legion (SUMMON-1)."""
    legion, engagement = game.player(color).legion(action.origin), game.engagement
    facts: Facts = {"player": color, "legion": action.origin}
    if legion is None:
        yield illegal("SUMMON-1", "{player} has no Legion {legion}", **facts)
    elif engagement is not None and action.origin == engagement.attacker:
        yield illegal("SUMMON-1", "{legion} is the Legion that the summons would go to", **facts)
    else:
        if legion.land in engaged_lands(game):
            yield illegal("SUMMON-1", "{legion} is itself engaged, in land {land}", land=legion.land, **facts)
        yield from _not_there(game.the_box, action, count_of(game, legion, action.character))


def _not_there(box: Box, action: Summon, count: tuple[int, int]) -> Iterator[Objection]:
    facts: Facts = {"character": action.character, "origin": action.origin}
    if not box.characters[action.character].summonable:
        able = listed(summonable(box, tuple(box.characters)), "or")
        yield illegal("SUMMON-1", "no {character} can be summoned, only {able}", able=able, **facts)
    elif count[1] < 1:
        yield illegal("SUMMON-1", "{origin} holds no {character}", **facts)
    elif count[0] < 1:
        yield UnknownContent(action.origin, f"whether it holds {article(action.character)}")


def judge_moment(battle: Battle) -> Refusal | None:
    """What stands against any summons into a battle now (SUMMON-1, BATTLE-2)."""
    match hindrance(field_of(battle)):
        case "another phase" if (not_now := out_of_phase(battle, "maneuver")) is not None:
            return not_now
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
        case None:
            return out_of_phase(battle, "maneuver")
