"""Records that do not say who left in a split: what such a record tells, one action at a time.

Beside :mod:`~titan_rules.deduction.history` this is the only module here that knows actions and positions. A position
has to say what every Legion holds, so a record is followed in one history that agrees with it; the facts given here are
only what the record itself says, whatever that history is.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..actions import intents as act
from ..actions.grammar import action_of
from ..box.characters import TITAN
from ..box.names import CharacterName
from ..kernel.errors import TitanError
from ..kernel.evolving import evolve
from ..kernel.replaying import Line, Step, play
from ..position.battle import Battle
from ..position.game import STARTING_HEIGHT, Game
from ..replays.referee import TitanReferee
from ..rules.masterboard.teleport import TELEPORT_ROLL
from .facts import Fact, Gone, Looked, LordOrNot, Parted, Reduced, Shown
from .history import claims, facts_of, shown


def unsaid(line: Line, before: Game) -> act.Split | None:
    """The split of a line that does not say who leaves; None for all other lines.

    :param before: the position that the line is written in.
    """
    if line.data.get("do", "split") != "split":
        return None
    try:
        action = action_of(dict(line.data), before)
    except TitanError:
        return None  # whoever judges the line says why
    return action if isinstance(action, act.Split) and action.characters is None else None


def said(line: Line, split: act.Split, characters: tuple[CharacterName, ...]) -> Line:
    """The line of a split with the characters that leave."""
    return evolve(line, data=evolve(split, characters=characters, count=None).to_json())


def splitting(game: Game, split: act.Split) -> tuple[tuple[CharacterName, ...], bool] | None:
    """What the Legion holds that is split, in the history that is followed, and whether it is split into halves
    (SPLIT-1); None if there is no such Legion."""
    holder = game.find(split.legion)
    if holder is None or holder[1].characters is None:
        return None
    return holder[1].characters, holder[1].size == STARTING_HEIGHT


def played(line: Line, before: Game) -> Step[Game]:
    """A line of a record, judged in a position."""
    (step,) = play([line], TitanReferee(), before, check_seals=False)
    return step


def passes_up(action: act.Action | None) -> bool:
    """Whether an action only declares that nothing is done, which nobody needs a right for."""
    return isinstance(action, act.NoSummon | act.NoReinforce) or action == act.Acquire()


def naming_a_lord(before: Game, step: Step[Game]) -> Iterator[Line]:
    """The lines that a refused teleport may stand for which does not say what Lord it reveals, in the history that is
    followed (TELE-2)."""
    action = step.action
    if not step.refusal or not isinstance(action, act.Move) or action.reveal:
        return
    holder = before.find(action.legion)
    for lord in () if holder is None else dict.fromkeys(before.the_box.lords(holder[1].characters or ())):
        yield evolve(step.line, data=evolve(action, reveal=(lord,)).to_json())


def told(before: Game, step: Step[Game]) -> tuple[Fact, ...]:
    """What the record says of Legions in a step that was carried out.

    :param before: the position before it, in the history that is followed.
    """
    action, after = step.action, step.state
    entering = _entering(before, action)
    found: list[Fact] = [*_entered(step.number, before, action)]
    some_lord = isinstance(action, act.Move) and not action.reveal and not _by_titan(before, action)
    for fact in facts_of(step.number, before, action, after, step.events):
        if isinstance(fact, Looked) or (fact.legion == entering and not isinstance(fact, Gone)):
            continue
        if isinstance(fact, Parted) and unsaid(step.line, before) is not None:
            fact = evolve(fact, characters=None)
        if isinstance(fact, Shown) and some_lord:
            fact = LordOrNot(step=fact.step, rule=fact.rule, owner=fact.owner, legion=fact.legion, lord=True)
        found.append(fact)
    holder = after.find(entering) if entering is not None else None
    if holder is not None:
        names = tuple(sorted(holder[1].characters or ()))
        found.append(
            Reduced(step=step.number, rule="BATTLE-5", owner=holder[0].color, legion=holder[1].legion, characters=names)
        )
    return tuple(found)


def claimed(number: int, before: Game, action: act.Action) -> tuple[Fact, ...]:
    """What an action says of Legions if it is legal, although it was refused in the history that is followed."""
    found = claims(number, before, action)
    if isinstance(action, act.Split) and action.characters is not None:
        found += shown(number, "SPLIT-2", before, action.legion, action.characters)
    elif isinstance(action, act.Summon):
        rule = "SUMMON-2" if before.battle is None else "SUMMON-1"
        found += shown(number, rule, before, action.origin, (action.character,))
    elif isinstance(action, act.Move):
        found += _teleporting(number, before, action)
    return (*found, *_entered(number, before, action))


def expected(number: int, game: Game, expect: Mapping[str, Any]) -> tuple[Looked, ...]:
    """What the record says that Legions hold after a step; here it need not name them all."""
    contents = expect.get("legion")
    if not isinstance(contents, dict):
        return ()
    found = []
    for marker, names in contents.items():
        holder = game.find(marker)
        if holder is not None and isinstance(names, list):
            names = tuple(sorted(map(str, names)))
            found.append(Looked(step=number, rule="STOP-1", owner=holder[0].color, legion=marker, characters=names))
    return tuple(found)


def holding(game: Game, expected: Iterable[Looked]) -> bool:
    """Whether Legions hold what is expected, in the history that is followed."""
    for fact in expected:
        holder = game.find(fact.legion)
        if holder is None or tuple(sorted(holder[1].characters or ())) != fact.characters:
            return False
    return True


def unseen_end(before: Game, step: Step[Game]) -> Iterator[Fact]:
    """Legions that leave the board in a step and whose values count, whatever they held."""
    found = facts_of(step.number, before, step.action, step.state, step.events)
    gone = {fact.legion for fact in found if isinstance(fact, Gone)}
    for fact in found:
        if isinstance(fact, Looked) and fact.legion in gone and _scores_apart(before, fact):
            yield fact


def _scores_apart(before: Game, gone: Looked) -> bool:
    """Whether it makes a difference what one Legion held that left the board, and not only what its player held."""
    holder = before.find(gone.legion)
    if gone.rule != "D-3" or holder is None:
        return gone.rule not in ("WITHDRAW-1", "SUMMON-3")
    return any(player.color != gone.owner for player, _ in before.at(holder[1].land))


def _teleporting(number: int, game: Game, action: act.Move) -> list[Fact]:
    """What a move claims that can only be a teleport: some Lord is there, or the one that is named (TELE-2, TELE-3)."""
    holder = game.find(action.legion)
    if holder is None or game.roll != TELEPORT_ROLL or action.how == "normal":
        return []
    names = action.reveal or ((TITAN,) if _by_titan(game, action) else ())
    if names:
        rule = "TELE-3" if action.how == "titan-teleport" else "TELE-2"
        return shown(number, rule, game, action.legion, names)
    return [LordOrNot(step=number, rule="TELE-2", owner=holder[0].color, legion=action.legion, lord=True)]


def _by_titan(game: Game, action: act.Move) -> bool:
    """Whether only a Titan can teleport a Legion so (TELE-3; TELE-2 with the option ``titan_to_towers``)."""
    holder = game.find(action.legion)
    if holder is None or action.how == "titan-teleport" or game.rules.tower_teleport == "titan_to_towers":
        return True
    to_an_enemy = any(other.color != holder[0].color for other, _ in game.at(action.to))
    return to_an_enemy or not game.the_box.masterboard.lands[holder[1].land].is_tower


def _side(battle: Battle) -> str | None:
    return battle.of(battle.side).legion


def _entering(before: Game, action: act.Action) -> str | None:
    """The Legion whose first Maneuver Phase ends with an action: who has not entered by then is left off."""
    battle = before.battle
    if battle is None or not isinstance(action, act.EndManeuver) or battle.turn != 1:
        return None
    return _side(battle)


def _entered(number: int, before: Game, action: act.Action) -> list[Fact]:
    """Who enters a battle is in the Legion, beside all that have entered before (BATTLE-1)."""
    battle = before.battle
    if battle is None or not isinstance(action, act.Maneuver) or action.origin is not None:
        return []
    there = [c.name for c in battle.of(battle.side).characters if c.hex is not None]
    return shown(number, "BATTLE-1", before, _side(battle) or "", (*there, action.character))
