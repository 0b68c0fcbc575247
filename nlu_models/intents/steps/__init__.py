"""The steps by which a message is read, by what they are about; ``nlu_models.intents.parser`` puts them in order."""
