"""Messages that follow a form with names in it: "what about …", "replace … with …"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nlu_models.baselines.rule_lexicon import words
from nlu_models.intents.message import CERTAIN, Entity, ParsedMessage
from nlu_models.intents.object_or_aspect import is_point_of_view

FORMED = 0.87
NAMED = 0.65
"""Confidence in the intent of a message that follows a form, and of one that only names something: the share that is
right in ``turns_train.jsonl``, rounded."""

_TEMPLATES = {
    "drop": (
        "(remove|drop|forget|ignore|clear|leave out|skip|without) {all}( of)?( (these|those|the|my|them))?"
        "( (aspects|points of view|points|criteria|conditions|respects))?",
        "(without|remove|drop|forget( about)?|ignore|leave out|skip|exclude|regardless of|disregard|scratch|neglect|"
        "scrap|no more|never ?mind|nvm|delete|ditch|eliminate|discard|get rid of|kick out|throw out|take out|cross out|"
        "strike|cut( out)?|i (don['’]?t|do not) (want|need)) {unwanted}( out)?",
        "(leave|take|kick|throw|cut|count) {unwanted} (out|away|aside|off)( of (it|this|that|the list))?",
        "{unwanted} (is|are)(n['’]?t| not) (an option|in question|available|possible)( for me| for us)?",
        "{unwanted} (is|are|can be|can go) out",
        "i (don['’]?t|do not) care (about|for) {unwanted}",
        "(i changed my mind about|do(n['’]?t| not) (consider|count|bother with)) {unwanted}",
        "{unwanted} (does not|doesn['’]?t|do not|don['’]?t) matter( to me)?",
        "{unwanted} (is|are)(n['’]?t| not|nt) (important|relevant|needed)( to me| for me)?",
    ),
    "add_object": (
        "((can|could) (you|we) |let['’]?s )?(also )?(add|include|throw|put|have)( in)? {third}"
        "( (too|as well|also|in|to (it|the|this|that|them)|into|with|next to|beside|as an?)\\b.*)?",
        "(also )?compare (it |them )?(with )?{third} (too|as well|also|with (it|them|those|these|both))",
        "((what|how) about )?{third},? (as well|also|too)( as those)?( please| pls| if you can)?",
        "{third} should be in (it|there)( too)?",
        "((now|and) )*(with|bring back|re-?add|return to) {third} again",
        "bring back {third}",
        "(and|also|now) compared (to|with) {third}",
        "(add|put in|let['’]?s (add|have)) (a )?third( one)?: {third}",
        "(plus|and on top of that|and also|both of these and also) {third}",
        "((with|add|a) )?{third} (as|for) (the |a )?(number three|third)( one| option)?",
    ),
    "add_aspect": (
        "(drop|forget|ignore|remove|leave out|skip) (everything|all)( else)? (but|except|except for|besides) {only}",
        "{ask} (only|just) {only}",
        "(just|only) (for |in terms of )?{only}",
        "({ask} )?(for |in terms of )?{only} only",
        "({ask} )?(for|in terms of|in regards? to|with (regards?|respect) to|regarding|concerning|"
        "when it comes to|considering|based on|in|at|during) {aspect}",
        "(how|which) (do|does|did) (they|it|both|these) (compare|differ|do|fare|look) (for|on|in) {aspect}",
        "as far as {aspect} (is|are) concerned",
        "(also )?(consider|look at|focus on|think of|weigh)( in)?( also)? {aspect}( too| as well| also)?",
        "(also )?(add|include) {point}( too| as well| also)?",
        "(also )?{point} (too|as well|also)",
        "take {aspect} into account",
        "(i|we)( also| mostly| only| mainly| really)? (care about|need|value|worry about) {point}( too| most| more)?",
        "my (main )?(concern|priority|criterion) is {aspect}",
        "{aspect} (is|are) (also |very |really )*important( to me| for me)?",
        "{most} (is|are|matters?|counts?|weighs?) ((much|far|way|a lot|even|twice|three times|\\d times) )*"
        "(as important as|as much as|more important than|more than|more to (me|us) than) {aspect}",
        "{most} (is|are|matters?|counts?|weighs?) {times} (as |more )?(important|much)( (to|for) (me|us))?",
        "(give|put|attach) (more|extra|double|most) (weight|importance|emphasis|priority) (to|on) {most}",
        "(give|weigh|weight|count|value|rate) {most} (a lot |much |far )?(more|higher|double|twice|stronger|most)"
        "( weight| importance| priority)?",
        "(all )?(what|that) (matters|counts)( here| to (me|us)| for (me|us))? is {aspect}",
        "(what|that) (matters|counts) most( here| to (me|us)| for (me|us))? is {most}",
        "{less} (is|are)(n['’]?t| not) (that|so|very|all that|too|as) (important|relevant)( to (me|us)| for (me|us))?",
        "(my )?{most} (is|are) (by far )?(the |our |my )?most important"
        "( thing| point| one| aspect| criterion| factor)?( (to|for) (me|us))?",
        "(my )?{most} (matters?|counts?) (the )?(most|more|double|a lot more)( to (me|us)| for (me|us))?",
        "{less} (matters?|counts?) (less|a bit|little)( to me)?",
        "{less} is (less|not so|not that|not very) important( to me)?( .*)?",
        "{most} (is|are) (the )?(thing|one|deciding factor|main thing|top priority).*",
        "i care (more|most) about {most}( than .*)?",
        "{aspect} matters?( a lot| to me)*",
        "(and )?(look|consider|if you)( only| just)*( look)? (at|only|just) (the )?{only}",
        "{which} (has|have|gives?|needs?|causes?|makes?|takes?|leaks?|burns?|is|are|does|saves?|gets?|offers?)"
        "( me)?( the| a)? (better|worse|more|less|fewer|nicer|lower|higher|bigger|smaller|gentler|cheaper|stronger) "
        "{aspect}( in it| per hour)?",
        "(the|which) one (with|that has)( the)? (more|less|better|nicer|lower|higher|fewer) {aspect}",
        "does (one|either)( of (them|the two))? have( a)?( the)? (better|more|less|nicer|lower) {aspect}",
        "{aspect} is (my|our) (main|biggest|only) (issue|concern|problem|worry)",
        "does {aspect} (make a|matter|play).*",
        "{which} (is|are|\\w+s|spreads?|heats?|keeps?) {measure}( \\w+){0,4}",
        "(is|are) (one|either)( of (them|the two))? {measure}( \\w+){0,3}",
        "(my|our) {aspect} (is|are|has|have|wants?|hates?|plays?|travels?) .*",
        "which (one )?(should|shall|would|do|can) (i|we|you) \\w+ (for|in|at|on|during) {aspect}",
        "which (one )?(is|are|has|have|does|runs?|works?|lasts?|costs?|tastes?|looks?|feels?|sounds?) {measure}",
        "(is|are|does|do) (it|they|one of them|one) (also |really |actually |have )?{measure}",
        "((what|how) about|what of|and|but) {point}",
        "{point}( and |, ?| & ){point_}",
    ),
    "change_object": (
        "((what|how) about |use |try |take |with |make it |(compare (it |them )?(with|to) ))?"
        "{new},? (instead|in ?stead|insted|in (its|his|her) place)( of {old})?( then| maybe)?",
        "(and )?(what )?if (it was|(i|we) \\w+) {new} (instead of|rather than) {old}",
        "(rather than|instead of) {old},? (take|use|try|with) {new}",
        "{new} in place of {old}",
        "(compare|hold) them (with|to|against) {new}",
        "(go |switch |return )?back to {new}",
        "(sorry,? )?typo[, ]+(make it )?{new}",
        "not that one,? (the )?{new}",
        "{new} rather than {old}",
        "(use|try|take) {new}",
        "instead of {old},? ((use|take|try|compare (it )?with) )?{new}",
        "(replace|substitute|exchange|swap|change|switch) (out )?{old} (with|by|for|to|against) {new}",
        "(replace|substitute|exchange|swap|change|switch) (out )?(the )?{place} (with|by|for|to|against) {new}",
        "not {old},? but {new}",
        "not {old}, (the |an? )?{new}",
        "{new},? not {old}",
        "(make (that|it)|change (it|that) to) {new}",
        "(vs\\.?|versus|than|compared (to|with)) {new}",
        "(is|are) (it|they|he|she) {measure} than {new}",
        "how (is|are|does|do) (it|they) (differ|different|compare|compared) (from|to|with) {new}",
    ),
    "other_side": (
        "{say} (for|in favou?r of) {object}",
        "{say} against {against}",
        "(make )?(a |the )?case for {object}",
        "(make )?(a |the )?case against {against}",
        "(the |any |some )*(downsides?|drawbacks?|disadvantages?|cons|weaknesses|shortcomings|"
        "problems?) (of|to|with) {against}",
        "(the |any |some )*(upsides?|benefits?|advantages?|pros|strengths) (of|to|with) {object}",
        "what('s| is) (so )?(good|great) about {object}",
        "what('s| is) (wrong|bad) (about|with) {against}",
        "why (would|should) (anyone|someone|i|one|you) (pick|choose|use|buy|take|want|prefer) {object}",
        "(defend|argue for) {object}",
        "argue against {against}",
        "{against} (sucks?|is (bad|terrible|awful|overrated|dead|ugly|overpriced|cruel))( .*)?",
        "(what['’]?s|what is)( so| actually)? (nice|good|great)( about)? {object}",
        "(give|bring|tell)( me)?( the)? {object} (side|arguments?|people)( .*)?",
        "what (do|would) {object} (people|fans|players|owners|lovers)?( say| answer| think)( to that)?",
        "(somebody|someone|there) must .* {object}( more| better)?",
    ),
    "shorter": ("(so )?which (one )?(should|shall|would|do|can) (i|we|you) \\w+",),
    "why": (
        "why do you (think|say|believe|claim) (that )?{name} (is|are|was|were) (better|worse)",
        "why not {name}",
        "why (is|was|are|does|did|should|would|has) ({name} )?(better|worse|win|won|ahead|the winner|preferred)",
        "what makes {name} (better|worse|the winner|win)",
        "why {name}",
    ),
    "compare": (
        "(compare )?{first}( and |, ?| & | ?/ ?){second}( instead)?",
        "{first} better {second}",
        "(do you think )?(it is|it['’]s|is it) worth (learning|buying|getting|using|having|trying) {object}",
        "(what do you know|do you know anything|tell me( something| more)?|talk) about {object}",
        "(is|are) {object} (any |really |actually |a )?{quality}( \\w+)?( for {aspect})?",
        "how {quality} (is|are) {object}( for {aspect})?",
        "should i (buy|use|learn|get|choose|take|try|pick) {object}( for {aspect})?",
    ),
    "name_object": (
        "((what|how) about |so what of |and |or |is )?(the )?{ordinal}",
        "((what|how) about|what of|and|or|but) {object}",
        "(compare (it |that |this )?)?((with|to|against|vs\\.?|versus|or|over) )?{object}",
        "{object} (vs\\.?|versus|or|and|against|compared to)",
    ),
}
"""Intent → forms of a whole message, tried in this order. A word in braces is one of ``_PARTS`` or a noun phrase of at
most six words, see ``_ENTITIES``; ``point`` must look like an aspect, ``measure`` like an aspect or an adjective."""

_PARTS = {
    "say": "(what (speaks|is there to say|can be said|(are|is) the (arguments|reasons|evidence))|"
    "((show|give|tell) (me )?)?((any|the|some) )?(arguments?|reasons?|evidence))",
    "which": "(and |but )?(which|who)( one)?( of (them|these|those|the two))?( would| will)?",
    "quality": "(good|bad|great|nice|worth (it|buying|the money)|safe|healthy|reliable|fast|expensive|popular|useful)",
    "ask": "((what|how) about( it| them| that)?|what of|(which( one)?|what)( is|['’]?s)? (better|best|worse)|"
    "(is|are) (it|they) (also |still )?(better|good))",
}
_ENTITIES = {
    "new": ("object", "new"),
    "old": ("object", "old"),
    "object": ("object", ""),
    "first": ("object", ""),
    "third": ("object", ""),
    "ordinal": ("object", ""),
    "place": ("object", "old"),
    "unwanted": ("aspect", ""),
    "second": ("object", ""),
    "against": ("object", "against"),
    "aspect": ("aspect", ""),
    "only": ("aspect", "only"),
    "point": ("aspect", ""),
    "point_": ("aspect", ""),
    "measure": ("aspect", ""),
    "most": ("aspect", "most"),
    "times": ("weight", ""),
    "less": ("aspect", "less"),
    "all": ("aspect", "all"),
}
"""Name in a template → the entity it gives and its role; ``name`` gives none."""

_LEAD = (
    r"(?:(?:and|but|so|ok|okay|well|hm+|um+|uh|oh|ah|now|then|no|yes|yeah|please|hey|great|cool|nice|actually|thanks|thx|"
    r"uh|lol|haha\w*|alright|anyway|i guess|maybe|let['’]?s say|let us say|"
    r"(?:can|could|would|will) (?:you|we)|(?:you|we|i) (?:can|could|should|may|might)|"
    r"i(?:['’]?d| would) (?:also )?like to|(?:i|we) (?:also )?(?:want|need) to)\b"
    r"[\s,.!…]*)*"
)
_TAIL = (
    r"(?:[\s,]+(?:please|pls|plz|then|now|either|any ?more|any longer|anyway|i mean|"
    r"tho|though|too|again|maybe|perhaps|lol|haha|thanks|thank you|"
    r"of course|obviously|i (?:guess|think|suppose)|if you (?:can|know it)|would you|right))*[\s?!.…]*"
)
_ORDINAL = r"(?P<ordinal>(?:first|second|third|last|former|latter)(?: one| two| ones)?)"
_VAGUE = re.compile(r"(?:something|anything|one|some)\s+(?:from|by|like|of)\s+", re.IGNORECASE)
_RESPECT = re.compile(r"(?<=\w)\s+(?:aspect|point|criterion|factor|part)s?$", re.IGNORECASE)
"""What stands around a name without being of it: "something from Toyota", "the price aspect"."""
_PLACE = _ORDINAL.replace("ordinal", "place")
_ALL = r"(?P<all>all|everything|every one|any)"
_TIMES = r"(?P<times>twice|double|(?:two|three|four|five|[2-5]) times)(?: as)?"
_NAME = r"[^\s?!,;:<>{}|]+(?:\s[^\s?!,;:<>{}|]+){0,5}?"


def _compiled(template: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        template = template.replace(f"{{{name}}}", part)
    pattern = (
        template.replace("(", "(?:")
        .replace("{ordinal}", _ORDINAL)
        .replace("{all}", _ALL)
        .replace("{place}", _PLACE)
        .replace("{times}", _TIMES)
    )
    pattern = re.sub(r"\{(\w+)\}", lambda name: f"(?P<{name[1]}>{_NAME})", pattern)
    return re.compile(rf"{_LEAD}(?:{pattern}){_TAIL}", re.IGNORECASE)


_FORMS, _NAMES = (
    tuple(
        (intent, _compiled(template))
        for intent, templates in _TEMPLATES.items()
        for template in templates
        if (intent in {"name_object", "compare"}) == of_names
    )
    for of_names in (False, True)
)


def follow_up(text: str) -> ParsedMessage | None:
    """Return what a short message means that follows a form, whatever was said before; None when it follows none."""
    return _first(_FORMS, text)


def name(text: str) -> ParsedMessage | None:
    """Return what a short message means that only names something."""
    return _first(_NAMES, text)


def _first(forms: Sequence[tuple[str, re.Pattern[str]]], text: str) -> ParsedMessage | None:
    for intent, form in forms:
        match = form.fullmatch(text)
        entities = _entities(match) if match else None
        if entities is not None:
            sure = CERTAIN if intent in {"other_side", "drop"} else NAMED if intent == "name_object" else FORMED
            return ParsedMessage(intent, sure, entities, text=text)
    return None


def _entities(match: re.Match[str]) -> tuple[Entity, ...] | None:
    """Return what the names of a form stand for; None when one is no noun phrase, or not of the kind that is asked."""
    entities: list[Entity] = []
    for name in match.groupdict():
        if match[name] is None:
            continue
        phrases = list(_phrases(match, name))
        if not phrases:
            return None
        if name in _ENTITIES:
            entity, role = _ENTITIES[name]
            entities += [
                Entity(entity, value, start, start + len(value), role)
                for start, value in phrases
                if value.lower() not in {"better", "worse", "best"}
            ]
    return tuple(sorted(entities, key=lambda entity: entity.start))


def _phrases(match: re.Match[str], name: str) -> Iterator[tuple[int, str]]:
    """Yield the noun phrases of a name with their start, coordinated aspects one by one; none if a verb is in it."""
    offset = match.start(name)
    if name in {"ordinal", "place", "all", "times"}:
        yield offset, match[name]
        return
    phrase = words(match[name])
    kinds = "".join(word.kind for word in phrase)
    if not set(kinds).isdisjoint("whvo>|x.:P") or match[name].casefold().startswith("not "):
        return
    if name == "new" and "&" in kinds:
        return
    is_aspect = _ENTITIES.get(name, ("", ""))[0] == "aspect"
    for part in re.finditer(r"[^&]+" if is_aspect else r".+", kinds):
        first, stop = part.span()
        while first < stop and (kinds[first] in "dbA!&i" or (is_aspect and kinds[first] in "CM" and first < stop - 1)):
            first += 1
        while first < stop and kinds[stop - 1] in "db!&i":
            stop -= 1
        if first == stop:
            continue
        start, end = phrase[first].start, phrase[stop - 1].end
        vague = _VAGUE.match(match[name], start, end)
        start = vague.end() if vague else start
        value = match[name][start:end]
        if is_aspect:
            value = _RESPECT.sub("", value)
        if _fits(name, value, kinds[part.start()]):
            yield offset + start, value


def _fits(name: str, value: str, kind: str) -> bool:
    """Return whether a noun phrase, whose first word is of a kind, can be what a name of a form asks for."""
    if not any(char.isalnum() for char in value):
        return False
    if name == "third":
        return kind not in "fit" and not is_point_of_view(value)
    if name == "measure" and (kind in "CMG" or (kind == "J" and not value.lower().endswith(("ing", "ed")))):
        return True
    return name not in {"measure", "point", "point_"} or is_point_of_view(value)
