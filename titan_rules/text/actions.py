"""Mentions into actions: the form by its deed, each mention's role by its link, and what the position completes.

``D3 strikes D4 with 6 5 1``, ``Bk02 Cen,Cen>Lio`` and *my ogre hits the lion* are read in the same way: a form's
fields are filled in turn, each with all that it can be, given those before it. A mention or a slot without a place in
the form refuses the text.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from ..actions import intents as act
from ..box.current_box import current
from ..box.hexes import HEX_NUMBER
from ..box.names import CharacterName, Hex, LandNo, Marker, PlayerColor
from ..kernel.words import MOST_OF_A_KIND
from ..position.battle import ROLES, Battle, other
from ..rules.engagement.meeting import engaged_lands
from ..rules.masterboard.setup import chooses_color, rolls_next
from .completing import Names, Scene, Standing, fail, hits_left, in_contact, land, unclear
from .forms import SEVERAL, TABLE, Form, ending_of, form_of
from .lexicon import Deed, Kind
from .mentions import Mention, Mentions, Slot, What
from .refusal import Unread
from .words import Word
from .writing import MISSING

REST = 0
"""Stands for all remaining hits."""
Way: TypeAlias = dict[str, Any]
"""The fields of an action that are filled."""


@frozen
class Claim:
    """What a text claims about an action, to be checked against the rules.

    :param what: ``hits``, ``slain``, ``number`` (the Strike-number), or the ``road`` that a Legion takes, land by land.
    """

    what: str
    value: int | tuple[LandNo, ...] = 0


@frozen
class Reading:
    """What a text means.

    :param actions: several if it is ambiguous, the likeliest first.
    :param claims: what it claims besides.
    :param actor: the word that says who acts: *I*, *Red*, *your*; None: nobody is named.
    """

    actions: tuple[act.Action, ...]
    claims: tuple[Claim, ...] = ()
    actor: Word | None = None


@frozen(slots=False)
class Request:
    """A text in one form.

    :param roles: the mentions by their role, in order.
    """

    do: str
    form: Form
    said: Mentions
    scene: Scene
    roles: dict[str, list[Mention]] = field(factory=dict)

    def of(self, role: str) -> list[Mention]:
        """The mentions in a role."""
        return self.roles.get(role, [])

    def first(self, role: str) -> Mention | None:
        """The first mention in a role."""
        return next(iter(self.of(role)), None)

    def marker(self, role: str) -> Marker | None:
        """The marker of the Legion in a role; None: it is not said."""
        mention = self.first(role)
        if mention is not None and mention in self.scene.where:
            return Marker(self.scene.where[mention])
        return None if mention is None or mention.value is None else current().markers.canonical(str(mention.value))

    def number(self, slot: Slot) -> int | None:
        """The number in a slot."""
        value = self.said.slots.get(slot)
        return value if isinstance(value, int) else None

    @cached_property
    def deed(self) -> Mention | None:
        """What is done."""
        return next(iter(self.said.deeds), None)

    @cached_property
    def goes(self) -> bool:
        """Whether somebody goes somewhere, without a word for it: *109 to 111*."""
        return self.deed is None and any(mention.link is Kind.TO for mention in self.said.mentions)

    def does(self, *deeds: Deed) -> bool:
        """Whether one of these is done."""
        return self.deed is not None and self.deed.value in deeds

    def claims(self, kind: Kind) -> bool:
        """Whether a word of this kind is said."""
        return any(word.kind is kind for word in self.said.claims)

    @cached_property
    def person(self) -> Mention | None:
        """Who acts, if a person, a colour or a role is named."""
        subject = self.deed.subject if self.deed is not None else None
        return subject if subject is not None and subject.what is What.PERSON else None


def read(do: str, said: Mentions, scene: Scene) -> Reading:
    """The actions of a kind that mentions mean.

    :raises Unread: something has no place in its form.
    """
    request = request_of(do, said, scene)
    ways: list[Way] = [{}]
    for names, kind in request.form.fields.items():
        ways = _filled_further(request, names, kind, ways)
    kinds = [request.form.kind]
    person = request.person
    if kinds == [act.Concede] and scene.battle is not None and person is not None and person.word.kind in _IN_WORDS:
        kinds.append(act.AttemptConcession)  # one may have to attempt it
    actions = tuple(dict.fromkeys(kind(**way) for way in ways for kind in kinds))
    claims = (*_claims(request), *_checked(request, actions))
    return Reading(actions, claims, _actor(request))


def _filled_further(request: Request, names: str, kind: str, ways: Sequence[Way]) -> list[Way]:
    """The ways with some more fields filled; those in which nothing fits fall away, as for somebody who cannot accept.

    :raises Unread: nothing fits in any.
    """
    found: list[Way] = []
    refused: Unread | None = None
    for way in ways:
        try:
            found += [{**way, **filled} for filled in _filled(request, names, kind, way)]
        except Unread as e:
            refused = refused or e
    if refused is not None and not found:
        raise refused
    return found


def _filled(request: Request, names: str, kind: str, way: Way) -> Iterator[Way]:
    """All that some fields of an action can be."""
    keys, (filler, *role) = names.split(), kind.split()
    for value in FILLERS[filler](request, way, *role):
        yield dict(zip(keys, value, strict=True)) if len(keys) > 1 else {names: value}


def half_filled(request: Request) -> Way:
    """The fields of an action, as far as they are said; the rest are missing."""
    way: Way = {}
    for names, kind in request.form.fields.items():
        try:
            way |= next(_filled(request, names, kind, way))
        except (Unread, StopIteration):
            way |= dict.fromkeys(names.split(), MISSING)
    return way


def request_of(do: str, said: Mentions, scene: Scene) -> Request:
    """What is said, in the form of an action.

    :raises Unread: something has no place in it.
    """
    request = Request(do, TABLE[do], said, scene)
    for slot in said.slots:
        if slot not in request.form.slots:
            token = (said.deeds or said.mentions)[0].word.token if said.mentions else None
            raise Unread(token, f"does not go with the {slot.name.lower().replace('_', ' ')}")
    return evolve(request, roles=_roles(request))


_IN_WORDS = (Kind.PERSON, Kind.ROLE)


def _actor(request: Request) -> Word | None:
    """The word that says who acts: a person, the owner of whoever acts, or the Legion that flees or stands."""
    subject = request.deed.subject if request.deed is not None else None
    legion = request.first("defender")
    if legion is not None and legion.value is not None:
        return Word(legion.word.token, Kind.MARKER, legion.value)
    if subject is None or request.deed is None or request.deed.passive:
        return None
    if subject.what is What.PERSON:
        return subject.word
    if subject.what is not What.LEGION or subject.owner is None:
        return None
    return Word(subject.word.token, Kind.OWNER, subject.owner)


# --- the form --------------------------------------------------------------------------------------------------------


def do_of(said: Mentions, scene: Scene, *, fought: bool) -> str:
    """The kind of action that is said.

    :raises Unread: none is, or two.
    """
    if not said.deeds:
        return _without_a_deed(said, scene, fought)
    first, *more = said.deeds
    deed = first.value
    if deed in (Deed.ATTEMPT, Deed.ACCEPT) and more and more[0].value is Deed.CONCEDE:
        return "attempt-concession" if deed is Deed.ATTEMPT else "accept-concession"
    if more:
        raise Unread(more[0].word.token, "is a second deed")
    if deed is Deed.END:
        return ending_of(first.ends or scene.phase) or fail("what ends?", first, hint="as in: end-moves; end my turn")
    if deed is Deed.STAND and scene.phase == "movement" and "phase" not in scene.unsaid:
        fail("needs no word: a Legion that does not move stays", first)
    if deed is Deed.MUSTER and scene.phase == "reinforcement":
        return "reinforce"
    if deed is Deed.ACCEPT and scene.game is not None and scene.game.engagement is None:
        return "accept-concession"
    placed = said.of(What.LEGION, What.NUMBER, What.PLACE)
    fought = fought or deed is Deed.SHOOT or (deed is Deed.STRIKE and not placed)
    do = form_of(deed, fought=fought)
    return do or fail("is not done in a battle" if fought else "is done in a battle alone", first)


def is_of_the_board(deed: object) -> bool:
    """Whether something is done on the Masterboard alone."""
    return isinstance(deed, Deed) and form_of(deed, fought=True) is None


def _without_a_deed(said: Mentions, scene: Scene, fought: bool) -> str:
    """The kind of action by its shape: ``D3-E4``, ``Bk02 P105``, ``Bk01/Bk02 4``, ``Cen>Lio``, *trolls?*"""
    kinds = {mention.what for mention in said.mentions}
    goes = {mention.what for mention in said.mentions if mention.link is Kind.TO}
    if fought and What.PLACE in goes:
        return "maneuver"
    in_turn = [mention.what for mention in said.mentions]
    if not fought and (What.LEGION, What.PARTED) in pairwise(in_turn):
        return "split"
    mustered = kinds == {What.SOMEBODY} or kinds == {What.SOMEBODY, What.LEGION}
    if not fought and (What.SOMEBODY in goes or (mustered and scene.phase == "enlistment")):
        return "muster"
    if Slot.ROLL in said.slots and not kinds - {What.NUMBER} and not goes:
        return "roll"
    if not fought and kinds & {What.NUMBER, What.PLACE}:
        return "move"
    raise Unread(None, "what is done?")


def _roles(request: Request) -> dict[str, list[Mention]]:
    """Every mention's role."""
    roles: dict[str, list[Mention]] = {}
    before = request.deed is None or not request.deed.passive
    for mention in request.said.mentions:
        if mention.what is What.DEED:
            before = False
            continue
        if mention.state is not None and mention not in request.scene.where:
            raise Unread(mention.state.token, "belongs in the position")
        names = (_role(request, mention, before) or "").split()
        if not names and mention not in request.scene.where:
            raise Unread(mention.word.token, "has no place here")
        role = next((name for name in names if name not in roles), names[-1] if names else "")
        if role.removesuffix(SEVERAL) in _OF_THE_ACTOR and not _is_of_the_actor(request, mention):
            raise Unread(mention.word.token, "is not of whoever acts")
        has = roles.setdefault(role.removesuffix(SEVERAL), [])
        if has and has[-1].what is What.SOMEBODY and mention.what is What.PLACE and not has[-1].hexes:
            has[-1].hexes.append(str(mention.value))  # the Ogre from D3
        elif has and role and not role.endswith(SEVERAL):
            raise Unread(mention.word.token, f"would be a second {role}")
        else:
            has.append(mention)
    return roles


