"""Classifiers of sentences that were learned from labelled ones."""
