"""Mentions into actions: the form by its deed, each mention's role by its link, and what the position completes.

``D3 strikes D4 with 6 5 1``, ``Bk02 Cen,Cen>Lio`` and *my ogre hits the lion* are read in the same way. A mention or a
slot without a place in the form refuses the text.
"""

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve, field, frozen

from ..actions import intents as act
from ..box.current_box import current
from ..box.names import CharacterName, Hex, LandNo, Marker, PlayerColor
from ..kernel.words import MOST_OF_A_KIND
from ..position.battle import ROLES, Battle, other
from ..rules.engagement.meeting import engaged_lands
from .completing import Names, Scene, Standing, fail, hits_left, in_contact, land, unclear
from .forms import TABLE, Form
from .lexer import Token
from .lexicon import Deed, Kind
from .mentions import ENDINGS, Mention, Mentions, Slot, What
from .refusal import Unread
from .words import Word

REST = 0
"""Stands for all remaining hits."""


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

    do: str
    actions: tuple[act.Action, ...]
    claims: tuple[Claim, ...] = ()
    actor: Word | None = None


@frozen
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

    def only(self, role: str) -> Mention | None:
        """The mention in a role.

        :raises Unread: there are two.
        """
        found = self.of(role)
        if len(found) > 1:
            raise Unread(found[1].word.token, "is a second one")
        return next(iter(found), None)

    def slot(self, slot: Slot) -> object:
        """What is said in a slot, or None."""
        return self.said.slots.get(slot)

    def number(self, slot: Slot) -> int | None:
        """The number in a slot."""
        value = self.slot(slot)
        return value if isinstance(value, int) else None

    @property
    def deed(self) -> Mention | None:
        """What is done."""
        return next(iter(self.said.deeds), None)

    @property
    def person(self) -> Mention | None:
        """Who acts, if a person, a colour or a role is named."""
        subject = self.deed.subject if self.deed is not None else None
        return subject if subject is not None and subject.what is What.PERSON else None


def read(said: Mentions, scene: Scene, *, fought: bool) -> Reading:
    """The actions that mentions mean.

    :param fought: they are about a battle.
    :raises Unread: they have no form, or something has no place in it.
    """
    do = do_of(said, scene, fought=fought)
    request = Request(do, TABLE[do], said, scene)
    request = evolve(request, roles=_roles(request))
    for slot in said.slots:
        if slot not in request.form.slots:
            raise Unread(_token_of(said), f"does not go with the {slot.name.lower().replace('_', ' ')}")
    actions = READERS[do](request) if do in READERS else _plain(request)
    claims = (*_claims(request), *_checked(request, actions))
    return Reading(do, tuple(dict.fromkeys(actions)), claims, _actor(request))


def _actor(request: Request) -> Word | None:
    """The word that says who acts: a person, or the owner of whoever acts."""
    subject = request.deed.subject if request.deed is not None else None
    if subject is None or subject.what is What.PERSON:
        return None if subject is None else subject.word
    if subject.what is not What.LEGION or subject.owner is None:
        return None
    return Word(subject.word.token, Kind.OWNER, subject.owner)


def _token_of(said: Mentions) -> Token | None:
    mentions = said.deeds or said.mentions
    return mentions[0].word.token if mentions else None


# --- the form --------------------------------------------------------------------------------------------------------

_DEEDS: dict[Deed, tuple[str | None, str | None]] = {
    Deed.STRIKE: ("strike", "move"),
    Deed.SHOOT: ("strike", None),
    Deed.MOVE: ("maneuver", "move"),
    Deed.ENTER: ("maneuver", None),
    Deed.MUSTER: ("reinforce", "muster"),
    Deed.SPLIT: (None, "split"),
    Deed.JOIN: (None, "recombine"),
    Deed.TELEPORT: (None, "move"),
    Deed.MULLIGAN: (None, "mulligan"),
    Deed.ENGAGE: (None, "engage"),
    Deed.FLEE: (None, "flee"),
    Deed.STAND: (None, "stand"),
    Deed.PROPOSE: (None, "propose"),
    Deed.ACCEPT: ("accept-concession", "accept"),
    Deed.NO_MORE: (None, "no-more"),
    Deed.ATTEMPT: ("attempt-concession", "attempt-concession"),
    Deed.CONCEDE: ("concede", "concede"),
    Deed.FIGHT: ("fight", "fight"),
    Deed.SUMMON: ("summon", "summon"),
    Deed.NO_SUMMON: ("no-summon", "no-summon"),
    Deed.REINFORCE: ("reinforce", "reinforce"),
    Deed.NO_REINFORCE: ("no-reinforce", "no-reinforce"),
    Deed.ACQUIRE: ("acquire", "acquire"),
    Deed.WITHDRAW: ("withdraw", "withdraw"),
}
"""The action of a deed, in a battle and on the Masterboard; None: it is not done there."""
_ENDS_NOW = {
    "commencement": "end-splits", "movement": "end-moves", "engagement": "end-engagements", "enlistment": "end-turn",
    "maneuver": "end-maneuver", "strike": "end-strikes", "strikeback": "end-strikes",
}  # fmt: skip


