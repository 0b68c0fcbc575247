"""What finds and weighs: search, classify, rank, mine aspects, decide."""

__version__ = "0.1.0"
