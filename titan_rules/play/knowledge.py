"""What a player or a spectator may know of a position and of what happened (SPLIT-3, ENG-2, ENG-5)."""

from collections.abc import Iterator
from typing import cast, overload

from ..actions.events import Event, LegionSplit
from ..actions.intents import Action, Propose, Split
from ..kernel.arguments import expect
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.rulings import Facts
from ..kernel.wording import several
from ..position import knowledge
from ..position.battle import Battle
from ..position.files import state_of
from ..position.game import Game
from ..position.position import mark_checked
from .api import Outcome
from .planning import S

NOBODY = "nobody"
"""A spectator, who is none of the players."""


@overload
def known_to(seen: S, color: str = NOBODY) -> S: ...
@overload
def known_to(seen: Outcome[Game], color: str = NOBODY) -> Outcome[Game]: ...
@overload
def known_to(seen: Outcome[Battle], color: str = NOBODY) -> Outcome[Battle]: ...
@overload
def known_to(seen: str, color: str = NOBODY) -> Game | Battle: ...
def known_to(
    seen: Game | Battle | str | Outcome[Game] | Outcome[Battle], color: str = NOBODY
) -> Game | Battle | Outcome[Game] | Outcome[Battle]:
    """A position, or an action with what happened, as one player may know it: what a moderator sends to each.

    Another player's Legion that isn't known whole has its height, and in ``revealed`` what is known of it. Whoever does
    not own a split Legion hears how many leave, not who. A battle is public (BATTLE-1).

    :param seen: a game, a battle, the line of one, or what ``apply`` returned.
    :param color: the player's colour or name, or ``nobody`` for a spectator.
    :raises UnknownName: not a colour or a name. :raises CannotTell: nobody plays that colour.

    >>> from titan_rules.play.questions import apply
    >>> from titan_rules.play.setup import new_game
    >>> outcome = apply(new_game(["Ann", "Ben"], seed=1), "Bu01/Bu02 Tit Ogr Ogr Cen")
    >>> print(known_to(outcome, "Black"))
    Bu01 splits: 4 characters leave as Bu02, 4 stay (SPLIT-1)
    """
    expect(str, color=color)
    if isinstance(seen, Outcome):
        fought = isinstance(seen.state, Battle)
        return seen if fought else _outcome_known_to(cast("Outcome[Game]", seen), color)
    state = state_of(seen, "seen")
    return state if isinstance(state, Battle) else _game_known_to(state, _viewer(state, color))


def _viewer(game: Game, color: str) -> str | None:
    if color.casefold() == NOBODY:
        return None
    viewer = game.color_of(color)
    if all(player.color != viewer for player in game.players):
        raise CannotTell(Fault("usage", f"nobody plays {viewer} in this game"))
    return viewer


def _game_known_to(game: Game, viewer: str | None) -> Game:
    return mark_checked(knowledge.known_to(game, viewer))


def _outcome_known_to(outcome: Outcome[Game], color: str) -> Outcome[Game]:
    known = _game_known_to(outcome.state, _viewer(outcome.state, color))
    action = None if outcome.action is None else _action_known_to(outcome.action, known)
    return Outcome(known, action, tuple(_events_known_to(outcome.events, known)))


def _action_known_to(action: Action, known: Game) -> Action | None:
    """The action as it is heard; None: a proposal about characters that are not known is not heard."""
    if isinstance(action, Split) and action.characters is not None and _is_hidden(action.into, known):
        return evolve(action, characters=None, count=len(action.characters))
    if isinstance(action, Propose) and known.engagement is not None:
        said = action.by, action.attacker_loses, action.defender_loses
        heard = [(one.by, one.attacker_loses, one.defender_loses) for one in known.engagement.proposals]
        return action if said in heard else None
    return action


def _events_known_to(events: tuple[Event, ...], known: Game) -> Iterator[Event]:
    for event in events:
        if isinstance(event, LegionSplit) and _is_hidden(event.into, known):
            facts: Facts = {**event.ruling.facts, "names": several(len(event.characters), "character")}
            yield evolve(event, ruling=evolve(event.ruling, facts=facts), characters=())
        else:
            yield event


def _is_hidden(marker: str, known: Game) -> bool:
    held = known.find(marker)
    return held is None or held[1].characters is None
