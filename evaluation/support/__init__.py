"""Measures the support checker and the citations of every generator: ``python -m evaluation.support --data DATA``."""
