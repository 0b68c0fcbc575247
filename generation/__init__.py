"""What is said: one file per way of answering."""
