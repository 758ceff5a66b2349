"""What players declare, as data, and the text they write it in."""
