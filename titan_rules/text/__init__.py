"""Texts that players type, as positions and actions: lexer, lexicon, mentions, forms, questions."""
