"""Objections that several actions share: another phase, and the characters that a Legion does not hold.

An action is judged by a generator of objections (``against_split``, ``against_muster``), in the order of the rules'
sources; :func:`titan_rules.kernel.judging.refuse_if` makes the answer of them. One that makes the rest meaningless,
such as another phase, ends the generator.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..box.names import CharacterName
from ..kernel.errors import CannotTell, Fault
from ..kernel.judging import Objection
from ..kernel.names import in_numbers
from ..kernel.rulings import Facts, Ruling, illegal
from ..position.game import Game, Legion
from ..position.stock import count_of


class UnknownContent(CannotTell):
    """It depends on unknown characters of a Legion.

    :param legion: its marker.
    :param question: what would have to be known, such as *whether it holds 2 × Ogre*.
    :param ways: the sets of characters, each of which would do.
    """

    def __init__(self, legion: str, question: str = "", ways: Iterable[Sequence[CharacterName]] = ()) -> None:
        self.legion, self.ways = legion, tuple(map(tuple, ways))
        about = f", {question}" if question else ""
        super().__init__(Fault("unknown-content", f"the characters of {legion} are not known{about}"))


def against_phase(game: Game, phase: str, rule: str) -> Iterator[Ruling]:
    """The objection that an action belongs to another phase; ``rule`` gives the action its place."""
    if game.phase == phase:
        return
    if game.phase == "over":
        yield illegal("D-6", "the game is over")
        return
    who = "the game" if game.active is None else game.active
    sentence = "this belongs to the {wanted} phase; {who} is in the {phase} phase of turn {turn}"
    yield illegal(rule, sentence, who=who, phase=game.phase, turn=game.turn, wanted=phase)


def against_outsider(game: Game, by: str) -> Iterator[Ruling]:
    """The objection that somebody is not in the game, or is out of it (D-1)."""
    player = next((player for player in game.players if player.color == by), None)
    if player is None:
        yield illegal("SETUP-1", "{by} does not play in this game", by=by)
    elif player.out:
        yield illegal("D-1", "{by} is out of the game", by=by)


def against_holding(game: Game, legion: Legion, names: Iterable[CharacterName], rule: str) -> Iterator[Objection]:
    """Objections to what a Legion is to hold: one for each kind of which it has, or may have, too few.

    :param rule: what asks for these characters.
    """
    unknown = Counter[CharacterName]()
    for name, asked in sorted(Counter(names).items()):
        least, most = count_of(game, legion, name)
        facts: Facts = {"legion": legion.legion, "name": name, "have": most, "asked": asked}
        if most < asked and asked == 1:
            yield illegal(rule, "{legion} holds no {name}", **facts)
        elif most < asked:
            bound = "" if least == most else "at most "
            yield illegal(rule, f"{{legion}} holds {bound}{{have:{name}}}, not {{asked}}", **facts)
        elif least < asked:
            unknown[name] = asked
    if unknown:
        yield UnknownContent(legion.legion, f"whether it holds {in_numbers(tuple(unknown.elements()))}")
