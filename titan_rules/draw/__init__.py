"""Pictures of positions, as SVG: :func:`.battle.battle_svg` and :func:`.game.game_svg`."""
