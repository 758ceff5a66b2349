"""What a story of the Masterboard asks, in our notation."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.names import CharacterName
from ..box.vocabulary import any_of
from ..position.battle import ROLES
from ..position.game import MAX_HEIGHT, STARTING_HEIGHT
from ..rules.masterboard.destinations import neighbours, routes
from .cases import Case, land_of
from .clauses import Clauses, Event, Group, NotUnderstoodError, contents, within
from .legions import Legion
from .said import Item, Translation

WON = any_of("won wins win winning winner victory afterwards defeated")
_GOES = any_of("move enter teleport join")
_ATTACKS = any_of("strike engage")
_LITTLE = any_of("stand end reveal declare attempt")
_STARTING = ("Angel", "Ogre", "Centaur", "Gargoyle", "Ogre", "Centaur", "Gargoyle", TITAN)
"""The Legion of the first turn: its first four can leave it."""
_THEIRS = ("theirs", "against")
MOST = 6  # what a die shows at most


def translate(items: Sequence[Item]) -> Translation | None:
    """A position on the Masterboard and an action in it, in our notation; None if a word has no role in it."""
    try:
        return _Story(Clauses(items)).translated()
    except NotUnderstoodError:
        return None


T = TypeVar("T")


def require(what: object) -> None:
    """Give up what is not understood."""
    if not what:
        raise NotUnderstoodError


def sure(what: T | None) -> T:
    """What must have been told."""
    if what is None:
        raise NotUnderstoodError
    return what


def color_of(one: Group) -> str | None:
    """The colour of a Legion's marker, or the one that was named."""
    letters = current().markers.letters
    if one.marker is not None:
        return next((str(name) for name, two in letters.items() if two == one.marker[:2]), None)
    return one.owner if one.owner in letters else None


def are_foes(one: Group, mover: Group) -> bool:
    """Whether a Legion is of another player than whoever goes."""
    own, whose = color_of(mover) or mover.owner, color_of(one) or one.owner
    if None not in (color_of(mover), color_of(one)):
        return own != whose
    if own == whose or whose is None:
        return whose is None and own in (*_THEIRS, *ROLES)
    return own is not None or whose != "mine"


def _legion(one: Group | None, **other: object) -> Legion:
    """A Legion as a case writes it."""
    made = Legion(0, 0)
    if one is not None:
        made.names, made.marker, made.height, made.cue = dict(one.names), one.marker, one.height, color_of(one)
        if made.height is not None and made.height <= one.size:
            made.height = None
    for key, value in other.items():
        setattr(made, key, value)
    return made


