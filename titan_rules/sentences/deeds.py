"""What the characters of a battle are said to do: each frame of a deed, or of what tells more of one."""

from collections.abc import Callable, Sequence

from ..box.characters import TITAN
from ..box.current_box import current
from ..kernel.evolving import evolve
from ..position.battle import ROLES
from .frames import Clause, Noun
from .sides import LIKELY, OUTRIGHT, Piece, Unclear
from .world import GOES, STRIKES, Deed, World, only, player

KILLS = ("kill", "slay", "slew")
FIGHTS = ("fight", "fough", "battl", "melee", "assau", "comba")


def _absent(world: World, nouns: Sequence[Noun]) -> str | None:
    """A hex alone, where nobody is known to stand."""
    label = nouns[0].hexes[0] if len(nouns) == 1 and nouns[0].letter == "H" else None
    return label if label is not None and world.at(label) is None else None


def _doing(world: World, clause: Clause, kind: str) -> Deed:
    """An event with who does it, as far as that is said."""
    nouns = [*clause["who"], *clause["sub"]]
    striker = _absent(world, nouns)
    vague = all(noun.name is None and noun.letter != "H" for noun in nouns)
    actors = [] if striker is not None else world.people(nouns)
    if clause["all"] and len(actors) == 1:
        raise Unclear  # both strike
    if not nouns and world.subject is not None and kind in GOES:
        actors = [world.subject]  # the Lion beside my Ogre goes
    by = next((player(noun) for noun in nouns if noun.letter in "ihOY"), None)
    return Deed(kind, actors, vague=vague, by=by, striker=striker)


def _aim(world: World, event: Deed, nouns: Sequence[Noun], again: bool = False) -> None:
    """Let an event have targets, which are nobody's of whom the sentence tells at its head.

    :param again: targets may have been told, and must be the same then.
    """
    if not nouns:
        return
    before = event.struck, event.targets
    event.struck = _absent(world, nouns)
    if event.struck is None:
        unknown = not world.pieces or (event.by == "mine" and not world.of("mine"))
        actors = event.actors or ([] if unknown else world.anybody(event.kind))
        heading, world.heading = world.heading, None
        event.targets = world.all(nouns, actors[0] if actors else None)
        world.heading = heading
    if again and before not in ((None, []), (event.struck, event.targets)):
        raise Unclear


def strikes(world: World, clause: Clause) -> Deed:
    """A strike, or what says of a strike that it is one, or that it kills."""
    verb, low = clause.verb, clause.low
    kind = "shoot" if verb is not None and verb.value == "shoot" else "strike"
    here, strike = world.here, world.strike
    goes_on = here is not None and here is strike
    if not clause.slots and (low.startswith(FIGHTS) or goes_on):
        if here is not None and goes_on:
            here.kind = kind  # Minotaur B3 -> Troll D4 rangestrike
        return Deed(kind, [])  # the fight is in the Plains
    event = _striker(world, clause, _doing(world, clause, kind))
    if low.startswith(FIGHTS) and not clause["whom"]:
        return event  # we fight in the Plains
    _aim(world, event, clause["whom"])
    if event.vague and set(event.actors) & set(event.targets):
        event.actors = []  # may he strike me?
    if strike is not None and "dice" in strike.said and low[:4] in KILLS and strike.targets in ([], event.targets):
        strike.said["dead"], strike.targets = True, event.targets
        return strike
    if verb is None and here is not None and goes_on and not here.actors and not here.targets:
        here.actors, here.targets = event.actors, event.targets  # strike(striker=Ogre, target=Lion)
        return here
    if verb is None and (not event.targets or (event.actors and not world.foes(event.actors[0], event.targets[0]))):
        raise Unclear
    scored = [item.value for noun in clause["whom"] for _, item in noun.notes if item.kind == "hits"]
    if scored and low[:4] in KILLS:
        event.said["scored"], event.targets[0].hits = scored[0], 0  # has slain the Lion with 6 hits
    event.over = any(item.low in ("has", "already") for item in clause.items)
    return world.does(event)


