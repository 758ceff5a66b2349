"""Games saved by other programs, brought into this format; what a save leaves out is said."""
