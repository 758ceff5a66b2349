"""What ``recruit-options`` answers: what a Legion may muster."""

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer
from ..kernel.arguments import expect, wrong
from ..kernel.blocks import Block, Listed, Why
from ..kernel.errors import CannotTell, Fault, UnknownName
from ..kernel.judging import Refusal
from ..kernel.rulings import Ruling
from ..position.files import loads
from ..position.game import Game, Legion
from ..position.muster import Muster
from ..position.stock import stock
from ..rules.engagement.meeting import content as content_of
from ..rules.masterboard import mustering
from ..rules.masterboard.mustering import MusterOption


@frozen(kw_only=True, repr=False)
class MusterOptions(Answer):
    """What a Legion may muster in a land.

    :param legion, land: None outside a game.
    :param characters: its content.
    :param options: in the order of the land's table.
    :param at_most: only this Legion is known, so ``left`` is an upper bound.
    """

    kind: ClassVar[str] = "recruit-options"
    format: ClassVar[str] = "titan-rules/1"
    legion: str | None = None
    land: int | None = None
    terrain: str
    characters: tuple[str, ...]
    options: tuple[MusterOption, ...]
    rulings: tuple[Ruling, ...]
    at_most: bool | None = None

    def blocks(self) -> Iterator[Block]:
        """The options as a table, and the reasons."""
        left = {"left": "Left, at most"} if self.at_most else {}
        yield Listed(self.options, left) if self.options else "It may muster nothing here."
        yield from ("", Why(self.rulings))


def options_in_land(game: Game, legion: Legion) -> tuple[tuple[MusterOption, ...], tuple[Ruling, ...]]:
    """What a Legion may muster where it is, and why.

    :raises CannotTell: its content is unknown.
    """
    table, content = game.the_box.table_of(legion.land), content_of(legion)
    return mustering.legion_options(game, legion), tuple(mustering.table_rulings(table, content, stock(game)))


def muster_options(position: Muster | Game | str, legion: str | None = None, alone: bool = False) -> MusterOptions:
    """What a Legion may muster in a land, with every way to qualify.

    :param position: a muster, a game, or the line of one: ``Jungle: 2 Gargoyle, Ogre``.
    :param legion: its marker, in a game.
    :param alone: no other Legion is known: the stock is the box's counters less this Legion's.
    :raises UnknownName: there is no such Legion.
    :raises CannotTell: no Legion is named, or its content is unknown.
    """
    asked = loads(position) if isinstance(position, str) else position
    if not isinstance(asked, Muster | Game):
        raise wrong("position", "a Muster, a Game or the line of one", asked)
    expect(str | None, legion=legion)
    expect(bool, alone=alone)
    if isinstance(asked, Game):
        if legion is None:
            raise CannotTell(Fault("usage", "a game has many Legions: say which"))
        return _in_game(asked, legion)
    table, characters = asked.the_box.table(asked.terrain, asked.land), asked.characters
    left = asked.stock
    if alone:
        held = Counter(characters)
        left = {**{name: max(0, count - held[name]) for name, count in table.full_stock.items()}, **left}
    return MusterOptions(
        terrain=table.terrain,
        characters=tuple(characters),
        options=mustering.muster_options(table, characters, left),
        rulings=tuple(mustering.table_rulings(table, characters, left, alone)),
        at_most=alone or None,
    )


def _in_game(game: Game, typed: str) -> MusterOptions:
    """What a Legion may muster in its land and, in its player's Enlistment Phase, whether it may muster now."""
    name = game.the_box.markers.canonical(typed)
    holding = game.find(name)
    if holding is None:
        raise UnknownName(Fault("unknown-legion", f"no Legion {name} stands on the Masterboard"))
    player, legion = holding
    options, rulings = options_in_land(game, legion)
    if game.phase == "enlistment" and player.color == game.active:
        judged = mustering.judge_mustering(legion)
        options, rulings = ((), judged.rulings) if isinstance(judged, Refusal) else (options, rulings)
    terrain, characters = game.the_box.table_of(legion.land).terrain, tuple(content_of(legion))
    return MusterOptions(
        legion=name, land=legion.land, terrain=terrain, characters=characters, options=options, rulings=rulings
    )
