"""What hazards do to whom: who flies over them, enters them, is slowed, hurt or stopped by them."""

from collections.abc import Callable

from ..box.battle_tables import hex_cost, hexside_cost
from ..box.battlelands import Hazard
from ..box.characters import Character
from ..kernel.wording import listed
from .characters import being
from .statements import Asked, Truth


def flies(told: Asked) -> Truth:
    """*A Gargoyle flies, doesn't it?*, *may a Griffon fly over the Volcano?*"""
    hazard, crosses = _hex_hazard(told), bool(told.concepts & {"cross", "over"})
    if told.said.hazard is not None and (hazard is None or not crosses):
        return None
    over = None if hazard is None else hazard.fly_over
    if not told.names:
        if over is None:
            return being(lambda one: one.flies, "fliers")(told)
        may = over.other if "non-native" in told.concepts else over.native and (over.other or "native" in told.concepts)
        return may, f"{told.said.hazard}: natives {_may(over.native)} fly over it, others {_may(over.other)}"
    passes_others = crosses and over is None and "by" not in told.concepts
    names = told.names[:1] if passes_others else told.names
    flying = [one for one in map(told.box.characters.__getitem__, names) if one.flies]
    able = [one for one in flying if over is None or (over.native if told.said.hazard in one.natives else over.other)]
    if len(able) not in (0, len(names)):
        return None
    alone = len(names) == 1
    does = ("flies" if alone else "fly") if able else ("does not fly" if alone else "do not fly")
    return bool(able), f"the {listed(names)} {does}{'' if over is None else ' over it'}"


def _hex_hazard(told: Asked) -> Hazard | None:
    """The hazard of a hex that is spoken of."""
    return told.box.hazards.get(told.said.hazard or "")


def _may(holds: bool) -> str:
    return "may" if holds else "may not"


def _those(told: Asked) -> list[Character]:
    """The characters that are spoken of: one, fliers, walkers, natives of the hazard, others, or all."""
    if told.one is not None:
        return [told.one]
    tests: dict[str, Callable[[Character], bool]] = {
        "flier": lambda one: one.flies,
        "walker": lambda one: not one.flies,
        "native": lambda one: told.said.hazard in one.natives,
        "non-native": lambda one: told.said.hazard not in one.natives,
    }
    asked = [test for kind, test in tests.items() if kind in told.concepts]
    return [one for one in told.box.characters.values() if all(test(one) for test in asked)]


_GROUPS = frozenset({"flier", "native", "non-native", "everybody", "everyone"})


def lands(told: Asked) -> Truth:
    """*Can an Angel land in a bog?*, *do only natives enter the Volcano?*"""
    hazard = _hex_hazard(told)
    if hazard is None or len(told.names) > 1 or told.concepts & {"over", "across"}:
        return None
    characters = told.box.characters
    able = [name for name, one in characters.items() if hex_cost(hazard, one.natives, one.flies) is not None]
    if told.one is not None:
        holds = told.one.name in able
        return holds, f"the {told.one.name} {_may(holds)} enter a {told.said.hazard}"
    if not able:
        return False, f"nobody enters a {told.said.hazard}"
    sentence = f"a {told.said.hazard} is entered by: {'anybody' if len(able) == len(characters) else listed(able)}"
    if told.said.open:
        return True, sentence
    if not told.concepts & _GROUPS:
        return None
    those = {one.name for one in _those(told)}
    return those == set(able) if "only" in told.concepts else those <= set(able), sentence


def cost(told: Asked) -> Truth:
    """What a hex or hexside costs somebody, or everybody."""
    name, claimed = told.said.hazard, told.number()
    if name is None or len(told.names) > 1 or (told.said.numbers and claimed not in (1, 2)):
        return None
    if told.said.open and not told.names and claimed is None:
        slowed = [one.name for one in _those(told) if (_cost_to(told, one) or 1) > 1]
        return True, f"{name} slows: {listed(slowed) if slowed else 'nobody'}"
    those = _those(told)
    foreign = [one for one in those if name not in one.natives]
    costs = {_cost_to(told, one) for one in those}
    if len(costs) > 1 and len(those) == len(told.box.characters):
        costs = {_cost_to(told, one) for one in foreign}
    paid = costs.pop() if costs else None
    if costs or paid is None:
        return None
    holds = claimed == paid if claimed is not None else paid > 1 or told.said.open
    whom = f"the {told.one.name}" if told.one is not None else "non-natives" if paid > 1 else "anybody"
    return holds, f"{name} {'slows' if paid > 1 else 'does not slow'} {whom}: it costs {paid}"


def _cost_to(told: Asked, one: Character) -> int | None:
    hazard, hexside = _hex_hazard(told), told.box.hexsides.get(told.said.hazard or "")
    if hazard is not None:
        return hex_cost(hazard, one.natives, one.flies)
    if one.flies or hexside is None:
        return 1
    down, up = (hexside, None) if "down" in told.concepts else (None, hexside)
    return hexside_cost(down, up, one.natives, "both_ways", 1)


def native(told: Asked) -> Truth:
    """*Is the Ogre native to the bog?*, *who is native to Brambles?*"""
    hazard, one = told.said.hazard, told.one
    if told.said.open and hazard is not None and not told.names:
        return True, f"native to {hazard}: {listed([n for n, c in told.box.characters.items() if hazard in c.natives])}"
    if one is None or (hazard is None and not told.said.open):
        return None
    if hazard is None:
        return True, f"the {one.name} is native to {listed(sorted(one.natives)) if one.natives else 'nothing'}"
    holds = hazard in one.natives
    foreign = "non-native" in told.concepts and "native" not in told.concepts
    return holds != foreign, f"the {one.name} is {'' if holds else 'not '}native to {hazard}"


def drift(told: Asked) -> Truth:
    """*Does a Lion take a hit in Drift?*"""
    if told.number() not in (None, 1) or len(told.names) > 1 or len(told.said.numbers) > 1:
        return None
    if told.one is None:
        hurt = told.said.open or "non-native" in told.concepts or "native" not in told.concepts
        return hurt, "every non-native in Drift takes one hit"
    holds = "Drift" not in told.one.natives
    return holds, f"the {told.one.name} is {'not ' if holds else ''}native to Drift"


def cliff(told: Asked) -> Truth:
    """*Can an Ogre climb a cliff?*"""
    flier = bool(told.concepts & {"flier", "a_flier"})
    if len(told.names) > 1 or not (told.names or flier or "walker" in told.concepts):
        return None
    alone = "only" in told.concepts and bool(told.names)
    return flier and not alone, "a cliff stops all but fliers"
