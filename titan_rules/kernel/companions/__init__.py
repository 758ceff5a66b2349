"""What a game on this kernel is made of: its documents and readings, its actions, and what may be asked of it."""

from attrs import field as field
from attrs import frozen as frozen

from ..errors import IllegalAction as IllegalAction
from ..evolving import evolve as evolve
from ..fields import ALWAYS as ALWAYS
from ..fields import Between as Between
from ..rulings import Ruling as Ruling
from .actions import Actions as Actions
from .answering import Companion as Companion
from .answering import ask as ask
from .asking import Answer as Answer
from .asking import Parameter as Parameter
from .asking import Question as Question
from .asking import asked as asked
from .asking import question as question
from .building import game as game
from .choices import Refused as Refused
from .faults import numbers as numbers
from .outcomes import Outcome as Outcome
from .outcomes import allowed as allowed
from .outcomes import consequence as consequence
from .outcomes import illegal as illegal
from .outcomes import judged as judged
from .outcomes import legal as legal
from .outcomes import refuse as refuse
from .playing import Play as Play
from .playing import expecting as expecting
from .readings import Rulesets as Rulesets
from .readings import reading as reading
from .telling import broken as broken
from .telling import verdict as verdict
