"""Which argument comes first: CAM's formula, and a ranker that reads the arguments."""
