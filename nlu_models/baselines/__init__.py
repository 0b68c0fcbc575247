"""Parsers and classifiers by rules and as published: nothing here is the default that a learned model could be."""
