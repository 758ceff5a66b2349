"""What a web page of a position or a game is made of: drawings, facts, and the policy that it runs under."""
