"""Readers of what can be indexed: files, archives, pages."""
