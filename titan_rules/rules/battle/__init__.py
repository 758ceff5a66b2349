"""The Battleland: maneuvers, strikes, rangestrikes, concessions, the end."""