def do_of(said: Mentions, scene: Scene, *, fought: bool) -> str:
    """The kind of action that is said.

    :raises Unread: none is, or two.
    """
    deeds = said.deeds
    if not deeds:
        return _without_a_deed(said, fought)
    first, *more = deeds
    kinds = [deed.value for deed in deeds]
    if kinds in ([Deed.ATTEMPT, Deed.CONCEDE], [Deed.ACCEPT, Deed.CONCEDE]):
        return "attempt-concession" if kinds[0] is Deed.ATTEMPT else "accept-concession"
    if more:
        raise Unread(more[0].word.token, "is a second deed")
    if first.value is Deed.END:
        do = first.ends or _ENDS_NOW.get(scene.phase)
        return do or fail("what ends?", first, hint="as in: " + "; ".join(sorted(ENDINGS)))
    if first.value is Deed.MUSTER and scene.phase == "reinforcement":
        return "reinforce"
    placed = said.of(What.LEGION, What.NUMBER, What.PLACE)
    fought = fought or first.value is Deed.SHOOT or (first.value is Deed.STRIKE and not placed)
    do = _DEEDS[Deed(first.value)][0 if fought else 1] if first.value in _DEEDS else None
    if first.value is Deed.ACCEPT and not fought and not said.of(What.SOMEBODY) and scene.position is None:
        fail("'attacker' is missing: what is accepted?", first)
    return do or fail("is not done in a battle" if fought else "is done in a battle alone", first)


def is_of_the_board(deed: object) -> bool:
    """Whether something is done on the Masterboard alone."""
    return isinstance(deed, Deed) and deed in _DEEDS and _DEEDS[deed][0] is None


def _without_a_deed(said: Mentions, fought: bool) -> str:
    """The kind of action by its shape: ``D3-E4``, ``Bk02 P105``, ``Bk01/Bk02 4``, ``Cen>Lio``."""
    kinds = {mention.what for mention in said.mentions}
    linked = {(mention.what, mention.link) for mention in said.mentions}
    if fought and (What.PLACE, Kind.TO) in linked:
        return "maneuver"
    if not fought and {What.LEGION, What.PARTED} <= kinds:
        return "split"
    if (What.SOMEBODY, Kind.TO) in linked and not fought:
        return "muster"
    alone = not kinds - {What.NUMBER} and Kind.TO not in {mention.link for mention in said.mentions}
    if alone and Slot.ROLL in said.slots:
        return "roll"
    if not fought and kinds & {What.NUMBER, What.PLACE}:
        return "move"
    raise Unread(None, "what is done?")


def _roles(request: Request) -> dict[str, list[Mention]]:
    """Every mention's role.

    :raises Unread: one has none.
    """
    roles: dict[str, list[Mention]] = {}
    before = True
    for mention in request.said.mentions:
        if mention.what is What.DEED:
            before = False
            continue
        role = _role(request, mention, before)
        if role is not None:
            roles.setdefault(role, []).append(mention)
        elif mention not in request.scene.where:
            raise Unread(mention.word.token, "has no place here")
    return roles


def _role(request: Request, mention: Mention, before: bool) -> str | None:
    """What a mention is to the deed; None: nothing, or only where somebody stands."""
    if mention.carry is not None or mention.declared:
        return "carry" if mention.carry is not None else "declared"
    if mention is request.person or (mention.what is What.PARTED and request.do == "split"):
        return "by"
    placed = mention in request.scene.where
    if placed and request.do == "muster":
        return None
    if placed and request.deed is None and mention is not _goes(request.said):
        return None
    if placed and request.deed is not None and before and mention is not request.deed.subject:
        return None
    if placed and not before and request.deed is not None and mention.clause > request.deed.clause:
        return None
    if request.do == "move" and not before and _is_attacked(request, mention):
        return "target"
    return request.form.role(mention, "-" if request.deed is None else "<" if before else "")


