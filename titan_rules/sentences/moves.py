"""Moves in free sentences: who goes where, and who stands there."""

from collections.abc import Sequence

from attrs import define

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..rules.masterboard.destinations import neighbours, routes
from .cases import Case, anybody
from .legions import THEIRS, Legion, are_foes, color_of
from .places import MOST
from .said import Translation
from .story import ATTACKS, GOES, Story, require, sure
from .ties import Doing


@define
class Road:
    """Who goes from where to where.

    :ivar event: what was said of it.
    """

    mover: Legion
    start: int
    end: int
    event: Doing


def goes(story: Story, last: Doing) -> Translation:
    """*I rolled a 3: my 2 Lions in 109 go to 106*; several moves follow each other."""
    going = Going(story)
    moves = story.account(*GOES, *ATTACKS)
    story.account("stand")
    asked, done = [x for x in moves if not x.done], [x for x in moves if x.done]
    require(not any(x.low == "attacked" and not x.objects for x in asked))
    if any(x.denied for x in asked) and not any(x.lands for x in asked):
        return ended(story, asked[-1], going.roll)
    for event in done:
        one = mover_of(story, event, None)
        one.moved, one.land = True, event.lands.get("to") or event.lands.get("at") or one.land
        story.use(one)
    _join_ends(asked)
    for event in asked:
        going.tell(event)
    roads = going.asked()
    require(roads and not any(x.denied for x in asked))
    case = Case("movement", color_told(story, going.roads[0].mover), story.turn, going.roll, going.score)
    return _written(story, case, roads, {x.low for x in asked if x.kind == "teleport"}, done)


def _join_ends(events: Sequence[Doing]) -> None:
    """Make one road of where somebody left and where he ended: *left 109 and ended in 106*."""
    starts = [x for x in events if x.lands.keys() == {"from"}]
    ends = [x for x in events if "to" in x.lands]
    if len(starts) == len(ends) == 1 and "from" not in ends[0].lands:
        ends[0].lands["from"] = starts[0].lands.pop("from")
        ends[0].subject = ends[0].subject or starts[0].subject


class Going:
    """Who goes where, road by road as it is told.

    :ivar roll: that was told; :ivar score: of whoever moves.
    """

    def __init__(self, story: Story) -> None:
        self._story, self.roll, self.score = story, story.take("roll"), score_of(story)
        self.roads: list[Road] = []
        self._attacked: list[Legion] = []

    def tell(self, event: Doing) -> None:
        """Add the road of an event, or whom somebody attacks where his road ends."""
        target = target_of(self._story, event)
        mover = mover_of(self._story, event, target)
        require(mover is not target)
        end = event.lands.get("to") or (target.land if target is not None else None) or event.lands.get("at")
        if event.kind in ATTACKS and any(x.mover is mover and x.end == end for x in self.roads):
            self._story.use(target)  # stops on 104 and attacks it
        elif end is None and event.kind in ATTACKS and (target := event.tied.get("object", target)) is not None:
            self._attack(event, target)
        elif end is not None or event.kind == "teleport" or event.lands:  # else Black is to move
            self._go(event, mover, target, end)

    def asked(self) -> list[Road]:
        """The roads that are asked about: of one who goes on after his move, the second, if that is said."""
        for one in self._attacked:
            require(len(self.roads) == 1 and one.land in (None, self.roads[0].end))
            one.land = self.roads[0].end
        if len({id(x.mover) for x in self.roads}) == len(self.roads):
            return self.roads
        require(len(self.roads) == 2 and self._story.told.words & any_of("again then now back afterwards later"))
        first, second = self.roads
        require(first.event.sentence != second.event.sentence and second.start == first.end)
        first.mover.moved, first.mover.land = True, first.end
        return [second]

    def _attack(self, event: Doing, target: Legion) -> None:
        told = self._story.told
        told.legions += [target] if target not in told.legions else []
        require(event.subject is None or target is not event.subject)
        require(not any(x.mover is target or event.subject not in (None, x.mover, target) for x in self.roads))
        self._attacked.append(target)

    def _go(self, event: Doing, mover: Legion, target: Legion | None, end: int | None) -> None:
        """Add a road; on foot it has the roll's length and goes by the lands that were named, if any does."""
        told, again = self._story.told, any(x.mover is mover for x in self.roads)
        start = self._start(event, mover, again)
        if (event.kind, event.low) == ("teleport", "titan") and not mover.names:
            mover.names = {TITAN: 1}
        jumps = self.roll == MOST and self.score is not None and TITAN in mover.names and target is not None
        if start is None and jumps and end is not None:
            event.kind = "teleport"
        if event.kind == "teleport":
            start = start or self._somewhere(mover, end)
            target = target if end is not None else self._prey(mover)
            end = end or (target and target.land) or (20 if start != 20 else 41)
        start, end = sure(start), sure(end)
        event.via = [x for n, x in enumerate(event.via) if n or x != start]
        told.land = None if told.land == end else told.land
        if target is not None and target.land is None:
            target.land = end
        mover.land = mover.land if again else start
        require((start != end or event.via) and (again or mover.land == start))
        if event.numbers and goes_by(start, end, event.numbers[0], ()):
            event.numbers = event.numbers[1:]  # just 2, from 111 to 109
        self._story.use(target)
        walks = self.roll is not None and event.kind != "teleport"
        require(goes_by(start, end, self.roll or 0, event.via) if walks else not event.via)
        self.roads.append(Road(mover, start, end, event))

    def _start(self, event: Doing, mover: Legion, again: bool) -> int | None:
        """Where somebody starts; a land beside it that was told next is his first step: *Bl07 24: 25-26-127*."""
        start = event.lands.get("from") or mover.land or land_told(self._story, mover)
        if mover.land is None or start == mover.land or again:
            return start
        require(start in neighbours(current().masterboard, mover.land))
        event.via = [sure(start), *event.via]
        return mover.land

    def _somewhere(self, mover: Legion, end: int | None) -> int:
        """A land from which somebody jumps of whom, and of whose other Legions, no land was told."""
        others = [x for x in self._story.told.legions if x is not mover and x.land]
        require(all(are_foes(x, mover) for x in others))
        return 105 if end != 105 else 41

    def _prey(self, mover: Legion) -> Legion:
        """The one enemy, or some enemy of whom nothing was told, on whom a Titan teleports."""
        foes = [x for x in self._story.told.legions if x is not mover and are_foes(x, mover)]
        require(len(foes) < 2 and (foes or self.score is not None))
        if not foes:
            foes = [Legion(owner="theirs", stack=True)]
            self._story.told.legions.append(foes[0])
        return foes[0]