def _striker(world: World, clause: Clause, event: Deed) -> Deed:
    """A strike with who strikes: whoever was struck strikes back; nobody yet, if the name may be another's."""
    event.back = any(item.low == "back" for item in clause.items)
    strike = world.strike
    beside = [piece for piece in world.pieces[:-1] if piece.part[0] == world.sentence]
    new = [piece for piece in event.actors if piece is world.pieces[-1] and piece.hex is not None]
    new = new if any(noun.letter == "N" for noun in clause["who"]) else []
    if new and beside and not clause["whom"] and not event.back and len(event.actors) == 1:
        if not world.sides.foes(event.actors[0], "mine") and event.actors[0].part == beside[0].part:
            raise Unclear
        event.actors = []  # gorgon b3 his ogre b1 shoot?
    if event.back and event.vague and strike is not None:
        if not strike.actors:
            raise Unclear
        event.actors, event.targets = strike.targets, strike.actors
    return event


def _struck(world: World, clause: Clause) -> None:
    targets = world.all(clause["whom"])
    kind = "shoot" if any(item.value == "shoot" for item in clause.items) else "strike"
    world.does(Deed(kind, world.all(clause["who"]), targets))


def _points(world: World, clause: Clause) -> None:
    """*D3-D4*, *Ogre to D4*: a strike at whoever stands there, else a move."""
    who, goal = clause["who"][0], clause["to"][0]
    last = world.events[-1] if world.events else None
    if last is not None and _absent(world, [who]) and _absent(world, [goal]) and len(last.actors + last.targets) == 2:
        pair = [piece for piece in (*last.actors, *last.targets) if piece.hex is None]
        if last.kind in STRIKES and len(pair) == 2:  # may the Hydra shoot an Angel? B2 to B4
            pair[0].hex, pair[1].hex = world.there(who), world.there(goal)
            return
    if _absent(world, [goal]) is not None:
        _set_out(world, who)
        world.does(Deed("goes", world.meant(who), goals=[world.there(goal)]))
        return
    new = who.letter == goal.letter == "N" and all(world.at(label) is None for label in (*who.hexes, *goal.hexes))
    actors, targets = world.meant(who), world.meant(goal)
    if world.foes(actors[0], targets[0]):
        world.does(Deed("strike", actors, targets, tentative=new))
    else:
        world.does(Deed("goes", actors, goals=[str(targets[0].hex)]))


def _set_out(world: World, start: Noun) -> None:
    """Let whoever goes from a hex stand there, if only the name was said before."""
    homeless = [piece for piece in world.pieces if piece.hex is None]
    if _absent(world, [start]) is not None and homeless:
        if world.here is not None and world.here.kind == "enter":
            raise Unclear
        going = [piece for event in world.events[-1:] if not event.goals for piece in event.actors if piece in homeless]
        only(going or homeless)[0].hex = start.hexes[0]


def _goes(world: World, clause: Clause) -> None:
    for noun in clause["who"] or clause["sub"]:
        _set_out(world, noun)
    event = _doing(world, clause, "goes")
    for noun in clause["from"]:
        event.origin = world.there(noun)
    there = [piece for noun in clause["to"] if noun.letter == "N" for piece in world.meant(noun)]
    event.goals = [str(piece.hex) for piece in there] or [world.there(noun) for noun in clause["to"]]
    world.does(event)


def _enters(world: World, clause: Clause) -> None:
    event = Deed("enter", [])
    for noun in [*clause["owner"], *clause["sub"], *clause["who"]]:
        if noun.name is not None:
            if 1 < noun.count != len(noun.hexes) > 0:
                raise Unclear
            known = [p for p in world.pieces if p.name == noun.name and p.hex is None and p not in event.actors]
            owned = noun if not clause["owner"] or "theirs" not in noun.owners else evolve(noun, owners=())
            entering = known if noun.another and known else known[:1] or [world.new(noun)]
            world.told_of(entering, evolve(owned, hexes=()), world.owner(owned))
            event.actors += entering
            event.goals += [world.there(noun)] if noun.hexes else []
            event.placed = bool(event.goals)
        elif noun.letter in "OYi":
            if world.heading in ROLES and noun.letter == "i":
                world.sides.tell(OUTRIGHT, "mine", str(world.heading), False)  # defender: may I set up
            world.heading = player(noun)
        elif noun.letter in "tH":
            event.actors += world.meant(noun)
    world.does(event)


