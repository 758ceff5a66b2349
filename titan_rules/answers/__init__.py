"""What questions are answered: frozen classes with typed fields, written as JSON by ``dumps``.

Each module has the answers of one kind, or of a few that belong together; :mod:`titan_rules.answers.kinds` lists them.
They are made where the game is known (:mod:`titan_rules.odds`, :mod:`titan_rules.play`, ...).
"""
