"""The Rasa half: what Rasa 3.6 needs to keep the dialogue for the service. Python 3.10; imports nothing of ours."""
