"""What ``show --public`` answers: the sheet that a moderator sends round, without what a player may not know."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from attrs import field, frozen

from ..box.characters import TITAN
from ..box.current_box import current, place, use_box
from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Listed, Prose, column
from ..kernel.names import in_numbers
from ..kernel.rendering import escaped, markdown
from ..play import next_choice
from ..position.game import Game, Legion, Player
from ..position.knowledge import known_to
from ..position.stock import stock
from ..rules.masterboard.setup import turn_order


@frozen(kw_only=True)
class PublicPlayer(Part):
    """What everybody knows of a player.

    :param titan_power: its Titan's Power-factor; None: the Titan is slain.
    :param markers_left: its free Legion Markers.
    """

    color: str = field(metadata=column("Player"))
    name: str = field(metadata=column(""))
    tower: int = field(metadata=column("Tower", right=True))
    score: int = field(metadata=column("Score", right=True))
    titan_power: int | None = field(metadata=column("Titan", lambda p: "slain" if p.out else p.titan_power, right=True))
    markers_left: int = field(metadata=column("Markers left", right=True))
    out: bool = False


@frozen(kw_only=True)
class PublicLegion(Part):
    """What may be known of a Legion.

    :param revealed: the characters that are certainly in it, by count.
    :param whole: nothing of it is hidden.
    """

    color: str = field(metadata=column("Player"))
    legion: str = field(metadata=column("Legion", lambda legion: current().markers.shown(legion.legion)))
    land: int = field(metadata=column("Land", lambda legion: place(legion.land)))
    height: int = field(metadata=column("Height", right=True))
    revealed: Mapping[str, int] = field(metadata=column("Known", lambda legion: legion.known_text))
    whole: bool

    @property
    def known_text(self) -> str:
        """The known characters for people, with how many are hidden."""
        hidden = self.height - sum(self.revealed.values())
        names = in_numbers([name for name, count in self.revealed.items() for _ in range(count)])
        return f"{names} + {hidden} hidden" if names and hidden else names or f"{hidden} hidden"


@frozen(kw_only=True, repr=False)
class PublicSheet(Answer):
    """A game as one player, or everybody, may know it.

    :param viewer: whose sheet it is: a colour, or ``nobody`` for everybody's.
    :param next: who decides now, and what.
    :param counters_left: the caretaker's stock.
    :param at_most: the game does not say what each Legion holds, so hidden characters may be among the stock.
    """

    kind: ClassVar[str] = "public-sheet"
    viewer: str
    turn: int
    phase: str
    active: str | None
    next: str | None
    players: tuple[PublicPlayer, ...]
    legions: tuple[PublicLegion, ...]
    counters_left: Mapping[str, int]
    at_most: bool = False
    dead: Mapping[str, int]

    def blocks(self) -> Iterator[Block]:
        """Whose turn it is, the players, their Legions, and what is left."""
        yield self.heading
        yield from ("", Listed(self.players), "", Listed(self.legions), "")
        yield from (Prose(f"{label}: {text}") for label, text in self.piles)

    @property
    def heading(self) -> str:
        """Whose turn it is, and who decides."""
        if self.active is None:
            return "The game is over" if self.phase == "over" else "Setup"
        asked = f"; {self.next} decides" if self.next not in (None, self.active) else ""
        return f"Turn {self.turn}: {self.active}, {self.phase.capitalize()} Phase{asked}"

    @property
    def piles(self) -> tuple[tuple[str, str], ...]:
        """The counters that are left, and the dead, for people."""
        left = ", ".join(f"{name} {count}" for name, count in sorted(self.counters_left.items()))
        label = "Counters left, at most" if self.at_most else "Counters left"
        dead = ", ".join(f"{name} {count}" for name, count in sorted(self.dead.items()))
        return ((label, left), *([("Dead", dead)] if dead else []))

    def markdown(self) -> str:
        """The sheet as Markdown, to paste into a forum or a mail."""
        rows = [
            f"## {escaped(self.heading)}",
            "",
            markdown(Listed(self.players)),
            "",
            markdown(Listed(self.legions)),
            "",
            *(f"**{label}:** {text}\n" for label, text in self.piles),
        ]
        return "\n".join(rows)


def public_sheet(game: Game, viewer: str | None = None) -> PublicSheet:
    """What a player, or everybody, may know of a game (ENG-2, MUSTER-2, BATTLE-1).

    :param viewer: a colour; None: nobody in particular.
    :raises KeyError: nobody plays that colour.
    """
    seen = known_to(game, viewer)
    choice = next_choice(seen)
    with use_box(seen.the_box):
        players = [seen.player(color) for color in turn_order(seen.players)]
        return PublicSheet(
            viewer=viewer or "nobody",
            turn=seen.turn,
            phase=seen.phase,
            active=seen.active,
            next=choice.by,
            players=tuple([_player(seen, player) for player in players]),
            legions=tuple([_legion(player, legion) for player in players for legion in player.legions]),
            counters_left={str(name): count for name, count in stock(seen).items()},
            at_most=any(legion.characters is None for _, legion in game.legions()),
            dead={str(name): count for name, count in seen.dead.items() if count},
        )


def _player(game: Game, player: Player) -> PublicPlayer:
    return PublicPlayer(
        color=player.color,
        name=player.name,
        tower=player.tower,
        score=player.score,
        titan_power=None if player.out else game.the_box.power(TITAN, player.score),
        markers_left=len(player.free_markers),
        out=player.out,
    )


def _legion(player: Player, legion: Legion) -> PublicLegion:
    counts: dict[str, int] = {}
    for name in legion.known:
        counts[name] = counts.get(name, 0) + 1
    return PublicLegion(
        color=player.color,
        legion=legion.legion,
        land=legion.land,
        height=legion.size,
        revealed=counts,
        whole=len(legion.known) == legion.size,
    )
