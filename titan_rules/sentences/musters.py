"""Musters, reinforcements and rolls in free sentences: whom a Legion takes, and who rolls again."""

from collections.abc import Mapping

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..position.game import MAX_HEIGHT
from . import moves, splits
from .cases import Case, land_of
from .legions import THEIRS, Legion, color_of, contents, within
from .places import MOST
from .said import Translation
from .story import ATTACKS, GOES, WON, Story, require, sure
from .ties import Doing


def goes(story: Story, last: Doing) -> Translation:
    """A move; or a muster by who has moved, if a character is named that belongs to nobody."""
    told = story.told
    newcomer = told.legions[-1] if len(told.legions) > 1 else None
    if any(newcomer in (*x.objects, *x.tied.values()) for x in told.events if x.kind not in GOES or x.lands):
        newcomer = None
    if newcomer is None or not is_wanted(story, newcomer):
        return moves.goes(story, last)
    moves.score_of(story)
    story.account("stand")
    asked = any("to" in x.lands for x in story.events if x.kind in (*GOES, *ATTACKS) and not x.done)
    way = "roll" in story.moment and asked
    return mustered(story, Doing("muster", "", objects=[newcomer]) if way else None, newcomer)


def is_wanted(story: Story, one: Legion) -> bool:
    """Whether a character alone may be one that somebody wants to muster."""
    told = story.told
    idle = (
        all(x.sentence != one.sentence or x.kind in ("reinforce", "muster") for x in told.events)
        and one is told.legions[-1]
    )
    owner = one.owner not in ((None, "mine") if idle else (None,))
    return one.size == 1 and not (one.marker or one.land or one.stack or owner or TITAN in one.names)


def musters(story: Story, last: Doing) -> Translation:
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


def mustered(story: Story, last: Doing | None, target: Legion) -> Translation:
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
        position, move = moves.goes(story, ways[-1])
        require("; " not in move)
        return position, f"{move}; end-moves; {move.split()[0]} musters {name}"
    moved, fled = story.account(*GOES), story.account("flee", *ATTACKS)
    story.account("stand")
    unmoved = any(x.denied for x in moved)
    require(all(x.person == "theirs" or (x.subject or Legion()).owner in THEIRS for x in fled if x.kind == "flee"))
    lands = [x.lands.get("at") or x.lands.get("to") for x in [*moved, *([last] if last else [])]]
    lands += [x.land for x in held]
    lands = [x for x in dict.fromkeys([*lands, told.land]) if x is not None]
    require(len(lands) < 2)
    told.land = None
    require(not any("from" in x.lands for x in moved))
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


def named(story: Story, last: Doing | None) -> Translation:
    """*2 Lions in the Plains, Ranger?*."""
    markers = [x.marker for x in story.told.legions if x.marker]
    heights = [*story.told.heights, *(x.height for x in story.told.legions if x.height)]
    if story.turn == 1 or len(markers) > 1 or (story.told.numbers and heights[:1] == [sum(story.told.numbers)]):
        return splits.splits(story, None)
    require(len(story.told.legions) > 1)
    return mustered(story, None, story.told.legions[-1])


def rerolls(story: Story, last: Doing) -> Translation:
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