_OF_THE_ACTOR = ("legion", "into", "donor", "character", "held", "reveal", "leaving")
"""Roles of Legions and characters that whoever acts has, or gets."""


def _is_of_the_actor(request: Request, mention: Mention) -> bool:
    """Whether the owner that is said of a Legion or character, if any, fits whoever acts: *my*, *Red moves his*.

    A Legion is also its holder's, in or out of turn, which the rules judge.
    """
    scene, person, owner = request.scene, request.person, mention.owner
    speaks = person is None or person.value in ("mine", "it")
    if owner is None or owner == ("mine" if speaks else "theirs") or (person is not None and owner == person.value):
        return True
    if scene.battle is not None:
        return scene.side_of(owner) == scene.battle.acting
    if scene.mover is None:
        return True
    named, mover = scene.sides.get(str(owner), owner), scene.mover.color
    holder = scene.owner(str(mention.value))
    return named == (holder or mover) or (named == "theirs" and holder not in (None, mover))


def _role(request: Request, mention: Mention, before: bool) -> str | None:
    """What a mention is to the deed; None: nothing, or only where somebody stands."""
    if mention.carry is not None or mention.declared:
        return "carry*" if mention.carry is not None else "declared*"
    if mention is request.person or (mention.what is What.PARTED and request.do == "split"):
        return "by*"
    if mention in request.scene.where and _only_stands(request, mention, before):
        return None
    if request.do == "move" and not before and mention.link is None:
        attacks = request.does(Deed.STRIKE)
        if mention.what is What.LEGION:
            return "target" if attacks else "legion"  # Bk02 attacks Rd01
        if mention.what is What.SOMEBODY and attacks:
            return None  # a marker or a land says whom
        before = _is_moved(request, mention)
    if _is_of_a_legion(request.said, mention):
        return request.form.role(mention, "=")
    return request.form.role(mention, "-" if request.goes else "<" if before and request.deed is not None else "")


