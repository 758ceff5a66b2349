"""What is impossible in a position, told before it is believed."""
