"""Battles played out by policies, by the hundred thousand (``titan resolve-battle --simulate``)."""
