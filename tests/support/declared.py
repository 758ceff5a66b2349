"""Actions that somebody might declare in a game, sensible or not."""

import random
from collections.abc import Iterator

from titan_rules.actions.intents import (
    ACTIONS,
    Accept,
    AcceptConcession,
    Acquire,
    Action,
    AttemptConcession,
    Color,
    Concede,
    Engage,
    Fight,
    Flee,
    Maneuver,
    Move,
    Muster,
    NoMore,
    Propose,
    Recombine,
    Reinforce,
    Split,
    Stand,
    Strike,
    Summon,
    Tower,
    Withdraw,
)
from titan_rules.box.hexes import HEXES
from titan_rules.box.names import Marker
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.mustering import sufficient

BARE = [kind for kind in ACTIONS.values() if not [f for f in kind.__attrs_attrs__ if f.name not in ("die",)]]
BY_SOMEBODY = (Concede, AttemptConcession, AcceptConcession, NoMore, Fight, Withdraw)


def candidates(rng: random.Random, game: Game, listed: list[Action]) -> Iterator[Action]:
    """Actions of every kind, some of those ``listed`` among them."""
    anybody = [*game.the_box.characters]
    yield from (kind() for kind in BARE)
    names = [seat.name for seat in game.seats] if game.phase == "setup" else [p.color for p in game.players]
    for name in names:
        yield from (kind(name) for kind in BY_SOMEBODY)
        if game.phase == "setup":
            yield Tower(name, 1)
            yield Color(name, rng.choice(("Black", "Red", "Gold")))
    legions = [legion for _, legion in game.legions()]
    markers = [legion.legion for legion in legions] or [Marker("Bk01")]
    lands = list(game.the_box.masterboard.lands)
    for legion in rng.sample(legions, min(4, len(legions))):
        held = legion.known
        part = tuple(rng.sample(held, min(len(held), rng.randint(1, 4))))
        free = [marker for player in game.players for marker in player.free_markers if player.color == game.active]
        yield Split(legion.legion, rng.choice(free or markers), part)
        yield Recombine(legion.legion, rng.choice(markers))
        sides = rng.choice((None, "left", "bottom"))
        yield Move(legion.legion, rng.choice(lands), sides, rng.choice((None, "normal", "tower-teleport")))
        yield Muster(legion.legion, rng.choice(anybody), tuple(rng.sample(held, min(len(held), rng.randint(0, 2)))))
        yield Summon(legion.legion, rng.choice(("Angel", "Archangel", *anybody[:1])))
        yield Engage(legion.land)
    if game.engagement is not None:
        found = [game.find(marker) for marker in (game.engagement.attacker, game.engagement.defender)]
        a, d = (pair[1].known if pair is not None else () for pair in found)
        for by in names:
            lost = rng.choice(((), ("all",), tuple(rng.sample(a, rng.randint(0, len(a))))))
            other = rng.choice((("all",), tuple(rng.sample(d, rng.randint(0, len(d))))))
            yield Propose(by, lost, other)
            yield Accept(by, lost, other)
        yield Acquire(rng.choice((("Angel",), ("Archangel",), ("Angel", "Angel"), ("Ogre",))))
        yield Reinforce(rng.choice(anybody), tuple(rng.sample(d, min(len(d), rng.randint(0, 2)))))
    if game.battle is not None:
        for side in (game.battle.attacker, game.battle.defender):
            for c in side.characters:
                yield Maneuver(c.name, c.hex, to=rng.choice(HEXES))
                yield Strike(c.hex or "A1", rng.choice(HEXES))
    yield from rng.sample(listed, min(6, len(listed)))


def about_content(rng: random.Random, game: Game) -> Iterator[Action]:
    """Actions whose legality hangs on the characters of a Legion: musters, teleports, summons, splits, flight."""
    box = game.the_box
    lands = list(box.masterboard.lands)
    own = [legion for player, legion in game.legions() if player.color == game.active]
    own = [legion for legion in own if legion.moved] or own
    for legion in rng.sample(own, min(3, len(own))):
        table = box.table_of(legion.land)
        names = (*table.names, rng.choice([*box.characters]))
        for name in names if game.phase == "enlistment" else names[:1]:
            yield from (Muster(legion.legion, name, way) for way in (*sufficient(table, name)[:3], ()))
        for how in (None, "tower-teleport", "titan-teleport"):
            held = [land for land in lands if game.at(land)] if how == "titan-teleport" else lands
            lord = rng.choice(((), ("Titan",), ("Angel",)))
            yield Move(legion.legion, rng.choice(held), rng.choice((None, "left", "bottom")), how, lord)
        yield Move(legion.legion, rng.choice(box.towers))
        free = next((player.free_markers for player in game.players if player.color == game.active), ())
        guess = tuple(rng.choices([*box.characters], k=rng.randint(1, 4)))
        yield Split(legion.legion, rng.choice(free or ("Bk12",)), guess)
        yield from (Summon(legion.legion, name) for name in ("Angel", "Archangel"))
    if game.engagement is not None:
        table = box.table_of(game.engagement.land)
        name = rng.choice(table.names)
        yield from (Reinforce(name, way) for way in (*sufficient(table, name), ()))
        yield from (Flee(), Stand())
