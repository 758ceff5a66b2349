"""Turns a recorded game into facts: the only part of deduction that knows actions and positions.

What an action declares, what joins or leaves a Legion, and the whole content of a Legion that fights or is eliminated
are public. Two engaged players see each other's Legions (ENG-2).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ..actions import intents as act
from ..actions.events import LegionMoved
from ..box import Box
from ..box.characters import TITAN
from ..kernel.rulings import HasRuling
from ..position.game import STARTING_HEIGHT, Engagement, Game, Legion
from . import facts as seen
from .facts import Names, Observation
from .multisets import Alphabet

Legions = dict[str, tuple[str, Legion]]  # owner and Legion by marker


@lru_cache(32)
def alphabet(box: Box) -> Alphabet:
    """The characters of a box."""
    kinds = box.characters.values()
    lords, creatures = [c.name for c in kinds if c.is_lord], [c.name for c in kinds if c.is_creature]
    return Alphabet(box.characters, lords, creatures)


def facts_of(
    number: int, before: Game, action: act.Action, after: Game, events: Iterable[HasRuling] = ()
) -> tuple[Observation, ...]:
    """What everybody, or some players, could see of Legions in one legal action.

    For a Legion of unknown content, only what the action itself says.

    :param events: what happened, for the Lord that a teleport reveals if the action does not name it.
    """
    if before is after:
        return ()
    return (*claims(number, before, action, events), *changes(number, before, action, after))


def beginning(game: Game, number: int = 0) -> Iterator[Observation]:
    """What everybody knows of the Legions in a record's first position (SETUP-4, STOP-1)."""
    for player, legion in game.legions():
        if legion.characters is not None:
            rule, names = "SETUP-4" if legion.size == STARTING_HEIGHT else "STOP-1", tuple(sorted(legion.characters))
            yield seen.Began(step=number, rule=rule, owner=player.color, legion=legion.legion, characters=names)


# --- what an action says ---------------------------------------------------------------------------------------------


def claims(number: int, before: Game, action: act.Action, events: Iterable[HasRuling] = ()) -> list[Observation]:
    """What an action claims about Legions before anything changes; if it is legal, the claims are true."""
    engagement, battle = before.engagement, before.battle
    match action:
        case act.Muster():
            return shown(number, _muster_rule(before, action.legion), before, action.legion, action.with_)
        case act.Move():
            moves = [event for event in events if isinstance(event, LegionMoved)]
            return [fact for event in moves for fact in _moved(number, before, action, event)]
    if engagement is None:
        return []
    match action:
        case act.Reinforce():
            rule = "REINF-2" if battle is None else "REINF-1"
            return shown(number, rule, before, engagement.defender, action.with_)
        case act.Flee():
            return _lord_or_not(number, before, engagement.defender, False)
        case act.Stand():  # of a Legion with a Lord a record may say it, too: only the referee tells them apart
            holder = before.find(engagement.defender)
            names = None if holder is None else holder[1].characters
            known = names is not None and not before.the_box.lords(names)
            return _lord_or_not(number, before, engagement.defender, False) if known else []
        case act.Propose():
            lost = {engagement.attacker: action.attacker_loses, engagement.defender: action.defender_loses}
            named = [(marker, names) for marker, names in lost.items() if names != act.ALL]
            losses = [fact for marker, names in named for fact in shown(number, "ENG-7", before, marker, names)]
            return [*_first_word(number, before, engagement), *losses]
        case act.NoMore() | act.Concede() | act.Fight():
            return _first_word(number, before, engagement)
        case act.Maneuver(origin=None) if battle is not None:
            side = battle.of(battle.side)
            holder = before.find(side.legion)
            if holder is not None and holder[1].characters is None:  # otherwise known since the battle began
                there = [c.name for c in side.characters if c.hex is not None]
                return shown(number, "BATTLE-1", before, side.legion, (*there, action.character))
    return []


def _moved(number: int, game: Game, action: act.Move, event: LegionMoved) -> list[Observation]:
    """A teleport reveals the named Lord, the only possible one, or just that there is a Lord (TELE-2, TELE-3)."""
    holder, names = game.find(event.legion), event.reveal
    if names and holder is not None and holder[1].characters is None:
        names = action.reveal or ((TITAN,) if _by_titan(game, holder[0].color, holder[1], action) else ())
        if not names:
            return _lord_or_not(number, game, event.legion, True, event.rule)
    return shown(number, event.rule, game, event.legion, names)


