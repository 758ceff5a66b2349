"""What a Legion may hold, exactly: from what an observer has seen of a recorded game (ENG-2, MUSTER-2, BATTLE-1).

Begin with :func:`titan_rules.deduce.recorded.recorded`. Only ``history`` and ``unsaid`` know actions and positions:
they turn a record into :mod:`facts <titan_rules.deduce.facts>`, and all the rest goes by those.
"""
