"""What a person wants with a chat message: a comparison, a follow-up to the last one, or something else.

Follow-ups are known by their wording, questions by the reader. Nothing here knows the conversation: "what about Julia?"
is read as ``what_about`` and left to the dialogue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.protocols import Reader
from engine.text import TOKEN, clean, stems
from engine.types import Kind, Label, Question
from nlu_models.rules_lexicon import word_set, words

LONGEST_FOLLOW_UP = 200
"""Characters; anything longer is read as a question or a statement."""

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
        university usability value versatility video vitamin warmth warranty waste water weather weight weight-loss
        wildlife workout"""
    )
)
"""Stems of nouns that are points of view rather than things: "what about price?" adds an aspect."""


@dataclass(frozen=True, slots=True)
class TurnEntity:
    """Something a message names, where it stands."""

    entity: str
    """``object``, ``aspect``, ``thing`` (one of the two) or ``style``."""
    value: str
    """The name; for a style ``bullets`` or ``template``."""
    start: int
    """Half-open ``[start, end)`` in ``Turn.text``."""
    end: int
    role: str = ""
    """``new`` or ``old`` for an object that replaces or is replaced, ``against`` for one to be argued against, ``only``
    for an aspect that takes the place of all others."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a message asks for."""

    intent: str
    """A name of ``INTENTS``."""
    confidence: float
    """In [0, 1]."""
    entities: tuple[TurnEntity, ...] = ()
    question: Question | None = None
    """How the reader understood the message; None when its wording alone decided."""
    text: str = ""
    """The cleaned message without "no, I meant", which offsets refer to."""


INTENTS = word_set(
    """compare add_aspect drop change_object what_about name_object why sources other_side shorter longer style swap
    greet thanks goodbye help restart affirm deny off_topic nonsense"""
)
"""What a message can ask for."""

