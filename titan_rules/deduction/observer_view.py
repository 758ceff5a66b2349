"""A recorded game as an observer sees it: the deduced position, what is legal in it, and what may be legal."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeVar

from ..actions.intents import Action, Move, Muster, Reinforce, Split, Summon
from ..answers.checking import Check, check
from ..answers.deduction import LegionDeduction, Prior
from ..answers.parts import ActionInShort, LegalMoves, PossibleAction
from ..kernel.answers import copied
from ..kernel.dice import DiceSource
from ..kernel.errors import CannotTell
from ..kernel.evolving import evolve
from ..kernel.odds import Chance
from ..play import Unknown, cannot_tell, legal_actions
from ..play.planning import author
from ..position.changes import put_legion_in
from ..position.game import Game, Legion
from ..position.knowledge import known_to
from ..position.stock import unseen
from ..text.writing import written
from .posterior import NOBODY
from .recorded import Recording, legion_deduction
from .trials import deciding

M = TypeVar("M", bound=LegalMoves)

_BY_CONTENT = tuple(kind.do for kind in (Split, Move, Muster, Summon, Reinforce))
"""Actions whose legality depends on the content of one Legion."""


class ObserverView:
    """A recorded game as an observer sees it after its last step.

    :param color: a colour of the game, or ``nobody``.
    :ivar position: Legions known whole have their characters; others have their height, and their certain characters
        under ``revealed``.
    :ivar legions: what is deduced of the Legions that are not known whole.
    :raises CannotTell: nobody plays that colour.
    """

    def __init__(self, recording: Recording, color: str = NOBODY, prior: Prior = "counters") -> None:
        self.recording, self.color, self.prior = recording, color, prior
        observer = recording.observer(color, prior)
        if not recording.told:
            observer = recording.observer(NOBODY, prior)
        known = {marker: legion_deduction(observer, marker) for marker in observer.legions()}
        self.legions = {marker: deduced for marker, deduced in known.items() if len(deduced.contents) > 1}
        game = known_to(recording.game, None if color == NOBODY else color)
        for player in recording.game.players:
            for legion in player.legions:
                if legion.legion in known:
                    seen = self._seen(legion, self.legions.get(legion.legion))
                    game = put_legion_in(game, game.player(player.color), seen)
        self.position: Game = game

    def _seen(self, legion: Legion, deduced: LegionDeduction | None) -> Legion:
        if deduced is None:
            return evolve(legion, seen={})
        return evolve(legion, characters=None, height=legion.size, revealed=deduced.certain, seen={})

    def check(self, actions: Sequence[Action], dice: DiceSource | None = None) -> tuple[Check, Game | None]:
        """Judge actions; those that depend on a partly known Legion, by what it may hold.

        :returns: the answer, and the position after them; None if one is illegal, undecided, or changes what is
            unknown. Undecided is what only some of the possible contents allow.
        """
        try:
            answer, after = check(self.position, actions, dice)
        except CannotTell as e:
            if e.fault.code != "unknown-content" or len(actions) != 1:
                raise
            return self._deduced(actions[0], e.fault.message), None
        by_content = answer.verdict == "cannot-tell" or (answer.verdict == "illegal" and self._is_hidden(actions[0]))
        if by_content and len(actions) == 1:
            return self._deduced(actions[0], answer.why or ""), None
        return answer, after

    def _is_hidden(self, action: Action) -> bool:
        """Whether an action is about a Legion that is not wholly known: then deduction says why it is illegal."""
        held = self.position.find(getattr(action, "origin", None) or getattr(action, "legion", None) or "")
        return held is not None and unseen(held[1]) > 0

    def _deduced(self, action: Action, why: str) -> Check:
        """The answer by what is deduced of the Legions, where what is seen of them leaves it open for a reason."""
        asked = self.recording.could(action, self.color, self.prior)
        answer = Check(verdict="legal", action=action, text=asked.text, rulings=asked.rulings)
        if asked.weight.exact == 1:
            return answer
        if asked.verdict == "possible":
            weighed = f"{why}; that {asked.text} is legal has a weight of {asked.weight}"
            return evolve(answer, verdict="cannot-tell", rulings=(), why=weighed)
        return evolve(answer, verdict="illegal", legal=tuple(map(written, legal_actions(self.position))))

    def with_possible(self, moves: M) -> M:
        """Add the actions that some contents allow, each with its weight.

        Those that every content allows need only what is certain, so they are legal already. Those that none allows no
        longer depend on unknown characters.
        """
        weights: dict[str, tuple[Action, Fraction]] = {}
        left = []
        for unknown in cannot_tell(self.position):
            if unknown.do in _BY_CONTENT and self.legions.keys() >= set(unknown.missing):
                for action, weight in self._allowed(unknown):
                    text = written(action)
                    weights[text] = action, weight + weights.get(text, (action, Fraction(0)))[1]
            else:
                left.append(unknown)
        possible = []
        for text, (action, weight) in weights.items():
            if weight < 1:
                short = ActionInShort(by=author(self.position, action), do=action.do, text=text)
                possible.append(copied(PossibleAction, short, weight=Chance(weight)))
        possible.sort(key=lambda one: (-one.weight.exact, one.text))
        return evolve(moves, possible=tuple(possible), cannot_tell=tuple(left))

    def _allowed(self, unknown: Unknown) -> Iterator[tuple[Action, Fraction]]:
        """The actions of one kind that each content of a Legion allows, with the content's weight."""
        (marker,) = unknown.missing
        holder = self.position.find(marker)
        assert holder is not None
        for content in self.legions[marker].contents:
            supposed = evolve(holder[1], characters=content.characters, height=None)
            game = put_legion_in(self.position, holder[0], supposed)
            for action in legal_actions(game):
                if action.do == unknown.do and marker in deciding(game, action):
                    yield action, content.weight.exact
