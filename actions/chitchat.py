"""What the bot replies to all that compares nothing: greetings, thanks, small talk, and the wish to be forgotten."""

from __future__ import annotations

from dataclasses import replace

from actions import responses
from actions.dialogue_state import DialogueState
from actions.reply import Reply
from actions.user_message import UserMessage


class Chitchat:
    """One public method for each such intent, as in ``Dialogue``."""

    def greet(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Say hello."""
        return responses.variant(responses.GREETINGS, memory, buttons=responses.EXAMPLES)

    def thanks(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Take thanks."""
        return responses.variant(responses.WELCOMES, memory)

    def goodbye(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Say goodbye."""
        return responses.variant(responses.GOODBYES, memory)

    def help(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Say what can be asked."""
        return responses.variant(responses.HELP, memory, buttons=responses.EXAMPLES)

    def off_topic(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Lead back to comparing."""
        return responses.not_understood(memory, words=True)

    def nonsense(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Ask for words."""
        return responses.not_understood(memory, words=False)

    def deny(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Leave what was offered or asked."""
        if not memory.complete:
            return responses.ask_for_objects(replace(memory.about((), ()), offer=None))
        memory = replace(memory, offer=None)
        return responses.variant(responses.INSTEAD, memory, buttons=[responses.OTHER_SIDE, *responses.EXAMPLES])

    def restart(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Begin again."""
        fresh = DialogueState(asked=memory.asked)
        return responses.variant(responses.RESTARTED, fresh, buttons=responses.EXAMPLES)

    def recall(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Say what is remembered of the conversation."""
        return responses.recalled(memory)

    def erase(self, said: UserMessage, memory: DialogueState) -> Reply:
        """Forget the whole conversation: after this action Rasa deletes it (``bot.trackers``)."""
        return Reply(responses.ERASED, DialogueState(), responses.EXAMPLES, erased=True)
