"""What the bot replies to all that compares nothing: greetings, thanks, small talk, and the wish to be forgotten."""

from __future__ import annotations

from dataclasses import replace

from actions import wording
from actions.memory import Memory
from actions.reply import Reply
from actions.said import Said


class Manners:
    """One public method for each such intent, as in ``Dialogue``."""

    def greet(self, said: Said, memory: Memory) -> Reply:
        """Say hello."""
        return wording.variant(wording.GREETINGS, memory, buttons=wording.EXAMPLES)

    def thanks(self, said: Said, memory: Memory) -> Reply:
        """Take thanks."""
        return wording.variant(wording.WELCOMES, memory)

    def goodbye(self, said: Said, memory: Memory) -> Reply:
        """Say goodbye."""
        return wording.variant(wording.GOODBYES, memory)

    def help(self, said: Said, memory: Memory) -> Reply:
        """Say what can be asked."""
        return wording.variant(wording.HELP, memory, buttons=wording.EXAMPLES)

    def off_topic(self, said: Said, memory: Memory) -> Reply:
        """Lead back to comparing."""
        return wording.not_understood(memory, words=True)

    def nonsense(self, said: Said, memory: Memory) -> Reply:
        """Ask for words."""
        return wording.not_understood(memory, words=False)

    def deny(self, said: Said, memory: Memory) -> Reply:
        """Leave what was offered or asked."""
        if not memory.complete:
            return wording.ask_for_objects(replace(memory.about((), ()), offer=None))
        memory = replace(memory, offer=None)
        return wording.variant(wording.INSTEAD, memory, buttons=[wording.OTHER_SIDE, *wording.EXAMPLES])

    def restart(self, said: Said, memory: Memory) -> Reply:
        """Begin again."""
        fresh = Memory(asked=memory.asked)
        return wording.variant(wording.RESTARTED, fresh, buttons=wording.EXAMPLES)

    def recall(self, said: Said, memory: Memory) -> Reply:
        """Say what is remembered of the conversation."""
        return wording.recalled(memory)

    def erase(self, said: Said, memory: Memory) -> Reply:
        """Forget the whole conversation: after this action Rasa deletes it (``bot.trackers``)."""
        return Reply(wording.ERASED, Memory(), wording.EXAMPLES, erased=True)
