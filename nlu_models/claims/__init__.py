"""The reader of claims: what a sentence says of two things."""
