"""A recorded game as one web page, complete in itself: :class:`.replay_page.ReplayPage`."""