_SAYINGS = {
    "compare": """compare; compare two things; i want to compare two things; compare something; i want to compare
        something; start a comparison; make a comparison; can you compare two things; comparison""",
    "restart": """restart; reset; start over; start again; start anew; begin again; new conversation; new chat; new
        comparison; another comparison; compare two other things; i want to compare two other things; compare
        something else; i want to compare something else; a different comparison; forget everything; forget it all;
        forget that; clear;
        clear chat; try something else; something else""",
    "greet": """hi; hii; hello; hey; hiya; howdy; yo; greetings; hi there; hello there; hey there; hey bot; hi bot;
        hi all; good morning; good afternoon; good evening; good day; hola; how are you; hi how are
        you; hello how are you; hey how are you; how is it going; how do you do; whats up; sup""",
    "thanks": """thanks; thank you; thank u; thx; thnx; tnx; ty; tysm; cheers; merci; thanks a lot; thanks so much;
        thank you very much; thank you so much; many thanks; thanks for that; thanks for your help; thank you for
        your help; thanks for the help; thanks again; that helped; that helped a lot; that was helpful; very
        helpful; much appreciated; i appreciate it; awesome; perfect; excellent; wonderful; brilliant; great; cool;
        nice; good answer; good job; good bot; well done; great answer; nice one;   well
        thanks; 🙏""",
    "goodbye": """bye; bye bye; goodbye; good bye; see you; see ya; see you later; see you soon; see you tomorrow;
        cya; good night; goodnight; farewell; take care; talk to you later; that is all; that was all; that is it;
        that is all for now; i am done; im done; i have to go; quit; exit; stop; later; ciao; got to go; gtg; have a
        nice day; have a good day; have a good one; thanks bye; thank you bye; bye thanks""",
    "help": """help; help me; i need help; can you help me; can i get some help; what can you do; what can you do
        for me; what can i do; what can i ask; what can i ask you; what can i say; what do you do; what else can you
        do; how does this work; how does it work; how do you work; how do i use this; how to use this; how can i use
        this; how can i start; how do i start; who are you; who made you; what are you; what is this; what is this
        for; are you a bot; are you human; are you real; instructions; commands; menu; options; usage; i am lost; i
        am confused; i am stuck; what now; examples; give me an example; show me an example; what can you compare;
        what do you know; what do you
        know about; what""",
    "affirm": """yes; y; ya; yep; yup; yeah; yea; yah; yes please; yes do; sure; sure thing; ok; okay; okey; k;
        correct; right; exactly; indeed; absolutely; definitely; certainly; of course; do; do it; do that; go ahead;
        sounds good; that is right; that is correct; that is it exactly; true; agreed; fine; why not; lets do it; i
        do; i think so; 👍; 👌; ✅""",
    "deny": """no; n; nope; nah; no way; no thanks; no thank you; not really; not now; not at all; not that; not
        quite; never mind; nevermind; dont; wrong; incorrect; false; that is wrong; that is not right; that is not
        correct; that is not what i meant; of course not; absolutely not; cancel; i dont think so; neither; none;
        none of them; none of these; go back; undo; undo that; take that back; 👎; ❌""",
    "why": """why; tell me why; why is that; why is it; why is this; why so; why that; why not that; how come; how so;
        for what
        reason; reason; what is the reason; what are the reasons; whats the reason; give reasons; explain; explain
        that; explain it; explain this; explain why; explain the verdict; explain the answer; explain your answer;
        can you explain; can you explain that; can you explain why; justify; justify that; based on what; how did
        you decide; how did you get that; how did you get to that; how do you come to that; what makes you say that;
        what makes you think so; what makes you think that; what makes it better; why do you think so; why do you
        think that; why do you say that; why do you say so; why is it better; why is one better; why is the first
        better; why is the winner better; why did it win; are you sure; are you sure about that; really; how sure
        are you; how certain are you; how confident are you; i dont believe it; i dont believe that; i dont believe
        you; i dont get it; i dont understand; whats your reasoning; why this; why it""",
    "sources": """source; sources; show the sources; what are your sources; where are the sources; any sources; give
        sources; list sources; see sources; more sources; cite sources; cite your sources; citation; show citations;
        reference; show references; evidence; show evidence; show me evidence; what is the evidence; give evidence;
        any evidence; more evidence; proof; show proof; any proof; prove it; prove that; link; show links; give
        links; quotes; show quotes; sentences; show sentences; show the original; show the texts; who says so; who
        says that; who says; who said that; who said so; who said; who wrote that; says who; according to whom;
        according to who; according to what; where did you get that; where did you get this; where did you get that
        from; where do you get that from; where did you read that; where did you find that; where does that come
        from; where does this come from; where is that from; where is this from; where do you have that from; where
        do you get your information; where do you get your data; where is the data from; how do you know; how do you
        know that; back it up; can i trust that; can i trust this; is that true; is this true; is that reliable; is
        it true; what is that based on; what is this based on""",
    "other_side": """other side; the other side; what about the other side; what is the other side; show the other
        side; other view; other opinion; other perspective; other arguments; opposite view; opposite side; opposing
        view; opposing arguments; opposing side; losing side; counterargument; counter argument; what are the
        counterarguments; contra; cons; what are the cons; show the cons; any cons; downside; what are the
        downsides; any downsides; drawback; what are the drawbacks; any drawbacks; disadvantage; what are the
        disadvantages; any disadvantages; objection; any objections; argument against; what are the arguments
        against; what are the arguments against it; arguments against it; what speaks against it; what speaks
        against that; what speaks against the winner; devil's advocate; play devil's advocate; on the other hand; what
        do others say; what about the loser; and the loser; who disagrees; i disagree; i dont agree; you are wrong;
        you're wrong; does anyone disagree; is there
        disagreement; the other one; what about the other one; what about the other; and the other; and the other
        one; the flip side""",
    "shorter": """shorter; make it shorter; make that shorter; a bit shorter; much shorter; even shorter; can you
        make it shorter; short version; shorter version; short answer; shorter answer; give a short answer; short;
        brief; be brief; briefly; briefer; keep it short; keep it brief; concise; be concise; more concise; make it
        concise; less; less text; less detail; fewer words; too long; that is too long; too much; too much text; too
        many words; too wordy; which is better; which one is better; so which is better; which one should i choose;
        which should i choose; which one should i take; which one should i buy; which one; which one do you
        recommend; which do you recommend; what do you recommend; what would you do;
        what would you choose; what do most people prefer; which do people prefer; what do people prefer; what do people
        say; what do experts say; what should i do; tldr; tl dr; summary;
        give a summary; summarize; summarise; summarize it; summarize that;
        summarize this; can you summarize; sum it up; sum up; in short; in brief; in a nutshell; in one sentence; in
        one line; in one word; in a few words; bottom line; what is the bottom line; cut it short; just the verdict;
        just the winner; only the winner; what is the verdict; the verdict; who wins; who won; who is the winner;
        conclusion; quick version""",
    "longer": """more; longer; make it longer; a bit longer; longer version; longer answer; long version; full
        version; tell more; tell me more; tell me more about it; tell me more about that; show more; show me more;
        give more; more detail; more details; more details about that; in detail; in more detail; more information;
        more info; more arguments; more facts; more reasons; more about that; more about it; more on that; more of
        that; some more; even more; details; detailed; elaborate; elaborate on that; can you elaborate; go on;
        continue; carry on; keep going; expand; expand on that; what else; anything else; too short;
        that is too short; full answer; show everything; show all; show all of them; show the rest; next; say more;
        go deeper; further details""",
    "nonsense": """lol; lmao; rofl; haha; hahaha; hehe; xd; wtf; omg; hmm; hm; huh; meh; duh; blah; blah blah; bla; bla
        bla; foo; foo bar; test; testing; ping; lorem ipsum""",
    "off_topic": """maybe; perhaps; i dont know; dont know; idk; dunno; not sure; i am not sure; whatever; i dont care;
        who cares; interesting; hm interesting; i see; idiot; stupid; stupid bot; bad bot; you suck; shut up; fuck;
        fuck off; shit; bullshit; damn; repeat; repeat that; say that again; what did you say""",
    "swap": """swap; swap them; swap it; swap sides; swap the order; swap the two; swap both; swap objects; switch;
        switch them; switch sides; switch places; switch it around; flip; flip it; flip them; reverse; reverse it;
        reverse them; reverse the order; exchange them; invert; turn it around; turn it round; other way around;
        other way round; the other way around; the other way round; vice versa; the reverse; change the order;
        change sides""",
    "bullets": """bullet; bullets; bullet point; bullet points; as bullets; as bullet points; in bullet points; in
        bullets; with bullet points; use bullets; use bullet points; show as bullet points; show it as bullet
        points; give me bullet points; make it bullet points; make it bullets; make bullet points; write bullet
        points; can you use bullet points; list; as a list; as list; in a list; list it; list them; make a list;
        make it a list; show it as a list; list form; bulleted list; pros and cons list; as points; in points""",
    "template": """template; as template; as a template; use the template; use a template; text; as text; as a text;
        as plain text; plain text; running text; as running text; prose; as prose; in prose; paragraph; as a
        paragraph; as paragraph; in a paragraph; full sentences; in full sentences; as full sentences; use full
        sentences; write full sentences; in sentences; no bullet points; no bullets; without bullets; without bullet
        points; in words; essay; as an essay""",
}
"""Intent (or style) → whole messages of that meaning, compared by stems and without politeness, see ``_gist``."""

