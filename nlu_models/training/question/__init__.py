"""Learns the reader: what it learns from, how that is varied, the network, and how it is written for serving."""
