"""The order to repel a monster (II, 4), and what may be repelled."""

from typing import Any

from ....kernel.companions import Answer
from ....kernel.companions.choices import IllegalChoice, Open
from ....kernel.rulings import Ruling
from ..asking import PlayerAsked
from ..state import Chosen, Position
from . import titans
from .rewards import shown_rewards, take
from .saying import Outcome, illegal, legal, unit_words
from .supply import paid, raise_dummy, used_up


def why_not(position: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot repel where the piece stands; empty if it can and so must (LX-REPEL-1, 2)."""
    player = position.players[name]
    tile = position.tile(player.at)
    if tile is None or tile.kind != "monster":
        sentence = "there is no monster in city {city}"
        return (illegal("LX-REPEL-1", sentence, city=player.at),)
    needs = tile.needs or {}
    missing = {unit: need - player.hand.get(unit, 0) for unit, need in needs.items() if need > player.hand.get(unit, 0)}
    if not missing:
        return ()
    sentence = "the monster in city {city} needs {needs}: {player} lacks {missing}"
    facts = {"city": player.at, "needs": unit_words(needs), "player": name, "missing": unit_words(missing)}
    return (illegal("LX-REPEL-2", sentence, **facts),)


def repelled(position: Position, name: str, choice: Chosen) -> Outcome:
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
    if choice.repel is False:
        open_ = Open("rewards", f"which two rewards does {name} take?", rulings=(rule,))
        raise IllegalChoice(
            open_, "LX-REPEL-1", "a monster that can be repelled must be: {player} cannot decline", player=name
        )
    return (
        Outcome(position, (rule,), ({"what": "repel", "city": city},))
        .then(lambda p: paid(p, name, tile.needs or {}, "LX-REPEL-2"))
        .then(lambda p: take(p, name, city, rewards, choice))
        .then(lambda p: raise_dummy(p, choice))
        .then(lambda p: used_up(p, city, choice))
    )


def repel(position: Position, player: PlayerAsked) -> Answer:
    """Can the monster or a titan be repelled here, for what, and where may the rewards go?"""
    city = position.players[player].at
    barred, no_titan = why_not(position, player), titans.why_not(position, player)
    rulings = [*barred, *(no_titan if position.titans.awake else ())]
    if not barred:
        rulings.append(legal("LX-REPEL-1", "{player} has the units and must repel the monster", player=player))
        rulings.append(legal("LX-REPEL-2", "the units go back to the barracks, then two rewards are taken"))
    if not no_titan:
        rulings.append(legal("LX-TITAN-5", "{player} may repel a titan, and need not", player=player))
        rulings.append(legal("LX-TITAN-7", "one titan a year from city {city}", city=city))
    return {
        "verdict": "illegal" if barred and no_titan else "legal",
        "player": player,
        "city": city,
        "monster": None if barred else _monster(position, player, city),
        "titans": [] if no_titan else _titans(position, player, city),
        "rulings": rulings,
    }


def _monster(position: Position, name: str, city: str) -> dict[str, Any]:
    tile = position.tile(city)
    assert tile is not None
    assert tile.needs is not None
    assert tile.rewards is not None
    pays = {unit: count for unit, count in tile.needs.items() if count}
    return {"must": True, "pay": pays, **shown_rewards(position, name, city, tile.rewards)}


def _titans(position: Position, name: str, city: str) -> list[dict[str, Any]]:
    found = []
    for number, titan in titans.affordable(position, name).items():
        listed, ways = titans.payments(position, name, titan)
        row = {"titan": number, "must": False, "needs": titan.needs, "ways": ways, "pay": listed}
        rule = legal("LX-TITAN-6", "{needs:unit} of any types", needs=titan.needs)
        found.append({**row, **shown_rewards(position, name, city, titan.rewards), "rulings": [rule]})
    return found
