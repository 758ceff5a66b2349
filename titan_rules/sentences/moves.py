"""Moves and musters in free sentences: who goes where, who stands there, and whom a Legion takes."""

from collections.abc import Mapping, Sequence

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of
from ..position.game import MAX_HEIGHT
from ..rules.masterboard.destinations import neighbours, routes
from . import splits
from .cases import Case, land_of
from .legions import THEIRS, Legion, are_foes, color_of, contents, within
from .said import Translation
from .story import ATTACKS, GOES, MOST, WON, Story, require, sure
from .ties import Event


def goes(story: Story, last: Event) -> Translation:
    """*I rolled a 3: my 2 Lions in 109 go to 106*; several moves follow each other."""
    told, roll, score = story.told, story.take("roll"), score_of(story)
    moves = story.account(*GOES, *ATTACKS)
    story.account("stand")
    asked = [x for x in moves if not x.done]
    done = {id(x): x for x in moves if x.done}
    plans: list[tuple[Legion, int, int, Event]] = []
    attacked: list[Legion] = []
    newcomer = told.legions[-1] if len(told.legions) > 1 else None
    if any(newcomer in (*x.objects, *x.tied.values()) for x in told.events if x.kind not in GOES or x.lands):
        newcomer = None
    way = roll is not None and any("to" in x.lands for x in asked)
    if newcomer is not None and is_wanted(story, newcomer):
        story.events += moves
        story.moment |= {} if roll is None else {"roll": roll}
        return mustered(story, Event("muster", "", objects=[newcomer]) if way else None, newcomer)
    require(not any(x.low == "attacked" and not x.objects for x in asked))
    if any(x.denied for x in asked) and not any(x.lands for x in asked):
        return ended(story, asked[-1], roll)
    for event in done.values():
        one = mover_of(story, event, None)
        end = event.lands.get("to") or event.lands.get("at")
        one.moved, one.land = True, end or one.land
        story.use(one)
    starts = [x for x in asked if x.lands.keys() == {"from"}]
    ends = [x for x in asked if "to" in x.lands]
    if len(starts) == len(ends) == 1 and "from" not in ends[0].lands:
        ends[0].lands["from"] = starts[0].lands.pop("from")  # left 109 and ended in 106
        ends[0].subject = ends[0].subject or starts[0].subject
    for event in asked:
        target = target_of(story, event)
        mover = mover_of(story, event, target)
        end = event.lands.get("to") or (target.land if target is not None else None) or event.lands.get("at")
        start = event.lands.get("from") or mover.land or land_told(story, mover)
        if mover.land is not None and start != mover.land and not any(x is mover for x, *_ in plans):
            require(start in neighbours(current().masterboard, mover.land))
            event.via, start = [sure(start), *event.via], mover.land  # Bl07 24: 25-26-127
        require(mover is not target)
        if end is None and event.kind in ATTACKS and "object" in event.tied:
            target = event.tied["object"]
            told.legions.append(target)
        if end is None and event.kind in ATTACKS and target is not None:
            attacked.append(target)
            require(event.subject is None or target is not event.subject)
            require(not any(x is target or (event.subject not in (None, x, target)) for x, *_ in plans))
            continue
        if end is None and event.kind != "teleport" and not event.lands:
            continue  # Black to move
        if (event.kind, event.low) == ("teleport", "titan") and not mover.names:
            mover.names = {TITAN: 1}
        jumps = roll == MOST and score is not None and TITAN in mover.names and target is not None
        if start is None and jumps and end is not None:
            event.kind = "teleport"
        if start is None and event.kind == "teleport":
            require(not any(x.land and not are_foes(x, mover) for x in told.legions if x is not mover))
            start = 105 if end != 105 else 41
        if end is None and event.kind == "teleport":
            foes = [x for x in told.legions if x is not mover and are_foes(x, mover)]
            require(len(foes) < 2 and (foes or score is not None))
            end, target = (foes[0].land, foes[0]) if foes else (None, None)
            end = end or (20 if start != 20 else 41)
            if target is None:
                told.legions.append(target := Legion(owner="theirs", stack=True))
        start, end = sure(start), sure(end)
        event.via = [x for n, x in enumerate(event.via) if n or x != start]
        told.land = None if told.land == end else told.land
        require(start != end or event.via)
        if target is not None and target.land is None:
            target.land = end
        mover.land = mover.land if any(x is mover for x, *_ in plans) else start
        require(mover.land == start or any(x is mover for x, *_ in plans))
        if event.numbers and goes_by(story, start, end, event.numbers[0], ()):
            event.numbers = event.numbers[1:]  # just 2, from 111 to 109
        plans.append((mover, start, end, event))
        story.use(target)
        if roll is not None and event.kind != "teleport":
            require(goes_by(story, start, end, roll, event.via))
        else:
            require(not event.via)
    require(plans and not any(x.denied for x in asked))
    for one in attacked:
        require(len(plans) == 1 and one.land in (None, plans[0][2]))
        one.land = plans[0][2]
    movers = list(dict.fromkeys([id(x) for x, *_ in plans]))
    first = plans[0][0]
    color = color_told(story, first)
    if len(plans) > len(movers):  # it has moved, and goes on
        require(len(movers) == 1 and len(plans) == 2 and plans[0][3].sentence != plans[1][3].sentence)
        require(told.words & any_of("again then now back afterwards later"))
        first.moved, first.land, plans = True, plans[0][2], plans[1:]
        require(plans[0][1] in (first.land, plans[0][1]))
        first.land = plans[0][1]
    case = Case("movement", color, story.turn, roll, score)
    case.taken = {x.marker for x in story.told.legions if x.marker}
    markers: dict[int, str] = {}
    foe = next(
        (c for x in story.told.legions if (c := color_of(x)) not in (None, color)),
        "Black" if color == "Red" else "Red",
    )
    loose = [x for x in story.left if x.names and not (x.owner or x.land or x.marker or x.other or x.stack)]
    if len(loose) == 1 and len(movers) == 1 and not first.names and loose[0] is not first:
        first.names, first.plural = loose[0].names, loose[0].plural  # its content, told apart
        story.use(loose[0])
    for mover, *_ in plans:
        if id(mover) not in markers:
            require(not mover.plural or any(x.kind == "teleport" for x in asked))
            markers[id(mover)] = case.put(mover, mover.land or 0, color=color)
            case.bar += [f"moved {markers[id(mover)]}"] if mover.moved else []
            story.use(mover)
    for one in list(story.told.legions):
        if id(one) in markers or one.land is None:
            continue
        if not (one.marker or one.names or one.stack or one.owner):
            continue
        foreign = are_foes(one, first) and not (one.owner == "mine" and one.land == first.land)
        marker = case.put(one, one.land, "height 4", color_of(one) or (foe if foreign else color))
        case.bar += [f"moved {marker}"] if one.moved else []
        story.use(one)
    texts = []
    for mover, start, end, event in plans:
        how, named = "", {x.low for x in asked} & {"titan", "tower"}
        if event.kind == "teleport" or any(x.kind == "teleport" for x in asked):
            onto = any(x.land == end and are_foes(x, mover) for x in story.told.legions if x is not mover)
            off = TITAN in mover.names and not current().masterboard.lands[start].is_tower
            how = f"{'titan' if (onto or off or 'titan' in named) and 'tower' not in named else 'tower'} teleports "
        texts.append(f"{markers[id(mover)]} {how}to {end}")
    if any(x.kind == "teleport" and x.done for x in done.values()):
        case.bar.append(f"teleported {color}")
    return str(case), "; ".join(texts)