_FILLERS = word_set(
    """please pls plz the me your so and but ok okay well hmm um oh ah now then just you bot hi hello hey there"""
)

_TEMPLATES = {
    "drop": (
        "(without|remove|drop|forget( about)?|ignore|leave out|skip|exclude|regardless of) {thing}",
        "i (don['’]?t|do not) care (about|for) {thing}",
        "{thing} (does not|doesn['’]?t) matter( to me)?",
    ),
    "add_aspect": (
        "{ask} (only|just) {only}",
        "(just|only) (for |in terms of )?{only}",
        "({ask} )?(for |in terms of )?{only} only",
        "({ask} )?(for|in terms of|in regards? to|with (regards?|respect) to|regarding|concerning|"
        "when it comes to|considering|based on|in|at|during) {aspect}",
        "(how|which) (do|does|did) (they|it|both|these) (compare|differ|do|fare|look) (for|on|in) {aspect}",
        "as far as {aspect} (is|are) concerned",
        "(also )?(add|consider|include|look at|focus on|think of|weigh) {aspect}( too| as well| also)?",
        "take {aspect} into account",
        "i( also| mostly| only| mainly| really)? (care about|need|value|worry about) {point}( too| most| more)?",
        "my (main )?(concern|priority|criterion) is {aspect}",
        "{aspect} (is|are) (also |very |more |most |really )*important( to me| for me)?",
        "{aspect} matters?( a lot| most| more| to me)*",
        "which (one )?(should|shall|would|do|can) (i|we|you) \\w+ (for|in|at|on|during) {aspect}",
        "which (one )?(is|are|has|have|does|runs?|works?|lasts?|costs?|tastes?|looks?|feels?|sounds?) {measure}",
        "(is|are|does|do) (it|they|one of them|one) (also |really |actually |have )?{measure}",
        "((what|how) about|what of|and|but) {point}",
        "{point}( and |, ?| & ){point_}",
    ),
    "change_object": (
        "((what|how) about |use |try |take |with |make it |(compare (it )?(with|to) ))?{new},? instead( of {old})?",
        "{new} rather than {old}",
        "(use|try|take) {new}",
        "instead of {old},? ((use|take|try|compare (it )?with) )?{new}",
        "(replace|substitute|exchange|swap|change|switch) (out )?{old} (with|by|for|to|against) {new}",
        "not {old},? but {new}",
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
        "what('s| is) (so )?(good|great) about {object}",
        "what('s| is) (wrong|bad) (about|with) {against}",
        "why (would|should) (anyone|someone|i|one|you) (pick|choose|use|buy|take|want|prefer) {object}",
        "(defend|argue for) {object}",
        "argue against {against}",
        "{against} (sucks?|is (bad|terrible|awful|overrated))",
    ),
    "shorter": ("(so )?which (one )?(should|shall|would|do|can) (i|we|you) \\w+",),
    "why": (
        "why do you (think|say|believe|claim) (that )?{name} (is|are|was|were) (better|worse)",
        "why not {name}",
        "why (is|was|are|does|did|should|would|has) ({name} )?(better|worse|win|won|ahead|the winner|preferred)",
        "what makes {name} (better|worse|the winner|win)",
        "why {name}",
    ),
    "what_about": ("((what|how) about|what of|and|or|but) {thing}",),
    "compare": (
        "(compare )?{first}( and |, ?| & | ?/ ?){second}",
        "{first} better {second}",
        "(do you think )?(it is|it['’]s|is it) worth (learning|buying|getting|using|having|trying) {object}",
        "(what do you know|do you know anything|tell me( something| more)?|talk) about {object}",
        "(is|are) {object} (any |really |actually |a )?{quality}( for {aspect})?",
        "how {quality} (is|are) {object}( for {aspect})?",
        "should i (buy|use|learn|get|choose|take|try|pick) {object}( for {aspect})?",
    ),
    "name_object": (
        "(compare (it |that |this )?)?((with|to|against|vs\\.?|versus|or|over) )?{object}",
        "{object} (vs\\.?|versus|or|and|against|compared to)",
    ),
}
"""Intent → forms of a whole message, tried in this order. A word in braces is one of ``_PARTS`` or a noun phrase of at
most six words, see ``_ENTITIES``; ``point`` must look like an aspect, ``measure`` like an aspect or an adjective."""

