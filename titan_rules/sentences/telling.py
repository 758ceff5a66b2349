"""What each clause of a battle tells: clauses are taken in the order told, and change the small world."""

from collections.abc import Callable, Sequence

from ..position.battle import ROLES
from .deeds import DEEDS, FIGHTS, more, strikes
from .frames import Clause, Noun, letter
from .sides import IMPLIED, LIKELY, OUTRIGHT, PERHAPS, Piece, Unclear
from .world import GOES, STRIKES, Deed, World, only, player


def told(clauses: Sequence[Clause]) -> World:
    """The world of a battle of which clauses tell.

    :raises Unclear: a clause can mean several things, or contradicts another.
    """
    nouns = [noun for clause in clauses for slot in clause.slots.values() for noun in slot]
    world = World(
        any(noun.letter in "im" or "mine" in noun.owners for noun in nouns),
        frozenset(word for noun in nouns for word in noun.possessives),
    )
    for n, clause in enumerate(clauses):
        if clause.sentence != world.sentence:
            world.settle(LIKELY)
            world.sentence, world.part = clause.sentence, 0
            world.heading, world.speaker, world.subject = None, None, None
        rest = [later.kind for later in clauses[n + 1 :] if later.kind]
        alone = all(early.kind in ("", "side") for early in clauses[:n] if early.sentence == clause.sentence)
        if clause.kind == "stands" and not rest and alone and _goes_there(world, clause):
            continue
        if clause.kind == "strikes" and clause.verb is None and "strikes" in rest:
            strikes(world, clause).tentative = True
        else:
            _CLAUSES[clause.kind](world, clause)
    homeless = [piece for piece in world.pieces if piece.hex is None]
    goals = {label for event in world.events for label in event.goals}
    if len(homeless) == len(world.loose) and not goals:
        for piece, label in zip(homeless, world.loose, strict=True):
            piece.hex = label  # Angel strikes Lion, C2, C4
    elif any(world.at(label) is None and label not in goals for label in world.loose):
        raise Unclear
    world.settle(PERHAPS)
    return world


# --- who stands where, and whose they are ----------------------------------------------------------------------------


def _nothing(world: World, clause: Clause) -> None:
    denied = any(item.value == "decline" and item.low not in ("no", "nor") for item in clause.items)
    verbs = [item for item in clause.items if item.kind == "verb"]
    if world.pieces and any(verb.value in STRIKES and not verb.low.startswith(FIGHTS) for verb in verbs):
        raise Unclear  # which do I strike?
    describes = any(letter(item) == "@" for item in clause.items)  # not in contact
    if denied and not describes and not any(event.kind[:3] == "end" for event in world.events):
        raise Unclear
    for item in clause.items:
        if item.kind in ("owner", "name"):
            world.speaker = str(item.value)


def _side(world: World, clause: Clause) -> None:
    if any(piece.part[0] == world.sentence for piece in world.pieces):
        world.part, world.heading = world.part + 1, None


def _has(world: World, clause: Clause) -> None:
    world.heading = player(clause["owner"][0])
    for role in clause["role"]:
        if role.owners[0] == "theirs":
            world.heading = "theirs"  # my opponent has
        else:
            world.sides.tell(OUTRIGHT, world.heading, role.owners[0], False)  # Red defends with
            world.roles |= {role.owners[0]} & set(ROLES)


def _scores(world: World, clause: Clause) -> None:
    for piece in world.all(clause["who"]):
        world.scores[piece] = clause.value("score")
    if not clause["who"]:
        world.scores[clause["owner"][0].owners[0] if clause["owner"] else None] = clause.value("score")


def _is(world: World, clause: Clause) -> None:
    role = clause["owner"][0].owners[0]
    if role not in ROLES:
        raise Unclear
    world.sides.tell(OUTRIGHT, player(clause["who"][0]), role, False)
    world.roles.add(role)


def _comes(world: World, clause: Clause) -> None:
    """*The attacker comes from the left*, *I attack from the right*."""
    world.entry = clause.value("side")
    for owner in map(player, clause["owner"]):
        world.sides.tell(OUTRIGHT, owner, clause["role"][0].owners[0] if clause["role"] else "attacker", False)
        world.roles |= {owner} & set(ROLES)


def _role(world: World, clause: Clause) -> None:
    world.topic = world.all(clause["who"])
    for piece in world.topic:
        world.owned(piece, clause["owner"][0].owners[0])


def _to_act(world: World, clause: Clause) -> None:
    """*White to move*, *Red attacks*."""
    if clause.low.startswith("attack"):
        world.sides.tell(OUTRIGHT, player(clause["owner"][0]), "attacker", False)