def _is_moved(request: Request, mention: Mention) -> bool:
    """Whether somebody is who moves: *move 2 Lions to 105*, but not *Bk02 teleports to 300, Angel*."""
    deed, said = request.deed, request.said.mentions
    if deed is None or deed.subject is not request.person:
        return False
    between = takewhile(lambda each: each.what is What.SOMEBODY, said[said.index(deed) + 1 :])
    return mention in between


def _is_of_a_legion(said: Mentions, mention: Mention) -> bool:
    """Whether somebody only says which Legion is meant: *my Titan Legion*."""
    if mention.what is not What.SOMEBODY:
        return False
    after = said.mentions[said.mentions.index(mention) + 1 :]
    legion = next((each for each in after if each.what is not What.SOMEBODY or not each.joined), None)
    if legion is None or legion.what is not What.LEGION:
        return False
    return legion.value is None and legion.link is None and not legion.joined


def _only_stands(request: Request, mention: Mention, before: bool) -> bool:
    """Whether a mention that placed somebody is none of the deed's."""
    deed, said = request.deed, request.said.mentions
    if request.do == "muster":
        return True
    if deed is None:  # whoever stands right before the goal moves: my Giant C4 to C2
        goal = next((n for n, each in enumerate(said) if each.link is Kind.TO), 0)
        return not goal or mention is not said[goal - 1]
    if not before:
        return mention.clause > deed.clause
    subject = deed.subject
    both = subject is not None and subject.joined and said[said.index(subject) - 1] is mention
    return mention is not subject and not both  # the Lion C3 and the Ogre D3 hit


