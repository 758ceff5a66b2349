"""What a position completes: every hex, Legion or musterer that a name can mean.

Nothing here judges legality, but where several fit, the plausible ones come first: strikers in contact, Legions that
have not moved.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NoReturn, TypeAlias

from attrs import field, frozen

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.hexes import HEX_NUMBER
from ..box.names import CharacterName, EntrySide, LandNo, Marker, PlayerColor
from ..kernel.wording import article
from ..position.battle import ROLES, Battle, Combatant, Role, other
from ..position.game import Game, Legion, Player
from ..position.stock import count_of, stock, stock_of
from ..rules.battle.field import field_of
from ..rules.battle.strike import strike_options
from ..rules.engagement import reinforcement, summoning
from ..rules.masterboard.commencement import free_markers
from ..rules.masterboard.destinations import How
from ..rules.masterboard.mustering import MusterOption, legion_options, possible_ways, sufficient
from .mentions import Mention, What
from .refusal import Unread

POSITION_NEEDED = "position-needed"
"""The fault code of a text that is unclear without a position."""
Names: TypeAlias = tuple[CharacterName, ...]
Standing: TypeAlias = tuple[Role, Combatant]


def fail(message: str, mention: Mention | None = None, code: str = "bad-notation", hint: str | None = None) -> NoReturn:
    """Refuse a text.

    :raises Unread: always.
    """
    error = Unread(None, message, hint, code)
    error.token = None if mention is None else mention.word.token
    raise error


def unclear(question: str) -> NoReturn:
    """Refuse what only a position can answer.

    :raises Unread: always.
    """
    fail(question, code=POSITION_NEEDED)


@frozen
class Scene:
    """What an action is read against.

    :param position: None: none is known.
    :param where: the hex, marker or land of mentions that placed somebody.
    :param sides: the side of each owner that the text names (``mine``, ``Ann``).
    :param unsaid: of ``phase``, ``side`` and ``active``: what the position leaves open.
    """

    position: Game | Battle | None = None
    where: Mapping[Mention, str] = field(factory=dict)
    sides: Mapping[str, str] = field(factory=dict)
    unsaid: frozenset[str] = frozenset()

    @property
    def game(self) -> Game | None:
        """The game, if one is known."""
        return self.position if isinstance(self.position, Game) else None

    @property
    def battle(self) -> Battle | None:
        """The battle being fought, if one is known."""
        if isinstance(self.position, Battle):
            return self.position
        return None if self.game is None else self.game.battle

    @property
    def phase(self) -> str:
        """The phase, or the stage of an Engagement; empty if no position is known."""
        if self.battle is not None:
            return self.battle.phase
        if self.game is None:
            return ""
        return self.game.engagement.stage if self.game.engagement is not None else self.game.phase

    # --- players ---

    @property
    def mover(self) -> Player | None:
        """The player whose turn it is."""
        return None if self.game is None or self.game.active is None else self.game.mover

    def player_of(self, role: str) -> str:
        """The player of a side, or the role itself if nobody fights."""
        if self.battle is not None:
            return self.battle.attacker.player if role == "attacker" else self.battle.defender.player
        engagement = self.game.engagement if self.game is not None else None
        if engagement is None:
            return role
        return engagement.attacking if role == "attacker" else engagement.defending

    def side_of(self, owner: str | None) -> Role | None:
        """The side of an owner in the battle: a role, a colour or a name, *mine*; None: not known."""
        if owner is None or self.battle is None:
            return None
        named = self.sides.get(owner, owner)
        role = next((role for role in ROLES if named in (role, self.player_of(role))), None)
        if role is None and named in ("mine", "theirs") and "side" not in self.unsaid:
            return self.battle.acting if named == "mine" else other(self.battle.acting)
        return role

    def speakers(self) -> list[str]:
        """Who could be speaking, the likeliest first."""
        if self.battle is not None:
            return [self.battle.of(role).player for role in (self.battle.acting, other(self.battle.acting))]
        if self.game is None:
            unclear("which player?")
        engagement = self.game.engagement
        if engagement is not None:
            return list(dict.fromkeys((engagement.to_act, engagement.attacking, engagement.defending)))
        if self.game.active is None:
            return [self.game.seats[0].name] if self.game.seats else fail("which player?")
        return [self.game.active]

    # --- Legions ---

    def held(self, marker: str) -> tuple[Player, Legion] | None:
        """A Legion with its holder, if any."""
        return None if self.game is None else self.game.find(marker)

    def legions(self, do: str, land: LandNo | None = None, names: Iterable[str] = ()) -> list[Marker]:
        """The Legions that can be meant if no marker is given.

        :param land: where the Legion is, if given.
        :param names: characters that the Legion holds.
        """
        if self.position is None:
            unclear("which Legion?")
        player = self.mover or fail("nobody has a Legion now")
        known = [x for x in player.legions if x.characters is not None] or list(player.legions)
        if land is not None:
            known = [x for x in player.legions if x.land == land]
            if not known:
                fail(f"{player.color} has no Legion in {land}", code="no-legion")
        if names:
            known = [x for x in known if set(names) <= set(x.known)]
        fit = [x for x in known if _fits(x, do)] or known
        return [x.legion for x in fit] or fail("which Legion?", code="no-legion")

    def land_of(self, marker: str) -> LandNo:
        """The land of a Legion."""
        holding = self.held(marker)
        return holding[1].land if holding else fail(f"{marker} is not on the Masterboard", code="no-legion")

    def owner(self, marker: str) -> PlayerColor | None:
        """The player who holds a Legion, on the Masterboard or in the battle."""
        holding = self.held(marker)
        if holding is not None:
            return holding[0].color
        sides = () if self.battle is None else (self.battle.attacker, self.battle.defender)
        return next((PlayerColor(side.player) for side in sides if side.legion == marker), None)

    def free_marker(self, marker: str) -> Marker:
        """The first marker that a part of the Legion could get."""
        if self.position is None:
            unclear("the new Legion's marker is missing")
        holding = self.held(marker)
        player = holding[0] if holding else self.mover
        free = free_markers(player, self.game) if player is not None and self.game is not None else ()
        return free[0] if free else fail("the new Legion's marker is missing")

    def holds_enemies(self, land: LandNo) -> bool:
        """Whether an enemy of the mover stands in a land."""
        players = () if self.game is None else self.game.players
        return any(x.land == land for player in players if player is not self.mover for x in player.legions)

    def teleport(self, marker: str, to: LandNo) -> How | None:
        """How a Legion may teleport to a land, if it may at all; None if no position is known."""
        holding = self.held(marker)
        if self.game is None or holding is None:
            return None
        from_tower = self.game.the_box.masterboard.lands[holding[1].land].is_tower
        enemies = self.holds_enemies(to)
        if from_tower and not (enemies and TITAN in holding[1].known):
            return "tower-teleport"
        return "titan-teleport" if enemies or self.game.rules.titan_teleport != "law" else "tower-teleport"

    def entry_side(self, land: LandNo, before: Sequence[LandNo]) -> EntrySide | None:
        """The entry side against an enemy, by the land before it; None if that is not said, or nobody is met."""
        if self.game is None or not before or not self.holds_enemies(land):
            return None
        entrances = self.game.the_box.masterboard.lands[land].entrances
        return next((entrance.entry_side for entrance in entrances if entrance.came_from == before[0]), None)

    # --- who mustered, reinforces, is summoned ---

    def musterers(self, marker: str, character: CharacterName) -> list[Names]:
        """The musterers with which a Legion could muster, for all that is known of it; one empty way if it cannot."""
        holding, game = self.held(marker), self.game
        if holding is None or game is None:
            return [()]
        legion = holding[1]
        if legion.characters is not None:
            return _ways(legion_options(game, legion), character)
        needed = sufficient(game.the_box.table_of(legion.land), character)
        possible = possible_ways(needed, lambda name: count_of(game, legion, name))
        certain = [way for way in possible if not way or count_of(game, legion, way[0])[0] >= len(way)]
        return certain or possible[:1] or [()]

    def reinforcers(self, character: CharacterName) -> list[Names]:
        """The musterers with which the defender could be reinforced; one empty way if it cannot."""
        battle, game = self.battle, self.game
        if battle is not None:
            left = stock(game) if game is not None else stock_of(battle)
            names = [combatant.name for combatant in battle.defender.living()]
            return _ways(reinforcement.options(battle.table, names, left), character)
        holding = self.held(game.engagement.defender) if game is not None and game.engagement is not None else None
        if game is None or holding is None or holding[1].characters is None:
            return [()]
        table = game.the_box.table_of(holding[1].land)
        return _ways(reinforcement.options(table, holding[1].characters, stock(game)), character)

    def donors(self, character: CharacterName | None, origin: Marker | None) -> list[tuple[Marker, CharacterName]]:
        """The Legions from which a character could be summoned."""
        available = dict(self.battle.donors) if self.battle is not None else {}
        if self.game is not None and self.game.engagement is not None:
            available = summoning.donors(self.game, self.game.engagement)
        able = [(marker, name) for marker, names in available.items() for name in dict.fromkeys(names)]
        able = [(marker, name) for marker, name in able if character in (None, name) and origin in (None, marker)]
        return able or fail(f"no {character or 'Angel'} can be summoned from any Legion", code="no-character")

    # --- characters in a battle ---

    def fought(self) -> Battle:
        """The battle being fought.

        :raises Unread: there is none.
        """
        return self.battle if self.battle is not None else fail("there is no battle")

    def label(self, mention: Mention) -> str | None:
        """The hex that a mention names, or at which it placed somebody."""
        if mention in self.where:
            return self.where[mention]
        if mention.what is What.PLACE:
            return str(mention.value)
        return mention.hexes[0] if mention.hexes else None

    def standing(self, mention: Mention) -> list[Standing]:
        """Every character in the battle that a mention can mean.

        :raises Unread: nobody.
        """
        battle, label = self.fought(), self.label(mention)
        if mention.value in ("all", "nothing"):
            fail("is nobody who fights: name one, or say its hex", mention)
        name = str(mention.value) if mention.what is What.SOMEBODY else None
        if label is not None:
            return [self._at(battle, label, name, mention)]
        role = self.side_of(mention.owner)
        if mention.what in (What.PERSON, What.IT):
            role = self.side_of(str(mention.value))
        every = [(side, combatant) for side in ROLES for combatant in battle.of(side).characters]
        fits = [(side, x) for side, x in every if name in (None, x.name) and role in (None, side)]
        if mention.hits:
            fits = [(side, x) for side, x in fits if x.hits == mention.hits]
        return fits or fail("nobody stands there" if name is None else f"no {name} fights", mention, "no-character")

    def _at(self, battle: Battle, label: str, name: str | None, mention: Mention) -> Standing:
        """Who stands in a hex, who must have the name given with it."""
        there = battle.at(label)
        if there is None:
            fail(f"nobody stands in {label}", mention, "no-character")
        if name is not None and there[1].name != name:
            fail(f"no {name} stands in {label}, but {article(there[1].name)}", mention, "no-character")
        if self.side_of(mention.owner) not in (None, there[0]):
            fail(f"the {there[1].name} in {label} is the {there[0]}'s", mention, "no-character")
        return there


def _fits(legion: Legion, do: str) -> bool:
    if do == "move":
        return not legion.moved
    return legion.moved and legion.mustered is None if do == "muster" else legion.size > 3


def _ways(options: Iterable[MusterOption], character: CharacterName) -> list[Names]:
    return [way for option in options if option.muster == character for way in option.ways] or [()]


def in_contact(battle: Battle, one: str | None, two: str | None) -> bool:
    """Whether two hexes of a battle are neighbours."""
    return HEX_NUMBER[two or ""] in battle.the_box.battlelands[battle.terrain][one or ""].neighbours


def hits_left(battle: Battle, origin: str, to: str, dice: Iterable[int], number: int | None) -> int:
    """The hits left after a strike slays its target (CARRY-1)."""
    striker, target = battle.at(origin), battle.at(to)
    if striker is None or target is None:
        return 0
    options = strike_options(field_of(battle), *striker, target[1])
    wanted = number or (options[0].strike_number if options else 7)
    left = battle.of(target[0]).power(target[1]) - target[1].hits
    return max(0, sum(die >= wanted for die in dice) - left)


def land(mention: Mention) -> LandNo:
    """The land of a mention.

    :raises UnknownName: there is no such land.
    """
    return current().land(mention.number)
