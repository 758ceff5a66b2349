"""Who is meant: names that stand for hexes, Legions and musterers where the position leaves only one choice.

Nothing here judges whether an action is legal; where several could be meant, the text is refused and they are listed.
"""

from collections.abc import Iterable
from typing import TypeAlias

from ...box.hexes import HEX_NUMBER
from ...box.names import CharacterName, Hex, LandNo, Marker
from ...kernel.names import article
from ...position.battle import ROLES, Battle, Combatant, other
from ...position.game import Game
from ...position.stock import stock, stock_of
from ...rules.engagement import reinforcement, summoning
from ...rules.masterboard.commencement import free_markers
from ...rules.masterboard.mustering import MusterOption, legion_options
from .words import Words

Who: TypeAlias = tuple[CharacterName | None, Hex | None]
"""A character's name, the hex it stands in, or both."""


class Naming:
    """Names in one position."""

    def __init__(self, position: Game | Battle) -> None:
        self._game = None if isinstance(position, Battle) else position
        self._battle = position if isinstance(position, Battle) else position.battle

    def free_marker(self, words: Words, legion: str) -> Marker:
        """The first marker that a part of a Legion could get."""
        game = self._game
        found = game.find(legion) if game is not None else None
        player = found[0] if found else game.mover if game is not None and game.active else None
        free = free_markers(player, game) if player is not None and game is not None else ()
        return free[0] if free else words.fail("the new Legion's marker is missing")

    def land_of(self, words: Words, legion: str) -> LandNo:
        """Where a Legion stands."""
        found = self._game.find(legion) if self._game is not None else None
        return found[1].land if found else words.fail(f"no Legion {legion} stands on the Masterboard")

    # --- in a battle ---

    def mover(self, words: Words, name: CharacterName | None, label: Hex | None) -> Who:
        """Who goes: a character of the side whose turn it is, with the hex it comes from (None: it enters)."""
        battle = self._in_battle(words)
        if label is not None:
            return self._standing(words, battle, name, label)
        sides = [[c for c in battle.of(r).characters if c.name == name] for r in (battle.acting, other(battle.acting))]
        named = sides[0] or sides[1] or self._nobody(words, battle, name)
        found = {c.hex for c in named if not c.moved} or {c.hex for c in named}
        if len(found) > 1:
            ways = [f"{name} {label}" if label else f"{name} enters" for label in sorted(found, key=str)]
            words.fail(f"which {name}?", "ambiguous-character", " or ".join(ways))
        return name, found.pop()

    def strike(self, words: Words, striker: Who, target: Who) -> tuple[Hex, Hex]:
        """Who strikes whom, as hexes: those in contact, where names alone leave several."""
        battle = self._in_battle(words)
        strikers = self._candidates(words, battle, striker, battle.of(battle.acting).characters)
        targets = self._candidates(words, battle, target, battle.of(other(battle.acting)).characters)
        pairs = [(s, t) for s in strikers for t in targets]
        pairs = [(s, t) for s, t in pairs if not s.struck] or pairs
        pairs = [(s, t) for s, t in pairs if _touch(battle, s, t)] or pairs
        found = sorted({(s.hex or Hex(""), t.hex or Hex("")) for s, t in pairs})
        if len(found) > 1:
            ways = " or ".join(f"{start} strikes {end}" for start, end in found[:6])
            words.fail(f"which {striker[0] or target[0]}?", "ambiguous-character", ways)
        return found[0]

    def enemy(self, words: Words, name: CharacterName | None, label: Hex | None) -> Hex:
        """Where an enemy stands, to carry hits over to."""
        battle = self._in_battle(words)
        found = self._candidates(words, battle, (name, label), battle.of(other(battle.acting)).characters)
        hexes = sorted({c.hex or Hex("") for c in found})
        return hexes[0] if len(hexes) == 1 else words.fail(f"which {name}?", "ambiguous-character", " or ".join(hexes))

    def _candidates(self, words: Words, battle: Battle, who: Who, side: Iterable[Combatant]) -> list[Combatant]:
        name, label = who
        if label is not None:
            self._standing(words, battle, name, label, must=name is not None)
            return [Combatant(name or CharacterName(""), label)] if battle.at(label) is None else [_at(battle, label)]
        found = [c for c in side if c.name == name and c.hex is not None]
        return found or self._nobody(words, battle, name)

    def _standing(self, words: Words, battle: Battle, name: CharacterName | None, label: Hex, must: bool = True) -> Who:
        """A hex and who stands there, who must be the one that is named with it."""
        found = battle.at(label)
        if found is None:
            if name is None and must:
                words.fail(f"nobody stands in {label}", "no-character")
            return name, label
        if name is not None and found[1].name != name:
            there = article(found[1].name)
            words.fail(f"no {name} stands in {label}, but {there}", "no-character")
        return found[1].name, label

    def _nobody(self, words: Words, battle: Battle, name: CharacterName | None) -> list[Combatant]:
        elsewhere = any(c.name == name for role in ROLES for c in battle.of(role).characters)
        return words.fail(f"no {name} stands there on that side" if elsewhere else f"no {name} fights", "no-character")

    def _in_battle(self, words: Words) -> Battle:
        return self._battle if self._battle is not None else words.fail("no battle is fought")

    # --- musters, summons, agreements ---

    def musterers(self, legion: str, character: CharacterName) -> tuple[CharacterName, ...]:
        """With whom a Legion musters, if only one way is open; else nobody."""
        found = self._game.find(legion) if self._game is not None else None
        if found is None or found[1].characters is None or self._game is None:
            return ()
        return _only_way(legion_options(self._game, found[1]), character)

    def reinforcers(self, character: CharacterName) -> tuple[CharacterName, ...]:
        """With whom the defender musters a reinforcement, if only one way is open; else nobody."""
        battle, game = self._battle, self._game
        if battle is not None:
            left = stock(game) if game is not None else stock_of(battle)
            names = [c.name for c in battle.defender.living()]
            return _only_way(reinforcement.options(battle.table, names, left), character)
        engagement = game.engagement if game is not None else None
        found = game.find(engagement.defender) if game is not None and engagement is not None else None
        if game is None or found is None or found[1].characters is None:
            return ()
        return _only_way(
            reinforcement.options(game.the_box.table_of(found[1].land), found[1].characters, stock(game)), character
        )

    def donor(self, words: Words, character: CharacterName) -> Marker:
        """The only Legion that a character could be summoned from."""
        game, battle = self._game, self._battle
        available = dict(battle.donors) if battle is not None else {}
        if game is not None and game.engagement is not None:
            available = summoning.donors(game, game.engagement)
        found = [legion for legion, names in available.items() if character in names]
        if not found:
            words.fail(f"no {character} can be summoned from any Legion", "no-character")
        if len(found) > 1:
            words.fail(f"from which Legion does the {character} come?", "ambiguous-legion", " or ".join(found))
        return found[0]

    def offered_to(self, words: Words, by: str) -> tuple[tuple[CharacterName, ...], tuple[CharacterName, ...]] | None:
        """What is accepted where no more is said: the other's only proposal; None: an attempted concession."""
        engagement = self._game.engagement if self._game is not None else None
        if self._battle is not None or engagement is None:
            return None
        found = {(p.attacker_loses, p.defender_loses) for p in engagement.proposals if p.by != by}
        if len(found) != 1:
            words.fail("what is accepted?" if found else "nothing is proposed")
        return found.pop()


def _at(battle: Battle, label: str) -> Combatant:
    found = battle.at(label)
    assert found is not None, f"somebody stands in {label}"
    return found[1]


def _touch(battle: Battle, one: Combatant, two: Combatant) -> bool:
    """Whether two characters stand in adjacent hexes."""
    return HEX_NUMBER[two.hex or ""] in battle.the_box.battlelands[battle.terrain][one.hex or ""].neighbours


def _only_way(options: Iterable[MusterOption], character: CharacterName) -> tuple[CharacterName, ...]:
    ways = [way for option in options if option.muster == character for way in option.ways]
    return ways[0] if len(ways) == 1 else ()
