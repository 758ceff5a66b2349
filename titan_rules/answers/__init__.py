"""Answers: frozen classes, written as JSON by ``dumps``; :mod:`titan_rules.schemas` lists them."""
