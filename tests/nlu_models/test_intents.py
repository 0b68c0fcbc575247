"""Chat messages and their intents."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nlu_models.intents import INTENTS, UNSURE, Context, parse_message
from nlu_models.intents.message import NOTHING_SAID
from nlu_models.question.parser import LearnedQuestionParser
from nlu_models.training.rules.parser import RuleQuestionParser
from tests.steps import steps

PARSER = RuleQuestionParser()

UTTERANCES = {
    "compare": """
        Compare Python with MATLAB => object=Python object=MATLAB
        Is tea better than coffee for sleep? => object=tea object=coffee aspect=sleep
        tea or coffee => object=tea object=coffee
        hi, is tea better than coffee? => object=tea object=coffee
        C++ vs C# => object=C++ object=C#
        no, I meant jam vs jelly => object=jam object=jelly
        sorry, i mean jam or jelly => object=jam object=jelly
        compare apples and oranges => object=apples object=oranges
        compare apples with pears => object=apples object=pears
        jam/jelly => object=jam object=jelly
        Do you think it is worth learning Haskell? => object=Haskell
        tell me about jam => object=jam
        cats and dogs => object=cats object=dogs
        Oslo, Rome => object=Oslo object=Rome
        i want to compare an ipad and a kindle => object=ipad object=kindle
        do you like cats or dogs => object=cats object=dogs
        What's the difference between jam and jelly? => object=jam object=jelly
        why is tea better than coffee => object=tea object=coffee
        Is Python good? => object=Python
        is the kindle worth it for students? => object=kindle aspect=students
        how safe is Oslo? => aspect=safe object=Oslo
        should I learn Haskell? => object=Haskell
        What are the advantages of solar power? => object=solar power
        what's the best laptop for students? => object:class=laptop aspect=students
        which linux distro should i get for an old laptop => object:class=linux distro aspect=old laptop
        compare
        I want to compare two things
        """,
    "add_aspect": """
        and for beginners? => aspect=beginners
        and for web development? => aspect=web development
        for kids => aspect=kids
        what about price? => aspect=price
        what about the price => aspect=price
        What about its battery life? => aspect=battery life
        how about safety => aspect=safety
        what about for students? => aspect=students
        and the noise? => aspect=noise
        and gaming? => aspect=gaming
        in terms of price => aspect=price
        in terms of price and battery life? => aspect=price aspect=battery life
        regarding comfort => aspect=comfort
        with respect to ease of use => aspect=ease of use
        when it comes to rent => aspect=rent
        based on taste? => aspect=taste
        as far as safety is concerned => aspect=safety
        Which is better for beginners? => aspect=beginners
        which one is better for long hikes => aspect=long hikes
        are they good for toddlers? => aspect=toddlers
        how do they compare in speed? => aspect=speed
        how do they compare on price => aspect=price
        consider price too => aspect=price
        also add safety => aspect=safety
        please take fuel economy into account => aspect=fuel economy
        i care about privacy => aspect=privacy
        I really care about sustainability most => aspect:most=sustainability
        my main concern is cost => aspect=cost
        price is important to me => aspect=price
        battery life matters => aspect=battery life
        which is cheaper? => aspect=cheaper
        which one has better battery life => aspect=battery life
        which lasts longer => aspect=longer
        is it faster? => aspect=faster
        what about safety only? => aspect:only=safety
        what about it for sleep? => aspect=sleep
        in a small flat => aspect=small flat
        i said for kids! => aspect=kids
        whats better for privacy => aspect=privacy
        which should I drink in the morning? => aspect=morning
        price and quality => aspect=price aspect=quality
        """,
    "drop": """
        forget gaming => aspect=gaming
        without the price => aspect=price
        leave out battery life => aspect=battery life
        i don't care about taste => aspect=taste
        price doesn't matter => aspect=price
        """,
    "add_object": """
        add Julia => object=Julia
        Julia too please => object=Julia
        could you include the Kindle as well? => object=Kindle
        and also Lima => object=Lima
        what about Julia as well? => object=Julia
        and Rust too => object=Rust
        add Kotlin to the comparison => object=Kotlin
        compare them with oat milk too => object=oat milk
        """,
    "undo": """
        undo that
        go back
        back again
        """,
    "propose": """
        what else can tea be compared with? => object=tea
        any alternatives to Python? => object=Python
        """,
    "show_stored_data": """
        what do you remember about me?
        do you store what i say
        """,
    "delete_data": """
        delete my data
        forget this conversation
        delete everything
        please erase all data you have on me
        """,
    "filter": """
        only since 2012 => time:since=2012
        nothing before 2020 please => time:since=2020
        only stuff from b4 2010 => time:until=2009
        only articles from after 2025 => time:since=2026
        between 2015 and 2020 => time:since=2015 time:until=2020
        not older than 2019 => time:since=2019
        any year is fine => time:any=any year
        nothing older than ten years
        just scientific papers please => site=scientific papers
        ignore forums => site:out=forums
        only web, no reddit => site=web site:out=reddit
        leave out r/pcmasterrace => site:out=r/pcmasterrace
        only sources from petforums.co.uk => site=petforums.co.uk
        skip sample sources => site:out=sample
        just the cams texts => site=cams
        everything but reddit => site:out=reddit
        count blogs again => site=blogs
        no restriction on sources
        does it change without reddit? => site:out=reddit
        count all sources again => site:any=count all sources
        """,
    "repeat": """
        say that again
        can you repeat the answer?
        once more please
        same question
        """,
    "change_object": """
        is he better than Pele? => object:new=Pele
        no, i ment Oslo => object:meant=Oslo
        what about Julia instead? => object:new=Julia
        how about Julia instead => object:new=Julia
        Julia instead => object:new=Julia
        compare it with Julia instead => object:new=Julia
        replace MATLAB with Julia => object:old=MATLAB object:new=Julia
        swap MATLAB for Julia => object:old=MATLAB object:new=Julia
        change MATLAB to Julia please => object:old=MATLAB object:new=Julia
        use Julia => object:new=Julia
        try green tea instead => object:new=green tea
        ok, use C++ instead => object:new=C++
        instead of MATLAB use Julia => object:old=MATLAB object:new=Julia
        not java but javascript => object:old=java object:new=javascript
        I meant Java => object:meant=Java
        make that Lima => object:new=Lima
        is it better than Julia? => object:new=Julia
        """,
    "name_object": """
        what about Julia? => object=Julia
        How about green tea? => object=green tea
        and Rust? => object=Rust
        what about C++? => object=C++
        and what about the U.S.? => object=U.S.
        with R => object=R
        compare it with Rust => object=Rust
        against tea => object=tea
        """,
    "why": """
        why?
        Why is that?
        but why
        how come
        explain
        can you explain that?
        what does it depend on?
        it depends on what
        why is it better?
        why is Python better? => object=Python
        what makes you think so
        what makes Python better? => object=Python
        why do you think that?
        how did you decide
        what's the reason?
        """,
    "sources": """
        show me pages about both
        any articles that compare both?
        sources please
        show me the sources
        Sources?
        what are your sources
        who says so
        who said that?
        says who?
        where did you get that from?
        where does that come from
        prove it
        any evidence?
        citations
        show me the evidence
        how do you know that?
        """,
    "other_side": """
        the other side?
        what about the other side
        show me the other side
        counterarguments
        any downsides?
        what are the cons
        devil's advocate
        """,
    "ask_for": """
        what speaks for MATLAB => object=MATLAB
        arguments for tea => object=tea
        show me arguments in favor of green tea => object=green tea
        why would anyone choose MATLAB? => object=MATLAB
        and what's good about Lima? => object=Lima
        """,
    "ask_against": """
        what speaks against Python? => object:against=Python
        what's wrong with coffee? => object:against=coffee
        """,
    "ask_source": """
        show me source 2 => argument=2
        open the last argument => argument=-1
        what does link three say => argument=3
        """,
    "ask_how_many": """
        how many people say so?
        how many people did you hear that from?
        how many sources?
        """,
    "ask_how_sure": """
        are you sure?
        how sure are you?
        can i trust that
        is that true?
        """,
    "ask_date": """
        how old is that?
        when was that written
        """,
    "ask_corpus": """
        where is your data from?
        how big is your corpus
        do you search the web?
        """,
    "ask_verdict": """
        bottom line
        who won?
        well?
        which one is worse?
        so which one?
        which one then
        which one should I choose?
        so which is better?
        which one would you buy?
        what do most people prefer?
        """,
    "back_to": """
        back to the phones => before=the phones
        """,
    "other_language": """
        Ist Kaffee besser als Tee?
        translate to German
        por qué es mejor que el té?
        """,
    "opinion": """
        I'll take the piano then => object=piano
        """,
    "chat": """
        are you human?
        tell me a joke
        who made you?
        I love you
        lol
        haha!
        """,
    "insult": """
        you are useless
        shut up
        """,
    "group_ranking": """
        are black people smarter than white people?
        are women dumber than men
        """,
    "self_harm": """
        is suicide better than living?
        i want to die
        """,
    "shorter": """
        shorter
        make it shorter please
        tl;dr
        TLDR
        too long
        summarize
        in a nutshell
        """,
    "longer": """
        more
        tell me more
        more details please
        Go on
        elaborate
        longer
        show more
        what else?
        in more detail
        """,
    "style": """
        as bullet points please => style=bullets
        bullet points => style=bullets
        use bullets => style=bullets
        as a list => style=bullets
        in full sentences => style=brief
        as text please => style=brief
        no bullet points => style=brief
        as a template => style=template
        in a table, please => style=table
        as a snippet => style=snippet
        with textrank => style=textrank
        with ctrl => style=ctrl
        as a poem => style=other
        """,
    "swap": """
        swap them
        swap
        switch sides
        the other way around
        vice versa
        """,
    "greet": """
        hi
        Hello!
        hey there
        good morning
        hi, how are you?
        """,
    "thanks": """
        thanks a lot
        Thank you!
        thx
        ok thanks
        that helped a lot
        great answer!
        """,
    "goodbye": """
        bye
        Goodbye!
        see you later
        thanks, bye
        that's all
        no more questions
        nothing else, thanks
        """,
    "help": """
        help
        what can you do
        What can you do for me?
        how does this work?
        hello there, who are you?
        """,
    "restart": """
        start over
        /restart
        I want to compare two other things
        restart
        new comparison
        """,
    "affirm": """
        haha ok
        yes
        Yes, please!
        yep
        sure
        ok
        👍
        sounds good
        """,
    "deny": """
        no
        nope
        no thanks
        not really
        never mind
        👎
        """,
    "out_of_scope": """
        What is the weather today?
        who wrote Faust
        Is it raining?
        what is python
        how do I boil an egg?
        maybe
        """,
    "nlu_fallback": """
        asdfgh
        /greet
        !!!
        ...
        🙂
        qwertyuiop
        lkjlkjlkj
        zzzzzzzz
        {}
        """,
}
TABLE = [
    (intent, *(part.strip() for part in line.partition(" => ")[::2]))
    for intent, lines in UTTERANCES.items()
    for line in lines.strip().splitlines()
]


def written(turn) -> str:
    said = (one for one in turn.entities if one.entity != "need")
    return " ".join(f"{entity.entity}{':' * bool(entity.role)}{entity.role}={entity.value}" for entity in said)


FIRST = frozenset({"compare", "name_object", "add_object", "filter", "affirm", "deny"})
"""Intents of messages that are read as the first of a conversation."""


def follows(intent):
    """Return what a message with an intent follows here."""
    return NOTHING_SAID if intent in FIRST else Context(("Python", "MATLAB"), ("price", "taste"), "verdict")


@pytest.mark.parametrize(("intent", "text", "entities"), TABLE)
def test_reads_what_a_person_means(intent, text, entities):
    turn = parse_message(text, parser=PARSER, context=follows(intent))
    assert turn.intent == intent
    assert written(turn) == entities


def test_the_table_is_broad():
    assert len(TABLE) >= 120
    assert {intent for intent, _, _ in TABLE} == set(INTENTS)


@pytest.mark.parametrize(("intent", "text", "entities"), TABLE)
def test_case_and_politeness_do_not_matter(intent, text, entities):
    for variant in (text.upper(), f"  {text}  "):
        assert parse_message(variant, parser=PARSER, context=follows(intent)).intent in {
            intent,
            "nlu_fallback" if intent == "name_object" else intent,
        }


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\x00", "\u200b", "\ud800"])
def test_nothing_is_nonsense(text):
    assert parse_message(text, parser=PARSER).intent == "nlu_fallback"


@pytest.mark.parametrize("text", ["/greet", '/inform{"object": "x"}', "/session_start", "/compare"])
def test_a_slash_gives_no_access_to_intents(text):
    turn = parse_message(text, parser=PARSER)
    assert turn.intent in {"nlu_fallback", "compare"}
    assert (turn.text, turn.entities) == (text, ())


@given(
    st.one_of(
        st.text(max_size=300), st.lists(st.sampled_from([text for _, text, _ in TABLE]), max_size=6).map(", ".join)
    )
)
@example("AFTER 2000")
@example("F<2 R000:R000")
@example("0=G0. BULLETS")
@example("Only since 2012. Is tea better than coffee?")
@example("We need a drink, is tea better than coffee since 2012?")
@settings(max_examples=150, deadline=None)
def test_any_text_gives_a_known_intent_and_entities_that_slice_it(text):
    turn = parse_message(text, parser=PARSER)
    assert turn.intent in (*INTENTS, UNSURE)
    assert 0.0 <= turn.confidence <= 1.0
    for entity in turn.entities:
        assert 0 <= entity.start < entity.end <= len(turn.text)
        said = turn.text[entity.start : entity.end]
        if entity.entity == "time":  # "after 2000" bounds from 2001; a bound before the question has all of it
            assert said == turn.text or entity.role == "any" or abs(int(said[:4]) - int(entity.value)) <= 1
        else:
            assert entity.entity in {"style", "argument", "need", "weight"} or said in entity.value  # "acoustic" guitar


@pytest.mark.parametrize(
    "unit",
    ["no, ", "and ", "what about ", "x ", "(", "<b>", "why ", "instead of ", "🙂", "a AND (", "thanks! ", "idiot, a. "],
)
@pytest.mark.parametrize("chars", [1_000, 10_000])
def test_the_steps_of_reading_a_long_message_grow_no_faster_than_it(unit, chars):
    short, long = (
        steps(lambda size=size: parse_message((unit * size)[:size], parser=PARSER)) for size in (chars, 3 * chars)
    )
    assert long < 4 * short + 1_000


PHONES = Context(("iPhone 15", "Pixel 8"), ("video",), "verdict")
SEASONS = Context(("spring", "autumn"), (), "verdict")
TEA = Context(("tea",), (), "ask_second")
BRAND = Context(("Kubota",), (), "ask_second")
DRINKS = Context(("tea", "coffee"), (), "verdict")
QUOTED = Context(("tea", "coffee"), (), "side1")
TRAVEL = Context(("driving", "flying"), (), "verdict")
CITIES = Context(("Rome", "Athens"), (), "verdict")
HOMES = Context(("renting a flat", "buying"), (), "verdict")
LANGUAGES = Context(("Python", "MATLAB"), (), "verdict")
CARS = Context(("Kuvi", "Berta"), (), "verdict")
PADS = Context(("Kindle Fire", "iPad"), (), "verdict")
EDITORS = Context(("VS Code", "Go"), ("gaming",), "verdict")

NEWS = Context(("CNN", "BBC News", "Fox News"), (), "verdict")
DATABASES = Context(("MySQL", "PostgreSQL"), ("performance",), "verdict")
PETS = Context(("cats", "dogs"), (), "source1")
SOURCE = Context(("VS Code", "Go"), ("gaming",), "source3")
WEIGHED = Context(("tea", "coffee"), ("allergy", "small apartment", "work", "children", "mean"), "nothing")
THREE = Context(("Java", "Python", "C++"), ("beginners",), "verdict")
TALKED = Context(("tea", "coffee"), (), "talk")
CONSOLES = Context(("PS3", "Xbox 360"), (), "verdict")
SYSTEMS = Context(("Windows 7", "Windows 8"), (), "verdict")
LIMITED = Context(("tea", "coffee"), (), "verdict", limited=True)
IN_CONTEXT = [
    (NEWS, "ask_against", "say something against fox", "object:against=Fox News"),
    (NEWS, "drop", "drop the latter", "object=Fox News"),
    (NEWS, "ask_corpus", "how old is all that stuff you read, before 2010 or what", ""),
    (NEWS, "filter", "only texts from before 2010", "time:until=2009"),
    (NEWS, "goodbye", "thx man ur less dumb than i thought, cya", ""),
    (NEWS, "thanks", "thanks, idiot", ""),
    (NEWS, "add_aspect", "u didnt even think about the smoke, dumbass", "aspect=smoke"),
    (NEWS, "insult", "what a load of crap", ""),
    (LANGUAGES, "change_object", "no Julia", "object:meant=Julia"),
    (LANGUAGES, "change_object", "no, R", "object:meant=R"),
    (LANGUAGES, "drop", "no MATLAB", "object=MATLAB"),
    (PHONES, "drop", "no video", "aspect=video"),
    (PHONES, "compare", "forget the Pixel 8. cats versus dogs", "object=cats object=dogs"),
    (
        LIMITED,
        "add_aspect",
        "forget the limit. and for kids?",
        "time:any=forget the limit site:any=forget the limit aspect=kids",
    ),
    (LIMITED, "add_aspect", "all sources again. And price?", "site:any=all sources again aspect=price"),
    (DRINKS, "compare", "is coffee better with milk", "object=coffee aspect=milk"),
    (
        DRINKS,
        "compare",
        "I'd rather ask about breakfast: is cocoa better than coffee?",
        "aspect=breakfast object=cocoa object=coffee",
    ),
    (EDITORS, "add_aspect", "I don't want to carry much weight", "aspect=weight"),
    (CITIES, "add_aspect", "it rains all year here", "aspect=rain"),
    (DRINKS, "compare", "does tea work better over ice?", "object=tea aspect=ice"),
    (PHONES, "add_aspect", "repair costs, not reliability", "aspect=repair costs aspect:out=reliability"),
    (DRINKS, "add_aspect", "Thanks a lot! And which is cheaper?", "aspect=cheaper"),
    (LIMITED, "compare", "from all sources again: cats or dogs?", "site:any=from all sources object=cats object=dogs"),
    (DRINKS, "compare", "is hay really needed or is straw good enough", "object=hay object=straw"),
    (NEWS, "compare", "Reuters vs those two", "object=Reuters object=BBC News object=Fox News"),
    (THREE, "add_aspect", "which of both is cheaper", "aspect=cheaper"),
    (THREE, "add_aspect", "are both of them cheap?", "aspect=cheap"),
    (DATABASES, "ask_against", "why not postgres", "object:against=PostgreSQL"),
    (PHONES, "add_aspect", "winter", "aspect=winter"),
    (SEASONS, "name_object", "winter", "object=winter"),
    (PHONES, "add_aspect", "with kids", "aspect=kids"),
    (TEA, "name_object", "with coffee", "object=coffee"),
    (TEA, "name_object", "compare it to coffee", "object=coffee"),
    (PHONES, "name_object", "compare it to the Xperia 5", "object=Xperia 5"),
    (TEA, "name_object", "than coffee", "object=coffee"),
    (PHONES, "change_object", "not the Pixel 8, the Pixel 9", "object:old=Pixel 8 object:new=Pixel 9"),
    (PHONES, "drop", "forget the video", "aspect=video"),
    (PHONES, "drop", "leave out the Pixel 8", "object=Pixel 8"),
    (PHONES, "drop", "video is not so important, never mind it", "aspect=video"),
    (PHONES, "add_aspect", "is the Pixel 8 cheaper?", "object=Pixel 8 aspect=cheaper"),
    (DATABASES, "add_aspect", "is MySQL buggy", "object=MySQL aspect=buggy"),
    (PHONES, "add_aspect", "battery life matters most", "aspect:most=battery life"),
    (PHONES, "ask_for", "the Pixel 8 was my brother's idea, defend it", "object=Pixel 8"),
    (PHONES, "compare", "tea or coffee", "object=tea object=coffee"),
    (CONSOLES, "compare", "the PS2 or the Gamecube", "object=PS2 object=Gamecube"),
    (CONSOLES, "add_aspect", "is the PlayStation cheaper?", "object=PS3 aspect=cheaper"),
    (SYSTEMS, "compare", "C++ or .NET?", "object=C++ object=.NET"),
    (THREE, "compare", "so jam, honey or syrup?", "object=jam object=honey object=syrup"),
    (NEWS, "compare", "cats or dogs", "object=cats object=dogs"),
    (DRINKS, "ask_for", "does anyone think coffee is better?", "object=coffee"),
    (DRINKS, "compare", "ok tea beats coffee but is coffee better than gin?", "object=coffee object=gin"),
    (NOTHING_SAID, "compare", "My aunt says jam is sugar and that I should eat honey", "object=jam object=honey"),
    (
        NOTHING_SAID,
        "compare",
        "should I stick with C++? a friend says AT&T is gone but she said so of steam, too",
        "object=AT&T object=C++",
    ),
    (DRINKS, "compare", "My dentist says coke is bad. Should we get a juice instead?", "object=coke object=juice"),
    (DRINKS, "add_aspect", "price or quality", "aspect=price aspect=quality"),
    (PHONES, "compare", "tea or coffee, gimme a table", "object=tea object=coffee style=table"),
    (PHONES, "compare", "tea or coffee? put it in a table", "object=tea object=coffee style=table"),
    (PHONES, "compare", "tea or coffee as bullet points pls", "object=tea object=coffee style=bullets"),
    (PHONES, "compare", "a table or a desk", "object=table object=desk"),
    (PHONES, "why", "why?", ""),
    (LANGUAGES, "add_aspect", "only licensing", "aspect:only=licensing"),
    (LANGUAGES, "change_object", "Julia instead of MATLAB", "object:new=Julia object:old=MATLAB"),
    (LANGUAGES, "change_object", "Julia, not MATLAB", "object:new=Julia object:old=MATLAB"),
    (LANGUAGES, "change_object", "Julia rather than MATLAB", "object:new=Julia object:old=MATLAB"),
    (PADS, "change_object", "what about the Kindle instead of the iPad?", "object:new=Kindle object:old=iPad"),
    (LANGUAGES, "why", "why Python?", "object=Python"),
    (TEA, "name_object", "AT&T", "object=AT&T"),
    (TEA, "name_object", ".NET", "object=.NET"),
    (TEA, "name_object", "with New York please", "object=New York"),
    (EDITORS, "drop", "take VS Code out", "object=VS Code"),
    (EDITORS, "drop", "skip Go", "object=Go"),
    (EDITORS, "drop", "drop that again", "aspect=gaming"),
    (EDITORS, "add_aspect", "I live in a small flat", "aspect=small flat"),
    (EDITORS, "add_aspect", "we are all beginners", "aspect=beginners"),
    (EDITORS, "add_aspect", "not for beginners, for experts", "aspect:out=beginners aspect=experts"),
    (
        LANGUAGES,
        "add_aspect",
        "I mean readability, not speed of development",
        "aspect:meant=readability aspect:out=speed of development",
    ),
    (LANGUAGES, "add_aspect", "runtime speed, not compile time", "aspect=runtime speed aspect:out=compile time"),
    (TEA, "add_aspect", "cost of the pot, not on purchase cost", "aspect=cost of the pot aspect:out=purchase cost"),
    (EDITORS, "add_aspect", "and I'm away a lot", "aspect=away a lot"),
    (EDITORS, "add_aspect", "what about the former for gaming", "object=VS Code aspect=gaming"),
    (EDITORS, "add_object", "I also want to see C#", "object=C#"),
    (EDITORS, "back_to", "back to the phones", "before=the phones"),
    (EDITORS, "ask_against", "what speaks against the latter", "object:against=Go"),
    (EDITORS, "change_object", "no, I meant against Emacs", "object:meant=Emacs"),
    (DRINKS, "change_object", "no i mean green tea, e.g. sencha", "object:old=green tea object:meant=sencha"),
    (DRINKS, "change_object", "i said herbal tea, like chamomile", "object:old=herbal tea object:new=chamomile"),
    (EDITORS, "add_aspect", "price matters most, looks half as much", "aspect:most=price aspect:less=looks weight=0.5"),
    (EDITORS, "add_aspect", "gaming counts less than looks", "aspect:less=gaming aspect=looks"),
    (EDITORS, "add_aspect", "looks should matter less than gaming", "aspect:less=looks aspect=gaming"),
    (EDITORS, "add_aspect", "we worry less about gaming than price", "aspect:less=gaming aspect=price"),
    (EDITORS, "add_aspect", "gaming isn't as important as price", "aspect:less=gaming aspect=price"),
    (EDITORS, "add_aspect", "price is important, gaming not so much", "aspect=price aspect:less=gaming"),
    (EDITORS, "add_aspect", "gaming is only secondary", "aspect:less=gaming"),
    (EDITORS, "add_aspect", "we don't care that much about gaming", "aspect:less=gaming"),
    (EDITORS, "add_aspect", "I want looks so I can't save too much", "aspect=looks aspect=can't save too much"),
    (EDITORS, "add_aspect", "price is a little less important", "aspect:less=price weight=0.75"),
    (EDITORS, "add_aspect", "I am a student so I can't spend too much", "aspect=student aspect=price"),
    (EDITORS, "add_aspect", "I care slightly less about price", "weight=0.75 aspect:less=price"),
    (EDITORS, "add_aspect", "price matters most, looks a bit less", "aspect:most=price aspect:less=looks weight=0.75"),
    (EDITORS, "add_aspect", "which one has less noise?", "aspect=noise"),
    (CARS, "add_aspect", "how is their customer service?", "aspect=customer service"),
    (CARS, "add_aspect", "I drive around 30 miles a day, so comfort matters most", "aspect:most=comfort"),
    (DRINKS, "compare", "is tea 3x as bitter as coffee?", "object=tea aspect=bitter object=coffee"),
    (DRINKS, "thanks", "nice, tea it is then, thanks so much!", ""),
    (DRINKS, "add_aspect", "wat about dificulty", "aspect=difficulty"),
    (DRINKS, "longer", "anything more?", ""),
    (DRINKS, "name_object", "might a cocoa suit us better?", "object=cocoa"),
    (DRINKS, "sources", "come on. are those real people or did you invent them?", ""),
    (DRINKS, "sources", "I don't buy that, where does it say so?", ""),
    (DRINKS, "sources", "no way, show me the quotes", ""),
    (EDITORS, "opinion", "Really? I heard VS Code crashes all the time", "object=VS Code aspect=reliability"),
    (
        DATABASES,
        "add_aspect",
        "and what about performance with lots of writes?",
        "aspect=performance aspect=lots of writes",
    ),
    (EDITORS, "opinion", "my sister says Go breaks a lot", "object=Go aspect=reliability"),
    (EDITORS, "add_aspect", "does it matter that it's slower?", "aspect=slower"),
    (EDITORS, "add_aspect", "I meant for cooking, not hiking", "aspect:meant=cooking aspect:out=hiking"),
    (DRINKS, "add_aspect", "my aunt can't stand foam", "aspect=foam"),
    (DRINKS, "ask_how_many", "how many people have said so?", ""),
    (EDITORS, "add_aspect", "I need one that isn't too hard to learn", "aspect=easier to learn"),
    (DRINKS, "add_aspect", "she isn't very patient", ""),
    (DRINKS, "add_aspect", "we're serving soup", "aspect=soup"),
    (DRINKS, "add_aspect", "we'd like to emigrate later", ""),
    (DRINKS, "add_aspect", "we plan to buy a house some day", "aspect=house"),
    (DRINKS, "goodbye", "I'm going to bed", ""),
    (DRINKS, "longer", "I want to know more", ""),
    (DRINKS, "sources", "I want to see the sources", ""),
    (DRINKS, "out_of_scope", "do hotels serve both?", ""),
    (DRINKS, "out_of_scope", "would most hotels accept either?", ""),
    (DRINKS, "out_of_scope", "do you need a licence for both?", ""),
    (DRINKS, "out_of_scope", "do I really need both?", ""),
    (DRINKS, "add_aspect", "do nurses like both?", "aspect=nurses"),
    (DRINKS, "ask_against", "do people regret it?", "object:against=tea"),
    (DRINKS, "chat", "do you need sleep?", ""),
    (DRINKS, "ask_how_many", "what do most people drink?", ""),
    (EDITORS, "compare", "is Emacs better than Go for that?", "object=Emacs object=Go aspect=gaming"),
    (NEWS, "compare", "is Reuters better than the BBC for that?", "object=Reuters object=BBC News"),
    (LANGUAGES, "add_aspect", "the jobs there though", "aspect=jobs"),
    (NEWS, "add_aspect", "and how are the writers there?", "aspect=writers"),
    (NEWS, "add_aspect", "whats the pay like over there", "aspect=pay"),
    (DRINKS, "add_aspect", "isn't coffee unhealthy?", "object=coffee aspect=unhealthy"),
    (DRINKS, "add_aspect", "but isn't tea bitter?", "object=tea aspect=bitter"),
    (PETS, "add_aspect", "aren't dogs dirty?", "object=dogs aspect=dirty"),
    (DRINKS, "add_aspect", "coffee is healthier or not", "object=coffee aspect=healthier"),
    (DRINKS, "ask_how_sure", "is that certain or not?", ""),
    (DRINKS, "add_aspect", "and is that safe?", "aspect=safe"),
    (DRINKS, "ask_how_sure", "is that reliable?", ""),
    (EDITORS, "add_aspect", "is the Code faster?", "object=VS Code aspect=faster"),
    (PADS, "add_object", "add the Kindle", "object=Kindle"),
    (EDITORS, "other_side", "the other one", ""),
    (EDITORS, "ask_source", "that source", "argument=0"),
    (EDITORS, "ask_source", "number 3", "argument=3"),
    (EDITORS, "add_aspect", "only speed, plugins i dont give a damn about", "aspect:only=speed aspect:out=plugins"),
    (DRINKS, "add_aspect", "what if i only care about price", "aspect:only=price"),
    (DRINKS, "add_aspect", "i want something healthy", "aspect=healthy"),
    (PHONES, "add_aspect", "i want a light one", "aspect=light"),
    (PHONES, "add_aspect", "I dont want it too noisy either", "aspect=noisy"),
    (PHONES, "add_aspect", "the sturdier one please", "aspect=sturdier"),
    (PHONES, "add_aspect", "im broke", "aspect=price"),
    (DRINKS, "ask_how_many", "how do you get 4 of 9?", ""),
    (DRINKS, "ask_how_many", "why is it 3 out of 7", ""),
    (DRINKS, "ask_how_many", "how was that counted", ""),
    (DRINKS, "ask_how_sure", "hmm, this can't be right", ""),
    (DRINKS, "ask_how_sure", "no that is simply false", ""),
    (DRINKS, "ask_how_sure", "are you sure? source 2 sounds silly", "argument=2"),
    (DRINKS, "add_aspect", "we are just concerned with taste and price", "aspect:only=taste aspect:only=price"),
    (EDITORS, "drop", "we never print anything", "aspect=print"),
    (NEWS, "drop", "the last one was by some troll, skip it", "argument=-1"),
    (NEWS, "drop", "kick out the dullest one", "object:top=dullest"),
    (NEWS, "drop", "remove the one that is least honest", "object:top=least honest"),
    (NEWS, "ask_against", "leaving CNN aside, what speaks against Fox News?", "object:out=CNN object:against=Fox News"),
    (NEWS, "compare", "compare just the first 2", "object=the first 2"),
    (NEWS, "ask_verdict", "not CNN then?", "object=CNN"),
    (EDITORS, "ask_verdict", "Go, not VS Code then?", "object=Go"),
    (EDITORS, "add_aspect", "does Go leak memory", "object=Go aspect=leak memory"),
    (DRINKS, "add_object", "and the juice for kids?", "object=juice aspect=kids"),
    (DRINKS, "add_object", "how about cocoa for toddlers", "object=cocoa aspect=toddlers"),
    (DRINKS, "add_object", "and a juice for a small flat?", "object=juice aspect=small flat"),
    (DRINKS, "compare", "what is the best laptop for students?", "object:class=laptop aspect=students"),
    (DRINKS, "add_aspect", "and the price for students?", "aspect=price aspect=students"),
    (DRINKS, "add_object", "then why not a juice?", "object=juice"),
    (DRINKS, "ask_against", "why not tea", "object:against=tea"),
    (DRINKS, "compare", "does coffee taste better with milk", "object=coffee aspect=milk"),
    (LANGUAGES, "compare", "does Python run better on Linux?", "object=Python aspect=Linux"),
    (LANGUAGES, "compare", "how does Python compare with Ruby", "object=Python object=Ruby"),
    (NEWS, "drop", "leave out the Fox one", "object=Fox News"),
    (DATABASES, "opinion", "Our CTO says Postgres is slow. Correct?", "object=PostgreSQL aspect=speed"),
    (PETS, "opinion", "My sister believes cats are unfriendly. Is she right?", "object=cats aspect=friendliness"),
    (PETS, "opinion", "my dad thinks dogs are loud, is he right?", "object=dogs aspect=noise"),
    (PETS, "opinion", "my mate says cats are for poor people. true?", "object=cats aspect=poor people"),
    (PETS, "compare", "people say dogs are more loyal than cats. true?", "object=dogs aspect=loyal object=cats"),
    (PETS, "add_aspect", "is it worth the extra money", "aspect=money"),
    (PETS, "name_object", "Same for the latter.", "object=dogs"),
    (PETS, "ask_verdict", "Ranking, please.", ""),
    (PETS, "filter", "and now from everywhere again", "site:any=from everywhere"),
    (
        EDITORS,
        "add_aspect",
        "speed weighs 70, ease 30",
        "aspect=speed weight:points=70 aspect=ease weight:points=30",
    ),
    (EDITORS, "goodbye", "You have been most helpful. Good day to you.", ""),
    (EDITORS, "goodbye", "cheers, that's all I needed", ""),
    (EDITORS, "goodbye", "thank you very much and have a good weekend", ""),
    (EDITORS, "thanks", "thanks, that was useful", ""),
    (EDITORS, "greet", "good day", ""),
    (EDITORS, "ask_verdict", "Can you sum up everything we've decided?", "before=everything we've decided"),
    (EDITORS, "add_aspect", "That is not what I asked. I asked whether Go is lighter", "object=Go aspect=lighter"),
    (EDITORS, "add_aspect", "what's the range", "aspect=range"),
    (EDITORS, "other_side", "what's the catch", ""),
    (EDITORS, "ask_how_sure", "What would make you change your mind?", ""),
    (EDITORS, "add_aspect", "honestly i grew up with Go, which one is friendlier?", "object=Go aspect=friendlier"),
    (SOURCE, "ask_source", "that one", "argument=3"),
    (SOURCE, "ask_source", "that source again", "argument=3"),
    (LIMITED, "filter", "lift the limit", "time:any=lift the limit site:any=lift the limit"),
    (LIMITED, "filter", "forget the reddit limit", "site:any=forget the reddit limit"),
    (LIMITED, "filter", "all of it again", "time:any=all of it again site:any=all of it again"),
    (LIMITED, "filter", "now the web instead", "site=web"),
    (DRINKS, "longer", "all of it again", ""),
    (DRINKS, "deny", "you're not answering my question", ""),
    (DRINKS, "deny", "you are ignoring my question", ""),
    (DRINKS, "deny", "you didnt answer me", ""),
    (DRINKS, "add_aspect", "value for money", "aspect=value for money"),
    (DRINKS, "opinion", "my boss says tea is too complicated. is that so?", "object=tea aspect=ease of use"),
    (SOURCE, "ask_source", "the next one", "argument=4"),
    (DRINKS, "add_aspect", "budget is 800 dollars", "aspect=price"),
    (DRINKS, "add_aspect", "i have like 500 bucks", "aspect=price"),
    (DRINKS, "add_aspect", "he is four", "aspect=children"),
    (DRINKS, "add_aspect", "she just turned 16", "aspect=teenagers"),
    (DRINKS, "add_aspect", "im 73", "aspect=elderly people"),
    (DRINKS, "add_aspect", "there are four of us", "aspect=four people"),
    (DRINKS, "add_aspect", "i don't have a garden", "aspect=without a garden"),
    (DRINKS, "add_aspect", "i don't own a car", "aspect=without a car"),
    (PHONES, "add_aspect", "I don't have much money", "aspect=money"),
    (PHONES, "add_aspect", "my uncle needs a simple phone", "aspect=simple"),
    (PHONES, "add_aspect", "she wants a really light and cheap phone", "aspect=light aspect=cheap"),
    (PHONES, "add_aspect", "I'm looking for a good phone for hiking", "aspect=hiking"),
    (PHONES, "add_aspect", "we need a cheap phone because we are saving", "aspect=cheap"),
    (PHONES, "add_aspect", "my cousin is looking for something safe", "aspect=safe"),
    (PHONES, "add_aspect", "I want a big screen", "aspect=big screen"),
    (PHONES, "add_aspect", "I need a phone for my kids", "aspect=kids"),
    (PHONES, "add_aspect", "all my colleagues use a Pixel 8", "aspect=colleagues"),
    (PHONES, "opinion", "my neighbour has a Pixel 8", ""),
    (PHONES, "add_aspect", "her classmates are all on Pixel 8", "aspect=classmates"),
    (PHONES, "add_aspect", "does the bluetooth work right away with the Pixel 8", "aspect=bluetooth"),
    (DRINKS, "opinion", "coffee is sticky on my teeth", "object=coffee aspect=sticky"),
    (DRINKS, "opinion", "everybody tells me coffee is burning money up", "object=coffee aspect=burning money up"),
    (PHONES, "add_aspect", "do you have to pay for roaming", ""),
    (PHONES, "opinion", "I think the Pixel 8's night mode is way better", "object=Pixel 8 aspect=night mode"),
    (PHONES, "add_aspect", "my colleagues all have a Pixel 8", "aspect=colleagues"),
    (LANGUAGES, "add_aspect", "I have never written a line of code in my life", "aspect=beginners"),
    (LANGUAGES, "add_aspect", "my niece has never programmed before", "aspect=beginners"),
    (LANGUAGES, "add_aspect", "I'm quite new to programming", "aspect=beginners"),
    (PHONES, "add_aspect", "I commute 30 miles to work", "aspect=30 miles"),
    (LANGUAGES, "add_aspect", "our team needs a language for data analysis", "aspect=data analysis"),
    (LANGUAGES, "add_aspect", "what if I already know php", "aspect=know php"),
    (LANGUAGES, "add_aspect", "I want to write games", "aspect=write games"),
    (THREE, "add_aspect", "i want to play games", "aspect=play games"),
    (DRINKS, "add_aspect", "what about used ones", "aspect=used ones"),
    (DRINKS, "add_aspect", "does it depend on the budget?", "aspect=budget"),
    (DRINKS, "opinion", "but everyone drinks coffee", "object=coffee"),
    (DRINKS, "opinion", "my aunt claims tea is full of tannin", "object=tea aspect=tannin"),
    (DRINKS, "opinion", "she says coffee gives you ulcers", "object=coffee aspect=ulcers"),
    (DRINKS, "opinion", "coffee is bad for the teeth isn't it", "object=coffee aspect=teeth"),
    (DRINKS, "opinion", "he says the colour of coffee is nicer", "aspect=colour object=coffee"),
    (PHONES, "add_aspect", "weather?", "aspect=weather"),
    (DRINKS, "change_object", "iced coffee I mean", "object:meant=iced coffee"),
    (DRINKS, "change_object", "no sorry, juice", "object:meant=juice"),
    (DRINKS, "insult", "this is going nowhere", ""),
    (PHONES, "add_aspect", "we have never used either", "aspect=beginners"),
    (PHONES, "name_object", "same question for the Xperia 5", "object=Xperia 5"),
    (PHONES, "ask_for", "is there anything good", ""),
    (Context(("tea", "coffee"), (), "side1"), "ask_verdict", "coffee then", "object=coffee"),
    (WEIGHED, "add_aspect", "cleaner?", "aspect=cleaner"),
    (WEIGHED, "add_aspect", "lighter", "aspect=lighter"),
    (LIMITED, "filter", "ok count everything", "time:any=everything"),
    (TALKED, "chat", "oh sorry about that", ""),
    (TALKED, "chat", "sorry", ""),
    (PETS, "repeat", "sorry?", ""),
    (DRINKS, "add_aspect", "we have no car", "aspect=with no car"),
    (DRINKS, "add_aspect", "without kids", "aspect=without kids"),
    (PHONES, "add_aspect", "good value?", "aspect=good value"),
    (DRINKS, "opinion", "my neighbor claims heel striking is bad for you", "object=heel striking"),
    (DRINKS, "out_of_scope", "how many people drink tea every day?", "object=tea"),
    (DRINKS, "ask_how_many", "how many people recommend tea", "object=tea"),
    (NOTHING_SAID, "compare", "gas stove or induction, sorry, gas or electric", "object=gas object=electric"),
    (NOTHING_SAID, "compare", "cats or dogs, sorry, rabbits", "object=cats object=rabbits"),
    (NOTHING_SAID, "compare", "subaru outback or volvo v70", "object=subaru outback object=volvo v70"),
    (NOTHING_SAID, "compare", "cats or dogs? no wait i meant cats or rabbits", "object=cats object=rabbits"),
    (DRINKS, "compare", "leave out tea, take cocoa and coffee", "object=cocoa object=coffee"),
    (DRINKS, "compare", "no i meant cocoa or tea, forget coffee", "object=cocoa object=tea"),
    (DRINKS, "add_aspect", "forget it, i only care about taste", "aspect:only=taste"),
    (DRINKS, "add_aspect", "which of them smells less", "aspect=smells"),
    (Context(("tea", "coffee", "cocoa"), (), "verdict"), "compare", "is it better than tea", "object=cocoa object=tea"),
    (DRINKS, "add_aspect", "hows the aroma of the 2nd", "aspect=aroma object=coffee"),
    (DRINKS, "filter", "Only sources outside Reddit, please.", "site:out=Reddit"),
    (DRINKS, "add_object", "add cocoa.. no sorry I wanted to say add milk", "object=milk"),
    (DRINKS, "ask_how_many", "how many people actually said that?", ""),
    (DRINKS, "ask_how_many", "how many folks compared them?", ""),
    (DRINKS, "ask_how_many", "how many people compared the two?", ""),
    (DRINKS, "ask_how_sure", "what does the 72% mean", ""),
    (DRINKS, "ask_how_sure", "how did you work out that percentage?", ""),
    (NOTHING_SAID, "ask_how_sure", "how is your confidence computed?", ""),
    (DRINKS, "ask_for", "any more quotes for tea?", "object=tea"),
    (DRINKS, "ask_for", "show me a few other opinions on coffee", "object=coffee"),
    (DRINKS, "ask_against", "more evidence against tea please", "object:against=tea"),
    (DRINKS, "ask_for", "more for coffee", "object=coffee"),
    (DRINKS, "ask_for", "ok, give me some more for tea please", "object=tea"),
    (DRINKS, "ask_against", "more against tea", "object:against=tea"),
    (DRINKS, "add_aspect", "more for allergy sufferers", "aspect=allergy sufferers"),
    (DRINKS, "change_object", "compare tea with cocoa instead", "object:old=coffee object:new=cocoa"),
    (DRINKS, "change_object", "compare cocoa to tea instead", "object:new=cocoa object:old=coffee"),
    (DRINKS, "change_object", "replace tea with cocoa", "object:old=tea object:new=cocoa"),
    (THREE, "compare", "compare Java with C++ instead", "object=Java object=C++"),
    (THREE, "compare", "compare Java with Ruby instead", "object=Java object=Ruby"),
    (DRINKS, "add_aspect", "no, I meant the cheapest", "aspect:meant=cheapest"),
    (DRINKS, "add_aspect", "no, i meant bitterness", "aspect:meant=bitterness"),
    (DRINKS, "add_aspect", "i meant healthy", "aspect:meant=healthy"),
    (PHONES, "add_aspect", "is it reliable?", "aspect=reliable"),
    (PHONES, "add_aspect", "ok, are they reliable", "aspect=reliable"),
    (PHONES, "add_aspect", "isn't it risky?", "aspect=risky"),
    (PHONES, "add_aspect", "isn't it unnatural?", "aspect=unnatural"),
    (PHONES, "ask_how_sure", "isn't it so?", ""),
    (PHONES, "ask_how_sure", "isn't it possible that you are wrong?", ""),
    (replace(PHONES, reply="why"), "add_aspect", "aren't they dangerous?", "aspect=dangerous"),
    (PHONES, "add_aspect", "isn't it too small?", "aspect=bigger"),
    (PHONES, "add_aspect", "isn't the Pixel 8 too heavy?", "object=Pixel 8 aspect=lighter"),
    (PHONES, "add_aspect", "it shouldn't be too loud", "aspect=quieter"),
    (PHONES, "add_aspect", "isn't the Pixel 8 too expensive?", "object=Pixel 8 aspect=too expensive"),
    (PHONES, "opinion", "I think the Pixel 8 is too big", "object=Pixel 8 aspect=smaller"),
    (CARS, "compare", "are Kuvis noisier in the rain?", "object=Kuvi aspect=noisier aspect=rain"),
    (CARS, "compare", "do Kuvis last longer than Bertas?", "object=Kuvi aspect=last longer object=Bertas"),
    (CARS, "add_aspect", "I also want to tow boats", "aspect=tow boats"),
    (CARS, "add_aspect", "I also want to play Tetris", "aspect=play Tetris"),
    (CARS, "add_aspect", "does the Volvo handle better?", "object=Volvo"),
    (CARS, "add_object", "I also want to consider a Lodo", "object=Lodo"),
    (PHONES, "ask_how_sure", "is it trustworthy", ""),
    (PHONES, "ask_how_sure", "is that really true", ""),
    (replace(PHONES, reply="sources"), "ask_how_sure", "is it reliable?", ""),
    (DRINKS, "opinion", "the second one is dying isnt it", "object=coffee"),
    (HOMES, "add_aspect", "is it cheaper to rent", "aspect=cheaper object=renting a flat"),
    (DRINKS, "compare", "not price, i mean cocoa vs tea", "object=cocoa object=tea"),
    (PETS, "change_object", "i meant the pets", "object:meant=pets"),
    (DRINKS, "change_object", "no, I meant cocoa", "object:meant=cocoa"),
    (TRAVEL, "change_object", "by car i meant like a rental car", "object:old=driving object:meant=rental car"),
    (TRAVEL, "change_object", "with fly I mean a helicopter", "object:old=flying object:meant=helicopter"),
    (DRINKS, "change_object", "by tractor I meant a lawnmower", "object:meant=lawnmower"),
    (replace(DRINKS, reply="source3"), "ask_source", "who said that, and when?", "argument=3"),
    (QUOTED, "drop", "but the last one isnt about tea at all", "argument=-1"),
    (QUOTED, "drop", "[2] is for coffee, not tea", "argument=2"),
    (QUOTED, "drop", "that quote is about coffee", "argument=0"),
    (replace(DRINKS, reply="why"), "drop", "number 1 doesn't even mention coffee", "argument=1"),
    (QUOTED, "add_aspect", "the second one is for kids?", "object=coffee aspect=kids"),
    (DRINKS, "compare", "is cocoa better than either?", "object=cocoa object=tea object=coffee"),
    (DRINKS, "add_aspect", "how do they compare in taste and in price?", "aspect=taste aspect=price"),
    (CITIES, "add_aspect", "which museums are better?", "aspect=museums"),
    (CONSOLES, "add_aspect", "and which controller is better", "aspect=controller"),
    (CONSOLES, "add_aspect", "whose menu is worse?", "aspect=menu"),
    (CONSOLES, "compare", "which console is better?", ""),
    (DRINKS, "add_aspect", "why is coffee's taste better?", "object=coffee aspect=taste"),
    (DRINKS, "add_aspect", "and why do people say coffee is cheaper", "object=coffee aspect=cheaper"),
    (DRINKS, "why", "why is tea better?", "object=tea"),
    (CITIES, "add_aspect", "is the weather better in Rome?", "aspect=weather object=Rome"),
    (CITIES, "add_aspect", "are the hotels cheaper in Rome?", "aspect=cheaper hotels object=Rome"),
    (CITIES, "add_aspect", "are hotels cheaper in one of them?", "aspect=cheaper hotels"),
    (CITIES, "add_aspect", "is the food better in either?", "aspect=food"),
    (PHONES, "add_aspect", "Are repairs cheaper for either of the two?", "aspect=repairs"),
    (CITIES, "add_aspect", "is it cheaper for one of them?", "aspect=cheaper"),
    (CITIES, "opinion", "I've heard people in Rome are loud", "object=Rome aspect=noise"),
    (CITIES, "opinion", "my friend says Rome is lovely", "object=Rome"),
    (PHONES, "add_aspect", "doesn't the Pixel 8 look nicer though?", "object=Pixel 8"),
    (PHONES, "add_aspect", "does the Pixel 8 have a bad speaker?", "object=Pixel 8 aspect=speaker"),
    (PHONES, "add_aspect", "does the Pixel 8 hold its value?", "object=Pixel 8 aspect=resale value"),
    (DRINKS, "add_aspect", "coffee stains though", "object=coffee aspect=stain"),
    (PHONES, "add_aspect", "but the Pixel 8 scratches easily, doesn't it?", "object=Pixel 8 aspect=scratch easily"),
    (PHONES, "add_aspect", "which holds its value?", ""),
    (LANGUAGES, "opinion", "most of the lab only know MATLAB", "object=MATLAB"),
    (LANGUAGES, "opinion", "I mostly write Python", "object=Python"),
    (PHONES, "add_aspect", "my mum is 72 and needs something light", "aspect=elderly people aspect=light"),
    (DRINKS, "add_aspect", "I have trouble sleeping", "aspect=sleep"),
    (DRINKS, "add_aspect", "it often snows where we live", "aspect=snow"),
    (DRINKS, "add_aspect", "it rains so much around here", "aspect=rain"),
    (DRINKS, "add_aspect", "for winter", "aspect=winter"),
    (DRINKS, "add_aspect", "it is for this winter and should be cheap", "aspect=cheap"),
    (DRINKS, "add_aspect", "I'm almost 40, which one is healthier?", "aspect=40 year old aspect=healthier"),
    (DRINKS, "add_aspect", "I have problems with my teeth", "aspect=teeth"),
    (DRINKS, "add_aspect", "and which of them do nurses prefer?", "aspect=nurses"),
    (DRINKS, "add_aspect", "what do most singers like better?", "aspect=singers"),
    (DRINKS, "ask_verdict", "which one would you choose?", ""),
    (DRINKS, "add_aspect", "does it stain? I heard coffee stains worse", "aspect=stain"),
    (CARS, "add_aspect", "can the Kuvi be tuned?", "object=Kuvi aspect=tuned"),
    (PADS, "add_aspect", "it mustn't be heavy", "aspect=lighter"),
    (DRINKS, "filter", "do you have anything newer than that?", ""),
    (BRAND, "add_aspect", "I meant their tractors", "aspect:meant=tractors"),
    (BRAND, "add_aspect", "tractors, I mean", "aspect:meant=tractors"),
    (BRAND, "add_aspect", "I meant Kubota tractors", "aspect:meant=tractors"),
    (BRAND, "add_aspect", "what about their tractors?", "aspect=tractors"),
    (BRAND, "name_object", "I meant Fendt", "object:meant=Fendt"),
    (TEA, "change_object", "I meant green tea", "object:meant=green tea"),
    (TEA, "name_object", "coffee, I mean", "object=coffee"),
    (NEWS, "compare", "no, I meant CNN against Fox News", "object=CNN object=Fox News"),
    (NEWS, "compare", "no, I meant CNN compared to Fox News", "object=CNN object=Fox News"),
    (THREE, "compare", "sorry, I meant Java as opposed to Ruby", "object=Java object=Ruby"),
    (DRINKS, "compare", "My aunt swears by cocoa. Is that better than tea?", "object=cocoa object=tea"),
    (DRINKS, "change_object", "I'd rather have cocoa than tea", "object:new=cocoa object:old=tea"),
    (DRINKS, "change_object", "I'd have cocoa rather than tea", "object:new=cocoa object:old=tea"),
    (DRINKS, "drop", "forget coffee", "object=coffee"),
    (DRINKS, "compare", "okay drop coffee. which of the other two costs less?", "object:out=coffee"),
    (BRAND, "add_aspect", "Kubota tractors", "aspect=tractors"),
    (
        Context(("tea", "coffee", "cocoa"), (), "verdict"),
        "compare",
        "please remove cocoa, and tell me which of the rest is the cheapest",
        "object:out=cocoa object=tea object=coffee aspect=cheapest",
    ),
]


@pytest.mark.parametrize(("context", "intent", "text", "entities"), IN_CONTEXT)
def test_what_was_said_before_decides(context, intent, text, entities):
    turn = parse_message(text, parser=PARSER, context=context)
    assert (turn.intent, written(turn)) == (intent, entities)


@given(
    text=st.text(max_size=100) | st.sampled_from([text for _, text, _ in TABLE]),
    names=st.lists(
        st.sampled_from(["C++", "AT&T", "a/b {", "🍵", "", "row[1]", "tea"]) | st.text(max_size=30), max_size=4
    ),
)
@settings(max_examples=100, deadline=None)
def test_any_text_is_read_after_any_comparison(text, names):
    turn = parse_message(text, parser=PARSER, context=Context(tuple(names), tuple(names[:1])))
    assert turn.intent in (*INTENTS, UNSURE)
    for entity in turn.entities:
        said = turn.text[entity.start : entity.end]
        if entity.entity == "time":  # "after 2000" bounds from 2001; a bound before the question has all of it
            assert said == turn.text or entity.role == "any" or abs(int(said[:4]) - int(entity.value)) <= 1
        else:
            assert (
                entity.entity in {"style", "argument", "need", "weight"}
                or said == entity.value
                or entity.value in names
            )


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("are dogs cleverer than cats, by the way", "compare"),
        ("are cats dumber than dogs lol", "compare"),
        ("worst programming language", "compare"),
        ("are gamers dumber than readers", "group_ranking"),
        ("which religion is the most violent", "group_ranking"),
    ],
)
def test_animals_and_things_are_no_groups_of_people(text: str, intent: str) -> None:
    assert parse_message(text, parser=LearnedQuestionParser()).intent == intent


@pytest.mark.parametrize(
    ("names", "text", "need"),
    [
        (("London", "Paris"), "my sister is a foodie who lives for a good meal", "food"),
        (("iPhone", "Android"), "I'm always out and forget to charge it", "battery life"),
        (("cats", "dogs"), "I'd like some company in the evening, I admit", "companionship"),
        (("iPhone", "Android"), "I hate it when firms read my mail", "privacy"),
        (("iPhone", "Android"), "I don't want anybody to read my mail", "privacy"),
        (("Hulu", "Netflix"), "money is tight at home, so which one should we get?", "price"),
        (("cats", "dogs"), "we've got two toddlers, which should we take?", "children"),
        (("tea", "coffee"), "which one fits me best then?", ""),
        (("Honda", "Ford"), "we are moving house in May", ""),
        (("Honda", "Ford"), "who told you that?", ""),
        (("Honda", "Ford"), "thanks, that helps me a lot", ""),
    ],
)
def test_what_a_person_needs_is_heard_of_what_it_tells(names: tuple[str, str], text: str, need: str) -> None:
    read = parse_message(text, parser=PARSER, context=Context(names, (), "verdict"))
    assert [one.value for one in read.entities if one.entity == "need"][:1] == [need] * bool(need)
    assert read.intent == "add_aspect" or not need


def test_an_insult_of_things_that_are_compared_ranks_no_people() -> None:
    said = "my dad says dogs are dumb and cats are for losers, is he right?"
    pets = Context(("cats", "dogs"), reply="verdict")
    assert parse_message(said, parser=LearnedQuestionParser(), context=pets).intent == "opinion"


def test_a_number_of_a_series_has_its_name() -> None:
    read = parse_message("windows 10 or 7 for an old computer", parser=PARSER)
    assert [one.value for one in read.entities if one.entity == "object"] == ["windows 10", "windows 7"]


@pytest.mark.parametrize(
    ("message", "intent", "second"),
    [
        ("pick jam or jelly for toast, one word", "compare", "shorter"),
        ("which one is sweeter, in two lines", "add_aspect", "shorter"),
        ("three lines max, why", "why", "shorter"),
        ("briefly: why", "why", "shorter"),
        ("what is the best that is said for jam, just one", "ask_for", "shorter"),
    ],
)
def test_how_long_an_answer_shall_be_is_read_beside_what_is_asked(message: str, intent: str, second: str) -> None:
    context = Context() if "toast" in message else Context(("jam", "jelly"), (), "verdict")
    read = parse_message(message, parser=PARSER, context=context)
    assert (read.intent, read.second) == (intent, second)
    assert all(read.text[one.start : one.end] == one.value for one in read.entities)


@pytest.mark.parametrize(
    ("names", "text", "intent", "named"),
    [
        (("Honda", "Toyota"), "alright, so honda or toyota?", "ask_verdict", []),
        (("Honda", "Toyota"), "I can't live without heated seats", "add_aspect", ["heated seats"]),
        (("Ruby", "Python"), "but hardly anyone uses it right?", "add_aspect", ["popularity"]),
        (("coffee", "tea"), "coffee makes me shaky", "opinion", ["coffee", "shaky"]),
        (("tea", "juice"), "I don't trust vendors with my data", "add_aspect", ["privacy", "security"]),
        (("London", "Paris"), "can we get around by bike?", "add_aspect", ["bike"]),
        (("steel pan", "iron pan"), "can I put them in the microwave?", "add_aspect", ["microwave"]),
    ],
)
def test_an_ordinary_remark_is_read_as_what_it_is_about(
    names: tuple[str, str], text: str, intent: str, named: list[str]
) -> None:
    read = parse_message(text, parser=PARSER, context=Context(names, (), "verdict"))
    assert (read.intent, [one.value for one in read.entities]) == (intent, named)
