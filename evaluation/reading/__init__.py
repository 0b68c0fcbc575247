"""How well is a question understood? ``python -m evaluation.reading --data DATA`` prints the answer."""
