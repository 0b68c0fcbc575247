"""The reader that learned from annotated questions and statements."""
