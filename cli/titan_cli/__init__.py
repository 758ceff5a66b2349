"""The command line ``titan``: parses, asks the library, prints. No rule is decided here."""

from titan_rules.kernel import ports

ports.provide(
    {
        # Only a text in which no position is found asks about the rules.
        "titan_cli.commands.check.rules_about": "titan_rules.answers.found_rules:rules_about",
        # Reading a sentence takes as long to load as all odds.
        "titan_cli.commands.strike_odds.odds_in_position": "titan_cli.commands.strikes_in_positions:odds_in_position",
        "titan_cli.inputs.read_line": "titan_rules.text.positions:read_line",
    }
)
