"""What the doors show: one model of an answer, ``blocks``, and one renderer for each kind of place that shows it.

A renderer is a module with a function ``render(blocks)``. What comes from outside (names, sentences, titles) reaches a
place as text and never as its markup.
"""
