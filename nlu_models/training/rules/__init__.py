"""A parser of rules: the floor that a learned one must beat, and what its training is weakly labelled by."""
