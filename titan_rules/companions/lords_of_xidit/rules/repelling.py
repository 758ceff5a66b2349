"""The order to repel a monster (II, 4), and the dummy of a game of three."""

from collections.abc import Mapping

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..state import Choice, Position, TileInCity
from ..words import CRITERIA, UNITS, Unit
from . import supply
from .outcomes import Open, Outcome, settle
from .rewards import take
from .saying import consequence, illegal, legal, unit_words


def monster_tile(position: Position, city: str) -> TileInCity | None:
    """The monster tile in a city, if there is one."""
    tile = position.tile(city)
    return tile if tile is not None and tile.kind == "monster" else None


def why_not(position: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot repel where the piece stands; empty if it can and so must (LX-REPEL-1, 2)."""
    player = position.players[name]
    tile = monster_tile(position, player.at)
    if tile is None:
        sentence = "there is no monster in city {city}"
        return (illegal("LX-REPEL-1", sentence, city=player.at),)
    needs = tile.needs or {}
    missing = {unit: need - player.hand.get(unit, 0) for unit, need in needs.items() if need > player.hand.get(unit, 0)}
    if not missing:
        return ()
    sentence = "the monster in city {city} needs {needs}: {player} lacks {missing}"
    facts = {"city": player.at, "needs": unit_words(needs), "player": name, "missing": unit_words(missing)}
    return (illegal("LX-REPEL-2", sentence, **facts),)


def repel(position: Position, name: str, choice: Choice) -> Outcome:
    """Repel the monster where the piece stands: pay, take rewards, let the next monster come.

    The player must be able to: :func:`why_not` is empty.

    :raises ChoiceNeeded: a reward, the dummy or the supply leaves something open.
    :raises IllegalChoice: a choice that a rule forbids.
    """
    city = position.players[name].at
    tile = position.tile(city)
    assert tile is not None
    assert tile.needs is not None
    assert tile.rewards is not None
    rewards = tile.rewards
    sentence = "{player} has {needs} and must repel the monster in city {city}"
    rule = legal("LX-REPEL-1", sentence, player=name, needs=unit_words(tile.needs), city=city)
    return (
        Outcome(position, (rule,), ({"what": "repel", "city": city},))
        .then(lambda p: pay(p, name, tile.needs or {}, "LX-REPEL-2"))
        .then(lambda p: take(p, name, city, rewards, choice))
        .then(lambda p: raise_dummy(p, choice))
        .then(lambda p: supply.used_up(p, city, choice))
    )


def pay(position: Position, name: str, units: Mapping[Unit, int], rule: str) -> Outcome:
    """Units from hand back to the barracks."""
    hand = position.players[name].hand
    left = {unit: hand.get(unit, 0) - units.get(unit, 0) for unit in UNITS}
    after = position.with_player(name, hand={unit: count for unit, count in left.items() if count})
    paid = {unit: units[unit] for unit in UNITS if units.get(unit)}
    ruling = consequence(rule, "{paid} go back to the barracks", paid=unit_words(paid))
    return Outcome(after, (ruling,), ({"what": "pay", "units": paid},))


def raise_dummy(position: Position, choice: Choice) -> Outcome:
    """In a game of three, whoever repels raises one of the dummy's totals (LX-FINAL-11).

    :raises ChoiceNeeded: which one is open.
    """
    dummy = position.dummy
    if dummy is None:
        return Outcome(position)
    if dummy.steps is None:
        sentence = "one of the dummy's totals is raised; by how much must stand in /dummy/steps"
        return Outcome(position, (consequence("LX-FINAL-11", sentence),))
    rule = legal("LX-FINAL-11", "whoever repels raises one of the dummy's totals")
    open_ = Open("dummy", "which total of the dummy is raised?", CRITERIA, len(CRITERIA), rulings=(rule,))
    raised = settle(open_, choice.dummy, "LX-FINAL-11")
    rise = dummy.steps.get(raised, 0)
    total = getattr(dummy, raised) + rise
    sentence = "the dummy's {criterion} rises by {rise} to {total}"
    ruling = consequence("LX-FINAL-11", sentence, criterion=raised, rise=rise, total=total)
    did = {"what": "dummy", "criterion": raised, "now": total}
    return Outcome(evolve(position, dummy=evolve(dummy, **{raised: total})), (ruling,), (did,))
