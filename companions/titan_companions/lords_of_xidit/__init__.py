"""Lords of Xidit: a programmed year, census and final assessment, each ruling with its rule."""