def _is_attacked(request: Request, mention: Mention) -> bool:
    """Whether a Legion is the one that another attacks: *Bk02 attacks Rd01*."""
    attacks = request.deed is not None and request.deed.value is Deed.STRIKE
    return attacks and mention.what is What.LEGION and mention.link is None


def _goes(said: Mentions) -> Mention | None:
    """Of a text without a deed: whoever stands right before the goal, *my Giant C4 to C2*."""
    goal = next((n for n, mention in enumerate(said.mentions) if mention.link is Kind.TO), 0)
    return said.mentions[goal - 1] if goal else None


# --- what is said besides --------------------------------------------------------------------------------------------


def _claims(request: Request) -> Iterator[Claim]:
    """What is claimed about the result."""
    hits, needed = request.number(Slot.CLAIMED_HITS), request.number(Slot.NEEDED)
    _, road = _walked(request) if request.do == "move" else (None, [])
    if len(road) > 1:
        yield Claim("road", tuple(road))
    if hits is not None:
        yield Claim("hits", hits)
    if needed is not None:
        yield Claim("number", needed)


_ALWAYS_HOLD = {
    "split": (Kind.OFF, Kind.PIECES), "maneuver": (Kind.OFF, Kind.ALREADY), "strike": (Kind.BACK, Kind.ALREADY),
    "flee": (Kind.AWAY,), "muster": (Kind.PIECES,),
}  # fmt: skip
"""Words of an action that claim nothing."""


def _checked(request: Request, actions: Sequence[act.Action]) -> Iterator[Claim]:
    """The claims that the words make, where they are to be judged; those of the place must hold.

    :raises Unread: one does not hold, or has no place here.
    """
    for word in request.said.claims:
        if word.kind in _ALWAYS_HOLD.get(request.do, ()):
            continue
        if request.do == "strike" and word.kind is Kind.DEAD and Slot.DICE in request.said.slots:
            yield Claim("slain")
        elif not any(_holds(request, word, action) for action in actions):
            raise Unread(word.token, "is not so" if word.kind in (Kind.NEXT_TO, Kind.HAZARD) else "has no place here")


def _holds(request: Request, word: Word, action: act.Action) -> bool:
    """Whether a word about the place is true of an action."""
    battle = request.scene.battle
    if battle is None:
        return False
    if word.kind is Kind.NEXT_TO:
        return isinstance(action, act.Strike) and in_contact(battle, action.origin, action.to)
    labels = [getattr(action, end, None) for end in ("origin", "to")]
    places = [battle.the_box.battlelands[battle.terrain][label] for label in labels if label]
    names = {str(name).lower() for place in places for name in (place.hazard, *place.up, *place.down)}
    return word.kind is Kind.HAZARD and str(word.value).lower() in names


# --- parts of actions ------------------------------------------------------------------------------------------------


def _characters(mentions: Sequence[Mention]) -> Names:
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


def _one_character(request: Request, role: str) -> CharacterName:
    mentions = request.of(role)
    names = _characters(mentions)
    if len(names) != 1:
        fail("one character at a time" if names else "who?", mentions[-1] if mentions else request.deed)
    return names[0]


def _marker(request: Request, mention: Mention) -> Marker | None:
    """The marker of a Legion; None: it is not said.

    :raises UnknownName: there is no such marker.
    """
    if mention in request.scene.where:
        return Marker(request.scene.where[mention])
    return None if mention.value is None else current().markers.canonical(str(mention.value))


def _legions(request: Request, do: str, land_no: LandNo | None = None, names: Sequence[str] = ()) -> list[Marker]:
    """The Legions meant by the role *legion*, or by nothing."""
    mention = request.first("legion") if do == "split" else request.only("legion")  # a split names two
    marker = _marker(request, mention) if mention is not None else None
    if marker is not None:
        return [marker]
    if request.scene.position is not None and mention is None and request.person is not None:
        _is_mover(request, request.person)
    return request.scene.legions(do, land_no, names)


