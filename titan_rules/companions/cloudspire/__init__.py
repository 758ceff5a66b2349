"""Cloudspire: moving, attacking, building, upgrading, judged from a document that carries its own map."""
