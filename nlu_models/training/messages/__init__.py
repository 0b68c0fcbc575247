"""Learns the reader of messages from annotated conversations."""
