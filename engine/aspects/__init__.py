"""Aspects from the evidence itself: what makes one object better, in the words of those who say so."""
