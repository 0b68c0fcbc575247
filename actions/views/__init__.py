"""Ways to look at a comparison besides the verdict: why, one side, what is new, how many, how sure, the sources.

They are built of the same parts as the answers of ``generation`` and hold to the same rule: what is said of an object
is quoted from a sentence, and its number leads there.
"""
