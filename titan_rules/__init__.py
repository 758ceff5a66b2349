"""A rules-adjudication toolkit for the board game TITAN.

Every ruling names the rule that decides it, with the case's own numbers.
"""

__version__ = "0.1.0"
