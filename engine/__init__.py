"""What finds and weighs: search, classify, rank, mine aspects, decide."""