# --- what is said besides --------------------------------------------------------------------------------------------


def _claims(request: Request) -> Iterator[Claim]:
    """What is claimed about the result."""
    _, road = _walked(request)
    if len(road) > 1:
        yield Claim("road", tuple(road))
    for what, slot in (("hits", Slot.CLAIMED_HITS), ("number", Slot.NEEDED)):
        if (value := request.number(slot)) is not None:
            yield Claim(what, value)


def _checked(request: Request, actions: Sequence[act.Action]) -> Iterator[Claim]:
    """The claims that the words make, where they are to be judged; those of the place must hold."""
    for word in request.said.claims:
        if word.kind in request.form.idle:
            continue
        if request.do == "strike" and word.kind is Kind.DEAD and Slot.DICE in request.said.slots:
            yield Claim("slain")
        elif not any(_holds(request, word, action) for action in actions):
            raise Unread(word.token, "is not so" if word.kind in (Kind.NEXT_TO, Kind.HAZARD) else "has no place here")
    if not _is_in_its_terrain(request, actions):
        raise Unread(None, f"none of this is in the {request.said.slots[Slot.TERRAIN]}")


def _holds(request: Request, word: Word, action: act.Action) -> bool:
    """Whether a word about the place is true of an action."""
    battle = request.scene.battle
    if battle is None or not isinstance(action, act.Maneuver | act.Strike):
        return False
    if word.kind is Kind.NEXT_TO:
        return isinstance(action, act.Strike) and in_contact(battle, action.origin, action.to)
    labels = action.origin, action.to
    places = [battle.the_box.battlelands[battle.terrain][label] for label in labels if label]
    sides = [side for place in places for side in (*place.up, *place.down)]
    if len(places) == 2 and in_contact(battle, *labels):
        facing = places[0].neighbours.index(HEX_NUMBER[places[1].label])
        sides = [places[0].up[facing], places[0].down[facing]]
    names = {str(name).lower() for name in (*sides, *[place.hazard for place in places])}
    return word.kind is Kind.HAZARD and str(word.value).lower() in names


def _is_in_its_terrain(request: Request, actions: Sequence[act.Action]) -> bool:
    """Whether a land of the actions has the terrain that is said, if any; that of a battle is compared before."""
    terrain, game = request.said.slots.get(Slot.TERRAIN), request.scene.game
    if terrain is None or game is None or game.battle is not None:
        return True
    if request.do == "tower":
        return terrain == "Tower"
    lands: set[int] = set()
    for action in actions:
        held = game.find(getattr(action, "legion", None) or "")
        places = (held and held[1].land, getattr(action, "to", None), getattr(action, "land", None))
        lands |= {place for place in places if isinstance(place, int)}
    met = [game.engagement.land] if game.engagement is not None else engaged_lands(game)
    return any(current().terrain_of(land) == terrain for land in lands or met)


# --- kinds of arguments: characters and numbers ----------------------------------------------------------------------


def _names(mentions: Sequence[Mention]) -> Names:
    """Characters with their counts."""
    names: list[CharacterName] = []
    for mention in mentions:
        if not 1 <= mention.count <= MOST_OF_A_KIND:
            fail(f"{mention.count} of a kind are impossible", mention)
        if mention.plural:
            fail("how many?", mention)
        if mention.value in ("all", "nothing"):
            if len(mentions) > 1 or mention.value == "all":
                fail("has no place here", mention)
            return ()
        names += [CharacterName(str(mention.value))] * mention.count
    return tuple(names)


def _characters(request: Request, _: Way, role: str) -> list[Names]:
    return [_names(request.of(role))]


def _acquired(request: Request, _: Way) -> list[Names]:
    return [_names(request.of("characters") or fail("what is acquired?", request.deed))]


def _mustered(request: Request, _: Way) -> list[CharacterName]:
    return [_character(request)]


