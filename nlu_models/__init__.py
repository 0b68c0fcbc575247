"""What is learned and what it stands beside: readers of questions and classifiers of sentences."""
