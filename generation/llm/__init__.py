"""Answers worded by a language model of the user's, every sentence of which is checked against what it cites."""
