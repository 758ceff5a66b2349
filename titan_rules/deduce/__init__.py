"""What a Legion may hold, exactly: from what an observer has seen of a recorded game (ENG-2, MUSTER-2, BATTLE-1).

``history`` turns a recorded game into :mod:`facts <titan_rules.deduce.facts>`; all the rest knows nothing but facts.
"""