def _is_mover(request: Request, person: Mention) -> None:
    """A colour that acts on the Masterboard is the player whose turn it is.

    :raises Unread: it is not.
    """
    mover = request.scene.mover
    if mover is not None and person.word.kind in (Kind.COLOUR, Kind.PLAYER) and person.value != mover.color:
        fail(f"{mover.color} acts now", person)


def _speakers(request: Request) -> list[PlayerColor]:
    """Who may be acting: whoever is named, or anyone that it can be."""
    person, scene = request.person, request.scene
    legion = request.first("legion")
    if person is None and legion is not None and legion.value is not None:
        marker = str(_marker(request, legion))
        return [scene.owner(marker) or PlayerColor(marker)]
    if person is None or person.value in ("mine", "it"):
        return [PlayerColor(player) for player in scene.speakers()]
    if person.value == "theirs":
        return [PlayerColor(player) for player in scene.speakers()[1:]] or fail("who?", person)
    if person.word.kind is Kind.ROLE:
        return [PlayerColor(scene.player_of(str(person.value)))]
    return [PlayerColor(str(person.value))]


# --- actions of one word ---------------------------------------------------------------------------------------------


def _plain(request: Request) -> list[act.Action]:
    """An action without parts, or with its player alone."""
    kind = request.form.kind
    in_words = request.person is not None and request.person.word.kind in (Kind.PERSON, Kind.ROLE)
    if request.do == "concede" and request.scene.battle is not None and in_words:  # one may have to attempt it
        return [each(by) for by in _speakers(request) for each in (act.Concede, act.AttemptConcession)]
    if "by" in kind.__annotations__:
        return [kind(by) for by in _speakers(request)]  # type: ignore[call-arg]
    engagement = request.scene.game.engagement if request.scene.game is not None else None
    person = request.person
    coloured = person is not None and person.word.kind is Kind.COLOUR
    if engagement is not None and person is not None and coloured and person.value != engagement.defending:
        fail(f"{engagement.defending} decides this, not {person.value}", person)
    return [kind()]


def _die(request: Request) -> int | None:
    mention = request.only("die")
    return request.number(Slot.ROLL) if mention is None else mention.number


def _roll(request: Request) -> list[act.Action]:
    return [act.Roll(_die(request))]


def _mulligan(request: Request) -> list[act.Action]:
    return [act.Mulligan(_die(request))]


# --- agreements ------------------------------------------------------------------------------------------------------


def _losses(request: Request) -> tuple[Names, Names] | None:
    """What the attacker loses, and what the defender; None if that is not said."""
    mentions = request.of("losses")
    if not mentions:
        return None
    lost: dict[str, list[Mention]] = {}
    owner = None
    for mention in mentions:
        owner = mention.owner or mention.likely_owner or owner
        if owner not in ("attacker", "defender"):
            fail("who loses it?", mention)
        lost.setdefault(owner, []).append(mention)
    missing = [role for role in ("attacker", "defender") if role not in lost]
    if missing:
        fail(f"what does the {missing[0]} lose?", mentions[-1])
    attacker, defender = [act.ALL if [x.value for x in lost[role]] == ["all"] else _characters(lost[role])
                          for role in ("attacker", "defender")]  # fmt: skip
    return attacker, defender


def _propose(request: Request) -> list[act.Action]:
    lost = _losses(request) or fail("what does each side lose?", request.deed)
    return [act.Propose(by, *lost) for by in _speakers(request)]


def _accept(request: Request) -> list[act.Action]:
    """``Black accepts attacker nothing, defender all``, or *accepts*: the other's proposal or concession."""
    lost, speakers = _losses(request), _speakers(request)
    if lost is not None:
        return [act.Accept(by, *lost) for by in speakers]
    game = request.scene.game
    engagement = game.engagement if game is not None and request.scene.battle is None else None
    if engagement is None:
        return [act.AcceptConcession(by) for by in speakers]
    actions: list[act.Action] = []
    for by in speakers:
        if by not in (engagement.attacking, engagement.defending):
            fail(f"{by} takes no part in this Engagement", request.person)
        offers = [x for x in engagement.proposals if x.by != by] or fail("nothing is proposed", request.deed)
        actions += [act.Accept(by, x.attacker_loses, x.defender_loses) for x in offers]
    return actions


