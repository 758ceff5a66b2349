"""Musters, reinforcements and rolls in free sentences: whom a Legion takes, and who rolls again."""

from collections.abc import Mapping, Sequence

from attrs import define

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of
from ..position.game import MAX_HEIGHT
from . import moves, splits
from .cases import Case, anybody, land_of, listed
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
        target = Legion(names={anybody(): 1})
        story.told.legions.append(target)
        require(MAX_HEIGHT in (*(x.height for x in story.told.legions), *story.told.heights))
        story.told.land = story.told.land or 100
    story.events = [x for x in story.events if x is not last]
    return mustered(story, last, target)


_STAYED = any_of("stay stays stayed remain remains remained")


@define
class Muster:
    """Who is mustered, by whom, and where.

    :ivar names: the characters of the Legion; :ivar height: how many it has, if more than were named.
    :ivar moved: it came this turn; :ivar earlier: who was mustered before, by the same Legion.
    """

    name: CharacterName
    number: int
    place: str
    names: Mapping[str, int]
    height: int | None = None
    marker: str | None = None
    color: str | None = None
    turn: int | None = None
    moved: bool = True
    earlier: Sequence[str] = ()
    stock: int | None = None

    @property
    def land(self) -> int:
        """The land, or one with the terrain that was told."""
        return int(self.place) if self.place.isdecimal() else land_of(self.place)

    def __str__(self) -> str:
        """The Legion alone, if nothing of the game but what it holds matters."""
        bar = f" | caretaker {self.name} {self.stock}" if self.stock is not None else ""
        return f"{self.place}: {listed(self.names)}{bar}"

    def in_a_game(self) -> Translation:
        """The Legion in a game, where its turn, its height and whether it has moved can be told."""
        case = Case("enlistment", self.color or "Black", self.turn)
        legion = Legion(names=dict(self.names), height=self.height, marker=self.marker)
        marker = case.put(legion, self.land, "" if self.moved else "not moved")
        case.bar += [f"moved {marker}"] if self.moved else []
        case.bar += [f"mustered {marker} {name}" for name in self.earlier]
        case.bar += [f"caretaker {self.name} {self.stock}"] if self.stock is not None else []
        return str(case), "; ".join([f"{marker} musters {self.name}"] * self.number)

    def after_a_battle(self) -> Translation:
        """*I won as the defender: may I take a Wyvern now?*: a reinforcement after the battle."""
        case, filler = Case("engagement"), (self.height or 0) - sum(self.names.values())
        case.put(None, next(n for n in current().masterboard.lands if n != self.land), f"{TITAN} {anybody()}")
        names = {**self.names, **({"Angel": filler} if filler > 0 else {})}
        marker = case.put(Legion(names=names), self.land, color="Red")
        case.after_a_battle("defender", "reinforcement", self.land, ("Bk12", marker))
        return str(case), f"reinforce {self.name}"


def mustered(story: Story, last: Doing | None, target: Legion) -> Translation:
    """The muster of a character by the Legions that were told."""
    told, earlier = story.told, story.account("muster", "reinforce")
    told.land, target.land = target.land or told.land, None
    require(len(target.names) == 1 and target.size < 3 and not (target.marker or target.plural))
    name = CharacterName(next(iter(target.names)))
    done = _done_before(story, last, target, earlier)
    held = _musterers(story, last, target)
    if last is not None and (road := _road_before(story)) is not None:
        return _after_a_move(story, road, target, name)
    moves_told = story.account(*GOES)
    stayed = any(x.low in _STAYED and x.subject in held for x in story.events if x.kind == "stand")
    _account_fights(story, held)
    story.take("claim")
    place, height = _place(story, last, held, moves_told, name), _height(story, held)
    names = contents(held)
    muster = Muster(
        name,
        target.size,
        place,
        names,
        height if height == MAX_HEIGHT > sum(names.values()) else None,
        next((x.marker for x in held if x.marker), None),
        next((c for x in held if (c := color_of(x))), None),
        story.turn,
        not (stayed or any(x.denied for x in moves_told)),
        [next(iter(x.objects[0].names)) for x in done],
        story.take("stock"),
    )
    require(names or height == MAX_HEIGHT or not muster.moved)
    story.turn = None
    _use(story, target, held)
    return _asked(story, muster)


def _asked(story: Story, muster: Muster) -> Translation:
    """The question in our notation: after a battle, in a game, or of a Legion alone."""
    told = story.told
    people = {*told.roles.values(), *(x.owner for x in told.legions), *(x.person for x in told.events)}
    if told.words & WON and "defender" in people:
        return muster.after_a_battle()
    plain = (
        muster.moved and muster.number == 1 and not (muster.turn or muster.height or muster.earlier or muster.marker)
    )
    return (str(muster), f"muster {muster.name}") if plain else muster.in_a_game()