_PARTS = {
    "say": "(what (speaks|is there to say|can be said|(are|is) the (arguments|reasons|evidence))|"
    "((show|give|tell) (me )?)?((any|the|some) )?(arguments?|reasons?|evidence))",
    "quality": "(good|bad|great|nice|worth (it|buying|the money)|safe|healthy|reliable|fast|expensive|popular|useful)",
    "ask": "((what|how) about( it| them| that)?|what of|(which( one)?|what)( is|['’]?s)? (better|best|worse)|"
    "(is|are) (it|they) (also |still )?(better|good))",
}
_ENTITIES = {
    "new": ("object", "new"),
    "old": ("object", "old"),
    "object": ("object", ""),
    "first": ("object", ""),
    "second": ("object", ""),
    "against": ("object", "against"),
    "aspect": ("aspect", ""),
    "only": ("aspect", "only"),
    "point": ("aspect", ""),
    "point_": ("aspect", ""),
    "measure": ("aspect", ""),
    "thing": ("thing", ""),
}
"""Name in a template → the entity it gives and its role; ``name`` gives none."""

_LEAD = (
    r"(?:(?:and|but|so|ok|okay|well|hm+|um+|oh|ah|now|then|no|yes|yeah|please|hey|great|cool|nice|actually)\b"
    r"[\s,.!…]*)*"
)
_TAIL = r"(?:[\s,]+(?:please|pls|plz|then|now|though|too|again|thanks|thank you))*[\s?!.…]*"
_NAME = r"[^\s?!,;:<>{}|]+(?:\s[^\s?!,;:<>{}|]+){0,5}?"
_CORRECTION = re.compile(
    r"(?:(?:no|nope|nah|sorry|oops|wait|actually|ok|okay|well|but|and|hey)\b[\s,.!…:–-]*)*"
    r"(?:(?:i (?:actually )?(?:mean|meant|ment|said)|what i (?:mean|meant) (?:is|was)|i wanted to say)\b[\s,:]*)+",
    re.IGNORECASE,
)
"""What a person says before saying the same thing better: "no, I meant …"."""
_CHOICE = re.compile(r"\s(?:or|vs\.?|versus)\s", re.IGNORECASE)
"""What stands behind the first object of a bare choice, "tea or coffee for someone who …"."""
_PAYLOAD = re.compile(r"/\w+\s*(?:\{.*)?")
"""A message written for Rasa's own parser, "/greet", which means nothing here."""
_MASH = re.compile(
    r"\b(?:(?i:asdf|qwert[yz]\w)\w*|(?!https|xhtml)[bcdfghjklmnpqrstvwxz]{5,})\b|(?i:([^\W\d_])\1{3}|([^\W\d_]{2,3})\2\2)"
)
"""Keys that were hit at random: a row of the keyboard, a word without vowels, the same letters over and over."""