# --- Legions ---------------------------------------------------------------------------------------------------------


def _split(request: Request) -> list[act.Action]:
    """``Bk01/Bk02 Ang 2 Ogr``, ``Bk01/Bk02 4``, *splits off 2 Ogres*."""
    scene, named = request.scene, request.of("legion")
    into_said = next(iter([*request.of("into"), *named[1:]]), None)
    if len(named) > 2:
        raise Unread(named[2].word.token, "is a third Legion")
    legions = _legions(request, "split")
    leaving = _characters(request.of("leaving")) or None
    count = _count(request)
    if leaving is not None and count is not None:
        fail("says how many, and who", request.first("count"))
    actions: list[act.Action] = []
    if leaving is None and count is None:
        fail("who leaves?", request.deed)
    for legion in legions:
        into = (_marker(request, into_said) if into_said is not None else None) or scene.free_marker(legion)
        actions.append(act.Split(legion, into, leaving, count))
    return actions


def _count(request: Request) -> int | None:
    """How many leave: *4*, *into 4 and 3*, *7 into 4 and 3*."""
    numbers = [mention.number for mention in request.of("count")]
    if not numbers:
        return None
    if len(numbers) > 3 or (len(numbers) == 3 and numbers[0] != sum(numbers[1:])):
        fail("do not add up", request.first("count"))
    return numbers[-1]


def _move(request: Request) -> tuple[act.Action, ...] | list[act.Action]:
    """``Bk02 P105 left``, *109 to 106*, *Bk02 attacks Rd01*, ``Bk02 103-104-105``."""
    scene = request.scene
    origin, road = _walked(request)
    held = _characters(request.of("held"))
    to = road[-1] if road else _target(request)
    target = request.first("target")
    if road and target is not None and not scene.holds_enemies(to):
        fail("stands somewhere else", target)
    legions = _legions(request, "move", origin, held)
    for each in legions if scene.position is not None and origin is not None else ():
        if (there := scene.land_of(each)) != origin:
            fail(f"{each} stands in {there}, not in {origin}", request.first("origin"), "wrong-start")
    side = request.slot(Slot.ENTRY_SIDE) or scene.entry_side(to, road[-2:-1])
    reveal = _characters(request.of("reveal"))
    return [act.Move(each, to, side, _how(request, each, to), reveal) for each in legions]  # type: ignore[arg-type]


def _walked(request: Request) -> tuple[LandNo | None, list[LandNo]]:
    """Where a Legion starts, if that is said, and the lands that it goes through, its goal last."""
    road = [land(mention) for mention in _road(request)]
    origin, legion = request.only("origin"), request.only("legion")
    if origin is not None:
        return land(origin), road
    marker = _marker(request, legion) if legion is not None else None
    if len(road) > 1 and marker is not None and request.scene.held(marker) is not None:
        return (road[0], road[1:]) if road[0] == request.scene.land_of(marker) else (None, road)
    if len(road) > 1 and marker is None:
        return road[0], road[1:]
    return None, road


def _road(request: Request) -> list[Mention]:
    """The lands of a move, in order, those that it passes before its goal."""
    over = request.of("over")
    road = request.of("road")
    return [*road[:-1], *over, *road[-1:]] if over else road


def _target(request: Request) -> LandNo:
    """The land of the Legion that is attacked."""
    target = request.only("target")
    marker = _marker(request, target) if target is not None else None
    if target is None or marker is None or request.scene.position is None:
        fail("a land is missing", target or request.deed)
    return request.scene.land_of(marker)


def _how(request: Request, legion: Marker, to: LandNo) -> object:
    """How a Legion moves; a teleport without its kind is whatever it can be."""
    how = request.slot(Slot.HOW)
    if how is None and request.deed is not None and request.deed.value is Deed.TELEPORT:
        return request.scene.teleport(legion, to)
    return how


def _recombine(request: Request) -> list[act.Action]:
    mentions = [*request.of("legion"), *request.of("into")]
    markers = [_marker(request, mention) for mention in mentions]
    if len(markers) != 2 or None in markers:
        fail("which Legion joins which?", request.deed, hint="as in: Bk02 joins Bk01")
    return [act.Recombine(*markers)]  # type: ignore[arg-type]


