"""The rules, one module a chapter: pure functions over the state. Every ruling cites its id."""
