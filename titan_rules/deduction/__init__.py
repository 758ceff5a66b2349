"""What a Legion may hold, exactly: from what an observer has seen of a recorded game (ENG-2, MUSTER-2, BATTLE-1).

Begin with :func:`titan_rules.deduction.recorded.recorded`. Only ``history`` and ``unsaid`` know actions and positions:
they turn a record into :mod:`facts <titan_rules.deduction.facts>`, and all the rest goes by those.
"""