def color_told(story: Story, mover: Legion) -> str:
    """The colour of whoever moves: his Legion's, or that of the points; else one that no enemy has."""
    own = color_of(mover)
    others = {color_of(x) for x in story.told.legions if x is not mover and are_foes(x, mover)}
    require(story.told.scorer in (None, own) or own is None)
    own = own or story.told.scorer
    require(own is None or own not in others)
    return own or ("Red" if "Black" in others else "Black")


def score_of(story: Story) -> int | None:
    """The score of whoever moves; a Titan's Power-factor tells it, too."""
    power, score, box = story.take("power"), story.take("score"), current()
    if power is None:
        return score
    told = (power - box.titan_power) * box.titan_step
    require(score is None or told <= score < told + box.titan_step)
    return told if score is None else score


def land_told(story: Story, one: Legion) -> int | None:
    """The land that was told for nobody else."""
    if one.land is None:
        one.land, story.told.land = story.told.land, None
    return one.land


def goes_by(story: Story, start: int, end: int, roll: int, via: Sequence[int]) -> bool:
    """Whether a road to the end, if there is any, goes by the lands named between: *109-108-107*."""
    roads = [road.lands for road in routes(current().masterboard, start, roll) if road.lands[-1] == end]
    return not roads or any([land for land in road if land in via] == [*via] for road in roads)


