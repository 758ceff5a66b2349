"""Engagements: flight, negotiation, and the aftermath (scores, Angels, dead Titans)."""
