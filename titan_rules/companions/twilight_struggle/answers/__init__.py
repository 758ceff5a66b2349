"""The answers to the questions, a module for each family of them."""
