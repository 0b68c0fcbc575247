"""The doors: HTTP, command line, and the supervision of the Rasa process."""