def _written(story: Story, case: Case, ways: Sequence[Road], teleports: set[str], done: Sequence[Doing]) -> Translation:
    """Everybody who was told of, where he stands, and the moves."""
    told, color, first = story.told, case.color, ways[0].mover
    case.taken = {x.marker for x in told.legions if x.marker}
    colors = [c for x in told.legions if (c := color_of(x)) not in (None, color)]
    foe = colors[0] if colors else "Black" if color == "Red" else "Red"
    loose = [x for x in story.left if x.names and not (x.owner or x.land or x.marker or x.other or x.stack)]
    if len(loose) == len(ways) == 1 and not first.names and loose[0] is not first:
        first.names, first.plural = loose[0].names, loose[0].plural  # its content, told apart
        story.use(loose[0])
    markers: dict[int, str] = {}
    movers = [x.mover for x in ways]
    others = [x for x in told.legions if x not in movers and x.land]
    for one in [*movers, *(x for x in others if x.marker or x.names or x.stack or x.owner)]:
        goes = one in movers
        require(not (goes and one.plural) or teleports)
        foreign = not goes and are_foes(one, first) and not (one.owner == "mine" and one.land == first.land)
        whose = color if goes else color_of(one) or (foe if foreign else color)
        markers[id(one)] = case.put(one, one.land or 0, "" if goes else "height 4", whose)
        case.bar += [f"moved {markers[id(one)]}"] if one.moved else []
        story.use(one)
    texts = []
    for way in ways:
        how = ""
        if teleports or way.event.kind == "teleport":
            onto = any(x.land == way.end and are_foes(x, way.mover) for x in told.legions if x is not way.mover)
            off = TITAN in way.mover.names and not current().masterboard.lands[way.start].is_tower
            may = TITAN in way.mover.names or not way.mover.names
            titan = "titan" in teleports or (may and (onto or off) and "tower" not in teleports)
            how = f"{'titan' if titan else 'tower'} teleports "
        texts.append(f"{markers[id(way.mover)]} {how}to {way.end}")
    case.bar += [f"teleported {color}"] if any(x.kind == "teleport" for x in done) else []
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


def goes_by(start: int, end: int, roll: int, via: Sequence[int]) -> bool:
    """Whether a road to the end, if there is any, goes by the lands named between: *109-108-107*."""
    roads = [road.lands for road in routes(current().masterboard, start, roll) if road.lands[-1] == end]
    return not roads or any([land for land in road if land in via] == [*via] for road in roads)


def target_of(story: Story, event: Doing) -> Legion | None:
    """Whom somebody goes to, or attacks."""
    tied = [event.tied[x] for x in ("to", "against", "at") if x in event.tied]
    told = event.subject is not None or event.person is not None
    if event.kind in (*ATTACKS, "enter", "join") and told and event.objects[:1] != [event.subject]:
        tied = [*event.objects[:1], *tied]
    return tied[0] if tied else None


def mover_of(story: Story, event: Doing, target: Legion | None) -> Legion:
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
        own = [x for x in own if x not in event.tied.values()] or own  # past it
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


def ended(story: Story, last: Doing, roll: int | None) -> Translation:
    """*I rolled a 3 and end my movement without moving anybody*."""
    told = story.told
    require(roll is not None or told.words & {"movement", "moves", "moving"})
    color = next((c for x in told.legions if (c := color_of(x))), None) or last.person
    turn, story.turn = story.turn, None
    case = Case("movement", color if color in current().markers.letters else "Black", turn, roll or 3)
    groups = [x for x in told.legions if x.names or x.marker or x.land] or [Legion(names={anybody(): 2})]
    case.taken = {x.marker for x in groups if x.marker}
    for one in groups:
        case.put(one, one.land or told.land or 109)
    if any(x.land is None for x in groups):
        told.land = None
    story.use(*told.legions)
    return str(case), "end-moves"
