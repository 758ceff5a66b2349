"""Single words that mean an action only where a game stands: ``fight``, ``concede``, ``no more``, ``done``."""

from titan_rules.actions.intents import Action
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.play import legal_actions, next_choice
from titan_rules.position.game import Game

ENDINGS = (
    "end-splits", "end-maneuver", "end-strikes", "no-more", "no-summon", "no-reinforce", "end-engagements", "end-moves",
    "end-turn",
)  # fmt: skip
"""What ends something, in the order in which ``done`` tries them."""

MEANT = {
    "fight": ("fight", "stand"),
    "concede": ("concede", "attempt-concession"),
    "no more": ("no-more", "no-summon", "no-reinforce"),
    "accept": ("accept", "accept-concession"),
    "withdraw": ("withdraw",),
    **dict.fromkeys(("done", "end", "pass", "finished", "nothing", "no"), ENDINGS),
}
"""By a word, the kinds of action that it can mean; the first that is legal is meant."""


def meant(text: str, game: Game) -> Action | None:
    """The action that a bare word means now, of the player who decides; None if it is no such word.

    :raises CannotTell: nothing that it can mean is legal now.
    """
    kinds = MEANT.get(" ".join(text.casefold().replace("-", " ").rstrip(".!").split()))
    if kinds is None:
        return None
    legal = [action for action in legal_actions(game) if action.do in kinds]
    choice = next_choice(game)
    if not legal:
        hint = f"{choice.by} may: {', '.join(choice.actions)}"
        raise CannotTell(Fault("not-now", f"nothing that {text!r} can mean is legal now", hint=hint))
    return min(legal, key=lambda action: (kinds.index(action.do), getattr(action, "by", choice.by) != choice.by))
