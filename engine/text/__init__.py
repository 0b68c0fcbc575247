"""The analysis of text: tokens, tags, and the lexicons that all stages share."""
