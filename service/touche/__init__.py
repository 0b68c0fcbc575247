"""Touché, Task 2: argument retrieval for comparative questions. Topics in, a run out, a run measured."""