def _to(world: World, clause: Clause) -> None:
    """A goal, for whatever was said last: a move, a strike at whoever stands there, a carry."""
    noun = clause["to"][0]
    label, there, event = world.there(noun), world.at(noun.hexes[0]), world.here
    if world.opened:
        event = None
    if event is None and world.events and world.events[-1].kind == "goes" and not world.events[-1].goals:
        event = world.events[-1]
    if event is not None and event.kind in GOES:
        if event.placed:
            raise Unclear
        event.goals.append(label)
    elif event is not None and event.targets and event.targets[0].hex is None:
        event.targets[0].hex = label
    elif event is not None and event.kind in STRIKES and not event.targets and there is not None:
        event.targets = [there]
    elif event is not None and "carry" in event.said:
        event.said["carry"].append((None, label))
    else:
        who = world.anybody("goes")
        strikes = there is not None and world.foes(who[0], there)
        world.does(Deed("strike", who, [there]) if strikes and there else Deed("goes", who, goals=[label]))


def _in(world: World, clause: Clause) -> None:
    if world.here is None or world.here.kind not in GOES or world.here.goals:
        raise Unclear
    _to(world, clause)


def _from(world: World, clause: Clause) -> None:
    noun, event = clause["whom"][0], world.here
    if noun.letter != "H":
        pieces = world.meant(noun)
        if event is not None and event.kind in STRIKES and not event.actors and noun.letter == "N":
            event.actors = pieces
    elif event is not None and not world.opened:
        event.origin = world.there(noun)
    else:
        label = world.there(noun)
        start = only(world.topic)[0]
        if start.hex not in (None, label) and event is None:
            world.does(Deed("goes", [start], goals=[start.hex]))  # land it on C3, from B3
        start.hex = label


def _at(world: World, clause: Clause) -> None:
    event = world.events[-1] if world.events else None
    if event is None or event.kind not in STRIKES:
        raise Unclear
    _aim(world, event, clause["whom"], again=True)


def _with(world: World, clause: Clause) -> None:
    """*I strike it with my Ogre*, *I fight with the Lion*, *my Ogre on D3, with a Lion beside it*."""
    event = world.events[-1] if world.events else None
    everybody = event is not None and event.vague and clause["who"][0].letter == "a"
    who = world.of("mine") if everybody else world.all(clause["who"])
    if event is None:
        if not any(piece.part[0] == world.sentence and piece not in who for piece in world.pieces):
            raise Unclear
    elif event.vague or not event.actors:
        event.actors, event.vague, world.topic = who, False, who
    elif event.kind in STRIKES and event.targets:
        if any(piece.hex is None or not world.sides.foes(piece, event.actors[0]) for piece in who):
            raise Unclear  # shoots his Ogre with his Lion in D3: that is where the Lion stands
    elif event.kind in STRIKES:
        event.targets = who


def more(world: World, clause: Clause) -> None:
    """What tells more of a strike, its dice or hits: of the last, or of one by whoever is named with it."""
    key = "scored" if clause.kind == "has hits" else clause.kind
    value = next((value for kind in _TOLD[key] if (value := clause.value(kind)) is not None), None)
    event = world.strike
    again = clause.value("repeated") is not None and (event is None or "dice" not in event.said)
    if value is None or again:
        raise Unclear  # a number that is a land's; strikes it twice
    named = [noun for noun in clause["who"] if noun.name is not None or noun.letter == "H"]
    had = any(item.kind in ("hits", "had") or item.low in ("got", "took") for item in clause.items)
    if event is None and world.last is not None and had and key == "scored":
        (world.all(named) or [world.last])[0].hits = value
        return
    who = _rolling(world, clause) if event is None else world.people(named)
    if event is None or (who and event.actors not in ([], who)):
        if event is not None and event is world.here and who[0] in event.targets:
            raise Unclear
        event = world.does(Deed("strike", who))
    event.actors = event.actors or who
    _aim(world, event, clause["whom"], again=True)
    if event.said.setdefault(key, value) != value or event is not world.events[-1]:
        raise Unclear
    if key == "need" and any(item.kind == "number" or item.value == "declare" for item in clause.items):
        event.said["declared"] = True  # strikes at 5, declares a Strike-number of 5


def _rolling(world: World, clause: Clause) -> list[Piece]:
    """Who rolls the dice of a strike of which nothing else was told."""
    players = [noun for noun in clause["who"] if noun.letter in "ihOY"]
    theirs = world.of(player(players[0])) if players else []
    if len(theirs) == 1:
        return theirs
    named = world.people(clause["who"])
    opened = not named and world.opened and world.subject is not None
    return [world.subject] if opened and world.subject is not None else named  # my Titan, power 7, rolls


_TOLD = {
    "dice": ("dice",),
    "count": ("count",),
    "need": ("need", "number"),
    "scored": ("hits", "scored", "had", "number", "repeated"),
}


