"""The game-independent parts: rulings, documents, dice, odds, rulesets, digests."""
