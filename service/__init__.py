"""The doors: HTTP, command line, connectors, and the supervision of the Rasa process."""