def target_of(story: Story, event: Event) -> Legion | None:
    """Whom somebody goes to, or attacks."""
    tied = [event.tied[x] for x in ("to", "against", "at") if x in event.tied]
    told = event.subject is not None or event.person is not None
    if event.kind in (*ATTACKS, "enter", "join") and told and event.objects[:1] != [event.subject]:
        tied = [*event.objects[:1], *tied]
    return tied[0] if tied else None


def mover_of(story: Story, event: Event, target: Legion | None) -> Legion:
    """Who goes: what is moved, or who does it; the only Legion that it can be."""
    subject = event.subject
    if (
        subject is not None
        and subject.owner in THEIRS
        and not (subject.names or event.person or (subject.land and event.lands))
    ):
        subject = None if any(x.owner not in THEIRS for x in story.told.legions) else subject
    if event.objects and event.objects[0] is not target:
        subject = event.objects[0]
    start = event.lands.get("from")
    if subject is None:
        own = [x for x in story.told.legions if x is not target and x.owner not in (*THEIRS, "past")]
        if event.person not in (None, "mine"):
            theirs = [x for x in story.told.legions if x is not target and x.owner == event.person]
            own = theirs or [x for x in own if x.owner != "mine"] or (own if len(story.told.legions) == 1 else [])
        own = [x for x in own if None in (x.land, start) or x.land == start]
        own = [x for x in own if not x.other] or own
        own = [x for x in own if x.land is None or x.land != event.lands.get("to")] or own
        require(len(own) < 2 or start is not None)
        require(event.person not in current().markers.letters or all(color_of(x) == event.person for x in own))
        mine = Legion(owner=event.person)
        require(
            own or all(x is target or x.other or x.owner in THEIRS or are_foes(x, mine) for x in story.told.legions)
        )
        subject = own[0] if own else Legion(owner=event.person)
        if subject not in story.told.legions:
            story.told.legions.append(subject)
            event.subject = subject
    return subject


def ended(story: Story, last: Event, roll: int | None) -> Translation:
    """*I rolled a 3 and end my movement without moving anybody*."""
    told = story.told
    require(roll is not None or told.words & {"movement", "moves", "moving"})
    color = next((c for x in told.legions if (c := color_of(x))), None) or last.person
    turn, story.turn = story.turn, None
    case = Case("movement", color if color in current().markers.letters else "Black", turn, roll or 3)
    groups = [x for x in told.legions if x.names or x.marker or x.land] or [Legion(names={"Lion": 2})]
    case.taken = {x.marker for x in groups if x.marker}
    for one in groups:
        case.put(one, one.land or told.land or 109)
    if any(x.land is None for x in groups):
        told.land = None
    story.use(*told.legions)
    return str(case), "end-moves"


def is_wanted(story: Story, one: Legion) -> bool:
    """Whether a character alone may be one that somebody wants to muster."""
    told = story.told
    idle = (
        all(x.sentence != one.sentence or x.kind in ("reinforce", "muster") for x in told.events)
        and one is told.legions[-1]
    )
    owner = one.owner not in ((None, "mine") if idle else (None,))
    return one.size == 1 and not (one.marker or one.land or one.stack or owner or TITAN in one.names)


