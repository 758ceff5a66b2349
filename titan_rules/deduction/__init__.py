"""What a Legion may hold, exactly, from what an observer has seen of a recorded game (ENG-2, MUSTER-2, BATTLE-1).

Begin with :func:`titan_rules.deduction.recorded.recorded`. ``history`` and ``hypotheses`` turn a record into
:mod:`facts <titan_rules.deduction.facts>`; the inference uses only those, and knows neither actions nor positions.
"""
