"""What makes a position impossible."""
