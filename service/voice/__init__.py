"""Doors for assistants that listen and speak: Alexa, Dialogflow ES and CX, and a plain webhook for any other.

Each reads what its platform sends into a message, ``conversation.Talks`` answers it in time, and the door says that in
its platform's words. A door without its secret in the environment stays closed.
"""
