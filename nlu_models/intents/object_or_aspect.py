"""Tells points of view from things by their looks: "battery life" and "cheaper" from "Julia"."""

from __future__ import annotations

from engine.text.lexicon import sense
from engine.text.morphology import is_comparative
from engine.text.qualifiers import NOT_COMPARED
from engine.text.tagging import tagger
from engine.text.tokens import TOKEN, stems, word_set

ASPECTS = frozenset(
    stems(
        """acceleration accuracy aesthetics affordability air allergies appearance availability bandwidth
        bass battery beaches beginner brightness build calories camera capacity carbs career charging child cleaning
        climate cloud comfort community commute compatibility complexity concurrency convenience cooking correctness
        cost crime culture customer customization data debugging delivery deployment depreciation design developer
        display documentation driving durability ease economy ecosystem education efficiency effort elderly emission
        employment endurance enterprise environment expense experience family fat feature features fiber fitness
        flavor flavour flexibility food freedom fuel fun gaming graphics grip handling health healthcare hiking
        history housing impact infrastructure injuries insurance investment job jobs kid language latency law learning
        legroom libraries library licence license licensing life lifespan longevity look maintainability maintenance
        market material memory
        mileage money mpg nightlife noise novice nutrition ownership package parent parenting parking people
        performance pet photo photography picture popularity portability power practicality price pricing privacy
        productivity professional programming protein prototyping public quality range readability recycling
        reliability rent repair resale resolution retirement risk running safety salaries salary scalability school
        screen security service shedding shipping side-effects simplicity size skin sleep smell software sound space
        speed stability startup storage strength student style sugar support sustainability syntax taste tax taxes
        teaching teenager temperature testing texture time tool tooling tourism traffic training transport travel
        university usability value versatility video vitamin warmth warranty waste weather weight weight-loss
        wildlife workout

        afternoon autumn birthday christmas evening fall february january july june march may morning night november
        october september spring summer weekend winter
        aunt beginner boyfriend brother child dad daughter father friend grandma grandmother granny grandpa husband
        kid mom mother mum nephew niece parent partner senior sister son student teen toddler uncle wife women
        back eye heart hip joint knee lung pregnancy asthma adhd diabetes headache pain wrist
        cold daylight dust heat ice rain snow sun wind bill budget car chore crowd desk exam garage luggage office
        passenger pet school staircase stair suitcase traffic university vacation yard"""
    )
)
"""Stems of nouns that are points of view rather than things: "what about price?" adds an aspect."""


_ABSTRACT = ("ness", "ity", "ment", "tion", "sion", "ance", "ence", "ism", "ship", "hood", "acy", "ency", "ancy")
"""Endings of nouns that name qualities."""
_IRREGULAR = word_set("better worse more less fewer superior inferior further")


def is_point_of_view(name: str) -> bool:
    """Return whether a phrase looks like a point of view ("battery life", "cheaper") rather than a thing ("Julia")."""
    if any(map(_compares, TOKEN.findall(name)[:1])):
        return True
    heads = [stems(part)[-1:] for part in (name.partition(" of ")[0], name)]
    return any(head[0] in ASPECTS or (name.islower() and head[0].endswith(_ABSTRACT)) for head in heads if head)


def _compares(word: str) -> bool:
    """Return whether a word is a comparative, and no noun or name that ends like one: "dehumidifier", "Fuller"."""
    lower = word.lower()
    if lower in _IRREGULAR or (is_comparative(lower) and sense(lower)):
        return True
    return tagger().tag([word]) == ["JJR"] and tagger().base(word) != word and word not in NOT_COMPARED
