"""Alternatives that a battle is compared with (``--vary``)."""

from typing import get_args

from ..box.characters import TITAN
from ..box.markers import MARKERS_PER_COLOR
from ..box.types import EntrySide
from ..kernel.errors import CannotTell, DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.wording import article
from ..position.battle import ROLES, Battle, Combatant, Role
from ..position.changes import put_side
from ..position.game import MAX_HEIGHT
from ..position.stock import in_battle


def alternatives(battle: Battle, vary: str) -> dict[str, Battle]:
    """The alternatives to a battle by name, without the battle itself.

    :param vary: ``entry_side``, ``summon``, or a side with characters added: ``attacker+Lion``, ``defender+Ogre+Ogre``.
    :raises DocumentError: it is none of these.
    :raises UnknownName: there is no such character.
    :raises CannotTell: it makes no difference to this battle, or is impossible.
    """
    side, plus, names = vary.partition("+")
    if vary == "entry_side":
        return _entry_sides(battle)
    if vary == "summon":
        return _summons(battle)
    for role in ROLES:
        if side == role and plus:
            return {vary: _more(battle, role, names)}
    hint = "entry_side, summon, attacker+Lion or defender+Ogre"
    raise DocumentError([Fault("bad-variation", f"cannot vary {vary!r}", hint=hint)])


def _refused(message: str) -> CannotTell:
    return CannotTell(Fault("no-variation", message))


def _entry_sides(battle: Battle) -> dict[str, Battle]:
    if battle.the_box.deploys(battle.terrain):
        raise _refused("a Tower is entered from the bottom alone")
    if all(c.hex is not None for c in battle.attacker.characters):
        raise _refused("the attacker has entered already")
    return {
        f"entry_side {side}": evolve(battle, attacker=evolve(battle.attacker, entry_side=side))
        for side in get_args(EntrySide)
        if side != battle.attacker.entry_side
    }


def _summons(battle: Battle) -> dict[str, Battle]:
    if battle.attacker.summoned:
        raise _refused("the attacker has summoned already")
    if any(battle.donors.values()):
        return {"no summons": evolve(battle, donors={})}
    marker = battle.attacker.legion
    number = int(marker[2:]) % MARKERS_PER_COLOR + 1
    name = next(name for name, c in battle.the_box.characters.items() if c.summonable)
    return {f"{article(name)} to summon": evolve(battle, donors={f"{marker[:2]}{number:02d}": (name,)})}


def _more(battle: Battle, role: Role, names: str) -> Battle:
    side, box = battle.of(role), battle.the_box
    more = tuple([Combatant(box.character_names.canonical(name)) for name in names.split("+")])
    if any(c.name == TITAN for c in more):
        raise _refused("a Titan is its player's own: no side gets one more")
    if side.height + len(more) > MAX_HEIGHT:
        raise _refused(f"height {side.height} and {len(more)} more is over {MAX_HEIGHT}")
    varied = put_side(battle, role, evolve(side, characters=(*side.characters, *more)))
    for c in more:
        if in_battle(varied, c.name) > box.full_stock[c.name]:
            raise _refused(f"the box holds {box.full_stock[c.name]} of {c.name}, and no more")
    return varied
