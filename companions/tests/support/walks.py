"""A random game of each companion from a seed, for programs that compare and stress."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import cloudspire_play
import twilight_play
from titan_companions.cloudspire.companion import GAME as CLOUDSPIRE
from titan_companions.cloudspire.state import Chip
from titan_companions.lords_of_xidit.companion import GAME as XIDIT
from titan_companions.twilight_struggle.companion import GAME as TWILIGHT
from titan_rules.kernel.evolving import evolve
from xidit_play import played

Walk = Callable[[random.Random], Iterator[tuple[Any, Any, Any]]]


def xidit(dice: random.Random) -> Iterator[tuple[Any, Any, Any]]:
    """Two years from the skeleton, under random readings."""
    at = XIDIT.start()
    options = {o.name: dice.choice(o.values) for o in XIDIT.rulesets.options.values() if o.name != "occupied_city"}
    options["occupied_city"] = dice.choice(["under_the_pile", "discard"])
    hands = {name: evolve(p, hand=dict.fromkeys(("peasant", "archer", "cleric", "mage"), dice.randint(0, 3)))
             for name, p in at.players.items()}  # fmt: skip
    awake = evolve(at.titans, awake=dice.random() < 0.5)
    start = evolve(at, options=options, players=hands, titans=awake, census_shown={}, year=dice.randint(3, 12))
    return played(start, dice, 64)


def twilight(dice: random.Random) -> Iterator[tuple[Any, Any, Any]]:
    """A game from its setup, under random readings."""
    options = {o.name: dice.choice(o.values) for o in TWILIGHT.rulesets.options.values()}
    start = evolve(TWILIGHT.start(), options=options, turn=dice.randint(1, 10))
    return twilight_play.played(start, dice, 120)


def cloudspire(dice: random.Random) -> Iterator[tuple[Any, Any, Any]]:
    """Turns from the skeleton with two more minions at the gates, under random readings."""
    options = {o.name: dice.choice(o.values) for o in CLOUDSPIRE.rulesets.options.values()}
    start = CLOUDSPIRE.start()
    amber = evolve(start.factions["Amber"], ai=dice.random() < 0.3)
    more = [Chip(id=name, kind="minion", health=2, attack=1, movement=dice.randint(1, 3)) for name in ("hod", "rubble")]
    gates = tuple([evolve(g, stack=(*g.stack, one)) for g, one in zip(start.gates, more, strict=True)])
    at = evolve(start, options=options, gates=gates, step=dice.choice([None, "start", "start"]),
                factions={**start.factions, "Amber": amber})  # fmt: skip
    return cloudspire_play.played(at, dice, 60)


WALKS: dict[str, tuple[Any, Walk]] = {
    "lords-of-xidit": (XIDIT, xidit),
    "twilight-struggle": (TWILIGHT, twilight),
    "cloudspire": (CLOUDSPIRE, cloudspire),
}
