"""The answers to the questions: JSON objects put together from the rules."""
