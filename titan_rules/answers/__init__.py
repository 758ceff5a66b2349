"""Answers: frozen classes, written as JSON by ``dumps``; :mod:`titan_rules.answers.kinds` lists them."""
