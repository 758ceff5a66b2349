"""Cloudspire: moving, attacking, building, upgrading, judged from a document with its own map."""
