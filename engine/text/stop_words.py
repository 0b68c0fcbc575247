"""Words that say nothing of what a text is about."""

from __future__ import annotations

from typing import Final

from engine.text.tokens import stem, word_set

STOP: Final = frozenset(
    map(
        stem,
        word_set(
            """a able about above actually after again against ago all almost already also although always am an and
            another any anyone anything are aren't around as at away back be because been before being below best
            better between both but by can can't cannot come completely could couldn't did didn't do does doesn
            doesn't doing don don't done down during each either else enough especially etc even ever every everyone
            everything few first for from further get gets getting give go goes going gone good got great had hadn't
            has hasn't have haven't having he he's her here hers herself hey hi him himself his how however http
            https i i'd i'll i'm i've idea if im in incredibly instead into is isn isn't it it's its itself just
            keep kind know last lately least less let let's like likely ll looking lot lots love made make makes
            many may maybe me mean might mine more most much must my myself near need never new next no none nor not
            nothing now obviously of off often ok okay on once one ones only onto or other others otherwise our ours
            ourselves out over own past people per perhaps please pretty probably put question quite rather re
            really recently right said same saw say says see seeing seem seems seen several shall she she's should
            shouldn't simply since so some someone something sometimes soon start started still such sure take than
            thank thanks that that's the their theirs them themselves then there there's these they they're thing
            things think this those though through thus till to today together tomorrow too totally toward towards
            tried try trying under until up upon us use used using usually ve very via vs want wants was wasn't way
            we we're we've well went were weren't what what's when where whether which while who whole whom whose
            why will with within without won't wondering worse worst would wouldn't www yes yesterday yet you you'd
            you'll you're you've your yours yourself"""
        ),
    )
)
"""Their stems."""