def musters(story: Story, last: Event) -> Translation:
    """*3 Ogres in the Hills: may I muster a Minotaur?*."""
    aim = last.tied.get("to") or (last.tied.get("with") if last.kind == "reinforce" else None)
    objects = [aim] if aim is not None else [x for x in last.objects if is_wanted(story, x)] or last.objects
    target = next((x for x in reversed(objects) if x.names), None)
    if target is not None and target.size > 1 and last.objects == [target]:
        later = [x for x in story.told.legions if x.sentence == target.sentence and is_wanted(story, x)]
        target = later[-1] if len(later) == 1 else target
    require(not last.denied)
    if target is None and last.subject is not None and is_wanted(story, last.subject):
        target = last.subject  # Minotaur recruit
    if target is None and len(story.told.legions) > 1 and is_wanted(story, story.told.legions[-1]):
        target = story.told.legions[-1]
    if target is None and story.again and story.turn is not None:
        return rerolls(story, last)
    if target is None:
        target = Legion(names={"Ogre": 1})
        story.told.legions.append(target)
        require(MAX_HEIGHT in (*(x.height for x in story.told.legions), *story.told.heights))
        story.told.land = story.told.land or 100
    story.account(*[x.kind for x in story.events if x is last])
    return mustered(story, last, target)


def mustered(story: Story, last: Event | None, target: Legion) -> Translation:
    """The muster of a character by the Legions that were told."""
    told, earlier = story.told, story.account("muster", "reinforce")
    if target.land is not None:
        told.land, target.land = target.land, None
    require(len(target.names) == 1 and not (target.marker or target.land or target.plural))
    name, number = CharacterName(next(iter(target.names))), target.size
    require(number < 3)
    others = [x for x in told.legions if x is not target]
    others = [x for x in others if not (is_wanted(story, x) and x.names == target.names)] or others
    held = [x for x in others if x.owner not in THEIRS] or [x for x in others if x.owner != "against"]
    tied = list(last.tied.values()) if last is not None else []
    behind = [x for x in held if x.owner != "mine" and x.sentence == target.sentence and x not in tied]
    require(not any(told.legions.index(x) > told.legions.index(target) and x.names for x in behind))
    held = [x for n, x in enumerate(held) if not any(within(x, other) for other in held[:n] if x.names)]
    require(not any(x.plural for x in held))
    ways = [x for x in story.events if x.kind in GOES and "to" in x.lands and not x.done and not x.denied]
    if ways and "roll" in story.moment and last is not None:
        story.told.legions.remove(target)
        story.use(target)
        position, move = goes(story, ways[-1])
        require("; " not in move)
        return position, f"{move}; end-moves; {move.split()[0]} musters {name}"
    moves, fled = story.account(*GOES), story.account("flee", *ATTACKS)
    story.account("stand")
    unmoved = any(x.denied for x in moves)
    require(all(x.person == "theirs" or (x.subject or Legion()).owner in THEIRS for x in fled if x.kind == "flee"))
    lands = [x.lands.get("at") or x.lands.get("to") for x in [*moves, *([last] if last else [])]]
    lands += [x.land for x in held]
    lands = [x for x in dict.fromkeys([*lands, told.land]) if x is not None]
    require(len(lands) < 2)
    told.land = None
    require(not any("from" in x.lands for x in moves))
    somewhere = place_of(name) if MAX_HEIGHT in (*told.heights, *(x.height for x in held)) else None
    place = str(lands[0]) if lands else sure(told.terrain or somewhere)
    height = next((x.height for x in held if x.height), None) or (told.heights.pop() if told.heights else None)
    names = contents(held)
    story.take("claim")
    require(names or height == MAX_HEIGHT or unmoved)
    mentions = [x for x in told.legions if is_wanted(story, x) and x.names == target.names]
    parts = [x for x in told.legions if any(within(x, other) for other in held)]
    story.use_all_but_strangers(target, *held, *mentions, *parts)
    marker = next((x.marker for x in held if x.marker), None)
    done = [x for x in earlier if x.done and x.objects]
    stock = story.take("stock")
    size = sum(names.values())
    if height != MAX_HEIGHT or height <= size:
        height = None
    defends = {*told.roles.values(), *(x.owner for x in told.legions), *(x.person for x in told.events)}
    if told.words & WON and "defender" in defends:
        land = int(place) if place.isdecimal() else land_of(place)
        story.turn = None
        return reinforced(story, names, height, land, name)
    turn, story.turn = story.turn, None
    if turn is not None or unmoved or height or done or marker or number > 1:
        land = int(place) if place.isdecimal() else land_of(place)
        case = Case("enlistment", next((c for x in held if (c := color_of(x))), "Black"), turn)
        case.taken = set()
        legion = Legion(names=dict(names), height=height, marker=marker)
        marker = case.put(legion, land, "not moved" if unmoved else "")
        case.bar += [] if unmoved else [f"moved {marker}"]
        case.bar += [f"mustered {marker} {next(iter(x.objects[0].names))}" for x in done]
        case.bar += [f"caretaker {name} {stock}"] if stock is not None else []
        return str(case), "; ".join([f"{marker} musters {name}"] * number)
    bar = f" | caretaker {name} {stock}" if stock is not None else ""
    listed = " ".join([f"{count} {x}" if count > 1 else x for x, count in names.items()])
    return f"{place}: {listed}{bar}", f"muster {name}"