def _rolls(world: World, clause: Clause) -> None:
    """*How many dice does it roll*: of a strike that was told, or of one by whoever is named."""
    strike = world.strike
    if strike is None:
        strike = world.does(_doing(world, clause, "strike"))
        strike.tentative = True  # how many dice for a Giant on C1 that shoots
    elif named := [noun for noun in clause["who"] if noun.name is not None]:
        strike.actors = strike.actors or world.all(named)
        if strike.actors != world.all(named):
            raise Unclear
    _aim(world, strike, clause["whom"], again=True)


def _dead(world: World, clause: Clause) -> None:
    strike = world.strike
    named = [noun for noun in [*clause["whom"], *clause["who"]] if noun.name is not None or noun.letter == "H"]
    if strike is not None and {"dice", "scored"} & strike.said.keys():
        strike.said["dead"] = True
        _aim(world, strike, named, again=True)
        return
    if len({noun.owners for noun in named}) > 1:
        raise Unclear  # my Ogre and his Lion dead
    players = any(noun.letter in "ihOY" for noun in clause["by"])
    names = {noun.name for noun in clause["whom"] if noun.letter == "n"}
    if players and names and not names & {piece.name for piece in world.pieces}:
        return  # I killed his Centaur last turn
    world.topic = world.all(clause["whom"] or clause["who"]) or only([world.last] if world.last is not None else [])
    for noun in clause["by"]:
        if noun.name is not None:
            world.meant(noun)
    for piece in world.topic:
        piece.hits = 0 if piece.name == TITAN else current().base_power[piece.name]


def _carries(world: World, clause: Clause) -> None:
    event, hits = world.strike, clause.value("number", "hits", "scored")
    if event is None:
        if clause["whom"] or any(noun.name is not None for noun in clause["who"]):
            raise Unclear
        return  # may I carry over?
    carried = event.said.setdefault("carry", [])
    for noun in clause["whom"]:
        if (label := _absent(world, [noun])) is not None:
            carried.append((hits, label))
            continue
        others = [p for p in world.pieces if p not in event.targets and noun.name in (None, p.name)]
        others = [p for p in others if all(world.foes(p, actor) for actor in event.actors)]
        for piece in only(others) if noun.letter == "A" or noun.another else world.meant(noun):
            carried.append((hits, piece))
            if event.targets:
                world.sides.tell(LIKELY, event.targets[0], piece, False)
    if not clause["whom"]:
        event.said["carried"] = hits


def _ends(world: World, clause: Clause) -> None:
    if any(item.low.startswith(("can", "could", "mustn")) for item in clause.items):
        raise Unclear  # whether he can is the question
    kind = "end-strikes" if any(item.value in STRIKES for item in clause.items) else "end-maneuver"
    world.does(Deed(kind, world.people(clause["who"])))


def _concedes(world: World, clause: Clause) -> None:
    """*I concede*, *the defender gives up*: a player, or whose piece is named."""
    players = [noun for noun in clause["who"] if noun.letter in "ihOY"]
    actors = [] if players else world.all(clause["who"])
    attempt = any(item.low.startswith("attempt") for item in clause.items)
    world.does(Deed("concede", actors, by=player(players[0]) if players else None, said={"attempt": attempt}))


def _joins(world: World, clause: Clause) -> None:
    noun, verbs = clause["whom"][0], {item.value for item in clause.items if item.kind == "verb"}
    if verbs == {"enter"} and (noun.owners or world.sides.foes("defender", "mine") is not False):
        raise Unclear
    foes = [piece for piece in world.pieces if piece.name == noun.name and world.sides.foes(piece, "mine") is not False]
    known = bool(foes) and not noun.another
    if verbs == {"muster"} and (noun.owners or known):
        raise Unclear  # takes his Lion
    kind = "summon" if any(item.value == "summon" for item in clause.items) else "reinforce"
    world.does(Deed(kind, [], said={"who": noun.name}, vague=bool(clause["who"])))


DEEDS: dict[str, Callable[[World, Clause], object]] = {
    "strikes": strikes,
    "struck": _struck,
    "points": _points,
    "goes": _goes,
    "enters": _enters,
    "to": _to,
    "in": _in,
    "from": _from,
    "at": _at,
    "with": _with,
    "dice": more,
    "count": more,
    "need": more,
    "scored": more,
    "rolls": _rolls,
    "dead": _dead,
    "carries": _carries,
    "ends": _ends,
    "concedes": _concedes,
    "joins": _joins,
}
"""What each frame of a deed tells."""
