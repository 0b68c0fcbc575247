"""Learns the reader of claims from judged sentences and from a larger network."""
