"""What ``recruit-options`` answers: what a Legion may muster."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer
from ..kernel.arguments import expect, wrong
from ..kernel.blocks import Block, Listed, Why
from ..kernel.errors import CannotTell, Fault, UnknownName
from ..kernel.rulings import Ruling
from ..position.documents import checked
from ..position.files import loads
from ..position.game import Game, Legion
from ..position.muster import Muster
from ..position.stock import adds_up, stock
from ..rules.engagement.meeting import content as content_of
from ..rules.masterboard import mustering
from ..rules.masterboard.mustering import MusterOption


@frozen(kw_only=True, repr=False)
class MusterOptions(Answer):
    """What a Legion may muster in a land.

    :param legion, land: None outside a game.
    :param characters: its content.
    :param options: in the order of the land's table.
    :param at_most: others may hold some, so ``left`` is an upper bound where the position gives no number (MUSTER-3).
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
    bounded = () if adds_up(game) else table.names
    forbidden = {name: ruling for name in table.names for ruling in mustering.against_first_turn(game, table, name)}
    rulings = mustering.table_rulings(table, content, stock(game), bounded, forbidden)
    return mustering.legion_options(game, legion), tuple(rulings)


def muster_options(position: Muster | Game | str, legion: str | None = None) -> MusterOptions:
    """What a Legion may muster in a land, with every way to qualify.

    :param position: a muster, a game, or the line of one: ``Jungle: 2 Gargoyle, Ogre``.
    :param legion: its marker, in a game.
    :raises UnknownName: there is no such Legion.
    :raises CannotTell: no Legion is named, or its content is unknown.
    """
    asked = loads(position) if isinstance(position, str) else position
    if not isinstance(asked, Muster | Game):
        raise wrong("position", "a Muster, a Game or the line of one", asked)
    asked = checked(asked)
    expect(str | None, legion=legion)
    if isinstance(asked, Game):
        if legion is None:
            raise CannotTell(Fault("usage", "a game has many Legions: say which"))
        return _in_game(asked, legion)
    table, characters, left = asked.the_box.table(asked.terrain, asked.land), asked.characters, asked.stock
    bounded = [name for name in table.names if name not in (asked.caretaker or {})]
    options = mustering.muster_options(table, characters, left)
    return MusterOptions(
        terrain=table.terrain,
        characters=tuple(characters),
        options=options,
        rulings=tuple(mustering.table_rulings(table, characters, left, bounded)),
        at_most=any(option.muster in bounded for option in options) or None,
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
        against = tuple(mustering.against_mustering(legion))
        options, rulings = ((), against) if against else (options, rulings)
    return MusterOptions(
        legion=name,
        land=legion.land,
        terrain=game.the_box.table_of(legion.land).terrain,
        characters=content_of(legion),
        options=options,
        rulings=rulings,
        at_most=bool(options and not adds_up(game)) or None,
    )
