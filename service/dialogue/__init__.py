"""The bot's half of a conversation in this process: what messages mean, what actions do, and the rules without Rasa."""

from service.dialogue.dialogue import Dialogue

__all__ = ["Dialogue"]