def _character(request: Request) -> CharacterName:
    """The character that musters or reinforces: behind the arrow if there is one, *with* it if nobody else is named."""
    mentions = request.of("arrow") or request.of("character") or request.of("musterers")
    if len(mentions) != 1 or mentions[0].count != 1 or mentions[0].value in ("all", "nothing"):
        fail("one character at a time" if mentions else "who?", mentions[-1] if mentions else request.deed)
    return CharacterName(str(mentions[0].value))


def _slot(request: Request, _: Way, slot: str) -> list[object]:
    return [request.said.slots.get(Slot[slot])]


def _die(request: Request, _: Way) -> list[int | None]:
    mention = request.first("die")
    return [request.number(Slot.ROLL) if mention is None else mention.number]


def _leaving(request: Request, way: Way) -> list[tuple[int | None, Names | None]]:
    """How many leave, *4*, *into 4 and 3*, *7 into 4 and 3*; or who, but not *into* both parts by name."""
    first, held = request.first("leaving"), request.scene.held(way["legion"])
    names, numbers = _names(request.of("leaving")) or None, [mention.number for mention in request.of("count")]
    if names is not None and numbers:
        fail("says how many, and who", request.first("count"))
    into_both = first is not None and first.link is Kind.TO and held is not None and len(names or ()) == held[1].size
    if (names is None and not numbers) or into_both:
        fail("who leaves?", request.deed)
    if len(numbers) > 3 or (len(numbers) == 3 and numbers[0] != sum(numbers[1:])):
        fail("do not add up", request.first("count"))
    return [(numbers[-1] if numbers else None, names)]


# --- kinds of arguments: players -------------------------------------------------------------------------------------


def _speakers(request: Request, _: Way) -> list[PlayerColor]:
    """Who may be acting: whoever is named, or anyone that it can be."""
    person, scene = request.person, request.scene
    if person is None or person.value in ("mine", "it"):
        return [PlayerColor(player) for player in scene.speakers()]
    if person.value == "theirs":
        return [PlayerColor(player) for player in scene.speakers()[1:]] or fail("who?", person)
    if person.word.kind is Kind.ROLE:
        return _in_role(scene, str(person.value)) or fail("who?", person)
    return [PlayerColor(str(person.value))]


def _in_role(scene: Scene, role: str) -> list[PlayerColor]:
    """The players who may be the attacker or the defender; before an Engagement is chosen, of each."""
    player, game, mover = scene.player_of(role), scene.game, scene.mover
    if player != role or game is None or mover is None:
        return [PlayerColor(player)]
    if role == "attacker":
        return [mover.color]
    met = engaged_lands(game)
    others = [player for player in game.players if player is not mover]
    return [player.color for player in others if any(legion.land in met for legion in player.legions)]


def _seats(request: Request, _: Way) -> list[str]:
    """A player before anybody has a colour, as written at the seat; *I* is whoever is able to do it."""
    game, person = request.scene.game, request.person or fail("who?")
    if person.value != "mine":
        return [str(person.value)]
    able = () if game is None else rolls_next(game) if request.does(Deed.TOWER) else (chooses_color(game),)
    return [next(iter(able), None) or person.word.token.text]


def _color(request: Request, _: Way) -> list[PlayerColor]:
    mention = request.first("color") or fail("which colour?", request.deed)
    return [PlayerColor(str(mention.value))] if mention.word.kind is Kind.COLOUR else fail("is no colour", mention)


def _losses(request: Request, _: Way) -> list[tuple[Names, Names]]:
    """What the attacker loses, and what the defender."""
    lost: dict[str, list[Mention]] = {}
    owner = None
    for mention in request.of("losses"):
        owner = mention.owner or mention.likely_owner or owner
        role = next((role for role in ROLES if owner in (role, request.scene.player_of(role))), None)
        lost.setdefault(role or fail("who loses it?", mention), []).append(mention)
    for role in ROLES:
        if role not in lost:
            fail(f"what does the {role} lose?", request.deed)
    attacker, defender = [act.ALL if [x.value for x in lost[role]] == ["all"] else _names(lost[role]) for role in ROLES]
    return [(attacker, defender)]


def _offers(request: Request, way: Way) -> list[tuple[Names, Names]]:
    """``attacker nothing, defender all``, or whatever the other proposed."""
    game = request.scene.game
    engagement = game.engagement if game is not None else None
    if request.of("losses") or engagement is None:
        return _losses(request, way)
    if way["by"] not in (engagement.attacking, engagement.defending):
        fail(f"{way['by']} takes no part in this Engagement", request.person)
    offers = [x for x in engagement.proposals if x.by != way["by"]] or fail("nothing is proposed", request.deed)
    return [(offer.attacker_loses, offer.defender_loses) for offer in offers]