class _Story:
    """Clauses, and how far what is asked accounts for them."""

    def __init__(self, told: Clauses) -> None:
        self.told, self.moment = told, dict(told.moment)
        self.left = list(told.groups)
        self.again = bool(told.words & any_of("again another"))
        self.events = [x for x in told.events if x.kind not in _LITTLE or x.kind == "stand"]
        self.events = [x for x in self.events if x.kind != "roll" or self.again]
        idle = [x for x in self.events[:-1] if x.kind == "muster" and not (x.objects or x.tied or x.lands)]
        self.events = [x for x in self.events if x not in idle]
        self.turn = self.moment.pop("turn", None)

    def translated(self) -> Translation:
        """What is asked, if everything that was said has a part in it."""
        asked = [x for x in self.events if not x.done]
        main = [x for x in asked if x.kind not in ("stand", "dead")]
        decided = [x for x in main if x.kind in ("flee", "concede")]
        if decided and main[-1].kind in _ATTACKS:
            main = decided
        rolls = [x for x in main if x.kind == "roll"]
        gained = [x for x in main if x.kind == "muster" and x.objects]
        if main and main[-1].kind in _GOES and not (main[-1].lands or main[-1].denied or main[-1].objects):
            main = rolls or gained or main
        spoils = [x for x in main if x.kind in ("summon", "muster") and "after" in self.told.words]
        if spoils and main[-1].kind in ("flee", "concede"):
            main = spoils
        last = main[-1] if main else asked[-1] if asked else None
        frame = _FRAMES.get(last.kind if last is not None else "")
        parted = any(x.kind == "split" for x in main) and not any("from" in x.lands for x in main)
        parted = parted or (self.turn == 1 and not any(x.lands for x in main) and len(self.told.groups) > 1)
        if last is not None and last.kind in _GOES and parted and "to" not in last.lands:
            frame = _Story.splits
        translation = sure(frame)(self, last)
        require(not self.left and not self.moment and not self.events)
        require(self.told.land is None)
        require(not (self.told.numbers or self.told.heights or any(x.numbers for x in self.told.events)))
        return translation

    def take(self, kind: str) -> int | None:
        """A quantity of the moment, which then is accounted for."""
        return self.moment.pop(kind, None)

    def use(self, *groups: Group | None) -> None:
        """Account for Legions."""
        for one in groups:
            if one in self.left:
                self.left.remove(one)

    def account(self, *kinds: str) -> list[Event]:
        """The events of some kinds, which then are accounted for."""
        taken = [x for x in self.events if x.kind in kinds]
        self.events = [x for x in self.events if x not in taken]
        return taken

    # --- moving ---

    def goes(self, last: Event) -> Translation:
        """*I rolled a 3: my 2 Lions in 109 go to 106*; several moves follow each other."""
        told, roll, score = self.told, self.take("roll"), self.score()
        moves = self.account(*_GOES, *_ATTACKS)
        self.account("stand")
        asked = [x for x in moves if not x.done]
        done = {id(x): x for x in moves if x.done}
        plans: list[tuple[Group, int, int, Event]] = []
        attacked: list[Group] = []
        newcomer = told.groups[-1] if len(told.groups) > 1 else None
        if any(newcomer in (*x.objects, *x.tied.values()) for x in told.events if x.kind not in _GOES or x.lands):
            newcomer = None
        way = roll is not None and any("to" in x.lands for x in asked)
        if newcomer is not None and not way and self.is_wanted(newcomer):
            self.events += moves
            self.moment |= {} if roll is None else {"roll": roll}
            return self.mustered(None, newcomer)
        require(not any(x.low == "attacked" and not x.objects for x in asked))
        if newcomer is not None and way and self.is_wanted(newcomer):
            self.events += moves
            self.moment["roll"] = roll
            return self.mustered(Event("muster", "", objects=[newcomer]), newcomer)
        if any(x.denied for x in asked) and not any(x.lands for x in asked):
            return self.ends(asked[-1], roll)
        for event in done.values():
            one = self.mover(event, None)
            end = event.lands.get("to") or event.lands.get("at")
            one.moved, one.land = True, end or one.land
            self.use(one)
        starts = [x for x in asked if x.lands.keys() == {"from"}]
        ends = [x for x in asked if "to" in x.lands]
        if len(starts) == len(ends) == 1 and "from" not in ends[0].lands:
            ends[0].lands["from"] = starts[0].lands.pop("from")  # left 109 and ended in 106
            ends[0].subject = ends[0].subject or starts[0].subject
        for event in asked:
            target = self.target(event)
            mover = self.mover(event, target)
            end = event.lands.get("to") or (target.land if target is not None else None) or event.lands.get("at")
            start = event.lands.get("from") or mover.land or self.where(mover)
            if mover.land is not None and start != mover.land and not any(x is mover for x, *_ in plans):
                require(start in neighbours(current().masterboard, mover.land))
                event.via, start = [sure(start), *event.via], mover.land  # Bl07 24: 25-26-127
            require(mover is not target)
            if end is None and event.kind in _ATTACKS and target is not None:
                attacked.append(target)
                continue
            if end is None and event.kind != "teleport" and not event.lands:
                continue  # Black to move
            jumps = roll == MOST and score is not None and TITAN in mover.names and target is not None
            if start is None and jumps and end is not None:
                event.kind = "teleport"
            if start is None and event.kind == "teleport":
                start = 105 if end != 105 else 41
            if end is None and event.kind == "teleport":
                foes = [x for x in told.groups if x is not mover and are_foes(x, mover)]
                require(len(foes) < 2 and (foes or score is not None))
                end, target = (foes[0].land, foes[0]) if foes else (None, None)
                end = end or (20 if start != 20 else 41)
                if target is None:
                    told.groups.append(target := Group(owner="theirs", stack=True))
            start, end = sure(start), sure(end)
            event.via = [x for n, x in enumerate(event.via) if n or x != start]
            told.land = None if told.land == end else told.land
            require(start != end or event.via)
            if target is not None and target.land is None:
                target.land = end
            mover.land = mover.land if any(x is mover for x, *_ in plans) else start
            require(mover.land == start or any(x is mover for x, *_ in plans))
            plans.append((mover, start, end, event))
            self.use(target)
            if roll is not None and event.kind != "teleport":
                require(self.goes_by(start, end, roll, event.via))
            else:
                require(not event.via)
        require(plans and not any(x.denied for x in asked))
        for one in attacked:
            require(len(plans) == 1 and one.land in (None, plans[0][2]))
            one.land = plans[0][2]
        movers = list(dict.fromkeys([id(x) for x, *_ in plans]))
        first = plans[0][0]
        color = color_of(first) or "Black"
        if len(plans) > len(movers):  # it has moved, and goes on
            require(len(movers) == 1 and len(plans) == 2 and plans[0][3].sentence != plans[1][3].sentence)
            require(told.words & any_of("again then now back afterwards later"))
            first.moved, first.land, plans = True, plans[0][2], plans[1:]
            require(plans[0][1] in (first.land, plans[0][1]))
            first.land = plans[0][1]
        case = Case(None, "movement", color, self.turn, roll, score)
        case.taken = {x.marker for x in self.told.groups if x.marker}
        markers: dict[int, str] = {}
        foe = next(
            (c for x in self.told.groups if (c := color_of(x)) not in (None, color)),
            "Black" if color == "Red" else "Red",
        )
        loose = [x for x in self.left if x.names and not (x.owner or x.land or x.marker or x.other or x.stack)]
        if len(loose) == 1 and len(movers) == 1 and not first.names and loose[0] is not first:
            first.names, first.plural = loose[0].names, loose[0].plural  # its content, told apart
            self.use(loose[0])
        for mover, *_ in plans:
            if id(mover) not in markers:
                require(not mover.plural or any(x.kind == "teleport" for x in asked))
                markers[id(mover)] = case.put(_legion(mover), mover.land or 0, color=color)
                case.bar += [f"moved {markers[id(mover)]}"] if mover.moved else []
                self.use(mover)
        for one in list(self.told.groups):
            if id(one) in markers or one.land is None:
                continue
            if not (one.marker or one.names or one.stack or one.owner):
                continue
            foreign = are_foes(one, first)
            marker = case.put(_legion(one), one.land, "height 4", color_of(one) or (foe if foreign else color))
            case.bar += [f"moved {marker}"] if one.moved else []
            self.use(one)
        texts = []
        for mover, start, end, event in plans:
            how, named = "", {x.low for x in asked} & {"titan", "tower"}
            if event.kind == "teleport" or any(x.kind == "teleport" for x in asked):
                onto = any(x.land == end and are_foes(x, mover) for x in self.told.groups if x is not mover)
                off = TITAN in mover.names and not current().masterboard.lands[start].is_tower
                how = f"{'titan' if (onto or off or 'titan' in named) and 'tower' not in named else 'tower'} teleports "
            texts.append(f"{markers[id(mover)]} {how}to {end}")
        if any(x.kind == "teleport" and x.done for x in done.values()):
            case.bar.append(f"teleported {color}")
        return str(case), "; ".join(texts)

    def score(self) -> int | None:
        """The score of whoever moves; a Titan's Power-factor tells it, too."""
        power, score, box = self.take("power"), self.take("score"), current()
        if power is None:
            return score
        told = (power - box.titan_power) * box.titan_step
        require(score is None or told <= score < told + box.titan_step)
        return told if score is None else score

    def where(self, one: Group) -> int | None:
        """The land that was told for nobody else."""
        if one.land is None:
            one.land, self.told.land = self.told.land, None
        return one.land

    def goes_by(self, start: int, end: int, roll: int, via: Sequence[int]) -> bool:
        """Whether a road to the end, if there is any, goes by the lands named between: *109-108-107*."""
        roads = [road.lands for road in routes(current().masterboard, start, roll) if road.lands[-1] == end]
        return not roads or any([land for land in road if land in via] == [*via] for road in roads)

    def target(self, event: Event) -> Group | None:
        """Whom somebody goes to, or attacks."""
        tied = [event.tied[x] for x in ("to", "against", "at") if x in event.tied]
        told = event.subject is not None or event.person is not None
        if event.kind in (*_ATTACKS, "enter", "join") and told and event.objects[:1] != [event.subject]:
            tied = [*event.objects[:1], *tied]
        return tied[0] if tied else None

    def mover(self, event: Event, target: Group | None) -> Group:
        """Who goes: what is moved, or who does it; the only Legion that it can be."""
        subject = event.subject
        if subject is not None and subject.owner in _THEIRS and not (subject.names or event.person):
            subject = None if any(x.owner not in _THEIRS for x in self.told.groups) else subject
        if event.objects and event.objects[0] is not target and not False:
            subject = event.objects[0]
        start = event.lands.get("from")
        if subject is None:
            own = [x for x in self.told.groups if x is not target and x.owner not in (*_THEIRS, "past")]
            if event.person not in (None, "mine"):
                theirs = [x for x in self.told.groups if x is not target and x.owner == event.person]
                own = theirs or [x for x in own if x.owner != "mine"] or (own if len(self.told.groups) == 1 else [])
            own = [x for x in own if None in (x.land, start) or x.land == start]
            own = [x for x in own if not x.other] or own
            own = [x for x in own if x.land is None or x.land != event.lands.get("to")] or own
            require(len(own) < 2 or start is not None)
            require(event.person not in current().markers.letters or all(color_of(x) == event.person for x in own))
            mine = Group(owner=event.person)
            require(
                own or all(x is target or x.other or x.owner in _THEIRS or are_foes(x, mine) for x in self.told.groups)
            )
            subject = own[0] if own else Group(owner=event.person)
            if subject not in self.told.groups:
                self.told.groups.append(subject)
                event.subject = subject
        return subject

    def is_wanted(self, one: Group) -> bool:
        """Whether a character alone may be one that somebody wants to muster."""
        told = self.told
        idle = all(x.sentence != one.sentence for x in told.events) and one is told.groups[-1]
        owner = one.owner not in ((None, "mine") if idle else (None,))
        return one.size == 1 and not (one.marker or one.land or one.stack or owner or TITAN in one.names)

    # --- mustering ---

    def musters(self, last: Event) -> Translation:
        """*3 Ogres in the Hills: may I muster a Minotaur?*."""
        aim = last.tied.get("to") or (last.tied.get("with") if last.kind == "reinforce" else None)
        objects = [aim] if aim is not None else [x for x in last.objects if self.is_wanted(x)] or last.objects
        target = next((x for x in reversed(objects) if x.names), None)
        if target is not None and target.size > 1 and last.objects == [target]:
            later = [x for x in self.told.groups if x.sentence == target.sentence and self.is_wanted(x)]
            target = later[-1] if len(later) == 1 else target
        require(not last.denied)
        if target is None and last.subject is not None and self.is_wanted(last.subject):
            target = last.subject  # Minotaur recruit
        if target is None and len(self.told.groups) > 1 and self.is_wanted(self.told.groups[-1]):
            target = self.told.groups[-1]
        if target is None and self.again and self.turn is not None:
            return self.rerolls(last)
        if target is None:
            target = Group(names={"Ogre": 1})
            self.told.groups.append(target)
            require(MAX_HEIGHT in (*(x.height for x in self.told.groups), *self.told.heights))
            self.told.land = self.told.land or 100
        self.account(*[x.kind for x in self.events if x is last])
        return self.mustered(last, target)

    def mustered(self, last: Event | None, target: Group) -> Translation:
        told, earlier = self.told, self.account("muster", "reinforce")
        if target.land is not None:
            told.land, target.land = target.land, None
        require(len(target.names) == 1 and not (target.marker or target.land or target.plural))
        name, number = CharacterName(next(iter(target.names))), target.size
        require(number < 3)
        others = [x for x in told.groups if x is not target]
        others = [x for x in others if not (self.is_wanted(x) and x.names == target.names)] or others
        held = [x for x in others if x.owner not in _THEIRS] or [x for x in others if x.owner != "against"]
        tied = list(last.tied.values()) if last is not None else []
        behind = [x for x in held if x.owner != "mine" and x.sentence == target.sentence and x not in tied]
        require(not any(told.groups.index(x) > told.groups.index(target) and x.names for x in behind))
        held = [x for n, x in enumerate(held) if not any(within(x, other) for other in held[:n] if x.names)]
        require(not any(x.plural for x in held))
        ways = [x for x in self.events if x.kind in _GOES and "to" in x.lands and not x.done and not x.denied]
        if ways and "roll" in self.moment and last is not None:
            self.told.groups.remove(target)
            self.use(target)
            position, move = self.goes(ways[-1])
            require("; " not in move)
            return position, f"{move}; end-moves; {move.split()[0]} musters {name}"
        moves, fled = self.account(*_GOES), self.account("flee", *_ATTACKS)
        self.account("stand")
        unmoved = any(x.denied for x in moves)
        require(all(x.person == "theirs" or (x.subject or Group()).owner in _THEIRS for x in fled if x.kind == "flee"))
        lands = [x.lands.get("at") or x.lands.get("to") for x in [*moves, *([last] if last else [])]]
        lands += [x.land for x in held]
        lands = [x for x in dict.fromkeys([*lands, told.land]) if x is not None]
        require(len(lands) < 2)
        told.land = None
        require(not any("from" in x.lands for x in moves))
        somewhere = self.place_of(name) if MAX_HEIGHT in (*told.heights, *(x.height for x in held)) else None
        place = str(lands[0]) if lands else sure(told.terrain or somewhere)
        height = next((x.height for x in held if x.height), None) or (told.heights.pop() if told.heights else None)
        names = contents(held)
        self.take("claim")
        require(names or height == MAX_HEIGHT or unmoved)
        self.use(target, *told.groups)
        marker = next((x.marker for x in held if x.marker), None)
        done = [x for x in earlier if x.done and x.objects]
        stock = self.take("stock")
        size = sum(names.values())
        if height != MAX_HEIGHT or height <= size:
            height = None
        defends = {*told.roles.values(), *(x.owner for x in told.groups), *(x.person for x in told.events)}
        if told.words & WON and "defender" in defends:
            land = int(place) if place.isdecimal() else land_of(place)
            self.turn = None
            return self.reinforced(names, height, land, name)
        turn, self.turn = self.turn, None
        if turn is not None or unmoved or height or done or marker or number > 1:
            land = int(place) if place.isdecimal() else land_of(place)
            case = Case(None, "enlistment", next((c for x in held if (c := color_of(x))), "Black"), turn)
            case.taken = set()
            legion = Legion(0, 0, names=dict(names), height=height, marker=marker)
            marker = case.put(legion, land, "not moved" if unmoved else "")
            case.bar += [] if unmoved else [f"moved {marker}"]
            case.bar += [f"mustered {marker} {next(iter(x.objects[0].names))}" for x in done]
            case.bar += [f"caretaker {name} {stock}"] if stock is not None else []
            return str(case), "; ".join([f"{marker} musters {name}"] * number)
        bar = f" | caretaker {name} {stock}" if stock is not None else ""
        listed = " ".join([f"{count} {x}" if count > 1 else x for x, count in names.items()])
        return f"{place}: {listed}{bar}", f"muster {name}"

    def reinforced(self, names: Mapping[str, int], height: int | None, land: int, name: str) -> Translation:
        """*I won as the defender: may I take a Wyvern now?*: a reinforcement after the battle."""
        filler = max(0, (height or 0) - sum(names.values())) if height == MAX_HEIGHT else 0
        case = Case(None, "engagement")
        case.put(None, next(n for n in current().masterboard.lands if n != land), "Titan Ogre")
        marker = case.put(_legion(None, names={**names, **({"Angel": filler} if filler else {})}), land, color="Red")
        case.after_a_battle("defender", "reinforcement", land, ("Bk12", marker))
        return str(case), f"reinforce {name}"

    @staticmethod
    def place_of(name: CharacterName) -> str | None:
        """A land in which somebody is mustered."""
        box = current()
        lands = (
            n for n, land in box.masterboard.lands.items() if box.table(land.terrain, None).entry(name) is not None
        )
        return str(next(lands, "")) or None

    def named(self, last: Event | None) -> Translation:
        """*2 Lions in the Plains, Ranger?*."""
        markers = [x.marker for x in self.told.groups if x.marker]
        heights = [*self.told.heights, *(x.height for x in self.told.groups if x.height)]
        if self.turn == 1 or len(markers) > 1 or (self.told.numbers and heights[:1] == [sum(self.told.numbers)]):
            return self.splits(None)
        require(len(self.told.groups) > 1)
        return self.mustered(None, self.told.groups[-1])

    # --- Engagements ---

    def sides(self, last: Event) -> tuple[Group, Group]:
        """The attacker's Legion and the defender's, as far as they were told."""
        groups = list(self.told.groups)
        sides: list[Group | None] = [next((x for x in groups if x.owner == role), None) for role in ROLES]
        for event in self.events:
            if event.kind not in _ATTACKS:
                continue
            objects = [*event.objects, *(event.tied[x] for x in ("object", "against", "to") if x in event.tied)]
            by = [event.tied[x] for x in ("from", "past") if x in event.tied]
            if "with" in event.tied:
                by, event.subject = [], event.tied["with"]
            who = event.subject or (Group(owner=event.person) if event.person else None)
            who = None if who in objects else who
            passive = by or (not objects and event.low == "attacked" and event.subject is not None)
            pair: Sequence[Sequence[Group | None]] = (by[:1], [who]) if passive else ([who], objects[:1])
            for side, told in enumerate(pair):
                sides[side] = sides[side] or (told[0] if told else None)
        flight = next((x for x in self.events if x.kind == "flee"), None)
        if flight is not None:
            who = flight.subject or (Group(owner=flight.person) if flight.person else None)
            flight.tied.pop("object", None)
            who = who if who is not None and who.names else flight.tied.get("with") or who
            sides[1] = sides[1] or (who if who is not sides[0] else None)
            sides[0] = sides[0] or flight.tied.get("from")
        for side, one in enumerate(sides):  # who was only named as a player has the Legion that nobody else has
            left = [x for x in groups if x not in sides]
            if one is not None and not (one in groups and (one.names or one.marker or one.height)):
                own = [x for x in left if x.owner in (one.owner, None, "against") or one.owner is None]
                own = own[:1] if len(own) == 1 or all(x.owner != own[0].owner for x in own[1:]) else []
                for mine in own:
                    mine.owner, mine.land = one.owner or mine.owner, mine.land or one.land
                    sides[side] = mine
                    self.use(one)
        for side in (1, 0):
            left = [x for x in groups if x not in sides]
            sides[side] = sides[side] or (left[0] if len(left) == 1 else None)
        attacker, defender = (x or Group() for x in sides)
        require(attacker is not defender)
        self.use(attacker, defender)
        return attacker, defender

    def side_of(self, event: Event, sides: Sequence[Group]) -> int | None:
        """0 if the attacker does it, 1 if the defender does."""
        if event.subject in sides:
            return sides.index(event.subject)
        person = event.person
        if person in ROLES:
            return ROLES.index(person)
        if person in self.told.roles:
            return ROLES.index(self.told.roles[person])
        for side, one in enumerate(sides):
            if person is not None and person in (one.owner, color_of(one)):
                return side
        other = {"mine": "theirs", "theirs": "mine"}.get(person or "")
        for role in [self.told.roles[other]] if other in self.told.roles else []:
            return 1 - ROLES.index(role)
        for side, one in enumerate(sides):
            if other is not None and one.owner == other:
                return 1 - side
        if person == "theirs" and len([x for x in sides if x.owner == "mine"]) == 1:
            return 1 - [x.owner for x in sides].index("mine")
        return None

    def engaged(
        self, sides: tuple[Group, Group], defender: str = "Ogre", third: str | None = None
    ) -> tuple[str, str, str]:
        """An Engagement in our notation, attacker first, and the two colours."""
        told = self.told
        lands = {x for x in (*(x.land for x in sides), told.land) if x is not None}
        lands |= {x for event in told.events for x in event.lands.values()}
        require(len(lands) < 2)
        told.land = None
        land = next(iter(lands), None) or land_of(told.terrain)
        by, of = map(color_of, sides)
        by = by or ("Red" if of == "Black" else "Black")
        of = of if of not in (None, by) else "Black" if by == "Red" else "Red"
        case = Case(None, "engagement", by)
        case.taken = {x.marker for x in sides if x.marker}
        case.put(_legion(sides[0]), land, "Ogre", by)
        case.put(_legion(sides[1]), land, defender, of)
        if third is not None and third not in (by, of):
            case.put(None, next(n for n in current().masterboard.lands if n != land), "height 4", third)
        return str(case), by, of

    def flees(self, last: Event) -> Translation:
        """*My 2 Lions on 105 are attacked by 3 Ogres: can they flee?*."""
        sides = self.sides(last)
        side = 1 if last.vague else self.side_of(last, sides)
        self.take("roll")
        self.take("claim")
        stands = [x for x in self.account("stand") if x.low in ("stands", "stand", "stood") and not x.lands]
        self.account(*_ATTACKS, *_GOES, "flee")
        require(sides[1].names or sides[1].marker or (stands and not self.told.groups))
        engaged, _, of = self.engaged(sides)
        require(side != 0)
        return engaged, "stand" if last.denied else f"{'stand; ' if stands else ''}{of} flees"

    def concedes(self, last: Event) -> Translation:
        """*A attacks B, B stands, then he concedes*: who spoke last, or the defender."""
        require(not last.denied)
        sides = self.sides(last)
        side = self.side_of(last, sides)
        third = last.person if last.person in current().markers.letters else None
        fled = self.account("flee", *_ATTACKS, "stand", *_GOES)
        require(all(x.denied for x in fled if x.kind == "flee"))
        self.account("concede")
        engaged, by, of = self.engaged(sides, third=third)
        require(side is not None or third is not None)
        color = (by, of)[side] if side is not None else third
        return engaged, f"{f'stand; {of} no-more' if color == by else 'stand'}; {color} concedes"

    # --- summoning ---

    def summons(self, last: Event) -> Translation:
        """*The defender fled: may the attacker summon?*, *won with 7 left: may the Angel of Bk07 come?*."""
        require(not last.denied)
        told, names = self.told, current().characters
        called = next((x for x in last.objects if any(names[CharacterName(n)].summonable for n in x.names)), None)
        require(called is None or (len(called.names) == 1 and TITAN not in called.names))
        require(called is None or called.size == 1 or "battle" in told.words)
        name = next(iter(called.names)) if called is not None else "Angel"
        donor = last.tied.get("from") or last.tied.get("of")
        fled = [x for x in self.account("flee") if not x.denied]
        conceded = self.account("concede")
        killed = self.account("strike", "dead", "engage")
        done = [x for x in self.account("summon") if x.done or (called is not None and called.size > 1)]
        self.account("stand", *_GOES)
        slain = [x for event in killed for x in (*event.objects, *([event.subject] if event.kind == "dead" else []))]
        others = [x for x in told.groups if x not in (called, donor, *slain) and list(x.names.items()) != [(name, 1)]]
        height = next((x.height for x in told.groups if x.height and x is not donor), None)
        height = height or (told.heights.pop() if told.heights else None)
        height = height or next((x.size for x in others if x.size and x.owner not in _THEIRS), None)
        own = next((x for x in told.groups if x not in (called, donor) and x.marker and x.owner not in _THEIRS), None)
        require((height or 0) <= MAX_HEIGHT)
        engaged = bool(told.words & {"engaged", "unresolved"})
        who = last.person or (last.subject.owner if last.subject else None)
        defends = "defender" in (who, told.roles.get(who or ""))
        won = bool(told.words & WON) or bool(conceded)
        turn, self.turn = self.turn, None
        self.use(*told.groups)
        if fled or engaged or (won and turn is None):
            case = Case(None, "engagement")
            case.taken = {x.marker for x in (donor, own) if x is not None and x.marker}
            to = case.put(
                _legion(None, marker=own.marker if own else None), 105, f"height {height}" if height else "2 Ogre"
            )
            there = case.put(_legion(None, marker=donor.marker if donor else None), 3, f"{name} Lion")
            case.put(None, 105 if fled else 3 if engaged else 12, "2 Centaur", "Red")
            case.bar += ["summoned Black"] if done else []
            if not fled:
                case.after_a_battle("attacker", "summons", 105, (to, "Rd12"))
            require(not defends)
            return str(case), f"{'Red flees; ' if fled else ''}summon {name} from {there}"
        require(killed or turn is not None or told.words & any_of("slew slain killed battle"))
        soon = not told.turns or max(told.turns) - min(told.turns) < 2
        dead = any(not x.denied for x in killed) or (not killed and told.words & any_of("slew slain killed"))
        opened = soon and dead and not told.words & {"nobody", "none", "nothing"}
        there = (donor and donor.marker) or ("Rd02" if defends else "Bk02")
        labels = ("D1", "C2", "D2", "B1", "E1", "C1", "A1")[: height or 1]
        sides = [", ".join(f"Ogre {label}" for label in labels), "Ogre D6"]
        role = ROLES[defends]
        bar = f"{'may-summon attacker, ' if opened else ''}donors {there} {name}{f', summoned {role}' if done else ''}"
        line = f"{told.terrain or 'Plains'}, turn {turn or 2}, {role}'s maneuver: "
        return f"{line}{' / '.join(sides[::-1] if defends else sides)} | {bar}", f"summon {name} from {there}"

    # --- splitting ---

    def splits(self, last: Event | None) -> Translation:
        """*A Legion of 5: 3 stay and 2 go*, *turn 1: Titan and 3 Ogres in one half, the rest in the other*."""
        told, turn = self.told, self.turn
        require(last is None or last.subject is None or last.subject.count == 1)
        for one in told.groups:
            if one.count > 1 and one.owner == "mine" and one.height is None:
                one.height, one.count = one.count, 1  # my 4 stack
        require(not any({"from", "to"} & x.lands.keys() for x in self.events))
        events = self.account("split", *_GOES, "stand", "join")
        if any(x.denied for x in events if x.kind == "split") or self.is_kept():
            return self.kept()
        self.turn = None
        troops = [x for x in told.groups if x.names]
        numbers = [*told.numbers, *(n for x in events for n in x.numbers)]
        told.numbers = []
        for event in events:
            event.numbers = []
        heights: list[int] = [*told.heights, *(x.height for x in told.groups if x.height)]
        told.heights = []
        height = heights[0] if heights and heights[0] >= sum(heights[1:]) else None
        numbers += heights[1:] if height is not None else heights
        numbers += [x.count for x in told.groups if x.count > 1 and not x.names]
        first = turn == 1 or (turn is None and STARTING_HEIGHT in (height, *numbers[:1]))
        marker = next((x.marker for x in told.groups if x.marker), None)
        color = next((c for x in told.groups if (c := color_of(x))), None)
        out = told.words & {"off", "out", "leave", "leaves", "from"}
        self.use(*told.groups)
        into = [x.marker for x in told.groups if x.marker][1:]
        require(len(into) < 2)
        if not troops:
            require(not into)
            if height is None and numbers and (len(numbers) == 2 or numbers[0] != sum(numbers[1:])):
                height = STARTING_HEIGHT if first else sum(numbers)
                numbers = [x for x in numbers if x != STARTING_HEIGHT] if first else numbers
            elif height is None and len(numbers) > 2:
                height, *numbers = numbers
            height = sure(height)
            require(height == STARTING_HEIGHT if first else height <= MAX_HEIGHT)
            if len(numbers) == 2 and numbers[0] * numbers[1] == height and sum(numbers) != height:
                numbers = [min(numbers)] * max(numbers) if max(numbers) * min(numbers) == height else numbers
            if len(numbers) == 1:
                numbers = [height - numbers[0], numbers[0]]
                if told.words & {"keep", "keeps", "stay", "stays", "kept"}:
                    numbers.reverse()
            numbers = numbers or [height - 2, 2]
            require(sum(numbers) == height and min(numbers) > 0)
            content = list(_STARTING) if first else [next(iter(current().characters))] * height
            parts = [Counter(content[sum(numbers[1 : n + 1]) :][:size]) for n, size in enumerate(numbers[1:])]
            return self.split(Counter(content), parts, turn, first, marker, color)
        whole = Counter(troops[0].names)
        parts = [Counter(x.names) for x in troops[1:]]
        require(len({color_of(x) for x in told.groups} - {None}) < 2)
        if sum(numbers) == whole.total() and len(parts) == 1 and parts[0].total() in numbers:
            numbers = []
        require(not numbers or len(troops) == 1 or told.words & {"other", "rest", "others"})
        if into:
            require(troops[-1].marker in (None, into[0]) and not numbers)
            if len(troops) == 1:
                require(turn == 1)
                whole, parts = Counter(_STARTING), [whole]
            return self.split(whole, parts, turn, turn == 1, marker, color, into[0])
        contained = all(not part - whole for part in parts)
        stays = [x.subject for x in self.told.events if x.kind == "stand" and x.subject in troops[1:]]
        if stays and contained and len(parts) == 1:
            parts = [whole - Counter(stays[0].names)]
        if first and whole.total() < STARTING_HEIGHT and (not parts or not contained or len(parts) == 1):
            require(len(parts) < 2)
            if parts:
                require((whole + parts[0]).total() == STARTING_HEIGHT)
                whole += parts[0]
            else:
                require(
                    height in (None, STARTING_HEIGHT)
                    and (last is not None or told.words & any_of("rest others other new form"))
                )
                require(not numbers or numbers in ([STARTING_HEIGHT - whole.total()], [STARTING_HEIGHT]))
                whole, parts = Counter(_STARTING), [whole]
        elif parts and contained:
            require(len(parts) == 1 or sum(x.total() for x in parts) <= whole.total())
            if len(parts) == 2:
                require(parts[0] + parts[1] == whole)
                parts = parts[1:]
        elif parts:
            require(len(parts) == 1 and not out)
            whole += parts[0]
        elif out and (height or 0) > whole.total():
            filler = next(iter(current().characters))
            whole, parts = whole + Counter({filler: (height or 0) - whole.total()}), [whole]
        else:
            require(not numbers or sum(numbers) == whole.total() or numbers == [2])
            content = list(whole.elements())
            numbers = numbers if sum(numbers) == len(content) else [len(content) - len(content) // 2, len(content) // 2]
            parts = [Counter(content[sum(numbers[:n]) : sum(numbers[: n + 1])]) for n in range(1, len(numbers))]
        return self.split(whole, parts, turn, turn == 1 or whole.total() == STARTING_HEIGHT, marker, color)

    def split(
        self,
        whole: Mapping[str, int],
        parts: Sequence[Mapping[str, int]],
        turn: int | None,
        first: bool,
        marker: str | None,
        color: str | None,
        into: str | None = None,
    ) -> Translation:
        """A Legion and who leaves it; before the first turn's splits it stands in a Tower."""
        when = turn or (1 if first else 2)
        require(parts and all(parts) and not any(part == whole for part in parts))
        towers = [x.land for x in self.told.groups if x.land and current().masterboard.lands[x.land].is_tower]
        others = [x.land for x in self.told.groups if x.land]
        case = Case(None, "commencement", color or "Black", when)
        rolled = any(x.kind == "roll" and not x.denied for x in self.told.events) and "before" not in self.told.words
        if (roll := self.take("roll")) is not None or rolled:
            case.phase, case.roll = "movement", roll or 3
        one = case.put(
            Legion(0, 0, names=dict(whole), marker=marker), (towers or [600])[0] if when == 1 else (others or [1])[0]
        )
        verb = f"/{into}" if into is not None else " splits off"
        texts = [" ".join(f"{n} {x}" if n > 1 else x for x, n in part.items()) for part in parts]
        return str(case), "; ".join(f"{one}{verb} {text}" for text in texts)

    def is_kept(self) -> bool:
        """Whether nobody leaves: *I keep all eight together*."""
        told = self.told
        counts = {*told.numbers, *told.heights, *(x.height for x in told.groups), *(x.count for x in told.groups)}
        whole = not counts - {None, 1, STARTING_HEIGHT} and not any(x.names for x in told.groups)
        return self.turn is not None and whole and bool(told.words & {"keep", "together"})

    def kept(self) -> Translation:
        """*In my first turn I do not split*, *I keep all eight together*."""
        turn, self.turn = self.turn, None
        require(turn is not None and not any(x.names for x in self.told.groups))
        case = Case(None, "commencement", "Black", turn)
        self.use(*self.told.groups)
        self.told.heights = self.told.numbers = []
        for event in self.told.events:
            event.numbers = []
        self.take("roll")
        case.put(_legion(None, names=dict(Counter(_STARTING)) if turn == 1 else {TITAN: 1, "Ogre": 3}), 600)
        return str(case), "end-splits"

    # --- rolling and ending ---

    def rerolls(self, last: Event) -> Translation:
        """*He rolled a 1 in his first turn and takes a mulligan*."""
        taken = self.account("mulligan", "muster", "roll")
        self.account(*_GOES)
        done = [x for x in taken if x.done]
        turn, roll = self.turn or (1 if done else None), self.take("roll") or 1
        require(turn is not None and not last.denied)
        twice = bool(done) or (len(taken) > 1 and "mulligan" in (taken[0].kind, taken[1].kind) and self.again)
        self.use(*self.told.groups)
        self.told.numbers = [x for x in self.told.numbers if x > MOST]
        for event in taken:
            event.numbers = [x for x in event.numbers if x > MOST]
        case = Case(None, "movement", "Black", turn, roll)
        case.put(None, 600 if turn == 1 else 105, "2 Ogre")
        return str(case), f"{'mulligan 1; ' if twice else ''}mulligan"

    def ends(self, last: Event, roll: int | None) -> Translation:
        """*I rolled a 3 and end my movement without moving anybody*."""
        told = self.told
        require(roll is not None or told.words & {"movement", "moves", "moving"})
        color = next((c for x in told.groups if (c := color_of(x))), None) or last.person
        turn, self.turn = self.turn, None
        case = Case(None, "movement", color if color in current().markers.letters else "Black", turn, roll or 3)
        groups = [x for x in told.groups if x.names or x.marker or x.land] or [Group(names={"Lion": 2})]
        case.taken = {x.marker for x in groups if x.marker}
        for one in groups:
            case.put(_legion(one), one.land or told.land or 109)
        told.land = None
        self.use(*told.groups)
        return str(case), "end-moves"


_FRAMES: Mapping[str, Callable[[_Story, Any], Translation]] = {
    **dict.fromkeys([*_GOES, *_ATTACKS], _Story.goes),
    **dict.fromkeys(("muster", "reinforce"), _Story.musters),
    "flee": _Story.flees,
    "concede": _Story.concedes,
    "summon": _Story.summons,
    "mulligan": _Story.rerolls,
    "roll": _Story.rerolls,
    "split": _Story.splits,
    "": _Story.named,
}