def _by_titan(game: Game, color: str, legion: Legion, action: act.Move) -> bool:
    """Whether only a Titan can teleport a Legion there (TELE-3; TELE-2 with the option ``titan_to_towers``)."""
    if action.how == "titan-teleport" or game.rules.tower_teleport == "titan_to_towers":
        return True
    to_an_enemy = any(other.color != color for other, _ in game.at(action.to))
    return to_an_enemy or not game.the_box.masterboard.lands[legion.land].is_tower


def _first_word(number: int, game: Game, engagement: Engagement) -> list[Observation]:
    """Negotiation began without asking the defender about flight, so it holds a Lord (ENG-3)."""
    return [] if has_spoken(engagement) else _lord_or_not(number, game, engagement.defender, True)


def has_spoken(engagement: Engagement) -> bool:
    """Whether either player has made a choice since the Engagement began, or it is past that."""
    words = engagement.stood or engagement.proposals or engagement.no_more
    return bool(words) or engagement.stage not in ("flight", "negotiation")


def _lord_or_not(number: int, game: Game, marker: str, lord: bool, rule: str = "ENG-3") -> list[Observation]:
    holder = game.find(marker)
    if holder is None:
        return []
    return [seen.LordOrNot(step=number, rule=rule, owner=holder[0].color, legion=marker, lord=lord)]


def shown(number: int, rule: str, game: Game, marker: str, names: Names) -> list[Observation]:
    """The fact that everybody saw these characters in a Legion; empty if there is no such Legion."""
    holder = game.find(marker)
    if not names or holder is None:
        return []
    characters = tuple(sorted(names))
    return [seen.Shown(step=number, rule=rule, owner=holder[0].color, legion=marker, characters=characters)]


# --- what it changes -------------------------------------------------------------------------------------------------


def changes(number: int, before: Game, action: act.Action, after: Game) -> Iterator[Observation]:
    """What an action changes in Legions: splits, arrivals and departures, Legions gone, Legions shown."""
    if before.phase == "setup":
        yield from beginning(after, number)
        return
    old, new = changed(before, after)
    parted: list[Observation] = []
    if isinstance(action, act.Split):
        del old[action.legion]
        parted = [_parted(number, before, action, *new[action.legion], new[action.into][1])]
    elif before.phase == "movement" and not isinstance(action, act.Withdraw):
        yield from _combined(number, action, old, new)
    for marker, (owner, legion) in old.items():
        now = new.get(marker)
        if now is None or now[0] != owner or (legion.characters is None and not now[1].size):
            rule = _rule_of_end(before, action, after, owner, marker)
            yield from _looked(number, rule, owner, legion)
            yield seen.Gone(step=number, rule=rule, owner=owner, legion=marker)
            continue
        rule = _rule_of_change(before, action)
        left, joined = _exchanged(before, action, legion, now[1])
        if left:
            yield seen.Left(step=number, rule=rule, owner=owner, legion=marker, characters=left)
        if joined:
            yield seen.Joined(step=number, rule=rule, owner=owner, legion=marker, characters=joined)
    yield from parted  # last, because a freed marker may be reused at once
    if after.engagement is not None and isinstance(action, act.Engage | act.Fight):
        yield from _looks(number, after, after.engagement, everybody=isinstance(action, act.Fight))
    if after.phase == "over" and before.phase != "over":
        for player, legion in after.legions():
            yield from _looked(number, "D-6", player.color, legion)


def changed(before: Game, after: Game) -> tuple[Legions, Legions]:
    """The Legions whose content or owner differs between two positions, before and after."""
    old: Legions = {legion.legion: (player.color, legion) for player, legion in before.legions()}
    new: Legions = {legion.legion: (player.color, legion) for player, legion in after.legions()}
    for marker in old.keys() & new.keys():
        if old[marker][1] is new[marker][1] or _held(*old[marker]) == _held(*new[marker]):
            del old[marker], new[marker]
    return old, new


def _held(owner: str, legion: Legion) -> tuple[object, ...]:
    return owner, legion.size, sorted(legion.characters or ())


def _parted(number: int, before: Game, action: act.Split, owner: str, stays: Legion, leaves: Legion) -> Observation:
    return seen.Parted(
        step=number,
        rule="SPLIT-1" if before.turn == 1 else "SPLIT-2",
        owner=owner,
        legion=action.legion,
        into=action.into,
        count=leaves.size,
        stay=stays.size,
        halves=stays.size + leaves.size == STARTING_HEIGHT,
        characters=None if leaves.characters is None else tuple(sorted(leaves.characters)),
    )