def _engage(request: Request) -> list[act.Action]:
    """``engage P105``, ``engage Bk02``, or the only Engagement."""
    mention, legion = request.only("land"), request.only("legion")
    if mention is not None:
        return [act.Engage(land(mention))]
    if legion is not None and (marker := _marker(request, legion)) is not None and request.scene.position is not None:
        return [act.Engage(request.scene.land_of(marker))]
    if request.scene.game is None:
        fail("a land is missing", request.deed)
    return [act.Engage(each) for each in engaged_lands(request.scene.game)] or fail("there is no Engagement")


def _muster(request: Request) -> list[act.Action]:
    """``Bk02 Cen,Cen>Lio``, ``Bk02 Cen/Lio``, *2 centaurs muster a lion*; every way if it is not said who does."""
    character = _one_character(request, "whom")
    kind = _kind_alone(request.of("with"))
    shown = _characters(request.of("with")) if kind is None else ()
    nobody = request.deed is None and kind is None and not shown and not request.scene.where
    actions: list[act.Action] = []
    for legion in _legions(request, "muster"):
        ways = [shown] if shown or nobody else request.scene.musterers(legion, character)
        if kind is not None:
            ways = [way for way in ways if set(way) == {kind}] or [(kind,)]
        actions += [act.Muster(legion, character, way) for way in ways]
    return actions


def _kind_alone(mentions: Sequence[Mention]) -> CharacterName | None:
    """The kind of musterers of whom no number is said: *with Centaurs*, ``Cen/Lio``; as many as it takes."""
    if len(mentions) == 1 and mentions[0].plural and mentions[0].value not in ("all", "nothing"):
        return CharacterName(str(mentions[0].value))
    return None


def _reinforce(request: Request) -> list[act.Action]:
    """``reinforce Ogr>Ogr``, ``reinforce Unicorn``, ``reinforce >Guardian``."""
    arrow = bool(request.of("shown"))
    if arrow:
        shown = _characters([*request.of("whom"), *request.of("with")])
        character = _one_character(request, "shown")
        return [act.Reinforce(character, shown)]
    if not request.of("whom"):  # reinforces with a Ranger
        character, shown = _one_character(request, "with"), ()
    else:
        character, shown = _one_character(request, "whom"), _characters(request.of("with"))
    ways = [shown] if shown else request.scene.reinforcers(character)
    return [act.Reinforce(character, way) for way in ways]


def _summon(request: Request) -> list[act.Action]:
    character = _one_character(request, "whom") if request.of("whom") else None
    origin_said, legion_said = request.only("origin"), request.only("legion")
    origin = _marker(request, origin_said) if origin_said is not None else None
    legion = _marker(request, legion_said) if legion_said is not None else None
    if origin is not None and character is not None:
        return [act.Summon(origin, character, legion)]
    if request.scene.position is None:
        unclear(f"from which Legion does the {character or 'Angel'} come?")
    return [act.Summon(donor, name, legion) for donor, name in request.scene.donors(character, origin)]


def _acquire(request: Request) -> list[act.Action]:
    legion = request.only("legion")
    marker = _marker(request, legion) if legion is not None else None
    if not request.of("whom"):
        fail("what is acquired?", request.deed, hint="as in: acquire Ang; acquire nothing")
    return [act.Acquire(_characters(request.of("whom")), marker)]


# --- battles ---------------------------------------------------------------------------------------------------------


def _maneuver(request: Request) -> list[act.Action]:
    """``Ogre D3-E4``, ``Ogre enters A3``, ``D3 to E4``, ``Ogr off-A3``."""
    goes_off = any(word.kind is Kind.OFF for word in request.said.claims) and not request.of("goal")
    who, goal = _mover_and_goal(request, goes_off)
    enters = request.deed is not None and request.deed.value is Deed.ENTER
    enters = enters or (not goes_off and any(word.kind is Kind.OFF for word in request.said.claims))
    to = None if goes_off else Hex(request.scene.label(goal) or fail("where to?", goal)) if goal is not None else None
    if to is None and not goes_off:
        fail("where to?", request.deed)
    battle = request.scene.battle
    if request.deed is None and battle is not None and to is not None and _is_enemy(request, battle, who, to):
        fail("is it a strike or a move?", goal)
    label = request.scene.label(who) if who is not None else None
    name = CharacterName(str(who.value)) if who is not None and who.what is What.SOMEBODY else None
    if request.scene.battle is not None:
        return [act.Maneuver(each, start, to=to) for each, start in _movers(request, who, enters, to)]
    if name is None:
        unclear(f"who stands in {label or to}?")
    if label is None and not enters and not goes_off:
        unclear(f"from which hex does the {name} go?")
    return [act.Maneuver(name, Hex(label) if label else None, to=to)]


