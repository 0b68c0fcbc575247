"""The words of the house: frozen dataclasses that every layer passes along.

Nothing here computes more than a property. One name per thing, everywhere: ``question sentence document hit stance
argument aspect verdict comparison citation answer``. The two compared things are ``first`` and ``second``, a count of
results is ``k``, spans are half-open ``[start, end)`` character offsets.
"""

from engine.types.answers import *
from engine.types.claims import *
from engine.types.evidence import *
from engine.types.pages import *
from engine.types.questions import *
from engine.types.verdicts import *