def _goes_there(world: World, clause: Clause) -> bool:
    """*Ogre D4?*, of an Ogre that stands elsewhere: whether it is asked where it goes."""
    noun = clause["who"][0]
    known = [p for p in world.pieces if p.name == noun.name and p.hex is not None]
    new = len(clause["who"]) == len(noun.hexes) == len(known) == 1 and not clause["at"] and not noun.another
    if not (new and world.sentence and world.at(noun.hexes[0]) is None) or world.events:
        return False
    world.does(Deed("goes", known, goals=list(noun.hexes)))
    return True


def _stands(world: World, clause: Clause) -> None:
    nouns = clause["who"]
    if clause["at"]:
        world.topic = only(world.all(nouns))
        world.subject = world.topic[0]
        label = world.there(clause["at"][0])
        if world.subject.hex not in (None, label):
            raise Unclear
        world.subject.hex = label
        return
    known = [p for p in world.pieces if p.name == nouns[0].name and p.hex is not None]
    there = world.at(nouns[0].hexes[0]) if nouns[0].hexes else None
    if len(nouns) == len(known) == 1 and there and there.name != nouns[0].name and world.foes(known[0], there):
        world.does(Deed("strike", known, [there]))  # Hydra on C4: 6 5 4
        return
    world.topic = world.all(nouns)
    if nouns[0].letter == "n":
        world.subject, world.opened = world.topic[0], True


def _faces(world: World, clause: Clause) -> None:
    """*My Ogre is next to a Lion*, *stands between them on C4*."""
    who = world.all(clause["who"]) or world.topic
    if not who:
        raise Unclear
    for noun in clause["at"]:
        who[0].hex = who[0].hex or world.there(noun)
    nouns = [noun for noun in clause["whom"] if noun.letter not in "OY"]  # next to his 3 characters: a Lion ...
    foes = [foe for noun in nouns for foe in _beside(world, who[0], noun)]
    if clause.value("number") not in (None, len(foes)):
        raise Unclear
    for foe in foes:
        world.sides.tell(IMPLIED, who[0], foe, True)
    if not nouns and len(world.topic) == 1 and world.topic[0] not in who:
        for foe in who:
            world.sides.tell(IMPLIED, world.topic[0], foe, True)
    else:
        world.topic, world.subject = who, who[0]


def _beside(world: World, one: Piece, noun: Noun) -> list[Piece]:
    """Those beside somebody; the hex in *my Lion is next to the Giant on D4* is the Lion's if the Giant has another."""
    known = [piece for piece in world.pieces if piece.name == noun.name and piece.hex is not None]
    if one.hex is None and len(noun.hexes) == len(known) == 1 and world.at(noun.hexes[0]) is None:
        one.hex = world.there(noun)
        return known
    return world.meant(noun)


def _has_hits(world: World, clause: Clause) -> None:
    if clause["who"][0].name is None and any("dice" in event.said for event in world.events):
        more(world, clause)
        return
    world.topic = world.all(clause["who"])
    world.subject = world.topic[0]
    world.subject.hits = clause.value("hits", "had")


def _owned(world: World, clause: Clause) -> None:
    if world.last is None or world.last.cues:
        raise Unclear
    world.owned(world.last, str(clause.value("owner")))


def _bare(world: World, clause: Clause) -> None:
    """Hexes alone: where somebody goes, or where those stand who were named without one."""
    event = world.here if world.here is not None and world.here.kind in GOES else None
    open_ = event is not None and not event.goals
    for noun in clause["at"]:
        label = world.there(noun)
        if event is not None and open_ and world.at(label) is None:
            event.goals.append(label)
            event.placed = True
        elif noun.hazard is None:
            world.loose.append(label)


def _mentions(world: World, clause: Clause) -> None:
    """*Over my Ogre*, *three hexes for an Ogre*."""
    topic = world.topic
    for noun in clause["who"]:
        if noun.name is not None:
            world.meant(noun)
        elif noun.letter == "H":
            world.there(noun)
    world.topic = topic


def _again(world: World, clause: Clause) -> None:
    again = clause.items[0].low == "again"
    strikes_told = [event for event in world.events if event.kind in STRIKES] if again else []
    for event in strikes_told[:-1]:
        event.over = event.over or event.actors == strikes_told[-1].actors  # strikes it, then strikes it again
    if again and not (world.done or any(event.over for event in world.events)):
        raise Unclear
    world.done = world.done or not again


_CLAUSES: dict[str, Callable[[World, Clause], object]] = {
    "": _nothing,
    "side": _side,
    "has": _has,
    "scores": _scores,
    "is": _is,
    "comes": _comes,
    "role": _role,
    "to act": _to_act,
    "stands": _stands,
    "faces": _faces,
    "has hits": _has_hits,
    "owned": _owned,
    "bare": _bare,
    "over": _mentions,
    "for": _mentions,
    "again": _again,
    **DEEDS,
}
"""What each kind of frame tells."""
