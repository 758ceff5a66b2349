"""Positions with Legions of unknown content: what is known of them put in, a content supposed, or taken out again."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from ..actions import intents as act
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling
from ..play import ended_by_itself, violations
from ..position.battle import Battle, BattleSide, Combatant
from ..position.game import Game, Legion
from .facts import Names
from .history import has_spoken
from .multisets import common
from .posterior import Observer

Contents = Mapping[str, Names]
"""What Legions hold, by marker."""

_CONCESSIONS = act.Concede | act.AttemptConcession | act.AcceptConcession


def deciding(game: Game, action: act.Action) -> tuple[str, ...]:
    """The Legions whose contents decide whether an action is legal, or what comes of it, by their markers."""
    if isinstance(action, act.Split | act.Move | act.Muster):
        return (action.legion,)
    if isinstance(action, act.Summon):
        return (action.origin,)
    engagement, battle = game.engagement, game.battle
    if engagement is None:
        return ()
    if battle is not None and isinstance(action, act.Maneuver | act.EndManeuver):
        return (battle.of(battle.side).legion,) if battle.turn == 1 else ()
    if battle is not None and isinstance(action, _CONCESSIONS):
        return (engagement.attacker if action.by == engagement.attacking else engagement.defender,)
    if isinstance(action, act.Propose | act.Accept):
        return (engagement.attacker, engagement.defender)
    words = act.Flee | act.Stand | act.NoMore | act.Concede | act.Fight | act.Reinforce
    return (engagement.defender,) if isinstance(action, words) else ()


def needed(action: act.Action) -> Names:
    """The characters that the Legion of an action must hold for it."""
    if isinstance(action, act.Muster | act.Reinforce):
        return action.with_
    if isinstance(action, act.Split):
        return action.characters or ()
    if isinstance(action, act.Summon):
        return (action.character,)
    return action.reveal if isinstance(action, act.Move) else ()


def judged(game: Game, action: act.Action, contents: Contents, color: str) -> list[Ruling]:
    """Why an action is not legal if these Legions hold what is given; empty if it is legal.

    :param color: who asks; other players' Legions that are not given are unknown.
    :raises CannotTell: it depends on another Legion.
    """
    fighting = () if game.battle is None else (game.battle.attacker.legion, game.battle.defender.legion)
    others = [x.legion for player, x in game.legions() if player.color != color and x.legion not in fighting]
    supposed = suppose(hide(game, others), contents)
    return [] if ended_by_itself(supposed, action) is not None else violations(supposed, action)


def hide(game: Game, markers: Iterable[str]) -> Game:
    """The game with Legions of unknown content, of known height; what is known to be in them stays."""
    hidden = set(markers)
    if not any(legion.legion in hidden and legion.characters for _, legion in game.legions()):
        return game

    def seen(legion: Legion) -> Legion:
        if legion.legion not in hidden or not legion.characters:
            return legion
        return evolve(legion, characters=None, height=legion.size)

    return _with_legions(game, seen)


def suppose(game: Game, contents: Contents) -> Game:
    """The game if Legions hold what is given: where the defender is not asked yet whether it flees, it is asked if it
    holds no Lord (ENG-3); and who has not entered a battle is as given."""
    if not contents:
        return game

    def given(legion: Legion) -> Legion:
        if legion.legion not in contents:
            return legion
        return evolve(legion, characters=contents[legion.legion], height=None)

    engagement, battle = game.engagement, game.battle
    if engagement is not None and engagement.defender in contents and not has_spoken(game, engagement):
        stage = "negotiation" if game.the_box.lords(contents[engagement.defender]) else "flight"
        game = evolve(game, engagement=evolve(engagement, stage=stage))
    if battle is not None:
        game = evolve(game, battle=_entering(battle, contents))
    return _with_legions(game, given)


def _entering(battle: Battle, contents: Contents) -> Battle:
    """A battle in which those are still to enter who are in the Legions and have not entered."""

    def side(old: BattleSide) -> BattleSide:
        names = contents.get(old.legion or "")
        if names is None:
            return old
        inside = tuple([c for c in old.characters if c.hex is not None])
        waiting = Counter(names) - Counter([c.name for c in inside])
        return evolve(old, characters=(*inside, *[Combatant(name) for name in sorted(waiting.elements())]))

    return evolve(battle, attacker=side(battle.attacker), defender=side(battle.defender))


def as_known(game: Game, known: Observer) -> Game:
    """The game with what an observer knows: Legions known whole have their characters, any other has what is certain.

    Where it is not known whether the defender holds a Lord, it looks as if it were not asked whether it flees (ENG-3);
    in a battle some content that is possible stands for a Legion that is not known, until it has entered.
    """
    contents = {marker: known.contents(marker) for marker in known.legions()}
    unpack = known.alphabet.unpack

    def seen(legion: Legion) -> Legion:
        possible = contents.get(legion.legion)
        if possible is None:
            return legion
        certain = unpack(common(possible))
        if len(possible) == 1:
            whole = legion.characters is not None and tuple(sorted(legion.characters)) == certain
            return legion if whole else evolve(legion, characters=certain, height=None)
        return evolve(legion, characters=None, height=legion.size, revealed=certain, seen={})

    engagement, battle = game.engagement, game.battle
    if engagement is not None and engagement.defender in contents and not has_spoken(game, engagement):
        flees = not any(known.alphabet.lords(packed) for packed in contents[engagement.defender])
        game = evolve(game, engagement=evolve(engagement, stage="flight" if flees else "negotiation"))
    if battle is not None:
        unknown = {m: unpack(min(contents[m])) for m in _sides(battle) if len(contents.get(m, ())) > 1}
        game = evolve(game, battle=_entering(battle, unknown))
    return _with_legions(game, seen)


def _sides(battle: Battle) -> tuple[str, ...]:
    return (battle.attacker.legion or "", battle.defender.legion or "")


def _with_legions(game: Game, change: Callable[[Legion], Legion]) -> Game:
    return evolve(game, players=tuple([evolve(p, legions=tuple([change(x) for x in p.legions])) for p in game.players]))
