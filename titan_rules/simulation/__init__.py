"""Battles played out by policies (``titan resolve-battle --simulate``)."""