def _done_before(story: Story, last: Doing | None, target: Legion, earlier: Sequence[Doing]) -> list[Doing]:
    """The musters before the one that is asked about: *already mustered a Lion*, *mustered one, wants another*."""
    more = any(x.other and x.names == target.names for x in story.told.legions if x is not target)
    told = [*earlier, last] if more and last is not None else earlier
    past = story.again or (last is not None and not last.low.endswith("ed"))
    done = [x for x in told if x.objects and (x.done or (past and x.low.endswith("ed")))]
    require(all(x in done or [y.names for y in x.objects] in ([], [target.names]) for x in earlier))
    return done


def _musterers(story: Story, last: Doing | None, target: Legion) -> list[Legion]:
    """The Legions, or characters, that are there: no enemy's, none twice, and none behind whom they muster."""
    told = story.told
    others = [x for x in told.legions if x is not target]
    others = [x for x in others if not (is_wanted(story, x) and x.names == target.names)] or others
    held = [x for x in others if x.owner not in THEIRS] or [x for x in others if x.owner != "against"]
    tied = list(last.tied.values()) if last is not None else []
    behind = [x for x in held if x.owner != "mine" and x.sentence == target.sentence and x not in tied]
    require(not any(told.legions.index(x) > told.legions.index(target) and x.names for x in behind))
    held = [x for n, x in enumerate(held) if not any(within(x, other) for other in held[:n] if x.names)]
    require(not any(x.plural for x in held))
    return held


def _road_before(story: Story) -> Doing | None:
    """The move with a roll after which somebody wants to muster."""
    roads = [x for x in story.events if x.kind in GOES and "to" in x.lands and not x.done and not x.denied]
    return roads[-1] if roads and "roll" in story.moment else None


def _after_a_move(story: Story, road: Doing, target: Legion, name: str) -> Translation:
    story.told.legions.remove(target)
    story.use(target)
    position, move = moves.goes(story, road)
    require("; " not in move)
    return position, f"{move}; end-moves; {move.split()[0]} musters {name}"


def _account_fights(story: Story, held: Sequence[Legion]) -> None:
    """Account for what an enemy did before: he fled, or fought."""
    fights = story.account("flee", *ATTACKS)
    story.account("stand")
    fled = [x.subject.owner if x.subject is not None else x.person for x in fights if x.kind == "flee"]
    foes = {*THEIRS, "defender", *current().markers.letters} - {color_of(x) for x in held}
    require(all(x in foes for x in fled))


def _place(story: Story, last: Doing | None, held: Sequence[Legion], went: Sequence[Doing], name: str) -> str:
    """The one land that was told, else a terrain; a full Legion musters in no land."""
    told = story.told
    require(not any("from" in x.lands for x in went))
    lands = [x.lands.get("at") or x.lands.get("to") for x in [*went, *([last] if last else [])]]
    lands = [x for x in dict.fromkeys([*lands, *(x.land for x in held), told.land]) if x is not None]
    require(len(lands) < 2)
    told.land = None
    full = MAX_HEIGHT in (*told.heights, *(x.height for x in held))
    return str(lands[0]) if lands else sure(told.terrain or (place_of(CharacterName(name)) if full else None))


def _height(story: Story, held: Sequence[Legion]) -> int | None:
    """How many characters the Legion has, as it was told of it or of nobody else."""
    heights = [x.height for x in held if x.height]
    if not heights and story.told.heights:
        heights = [story.told.heights.pop()]
    return heights[0] if heights else None


def _use(story: Story, target: Legion, held: Sequence[Legion]) -> None:
    """Account for whoever musters or is mustered, as often as they were named."""
    told = story.told
    mentions = [x for x in told.legions if is_wanted(story, x) and x.names == target.names]
    parts = [x for x in told.legions if any(within(x, other) for other in held)]
    story.use_all_but_strangers(target, *held, *mentions, *parts)


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
    moved = [x for x in story.account(*GOES) if not x.denied and (x.done or x.objects)]
    done = [x for x in taken if x.done]
    turn, roll = story.turn or (1 if done else None), story.take("roll") or 1
    require(turn is not None and not last.denied)
    twice = bool(done) or (len(taken) > 1 and "mulligan" in (taken[0].kind, taken[1].kind) and story.again)
    story.use_all_but_strangers()
    story.told.numbers = [x for x in story.told.numbers if x > MOST]
    for event in taken:
        event.numbers = [x for x in event.numbers if x > MOST]
    case = Case("movement", "Black", turn, roll)
    marker = case.put(None, 600 if turn == 1 else 105, f"2 {anybody()}")
    case.bar += [f"moved {marker}"] if moved and "before" not in story.told.words else []
    return str(case), f"{'mulligan 1; ' if twice else ''}mulligan"
