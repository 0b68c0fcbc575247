"""Whole pages about several objects, set side by side and grouped by theme: from lists of results, without any I/O."""