def _is_enemy(request: Request, battle: Battle, who: Mention | None, to: Hex) -> bool:
    """Whether an enemy of whoever is named by a hex alone stands in another hex."""
    if who is None or who.what is not What.PLACE:
        return False
    mover, other = battle.at(request.scene.label(who) or ""), battle.at(to)
    return mover is not None and other is not None and mover[0] != other[0]


def _mover_and_goal(request: Request, goes_off: bool) -> tuple[Mention | None, Mention | None]:
    """Who moves, and where to; two places without a name are from and to."""
    who, goals = request.of("who"), request.of("goal")
    if len(who) == 2 and who[0].what is What.SOMEBODY and who[1].what is What.PLACE and not who[0].hexes:
        who[0].hexes.append(str(who[1].value))
        who = who[:1]
    if len(who) > 1:
        raise Unread(who[1].word.token, "is a second one")
    if len(goals) > 1:
        raise Unread(goals[0].word.token, "is a way, and only its end is read")
    return next(iter(who), None), next(iter(goals), None)


def _movers(
    request: Request, who: Mention | None, enters: bool, to: Hex | None
) -> list[tuple[CharacterName, Hex | None]]:
    """Who can move, each with its hex (None: it enters), of the side whose turn it is if one of them is."""
    battle, scene = request.scene.fought(), request.scene
    named = scene.standing(who) if who is not None else _those_of(request, battle)
    own = [each for each in named if each[0] == battle.acting] if "side" not in scene.unsaid else named
    fits = [combatant for _, combatant in own or named]
    if enters:
        waiting = [combatant for combatant in fits if combatant.hex is None]
        if not waiting and who is not None:
            return [(CharacterName(str(who.value)), None)]
        fits = waiting or fail("who enters?", request.deed)
    free = [combatant for combatant in fits if not combatant.moved and combatant.hex != to] or fits
    return list(dict.fromkeys((combatant.name, combatant.hex) for combatant in free))


def _those_of(request: Request, battle: Battle) -> list[Standing]:
    """The characters of whoever acts."""
    person = request.person
    if person is not None:
        return request.scene.standing(person)
    return [(battle.acting, combatant) for combatant in battle.of(battle.acting).characters]


def _strike(request: Request) -> list[act.Action]:
    """``D3 strikes D4 with 6 6 1 carrying E3:1``, and *I hit the lion*."""
    who, whom = request.only("who"), request.only("whom")
    if whom is not None and whom.what in (What.PERSON, What.IT) and request.scene.battle is not None:
        _is_clear(request, whom)
    clauses: dict[str, object] = {
        "dice": request.slot(Slot.DICE), "strike_number": request.slot(Slot.STRIKE_NUMBER),
        "dice_count": request.slot(Slot.DICE_COUNT), "first_roll": request.slot(Slot.FIRST_ROLL),
    }  # fmt: skip
    shot = request.deed is not None and request.deed.value is Deed.SHOOT
    _is_a_side(request, whom)
    declared = tuple(_enemy(request, mention) for mention in request.of("declared"))
    actions: list[act.Action] = []
    for origin, to in _pairs(request, who, whom, shot):
        carry = tuple(_carries(request, origin, to))
        actions.append(act.Strike(origin, to, carry=carry, declared=declared, shot=shot, **clauses))  # type: ignore[arg-type]
    return actions


def _is_a_side(request: Request, whom: Mention | None) -> None:
    """*He* who strikes is of the other side where that is plain: *he strikes back*, *he hits my Ogre*, *he hits me*.

    :raises Unread: he can be anybody who was named.
    """
    person = request.person
    back = any(word.kind is Kind.BACK for word in request.said.claims)
    mine = whom is not None and "mine" in (whom.owner, whom.value)
    if person is not None and person.value == "theirs" and not back and not mine:
        fail("can mean several", person)


