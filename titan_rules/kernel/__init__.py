"""What any adjudicator needs and no game owns: rulings, documents, dice, odds, rulesets, digests."""