# --- kinds of arguments: Legions and lands ---------------------------------------------------------------------------


def _markers(request: Request, _: Way, role: str) -> list[Marker | None]:
    return [request.marker(role)]


def _part(request: Request, _: Way, role: str) -> list[Marker]:
    return [request.marker(role) or fail("which Legion joins which?", request.deed)]


def _legions(request: Request, way: Way) -> list[Marker]:
    """The Legions meant by the role *legion*, or by nothing."""
    marker = request.marker("legion")
    if marker is not None:
        return [marker]
    return request.scene.legions(request.do, _walked(request)[0], _names(request.of("held")))


def _new_markers(request: Request, way: Way) -> list[Marker]:
    return [request.marker("into") or request.scene.free_marker(way["legion"])]


def _walked(request: Request) -> tuple[LandNo | None, list[LandNo]]:
    """Where a Legion starts, if that is said, and the lands that it goes through, its goal last."""
    mentions = request.of("road")
    if request.of("over"):
        mentions = [*mentions[:-1], *request.of("over"), *mentions[-1:]]
    road, origin = [land(mention) for mention in mentions], request.first("origin")
    if origin is not None:
        return land(origin), road
    marker = request.marker("legion")
    starts = marker is None
    if marker is not None and len(road) > 1:
        starts = request.scene.held(marker) is not None and road[0] == request.scene.land_of(marker)
    return (road[0], road[1:]) if len(road) > 1 and starts else (None, road)


def _goal(request: Request, way: Way) -> list[LandNo]:
    """Where a Legion goes: ``Bk02 P105``, *109 to 106*, *Bk02 attacks Rd01*, ``Bk02 103-104-105``."""
    scene, target, marker = request.scene, request.first("target"), request.marker("target")
    start, road = _walked(request)
    if road and target is not None and scene.position is not None:
        meets = scene.holds_enemies(road[-1]) if marker is None else scene.land_of(marker) == road[-1]
        if not meets:
            fail("stands somewhere else", target)
    if start is not None and scene.position is not None and (there := scene.land_of(way["legion"])) != start:
        fail(f"{way['legion']} stands in {there}, not in {start}", request.first("origin"), "wrong-start")
    if road:
        return road[-1:]
    if marker is None or scene.position is None:
        fail("a land is missing", target or request.deed)
    return [scene.land_of(marker)]


def _entry_side(request: Request, way: Way) -> list[object]:
    before = _walked(request)[1][-2:-1]
    return [request.said.slots.get(Slot.ENTRY_SIDE) or request.scene.entry_side(way["to"], before)]


def _how(request: Request, way: Way) -> list[object]:
    """How a Legion moves; a teleport without its kind is whatever it can be."""
    how = request.said.slots.get(Slot.HOW)
    return [request.scene.teleport(way["legion"], way["to"]) if how is None and request.does(Deed.TELEPORT) else how]


def _engagements(request: Request, way: Way) -> list[LandNo]:
    """``engage P105``, ``engage Bk02``, or the only Engagement."""
    mention, marker, scene = request.first("land"), request.marker("meeting"), request.scene
    if mention is not None:
        return [land(mention)]
    if marker is not None and scene.position is not None:
        return [scene.land_of(marker)]
    if scene.game is None:
        fail("a land is missing", request.deed)
    return [*engaged_lands(scene.game)] or fail("there is no Engagement")


def _musterers(request: Request, way: Way) -> list[Names]:
    """Who musters: those that are shown, *with Centaurs* as many as it takes; every way if it is not said."""
    mentions = request.of("musterers")
    mustered = request.first("character") or request.first("arrow")
    if request.deed is None and mustered is None:
        fail("who is mustered?", request.first("musterers"))
    every = mustered is None or request.deed is not None or mustered.link is None or bool(request.scene.where)
    if len(mentions) == 1 and mentions[0].plural:
        kind = CharacterName(str(mentions[0].value))
        ways = request.scene.musterers(way["legion"], way["character"])
        return [names for names in ways if set(names) == {kind}] or [(kind,)]
    shown = _names(mentions)
    return [shown] if shown or not every else request.scene.musterers(way["legion"], way["character"])


def _reinforcers(request: Request, way: Way) -> list[Names]:
    """Who is shown for a reinforcement: ``reinforce Ogr>Ogr``, ``reinforce >Guardian``; every way if nobody is."""
    mentions = request.of("musterers") if request.of("character") or request.of("arrow") else []
    if request.of("arrow"):
        return [_names([*request.of("character"), *mentions])]
    shown = _names(mentions)
    return [shown] if shown else request.scene.reinforcers(way["character"])


