"""The verdict: how the evidence divides between two objects or many, how sure one can be of it, and why."""
