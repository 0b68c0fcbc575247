"""How well is a question understood? ``python -m evaluation.parsing --data DATA`` prints the answer."""
