"""Puts Legions' contents into positions, known or supposed, and takes them out again."""

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


def deciding(game: Game, action: act.Action) -> tuple[str, ...]:
    """The markers of the Legions whose contents decide whether an action is legal, or its outcome."""
    engagement, battle = game.engagement, game.battle
    match action:
        case act.Split() | act.Move() | act.Muster():
            return (action.legion,)
        case act.Summon():
            return (action.origin,)
        case _ if engagement is None:
            return ()
        case act.Maneuver() | act.EndManeuver() if battle is not None:
            return (battle.of(battle.side).legion,) if battle.turn == 1 else ()
        case act.Concede() | act.AttemptConcession() | act.AcceptConcession() if battle is not None:
            return (engagement.attacker if action.by == engagement.attacking else engagement.defender,)
        case act.Propose() | act.Accept():
            return (engagement.attacker, engagement.defender)
        case act.Flee() | act.Stand() | act.NoMore() | act.Concede() | act.Fight() | act.Reinforce():
            return (engagement.defender,)
    return ()


def needed(action: act.Action) -> Names:
    """The characters that an action requires of its Legion."""
    match action:
        case act.Muster() | act.Reinforce():
            return action.with_
        case act.Split():
            return action.characters or ()
        case act.Summon():
            return (action.character,)
        case act.Move():
            return action.reveal
    return ()


def judged(game: Game, action: act.Action, contents: Contents, color: str) -> list[Ruling]:
    """Why an action is illegal with these contents; empty if it is legal.

    :param color: who asks; other players' Legions that are not given are unknown.
    :raises CannotTell: it depends on another Legion.
    """
    fighting = () if game.battle is None else (game.battle.attacker.legion, game.battle.defender.legion)
    others = [x.legion for player, x in game.legions() if player.color != color and x.legion not in fighting]
    supposed = suppose(hide(game, others), contents)
    return [] if ended_by_itself(supposed, action) is not None else violations(supposed, action)


def hide(game: Game, markers: Iterable[str]) -> Game:
    """The game with the contents of Legions unknown, except for their height and certain characters."""
    hidden = set(markers)

    def seen(legion: Legion) -> Legion:
        if legion.legion not in hidden or not legion.characters:
            return legion
        return evolve(legion, characters=None, height=legion.size)

    return _with_legions(game, seen)


def suppose(game: Game, contents: Contents) -> Game:
    """The game with these contents: a defender without a Lord is asked whether it flees, if it can still flee (ENG-3),
    and the characters that have not entered a battle are as given.
    """

    def given(legion: Legion) -> Legion:
        if legion.legion not in contents:
            return legion
        return evolve(legion, characters=contents[legion.legion], height=None)

    engagement, battle = game.engagement, game.battle
    if engagement is not None and engagement.defender in contents and not has_spoken(game, engagement):
        stage = "negotiation" if game.the_box.lords(contents[engagement.defender]) else "flight"
        game = evolve(game, engagement=evolve(engagement, stage=stage))
    if battle is not None and contents:
        game = evolve(game, battle=_entering(battle, contents))
    return _with_legions(game, given)


def _entering(battle: Battle, contents: Contents) -> Battle:
    """A battle in which the rest of the Legions' contents is still to enter."""

    def side(old: BattleSide) -> BattleSide:
        names = contents.get(old.legion or "")
        if names is None:
            return old
        inside = tuple([c for c in old.characters if c.hex is not None])
        waiting = Counter(names) - Counter([c.name for c in inside])
        return evolve(old, characters=(*inside, *[Combatant(name) for name in sorted(waiting.elements())]))

    return evolve(battle, attacker=side(battle.attacker), defender=side(battle.defender))


def as_known(games: Iterable[Game], known: Observer) -> list[Game]:
    """Games with what an observer knows: Legions known whole have their characters, others only the certain ones.

    If it is open whether the defender holds a Lord, the flight stage is skipped (ENG-3). In a battle, an arbitrary
    possible content represents a Legion that is not known until it has entered.
    """
    contents, unpack = {marker: known.contents(marker) for marker in known.legions()}, known.alphabet.unpack
    certain = {marker: unpack(common(possible)) for marker, possible in contents.items()}

    def seen(legion: Legion) -> Legion:
        marker = legion.legion
        if marker not in contents:
            return legion
        if len(contents[marker]) == 1:
            whole = legion.characters is not None and tuple(sorted(legion.characters)) == certain[marker]
            return legion if whole else evolve(legion, characters=certain[marker], height=None)
        same = legion.characters is None and legion.revealed == certain[marker] and not legion.seen
        return (
            legion if same else evolve(legion, characters=None, height=legion.size, revealed=certain[marker], seen={})
        )

    def put_in(game: Game) -> Game:
        engagement, battle = game.engagement, game.battle
        if engagement is not None and engagement.defender in contents and not has_spoken(game, engagement):
            flees = not any(known.alphabet.lords(packed) for packed in contents[engagement.defender])
            game = evolve(game, engagement=evolve(engagement, stage="flight" if flees else "negotiation"))
        if battle is not None:
            markers = (battle.attacker.legion or "", battle.defender.legion or "")
            unknown = {m: unpack(min(contents[m])) for m in markers if len(contents.get(m, ())) > 1}
            game = evolve(game, battle=_entering(battle, unknown))
        return _with_legions(game, seen)

    return [put_in(game) for game in games]


def _with_legions(game: Game, change: Callable[[Legion], Legion]) -> Game:
    """The game with Legions changed; the same object if nothing changes."""
    players = list(game.players)
    for i, player in enumerate(players):
        legions = tuple([change(legion) for legion in player.legions])
        if any(new is not old for new, old in zip(legions, player.legions, strict=True)):
            players[i] = evolve(player, legions=legions)
    changed = any(new is not old for new, old in zip(players, game.players, strict=True))
    return evolve(game, players=tuple(players)) if changed else game
