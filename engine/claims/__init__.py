"""Claims kept beside an index: sentences are read once, when they are indexed or first asked about."""
