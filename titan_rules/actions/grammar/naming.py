"""Who is meant: names that stand for hexes, Legions and musterers, with every one that could be meant.

Nothing here judges whether an action is legal, but of several those are meant first of whom it could be: strikers in
contact, Legions that have not moved.
"""

from collections.abc import Iterable
from typing import TypeAlias

from ...box.hexes import HEX_NUMBER
from ...box.names import CharacterName, Hex, LandNo, Marker
from ...kernel.wording import article
from ...kernel.words import Word
from ...position.battle import ROLES, Battle, Combatant, Role, other
from ...position.game import Game, Legion, Player
from ...position.stock import stock, stock_of
from ...rules.engagement import reinforcement, summoning
from ...rules.engagement.meeting import engaged_lands
from ...rules.masterboard.commencement import free_markers, splits
from ...rules.masterboard.mustering import MusterOption, legion_options
from .. import intents as a
from .sentence import Sentence

Who: TypeAlias = tuple[CharacterName | None, Hex | None]
"""A character's name, the hex it stands in, or both."""


class Naming:
    """Names in one position."""

    def __init__(self, position: Game | Battle) -> None:
        self._game = None if isinstance(position, Battle) else position
        battle = position if isinstance(position, Battle) else position.battle
        self.battle = battle

    @property
    def here(self) -> frozenset[CharacterName]:
        """Who fights in the battle, or what could be mustered: these names may be shortened further."""
        if self.battle is None:
            player = self._active()
            known = [x for x in player.legions if x.characters is not None and x.moved] if player is not None else []
            return frozenset(option.muster for x in known for option in legion_options(self._board(), x))
        return frozenset(c.name for role in ROLES for c in self.battle.of(role).characters)

    @property
    def board(self) -> Game | None:
        """The game, where its Masterboard is played on now."""
        return self._game if self.battle is None else None

    @property
    def phase(self) -> str:
        """The phase of the battle, or of the game; in an Engagement its stage."""
        if self.battle is not None:
            return self.battle.phase
        game = self._game
        assert game is not None, "a battle or a game"
        return game.engagement.stage if game.engagement is not None else game.phase

    # --- Legions ---

    def _board(self) -> Game:
        assert self._game is not None, "a game"
        return self._game

    def _active(self) -> Player | None:
        game = self._game
        return None if game is None or game.active is None else game.mover

    def legions(
        self, s: Sentence, do: str, land: LandNo | None = None, names: Iterable[CharacterName] = ()
    ) -> list[Marker]:
        """The Legions that could be meant where no marker is said.

        :param land: where it stands, if that is said.
        :param names: whom it holds.
        """
        player = self._active()
        if player is None:
            s.fail("which Legion?")
        known = [x for x in player.legions if x.characters is not None] or list(player.legions)
        if land is not None:
            known = [x for x in player.legions if x.land == land]
            if not known:
                s.fail(f"no Legion of {player.color} stands in {land}", code="no-legion")
        held = [x for x in known if set(names) <= set(x.known)]
        if do == "move":
            known = held
        fit = [x for x in known if self._fits(x, do)] or known
        if not fit:
            s.fail("which Legion?", code="no-legion")
        return [x.legion for x in fit]

    def _fits(self, legion: Legion, do: str) -> bool:
        if do == "move":
            return not legion.moved
        if do == "muster":
            return legion.moved and legion.mustered is None
        return legion.size > 3

    def free_marker(self, s: Sentence, legion: str) -> Marker:
        """The first marker that a part of a Legion could get."""
        game = self._game
        found = game.find(legion) if game is not None else None
        player = found[0] if found else self._active()
        free = free_markers(player, game) if player is not None and game is not None else ()
        return free[0] if free else s.fail("the new Legion's marker is missing")

    def parts(self, s: Sentence, legion: Marker, into: Marker | None) -> list[a.Action]:
        """Every split of a Legion, where it is not said who leaves."""
        game = self._game
        found = game.find(legion) if game is not None else None
        if game is None or found is None or found[1].characters is None:
            s.fail("who leaves?")
        marker = into or self.free_marker(s, legion)
        ways = splits(found[0], found[1], game) or [found[1].characters[:2]]
        return [a.Split(legion, marker, way) for way in ways]

    def land_of(self, s: Sentence, legion: str) -> LandNo:
        """Where a Legion stands."""
        found = self._game.find(legion) if self._game is not None else None
        return found[1].land if found else s.fail(f"no Legion {legion} stands on the Masterboard", code="no-legion")

    def land_of_enemy(self, s: Sentence, whose: Iterable[str]) -> LandNo:
        """Where the only Legion of an enemy stands."""
        game, active = self._game, self._active()
        colors = set(whose) - {active.color if active else ""}
        found = [
            x
            for p in (game.players if game is not None else ())
            for x in p.legions
            if p is not active and (p.color in colors or not colors)
        ]
        known = [x for x in found if x.characters is not None or x.height != 2] or found
        if len(known) != 1:
            s.fail("which land?", code="ambiguous-legion", hint=" or ".join(str(x.land) for x in known) or None)
        return known[0].land

    def is_enemy(self, legion: str) -> bool:
        """Whether a Legion is held by somebody else than the player whose turn it is."""
        found = self._game.find(legion) if self._game is not None else None
        active = self._active()
        return found is not None and active is not None and found[0].color != active.color

    def starts_in(self, s: Sentence, legion: str, land: LandNo, word: Word) -> None:
        """Make sure that a Legion stands where it is said to.

        :raises ActionError: it stands elsewhere.
        """
        there = self.land_of(s, legion)
        if there != land:
            s.fail(f"{legion} stands in {there}, not in {land}", word, "wrong-start")

    def engaged(self, s: Sentence) -> list[LandNo]:
        """The lands where Engagements stand."""
        lands = list(engaged_lands(self._game)) if self._game is not None else []
        return lands or s.fail("no Engagement stands anywhere")

    # --- in a battle ---

    def mover(
        self, s: Sentence, name: CharacterName | None, label: Hex | None
    ) -> list[tuple[CharacterName, Hex | None]]:
        """Who goes: a character of the side whose turn it is, with the hex it comes from (None: it enters)."""
        battle = self._in_battle(s)
        if label is not None:
            found, where = self._standing(s, battle, name, label)
            return [(found, where)] if found is not None else s.fail(f"who stands in {label}?")
        sides = [[c for c in battle.of(r).characters if c.name == name] for r in (battle.acting, other(battle.acting))]
        named = sides[0] or sides[1] or self._nobody(s, battle, name)
        hexes = {c.hex for c in named if not c.moved} or {c.hex for c in named}
        return [(named[0].name, where) for where in sorted(hexes, key=str)]

    def movers(self, s: Sentence, to: Hex | None) -> list[tuple[CharacterName, Hex | None]]:
        """The characters of the side whose turn it is, where nobody is named."""
        battle = self._in_battle(s)
        found = [c for c in battle.of(battle.acting).characters if not c.moved and c.hex != to]
        return [(c.name, c.hex) for c in found] or s.fail("who goes?")

    def entering(self, s: Sentence) -> list[CharacterName]:
        """Who is still to enter."""
        battle = self._in_battle(s)
        found = sorted({c.name for c in battle.of(battle.acting).characters if c.hex is None})
        return found or s.fail("who enters?")

    def pairs(self, s: Sentence, striker: Who | None, target: Who | None, shot: bool) -> list[tuple[Hex, Hex]]:
        """Who strikes whom, as hexes: those in contact, where names alone leave several.

        :param shot: it is a rangestrike: those who are not in contact.
        """
        battle = self._in_battle(s)
        acting = self._side_said(s) or battle.acting
        if striker is not None and striker[1] is not None and (there := battle.at(striker[1])) is not None:
            acting = there[0]
        strikers = self._candidates(s, battle, striker, battle.of(acting).characters)
        targets = self._candidates(s, battle, target, battle.of(other(acting)).characters)
        pairs = [(x, y) for x in strikers for y in targets]
        pairs = [(x, y) for x, y in pairs if not x.struck] or pairs
        near = [(x, y) for x, y in pairs if _touch(battle, x, y)]
        pairs = ([pair for pair in pairs if pair not in near] if shot else near) or pairs
        return sorted({(x.hex or Hex(""), y.hex or Hex("")) for x, y in pairs})

    def _side_said(self, s: Sentence) -> Role | None:
        """The side whose the striker is said to be: ``Black's Ogre``, ``the defender's``."""
        verb = s.where(lambda item: item.kind == "verb") or 0
        for item in s.items[:verb]:
            for role in ROLES:
                if item.value == role or (item.kind == "color" and self.player_of(role) == item.value):
                    return role
        return None

    def enemy(self, s: Sentence, name: CharacterName | None, label: Hex | None) -> Hex:
        """Where an enemy stands, to carry hits over to."""
        battle = self._in_battle(s)
        found = self._candidates(s, battle, (name, label), battle.of(other(battle.acting)).characters)
        hexes = sorted({c.hex or Hex("") for c in found})
        return (
            hexes[0]
            if len(hexes) == 1
            else s.fail(f"which {name}?", code="ambiguous-character", hint=" or ".join(hexes))
        )

    def other_target(self, origin: Hex, to: Hex) -> Hex:
        """The other enemy in contact with a striker."""
        assert self.battle is not None, "a strike is in a battle"
        there = self.battle.at(origin)
        foes = self.battle.of(other(there[0] if there else self.battle.acting)).characters
        near = [c.hex for c in foes if c.hex and c.hex != to and _touch(self.battle, Combatant(c.name, origin), c)]
        return near[0] if near else to

    def _candidates(self, s: Sentence, battle: Battle, who: Who | None, side: Iterable[Combatant]) -> list[Combatant]:
        name, label = who or (None, None)
        if label is not None:
            self._standing(s, battle, name, label, must=name is not None)
            return [Combatant(name or CharacterName(""), label)] if battle.at(label) is None else [_at(battle, label)]
        found = [c for c in side if (name is None or c.name == name) and c.hex is not None]
        return found or self._nobody(s, battle, name)

    def _standing(self, s: Sentence, battle: Battle, name: CharacterName | None, label: Hex, must: bool = True) -> Who:
        """A hex and who stands there, who must be the one that is named with it."""
        found = battle.at(label)
        if found is None:
            if name is None and must:
                s.fail(f"nobody stands in {label}", code="no-character")
            return name, label
        if name is not None and found[1].name != name:
            s.fail(f"no {name} stands in {label}, but {article(found[1].name)}", code="no-character")
        return found[1].name, label

    def _nobody(self, s: Sentence, battle: Battle, name: CharacterName | None) -> list[Combatant]:
        side = next((role for role in ROLES if any(c.name == name for c in battle.of(role).characters)), None)
        if name is None:
            s.fail("nobody stands there", code="no-character")
        if side is None:
            s.fail(f"no {name} fights", code="no-character")
        return s.fail(f"the {name} is the {side}'s, and this is the {battle.acting}'s action", code="no-character")

    def _in_battle(self, s: Sentence) -> Battle:
        return self.battle if self.battle is not None else s.fail("no battle is fought")

    def names_enemies(self, names: Iterable[CharacterName]) -> bool:
        """Whether some of the characters named are on either side of the battle, those of the attacker too."""
        battle = self.battle
        foes = {c.name for c in battle.attacker.characters} if battle is not None else set()
        return any(name in foes for name in names)

    # --- musters, summons, agreements ---

    def musterers(self, legion: str, character: CharacterName) -> list[tuple[CharacterName, ...]]:
        """With whom a Legion could muster; nobody where it cannot."""
        found = self._game.find(legion) if self._game is not None else None
        if found is None or found[1].characters is None or self._game is None:
            return [()]
        return _ways(legion_options(self._game, found[1]), character)

    def reinforcers(self, character: CharacterName) -> list[tuple[CharacterName, ...]]:
        """With whom the defender could muster a reinforcement; nobody where it cannot."""
        battle, game = self.battle, self._game
        if battle is not None:
            left = stock(game) if game is not None else stock_of(battle)
            names = [c.name for c in battle.defender.living()]
            return _ways(reinforcement.options(battle.table, names, left), character)
        engagement = game.engagement if game is not None else None
        found = game.find(engagement.defender) if game is not None and engagement is not None else None
        if game is None or found is None or found[1].characters is None:
            return [()]
        table = game.the_box.table_of(found[1].land)
        return _ways(reinforcement.options(table, found[1].characters, stock(game)), character)

    def donors(
        self, s: Sentence, character: CharacterName | None, legion: Marker | None
    ) -> list[tuple[Marker, CharacterName]]:
        """The Legions that a character could be summoned from."""
        game, battle = self._game, self.battle
        available = dict(battle.donors) if battle is not None else {}
        if game is not None and game.engagement is not None:
            available = summoning.donors(game, game.engagement)
        found = [
            (marker, name)
            for marker, names in available.items()
            for name in dict.fromkeys(names)
            if character in (None, name) and legion in (None, marker)
        ]
        if not found:
            s.fail(f"no {character or 'Angel'} can be summoned from any Legion", code="no-character")
        return found

    def offered_to(
        self, s: Sentence, by: str
    ) -> list[tuple[tuple[CharacterName, ...], tuple[CharacterName, ...]]] | None:
        """What could be accepted where no more is said: the other's proposals; None: an attempted concession."""
        engagement = self._game.engagement if self._game is not None else None
        if self.battle is not None or engagement is None:
            return None
        found = [(p.attacker_loses, p.defender_loses) for p in engagement.proposals if p.by != by]
        return found or s.fail("nothing is proposed")

    # --- players ---

    def player_of(self, role: str) -> str:
        """The player of a side; the role itself where nobody fights."""
        if self.battle is not None:
            return self.battle.attacker.player if role == "attacker" else self.battle.defender.player
        engagement = self._game.engagement if self._game is not None else None
        if engagement is None:
            return role
        return engagement.attacking if role == "attacker" else engagement.defending

    def speakers(self, s: Sentence, do: str) -> list[str]:
        """Who could be saying something, the likeliest first."""
        if self.battle is not None:
            acting = self.battle.acting
            return [self.battle.of(role).player for role in (acting, other(acting))]
        game = self._game
        assert game is not None, "a battle or a game"
        if game.engagement is not None:
            act = game.engagement.to_act
            return [act, *(p for p in (game.engagement.attacking, game.engagement.defending) if p != act)]
        if game.active is None:
            return [game.seats[0].name] if game.seats else s.fail("who says so?")
        return [game.active]


def _at(battle: Battle, label: str) -> Combatant:
    found = battle.at(label)
    assert found is not None, f"somebody stands in {label}"
    return found[1]


def _touch(battle: Battle, one: Combatant, two: Combatant) -> bool:
    """Whether two characters stand in adjacent hexes."""
    return HEX_NUMBER[two.hex or ""] in battle.the_box.battlelands[battle.terrain][one.hex or ""].neighbours


def _ways(options: Iterable[MusterOption], character: CharacterName) -> list[tuple[CharacterName, ...]]:
    ways = [way for option in options if option.muster == character for way in option.ways]
    return ways or [()]
