"""What worded answers are worth, next to extractive baselines: ``python -m evaluation.wording --data DATA``."""