def _combined(number: int, action: act.Action, old: Legions, new: Legions) -> Iterator[Observation]:
    """Parts of splits that were recombined: each part that is gone, with the one left in its land (MOVE-9)."""
    for marker in [marker for marker in old if marker not in new]:
        owner, legion = old.pop(marker)
        beside = (m for m, (_, x) in new.items() if x.land == legion.land)
        into: str = action.into if isinstance(action, act.Recombine) else next(beside)
        old.pop(into, None)
        yield seen.Combined(step=number, rule="MOVE-9", owner=owner, legion=marker, into=into)


def _muster_rule(game: Game, marker: str) -> str:
    holder = game.find(marker)
    return "MUSTER-4" if holder is not None and game.the_box.masterboard.lands[holder[1].land].is_tower else "MUSTER-2"


_CHANGES: Mapping[type[act.Action], tuple[str, str]] = {
    act.Summon: ("SUMMON-1", "SUMMON-2"),
    act.EndManeuver: ("SUMMON-1", "SUMMON-2"),
    act.Reinforce: ("REINF-1", "REINF-2"),
    act.Acquire: ("ACQUIRE-1", "ACQUIRE-1"),
    act.Accept: ("ENG-7", "ENG-7"),
}
"""The rules by which characters join or leave a Legion: in a battle, and outside of one."""

_ENDS: Mapping[type[act.Action], str] = {act.Flee: "ENG-3", act.Accept: "ENG-7", act.Concede: "ENG-5"}
"""The rules by which an engaged Legion leaves the board without a battle."""


def _rule_of_change(before: Game, action: act.Action) -> str:
    if isinstance(action, act.Muster):
        return _muster_rule(before, action.legion)
    in_battle, outside = _CHANGES.get(type(action), ("BATTLE-1", "SCORE-4"))
    return outside if before.battle is None else in_battle


def _rule_of_end(before: Game, action: act.Action, after: Game, owner: str, marker: str) -> str:
    engagement = before.engagement
    if isinstance(action, act.Withdraw):
        return "WITHDRAW-1"
    if engagement is None or marker not in (engagement.attacker, engagement.defender):
        return "D-3" if after.player(owner).out else "SUMMON-3"
    return "BATTLE-1" if before.battle is not None else _ENDS.get(type(action), "SCORE-4")


def _exchanged(before: Game, action: act.Action, legion: Legion, now: Legion) -> tuple[Names, Names]:
    """Who left a Legion and who joined it: the difference, or what the action says if the content is unknown."""
    if legion.characters is not None and now.characters is not None:
        have, had = Counter(now.characters), Counter(legion.characters)
        return tuple(sorted((had - have).elements())), tuple(sorted((have - had).elements()))
    marker, engagement = legion.legion, before.engagement
    match action:
        case act.Summon(origin=origin) if marker == origin:
            return (action.character,), ()
        case act.Muster() | act.Reinforce() | act.Summon():
            return (), (action.character,)
        case act.Acquire():
            return (), tuple(sorted(action.characters))
        case act.Accept() if engagement is not None:
            loses = action.attacker_loses if marker == engagement.attacker else action.defender_loses
            return tuple(sorted(loses)), ()
        case act.EndManeuver() if before.battle is not None and now.size > legion.size:  # the summoned goes back
            return (), tuple([c.name for c in before.battle.attacker.characters if c.hex is None])
    return (), ()


def _looks(number: int, game: Game, engagement: Engagement, everybody: bool) -> Iterator[Observation]:
    rule = "BATTLE-1" if everybody else "ENG-2"
    others = {engagement.attacker: engagement.defending, engagement.defender: engagement.attacking}
    for marker, other in others.items():
        holder = game.find(marker)
        if holder is not None:
            yield from _looked(number, rule, holder[0].color, holder[1], None if everybody else (other,))


def _looked(
    number: int, rule: str, owner: str, legion: Legion, by: tuple[str, ...] | None = None
) -> Iterator[Observation]:
    """A Legion is seen whole, if its content is known."""
    if legion.characters:
        names = tuple(sorted(legion.characters))
        yield seen.Looked(step=number, rule=rule, owner=owner, legion=legion.legion, characters=names, by=by)