def _is_clear(request: Request, pronoun: Mention) -> None:
    """A pronoun means somebody only where no other can be meant.

    :raises Unread: several can.
    """
    standing = request.scene.standing(pronoun)
    who = request.first("who")
    own = request.scene.standing(who)[:1] if who is not None else []
    if len([each for each in standing if each not in own]) != 1:
        fail("can mean several", pronoun)


def _pairs(request: Request, who: Mention | None, whom: Mention | None, shot: bool) -> list[tuple[Hex, Hex]]:
    """Striker and target as hexes; where several fit, those in contact, or to shoot, the others."""
    scene = request.scene
    if scene.battle is None:
        return [(_label(request, who, "striker"), _label(request, whom, "target"))]
    battle = scene.battle
    labels = [scene.label(mention) if mention is not None else None for mention in (who, whom)]
    if None not in labels:
        for mention in (who, whom):
            if mention is not None and mention.what is What.SOMEBODY:
                scene.standing(mention)  # it is who stands there
        return [(Hex(str(labels[0])), Hex(str(labels[1])))]
    strikers = scene.standing(who) if who is not None else _strikers(request, battle)
    targets = [*scene.standing(whom)] if whom is not None else _everybody(battle)
    if who is not None and scene.label(who) is None and "side" not in scene.unsaid:
        strikers = [each for each in strikers if each[0] == battle.acting] or _wrong_side(strikers, battle, who)
    both = [(x, y) for x in strikers for y in targets if x[1].hex is not None and y[1].hex is not None]
    both = [(x, y) for x, y in both if x[0] != y[0]] or ([] if whom is None else both)
    both = [(x, y) for x, y in both if x[1] is not y[1]]
    if who is None and "side" in scene.unsaid and len({x[0] for x, _ in both}) > 1:
        own = scene.side_of("mine") or fail("who strikes?", request.deed)
        both = [(x, y) for x, y in both if x[0] == own]
    if not both:
        fail("whom?" if whom is None else "who strikes whom?", whom or request.deed, "no-character")
    both = [(x, y) for x, y in both if not x[1].struck] or both
    both = [(x, y) for x, y in both if in_contact(battle, x[1].hex, y[1].hex) != shot] or both
    return sorted({(Hex(x[1].hex or ""), Hex(y[1].hex or "")) for x, y in both})


def _strikers(request: Request, battle: Battle) -> list[Standing]:
    """Who can strike if nobody is named: those of whoever speaks, or of the side whose turn it is."""
    if request.person is not None:
        return request.scene.standing(request.person)
    every = _everybody(battle)
    return every if "side" in request.scene.unsaid else [each for each in every if each[0] == battle.acting]


def _wrong_side(strikers: Sequence[Standing], battle: Battle, who: Mention) -> list[Standing]:
    role, combatant = strikers[0]
    fail(f"the {combatant.name} is the {role}'s, and this is the {battle.acting}'s action", who, "no-character")


def _everybody(battle: Battle) -> list[Standing]:
    return [(role, combatant) for role in ROLES for combatant in battle.of(role).characters]


def _label(request: Request, mention: Mention | None, what: str) -> Hex:
    """The hex of a character, which must be said without a position."""
    label = request.scene.label(mention) if mention is not None else None
    if label is None:
        name = mention.value if mention is not None and mention.what is What.SOMEBODY else what
        unclear(f"in which hex does the {name} stand?")
    return Hex(label)


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


def _carries(request: Request, origin: Hex, to: Hex) -> Iterator[act.Carry]:
    """``E3:1``, *2 to the Lion*, *the rest to E3*."""
    dice = request.slot(Slot.DICE)
    for mention in request.of("carry"):
        hits = mention.carry or REST
        if hits == REST:
            if not isinstance(dice, tuple) or request.scene.battle is None:
                fail("how many hits are carried over?", mention)
            number = request.number(Slot.STRIKE_NUMBER)
            hits = hits_left(request.scene.battle, origin, to, dice, number)
        if hits:
            yield act.Carry(_enemy(request, mention), hits)


READERS: dict[str, Callable[[Request], Sequence[act.Action]]] = {
    "roll": _roll, "mulligan": _mulligan, "split": _split, "move": _move, "recombine": _recombine, "engage": _engage,
    "propose": _propose, "accept": _accept, "maneuver": _maneuver, "summon": _summon, "reinforce": _reinforce,
    "muster": _muster, "strike": _strike, "acquire": _acquire,
}  # fmt: skip
"""How the actions with parts are made."""
