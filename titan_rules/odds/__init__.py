"""Exact odds of strikes, carries, exchanges and duels: rational numbers throughout, no sampling."""