def _donors(request: Request, way: Way) -> list[tuple[Marker, CharacterName]]:
    """Who is summoned, and from which Legion."""
    character = _character(request) if request.of("character") else None
    origin = request.marker("donor")
    if origin is not None and character is not None:
        return [(origin, character)]
    if request.scene.position is None:
        unclear(f"from which Legion does the {character or 'Angel'} come?")
    return request.scene.donors(character, origin)


# --- kinds of arguments: battles -------------------------------------------------------------------------------------


def _maneuvers(request: Request, _: Way) -> list[tuple[CharacterName, Hex | None, Hex | None]]:
    """``Ogre D3-E4``, ``Ogre enters A3``, ``D3 to E4``, ``Ogr off-A3``: who, from where, and where to."""
    scene, mover, goal = request.scene, request.first("mover"), request.first("goal")
    off = request.claims(Kind.OFF)
    enters, leaves = request.does(Deed.ENTER) or (off and goal is not None), off and goal is None
    label = scene.label(mover) if mover is not None else None
    to = None if leaves else Hex(str((goal or fail("where to?", request.deed)).value))
    if scene.battle is not None:
        if request.deed is None and _is_enemy(mover, scene.battle, label or "", to or ""):
            fail("is it a strike or a move?", goal)
        return [(name, start, to) for name, start in _movers(request, mover, enters, to)]
    if mover is None or mover.what is not What.SOMEBODY:
        unclear("who moves?" if label is None else f"who stands in {label}?")
    if label is None and not enters and not leaves:
        unclear(f"from which hex does the {mover.value} go?")
    return [(CharacterName(str(mover.value)), Hex(label) if label else None, to)]


def _is_enemy(mover: Mention | None, battle: Battle, label: str, to: str) -> bool:
    """Whether an enemy of whoever is named by a hex alone stands in another hex."""
    standing, there = battle.at(label), battle.at(to)
    by_hex = mover is not None and mover.what is What.PLACE
    return by_hex and standing is not None and there is not None and standing[0] != there[0]


def _movers(
    request: Request, mover: Mention | None, enters: bool, to: Hex | None
) -> list[tuple[CharacterName, Hex | None]]:
    """Who can move, each with its hex (None: it enters), of the side whose turn it is if one of them is."""
    scene = request.scene
    who = mover or request.person
    named = scene.standing(who) if who is not None else _own(scene, scene.fought().acting)
    own = [each for each in named if each[0] == scene.fought().acting] if "side" not in scene.unsaid else named
    fits = [combatant for _, combatant in own or named]
    if enters:
        waiting = [combatant for combatant in fits if combatant.hex is None]
        if not waiting and mover is not None and mover.what is What.SOMEBODY:
            return [(CharacterName(str(mover.value)), None)]
        fits = waiting or fail("who enters?", request.deed)
    free = [combatant for combatant in fits if not combatant.moved and combatant.hex != to] or fits
    return list(dict.fromkeys((combatant.name, combatant.hex) for combatant in free))


def _own(scene: Scene, *roles: str) -> list[Standing]:
    """The characters of some sides."""
    return [(role, each) for role in ROLES if role in roles for each in scene.fought().of(role).characters]


def _strikes(request: Request, _: Way) -> list[tuple[Hex, Hex]]:
    """Striker and target as hexes; where several fit, those in contact, or to shoot, the others."""
    scene, battle = request.scene, request.scene.battle
    striker, target = request.first("striker"), request.first("target")
    _pronouns_are_clear(request, striker, target)
    labels = [scene.label(mention) if mention is not None else None for mention in (striker, target)]
    if battle is None:
        return [(_label(request, striker, "striker"), _label(request, target, "target"))]
    if None not in labels:
        for mention in (striker, target):
            if mention is not None and mention.what is What.SOMEBODY:
                scene.standing(mention)  # it is who stands there
        return [(Hex(str(labels[0])), Hex(str(labels[1])))]
    every = (
        [(x, y) for x in _strikers(request, striker) for y in scene.standing(target) if x[1] is not y[1]]
        if target is not None
        else [(x, y) for x in _strikers(request, striker) for y in _own(scene, other(x[0]))]
    )
    both = [(x, y) for x, y in every if x[1].hex is not None and y[1].hex is not None]
    both = [(x, y) for x, y in both if x[0] != y[0]] or both
    if striker is None and "side" in scene.unsaid and len({x[0] for x, _ in both}) > 1:
        own = scene.side_of("mine") or fail("who strikes?", request.deed)
        both = [(x, y) for x, y in both if x[0] == own]
    if not both:
        fail("whom?" if target is None else "who strikes whom?", target or request.deed, "no-character")
    both = [(x, y) for x, y in both if not x[1].struck] or both
    shoots = request.does(Deed.SHOOT)
    both = [(x, y) for x, y in both if in_contact(battle, x[1].hex, y[1].hex) != shoots] or both
    return sorted({(Hex(x[1].hex or ""), Hex(y[1].hex or "")) for x, y in both})