def reinforced(story: Story, names: Mapping[str, int], height: int | None, land: int, name: str) -> Translation:
    """*I won as the defender: may I take a Wyvern now?*: a reinforcement after the battle."""
    filler = max(0, (height or 0) - sum(names.values())) if height == MAX_HEIGHT else 0
    case = Case("engagement")
    case.put(None, next(n for n in current().masterboard.lands if n != land), "Titan Ogre")
    marker = case.put(Legion(names={**names, **({"Angel": filler} if filler else {})}), land, color="Red")
    case.after_a_battle("defender", "reinforcement", land, ("Bk12", marker))
    return str(case), f"reinforce {name}"


def place_of(name: CharacterName) -> str | None:
    """A land in which somebody is mustered."""
    box = current()
    lands = (n for n, land in box.masterboard.lands.items() if box.table(land.terrain, None).entry(name) is not None)
    return str(next(lands, "")) or None


def named(story: Story, last: Event | None) -> Translation:
    """*2 Lions in the Plains, Ranger?*."""
    markers = [x.marker for x in story.told.legions if x.marker]
    heights = [*story.told.heights, *(x.height for x in story.told.legions if x.height)]
    if story.turn == 1 or len(markers) > 1 or (story.told.numbers and heights[:1] == [sum(story.told.numbers)]):
        return splits.splits(story, None)
    require(len(story.told.legions) > 1)
    return mustered(story, None, story.told.legions[-1])


def rerolls(story: Story, last: Event) -> Translation:
    """*He rolled a 1 in his first turn and takes a mulligan*."""
    taken = story.account("mulligan", "muster", "roll")
    moved = [x for x in story.account(*GOES) if x.done and not x.denied]
    done = [x for x in taken if x.done]
    turn, roll = story.turn or (1 if done else None), story.take("roll") or 1
    require(turn is not None and not last.denied)
    twice = bool(done) or (len(taken) > 1 and "mulligan" in (taken[0].kind, taken[1].kind) and story.again)
    story.use_all_but_strangers()
    story.told.numbers = [x for x in story.told.numbers if x > MOST]
    for event in taken:
        event.numbers = [x for x in event.numbers if x > MOST]
    case = Case("movement", "Black", turn, roll)
    marker = case.put(None, 600 if turn == 1 else 105, "2 Ogre")
    case.bar += [f"moved {marker}"] if moved else []
    return str(case), f"{'mulligan 1; ' if twice else ''}mulligan"