_CONTRACTED = re.compile(r"['’]s\b", re.IGNORECASE)


def _gist(text: str) -> str:
    """Return the stems of a message without fillers, unless it has no others."""
    all_stems = stems(_CONTRACTED.sub(" is", text))
    return " ".join(stem for stem in all_stems if stem not in _FILLERS) or " ".join(all_stems)


_INTENT_OF = {
    _gist(saying): intent for intent, sayings in _SAYINGS.items() for saying in sayings.replace("\n", " ").split(";")
}


def _compiled(template: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        template = template.replace(f"{{{name}}}", part)
    pattern = re.sub(r"\{(\w+)\}", lambda name: f"(?P<{name[1]}>{_NAME})", template.replace("(", "(?:"))
    return re.compile(rf"{_LEAD}(?:{pattern}){_TAIL}", re.IGNORECASE)


_FORMS = tuple((intent, _compiled(template)) for intent, templates in _TEMPLATES.items() for template in templates)


def read_turn(text: str, *, reader: Reader) -> Turn:
    """Read one chat message.

    Args:
        text: What the person typed, of any length; it is cleaned first.
        reader: Understands questions.

    Returns:
        The most likely intent; never raises on strange text.
    """
    text = clean(text)
    correction = _CORRECTION.match(text)
    if correction and TOKEN.search(text, correction.end()):
        turn = read_turn(text[correction.end() :], reader=reader)
        named = turn.intent == "name_object" and not is_point_of_view(turn.text)
        return _as_replacement(turn) if named else turn
    short = len(text) <= LONGEST_FOLLOW_UP
    intent = _INTENT_OF.get(_gist(text)) if short else None
    if intent in {"bullets", "template"}:
        return Turn("style", 1.0, (TurnEntity("style", intent, 0, len(text)),), text=text)
    if intent:
        return Turn(intent, 1.0, text=text)
    if not TOKEN.search(text) or _PAYLOAD.fullmatch(text):
        return Turn("nonsense", 1.0, text=text)
    follow_up = _follow_up(text) if short else None
    if follow_up and follow_up.intent not in {"name_object", "compare"}:
        return follow_up
    question = reader.read(text)
    if len(question.objects) > 1 and (question.comparative or _CHOICE.match(text, question.spans[0].end)):
        return _comparison(question)
    mentioned = [entity.value for entity in follow_up.entities] if follow_up else []
    bare = bool(follow_up and follow_up.intent == "name_object") and mentioned == list(question.objects)
    if question.comparative and not bare and (question.objects or not mentioned):
        return _comparison(question)
    if follow_up and not _MASH.search(text):
        return follow_up
    known = any(word.kind not in "nJA#.,:" for word in words(text))
    return Turn("off_topic" if known else "nonsense", 0.7, question=question, text=text)


def _as_replacement(turn: Turn) -> Turn:
    """Return the turn that puts the bare name of a turn in the place of another."""
    return replace(
        turn, intent="change_object", entities=tuple(replace(entity, role="new") for entity in turn.entities)
    )


def _comparison(question: Question) -> Turn:
    """Return the turn of a comparative question; the class that a superlative chooses from is no object of it."""
    points = question.points_of_view
    names = {Label.OBJECT: question.objects, Label.ASPECT: points, Label.PREDICATE: points}
    if question.kind is Kind.SUPERLATIVE:
        names[Label.OBJECT] = ()
    entities = tuple(
        TurnEntity("object" if span.label is Label.OBJECT else "aspect", question.name(span), span.start, span.end)
        for span in question.spans
        if question.name(span) in names[span.label]
    )
    bare = not names[Label.OBJECT] and question.kind is not Kind.SUPERLATIVE
    intent = "add_aspect" if bare and points else "compare"
    return Turn(intent, question.probability, entities, question, question.text)


def _follow_up(text: str) -> Turn | None:
    for intent, form in _FORMS:
        match = form.fullmatch(text)
        entities = _entities(match) if match else None
        if entities is not None:
            return Turn(intent, 0.6 if intent == "name_object" else 0.9, entities, text=text)
    return None


def _entities(match: re.Match[str]) -> tuple[TurnEntity, ...] | None:
    """Return what the names of a form stand for; None when one is no noun phrase, or not of the kind that is asked."""
    entities: list[TurnEntity] = []
    for name in match.groupdict():
        if match[name] is None:
            continue
        phrases = list(_phrases(match, name))
        if not phrases:
            return None
        if name in _ENTITIES:
            entity, role = _ENTITIES[name]
            entities += [
                TurnEntity(entity, value, start, start + len(value), role)
                for start, value in phrases
                if value.lower() not in {"better", "worse", "best"}
            ]
    return tuple(sorted(entities, key=lambda entity: entity.start))


def _phrases(match: re.Match[str], name: str) -> Iterator[tuple[int, str]]:
    """Yield the noun phrases of a name with their start, coordinated aspects one by one; none if a verb is in it."""
    offset = match.start(name)
    phrase = words(match[name])
    kinds = "".join(word.kind for word in phrase)
    if not set(kinds).isdisjoint("whvo>|x.:P"):
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
        value = match[name][start:end]
        if _fits(name, value, kinds[part.start()]):
            yield offset + start, value


def _fits(name: str, value: str, kind: str) -> bool:
    """Return whether a noun phrase, whose first word is of a kind, can be what a name of a form asks for."""
    if not any(char.isalnum() for char in value):
        return False
    if name == "measure" and (kind in "CMG" or (kind == "J" and not value.lower().endswith(("ing", "ed")))):
        return True
    return name not in {"measure", "point", "point_"} or is_point_of_view(value)


def is_point_of_view(name: str) -> bool:
    """Return whether a phrase looks like a point of view ("battery life", "cheaper") rather than a thing ("Julia")."""
    if any(word.kind in "CM" for word in words(name)[:1]):
        return True
    head = name.partition(" of ")[0]
    return stems(head)[-1:] != () and (stems(head)[-1] in ASPECTS or stems(name)[-1] in ASPECTS)