def _strikers(request: Request, striker: Mention | None) -> list[Standing]:
    """Who can strike: who is named, of the side in turn if one is; else those of whoever speaks, or of that side."""
    scene, battle = request.scene, request.scene.fought()
    turn = ROLES if "side" in scene.unsaid else (battle.acting,)
    if striker is None:
        return scene.standing(request.person) if request.person is not None else _own(scene, *turn)
    named = scene.standing(striker)
    return [each for each in named if each[0] in turn] or named


def _pronouns_are_clear(request: Request, striker: Mention | None, target: Mention | None) -> None:
    """*He* who strikes is of the other side where that is plain: *he strikes back*, *he hits my Ogre*, *he hits me*."""
    scene, person = request.scene, request.person
    if target is not None and target.what in (What.PERSON, What.IT) and scene.battle is not None:
        own = scene.standing(striker)[:1] if striker is not None else []
        if len([each for each in scene.standing(target) if each not in own]) != 1:
            fail("can mean several", target)
    mine = target is not None and "mine" in (target.owner, target.value)
    if person is not None and person.value == "theirs" and not mine and not request.claims(Kind.BACK):
        fail("can mean several", person)


def _label(request: Request, mention: Mention | None, what: str) -> Hex:
    """The hex of a character, which must be said without a position."""
    label = request.scene.label(mention) if mention is not None else None
    name = mention.value if mention is not None and mention.what is What.SOMEBODY else what
    return Hex(label) if label is not None else unclear(f"in which hex does the {name} stand?")


def _enemy(request: Request, mention: Mention) -> Hex:
    """The hex of an enemy that is struck, or takes a carry."""
    scene = request.scene
    label = scene.label(mention)
    if label is not None and (scene.battle is None or mention.what is What.PLACE):
        return Hex(label)
    if scene.battle is None:
        return _label(request, mention, "target")
    able = [each for each in scene.standing(mention) if each[1].hex is not None]
    foes = [each for each in able if each[0] == other(scene.battle.acting)]
    hexes = sorted({str(combatant.hex) for _, combatant in (foes if "side" not in scene.unsaid else able)})
    if len(hexes) != 1:
        fail(f"which {mention.value}?", mention, "ambiguous-character", " or ".join(hexes) or None)
    return Hex(hexes[0])


def _declared(request: Request, _: Way) -> list[tuple[Hex, ...]]:
    return [tuple([_enemy(request, mention) for mention in request.of("declared")])]


def _carry(request: Request, way: Way) -> list[tuple[act.Carry, ...]]:
    """``E3:1``, *2 to the Lion*, *the rest to E3*."""
    carries: list[act.Carry] = []
    for mention in request.of("carry"):
        hits = mention.carry or REST
        if hits == REST:
            if way["dice"] is None or request.scene.battle is None:
                fail("how many hits are carried over?", mention)
            hits = hits_left(request.scene.battle, way["origin"], way["to"], way["dice"], way["strike_number"])
        carries += [act.Carry(_enemy(request, mention), hits)] if hits else []
    return [tuple(carries)]


def _shot(request: Request, _: Way) -> list[bool]:
    return [request.does(Deed.SHOOT)]


FILLERS: dict[str, Callable[..., Sequence[Any]]] = {
    "acquired": _acquired, "carry": _carry, "character": _mustered, "characters": _characters, "color": _color,
    "declared": _declared, "die": _die, "donors": _donors, "engagements": _engagements, "entry_side": _entry_side,
    "goal": _goal, "how": _how, "leaving": _leaving, "legions": _legions, "losses": _losses, "maneuvers": _maneuvers,
    "marker": _markers, "musterers": _musterers, "new_markers": _new_markers, "offers": _offers, "part": _part,
    "reinforcers": _reinforcers, "seats": _seats, "shot": _shot, "slot": _slot, "speakers": _speakers,
    "strikes": _strikes,
}  # fmt: skip
"""All that a field of an action can be, by the kind of argument that fills it: given what is said, the fields that are
filled, and perhaps a role or a slot."""
