"""What a question asks for is understood in all its forms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.types import Asked, AskedKind
from nlu_models.question.parser import LearnedQuestionParser

PROPERTIES = (
    ("which has the best camera: iPhone or Nexus?", "camera", "more", "best camera"),
    ("who makes the best cars, Ford or BMW?", "car", "more", "best cars"),
    ("Is steel harder than aluminum?", "hardness", "more", "harder"),
    ("Is physics harder than chemistry?", "ease of use", "less", "harder"),
    ("Which costs less, a BMW or a Honda?", "price", "more", "costs less"),
    ("Is gold more expensive than silver?", "price", "less", "more expensive"),
    ("Isn't Ruby slower than Python?", "speed", "less", "slower"),
    ("Is Windows not as safe as Linux?", "safety", "less", "as safe as"),
    ("Is Java as fast as C++?", "speed", "more", "as fast as"),
    ("is java uglier than python", "looks", "less", "uglier"),
    ("golf, chess, rugby or football: which is hardest?", "ease of use", "less", "hardest"),
    ("which is tastiest, plums or pears?", "taste", "more", "tastiest"),
    ("Which weighs less, steel or timber?", "weight", "less", "weighs less"),
    ("Does a Toyota break down less often than a Ford?", "reliability", "more", "break down less often"),
    ("Python vs Ruby, speed", "speed", "more", "speed"),
    ("Which lasts longer, an OLED or an LCD?", "durability", "more", "lasts longer"),
    ("Which laptop runs hotter, Dell or HP?", "temperature", "more", "runs hotter"),
    ("Does Firefox use less memory than Chrome?", "memory", "more", "use less memory"),
    ("which browser uses less memory", "memory", "more", "uses less memory"),
    ("which editor eats more ram", "memory", "less", "eats more ram"),
    ("which phone has more memory", "memory", "more", "more memory"),
    ("Which is the fastest, Java, Python or C?", "speed", "more", "fastest"),
    ("Is Python easier to learn than Java?", "ease of use", "more", "easier to learn"),
    ("Which has better graphics, the DS or the PS2?", "graphics", "more", "better graphics"),
    ("which has the cheaper tickets, Oslo or Bergen?", "cheaper tickets", "more", "cheaper tickets"),
    ("does Oslo have safer streets than Bergen?", "safer streets", "more", "safer streets"),
    ("which is the cheaper city, Oslo or Bergen?", "price", "more", "cheaper"),
    ("Which has more protein, beef or chicken?", "protein", "more", "more protein"),
    ("Which movie had a smaller budget, Titanic or Avatar?", "budget", "less", "smaller budget"),
    ("Is a Honda cheaper to maintain than a BMW?", "maintenance", "more", "cheaper to maintain"),
    ("Are electric cars cheaper to run than gas cars?", "fuel economy", "more", "cheaper to run"),
    ("Which is better on gas, Fiat or Seat?", "fuel economy", "more", "better on gas"),
    ("Is a Fiat worse on gas than a Seat?", "fuel economy", "less", "worse on gas"),
    ("Which has more room, a tent or a van?", "space", "more", "more room"),
    ("Which is nicer to live in, London or Paris?", "nice to live in", "more", "nicer to live in"),
    ("Which takes longer to charge, a Tesla or a Leaf?", "long to charge", "less", "takes longer to charge"),
    ("Why is nuclear power considered more trustworthy than oil?", "reliability", "more", "more trustworthy"),
    ("Why is hatred more stronger than love?", "strength", "more", "stronger"),
    ("does soup get cold faster than cocoa", "speed", "more", "get cold faster"),
    ("which stays hot longer, soup or cocoa", "temperature", "more", "stays hot longer"),
    ("is it harder to get into oxford or cambridge", "easy to get into", "less", "harder to get into"),
    ("Which drains the battery faster, WhatsApp or Telegram?", "battery life", "less", "drains the battery faster"),
    ("which holds its value, a BMW or a Toyota?", "resale value", "more", "holds its value"),
    ("does glass break sooner than wood?", "durability", "less", "break sooner"),
    ("which loses value faster, a bmw or a toyota?", "lose value", "more", "loses value faster"),
    ("Why do prime ministers resign so easily compared to presidents?", "resign easily", "more", "resign so easily"),
    ("Why is it harder to see stars in a city?", "easy to see", "less", "harder to see"),
    ("which is better looking, skyrim or oblivion", "looks", "more", "better looking"),
    ("is flac better sounding than mp3", "sound", "more", "better sounding"),
    ("Is copper a better conductor than aluminum?", "conductivity", "more", "better conductor"),
    ("Is down a better insulator than foam?", "warmth", "more", "better insulator"),
    ("Does foam insulate worse than down?", "warmth", "less", "insulate worse"),
    ("Which absorbs more, a sponge or a towel?", "absorbency", "more", "absorbs more"),
    ("Do ferries pollute less than planes?", "environment", "more", "pollute less"),
    ("Which is lower priced, a Fiat or a Seat?", "price", "more", "lower priced"),
    ("Is Sweden richer than Poland?", "wealth", "more", "richer"),
    ("Are farmers poorer than lawyers?", "wealth", "less", "poorer"),
    ("Is Dell poorer than Lenovo?", "overall", "less", "poorer"),
    ("Does Sweden have poorer roads than Poland?", "road", "less", "poorer roads"),
    ("Which phone has the poorer battery life, Nokia or Sony?", "battery life", "less", "poorer battery life"),
    ("whats faster, a train or a bus?", "speed", "more", "faster"),
    ("Does a freezer drain less battery than a fan?", "battery life", "more", "drain less battery"),
    ("is a cat less work than a dog", "work", "less", "less work"),
    ("is butter that bad for you compared to margarine", "health", "less", "that bad for you"),
    ("which one would be the least work of all we talked about", "work", "less", "least work"),
    ("ps3 or wii, we have 200 dollars to spend", "price", "more", "cheaper"),
    ("wich one is fastr, python or java", "speed", "more", "faster"),
    ("does glass keep drinks colder than plastic", "keep drink", "more", "keep drinks colder"),
    ("does firefox eat more ram than chrome", "memory", "less", "eat more ram"),
    ("is tea or coffee easier on the stomach?", "gentle on stomach", "more", "easier on the stomach"),
    ("cycling or running, which is harder on the knees?", "gentle on knee", "less", "harder on the knees"),
    ("which is easier on the environment, wood or steel", "environment", "more", "easier on the environment"),
    ("Canon or Nikon, which is more resistant to water?", "resistant to water", "more", "more resistant to water"),
    ("is the food better in Lima than in Quito?", "food", "more", "better food"),
    ("is gaming better on a desktop than on a laptop?", "gaming", "more", "better gaming"),
    ("is the weather worse in Oslo than in Bergen?", "weather", "less", "worse weather"),
    ("but isn't there just as much caffeine in tea?", "caffeine", "more", "more caffeine"),
    ("does cider have as many calories as beer?", "calorie", "more", "more calories"),
    ("which is cheaper to insure", "cheap to insure", "more", "cheaper to insure"),
    ("is it faster to learn", "ease of use", "more", "faster to learn"),
    ("which has lower insurance costs, a Mustang or a Camaro?", "insurance cost", "less", "lower insurance costs"),
    ("what has more cheap lenses, canon or nikon?", "cheap lens", "more", "more cheap lenses"),
    ("ubuntu or mint, which is easyer to install", "ease of use", "more", "easier to install"),
    ("best battery life: iphone, android or nokia", "battery life", "more", "best battery life"),
    ("does a van run quieter than a bus", "noise", "more", "run quieter"),
    ("which goes faster, a tram or a bus", "speed", "more", "faster"),
    ("does wool keep you warmer than silk", "warmth", "more", "warmer"),
    ("does lisp perform faster than cobol", "speed", "more", "faster"),
    ("lisp vs cobol learning curve", "ease of use", "less", "learning curve"),
    ("which boots faster, windows or linux", "boot faster", "more", "boots faster"),
    ("which heats up faster, a pan or a pot", "heat faster", "more", "heats up faster"),
    ("which heats up more quickly, a pan or a pot", "heat quickly", "more", "heats up more quickly"),
    ("which wears out faster, a pan or a pot", "durability", "less", "wears out faster"),
    ("steel or aluminum, which rusts more?", "rust", "more", "rusts more"),
    ("leather or fabric sofa, which lasts longest?", "durability", "more", "lasts longest"),
    ("which one dries fastest?", "speed", "more", "dries fastest"),
    ("which one sounds best?", "sound", "more", "sounds best"),
    ("lace or linen, which of the two looks worst?", "looks", "less", "looks worst"),
    ("which one runs fastest?", "speed", "more", "fastest"),
    ("trains or planes: which one takes less of my time", "speed", "more", "takes less time"),
    ("iphone or android, which battery hold more time?", "battery life", "more", "hold more time"),
    ("Do dogs produce more poop than humans?", "produce poop", "more", "produce more poop"),
    ("is java dying compared to go", "dying", "more", "dying"),
    ("Is Python better than Java in terms of speed?", "speed", "more", "speed"),
    ("compare python and java on speed", "speed", "more", "speed"),
    ("C++ vs Java for speed", "speed", "more", "speed"),
    ("is tea better for your health than coffee", "health", "more", "health"),
    ("Which is better for you, tea or coffee?", "health", "more", "better for you"),
    ("so which one is worse for you", "health", "less", "worse for you"),
    ("is tea not better for you than coffee?", "health", "less", "better for you"),
    ("how big is a black hole compared to earth", "size", "more", "big"),
    ("and how fast is python vs java?", "speed", "more", "fast"),
    ("Rome or Lima for good food?", "food", "more", "better food"),
    ("Who invaded Britain first, Julius Caesar or the Duke of Normandy?", "age", "more", "invaded Britain first"),
)
OTHERS = (
    ("Is Python better than Java?", AskedKind.OVERALL, ""),
    ("Which is a better phone, the iPhone or the Pixel?", AskedKind.OVERALL, ""),
    ("best handheld: 3DS, Vita or PSP", AskedKind.OVERALL, ""),
    ("tea, coffee or cocoa: which is the best drink", AskedKind.OVERALL, ""),
    ("top 3 tablets", AskedKind.OVERALL, ""),
    ("tea or coffee, which would you choose if you were me", AskedKind.OVERALL, ""),
    ("Crete or Malta? We are leaving next month", AskedKind.OVERALL, ""),
    ("tea or coffee, which drink I should take?", AskedKind.OVERALL, ""),
    ("best city for families", AskedKind.USE, "for families"),
    ("fiat vs seat, which is the better luxury car?", AskedKind.USE, "as a luxury car"),
    ("what is a good instrument for children?", AskedKind.USE, "for children"),
    ("any good bike for commuting", AskedKind.USE, "for commuting"),
    ("tea vs coffee", AskedKind.OVERALL, ""),
    ("which is better for learning, tea or coffee", AskedKind.USE, "for learning"),
    ("Should I buy a boat or a caravan this summer?", AskedKind.OVERALL, ""),
    ("Is a boat or a caravan better right now?", AskedKind.OVERALL, ""),
    ("Should I learn tennis or golf next year?", AskedKind.OVERALL, ""),
    ("Is a boat or a caravan better in summer?", AskedKind.USE, "in summer"),
    ("is pentax more good than nikon?", AskedKind.OVERALL, ""),
    ("canon or nikon, which is the most good?", AskedKind.OVERALL, ""),
    ("canon or nikon, which is the most best", AskedKind.OVERALL, ""),
    ("Which is better for games, Windows or Linux?", AskedKind.USE, "for games"),
    ("Which should I get, a cat or a dog, if I live in a small flat?", AskedKind.USE, "if you live in a small flat"),
    ("If I live in a flat, should I get a cat or a dog?", AskedKind.USE, "if you live in a flat"),
    ("cat or dog when you work all day", AskedKind.USE, "when you work all day"),
    ("Is a cat a better pet than a dog?", AskedKind.USE, "as a pet"),
    ("Is Python a better first language than Java?", AskedKind.USE, "as a first language"),
    ("Is milk or water better after a workout?", AskedKind.USE, "after a workout"),
    ("Tea or coffee before bed?", AskedKind.USE, "before bed"),
    ("mac vs pc, gaming", AskedKind.USE, "for gaming"),
    ("is a bike or a car better for us", AskedKind.OVERALL, ""),
    ("when should I use virtual machines vs containers?", AskedKind.OVERALL, ""),
    ("Cats or dogs, for my son who is six, he is lovely but wild", AskedKind.USE, "for your son who is six"),
    ("my back hurts, is running or swimming better", AskedKind.USE, "if your back hurts"),
    ("iphone or android, i dont have internet at home", AskedKind.USE, "if you dont have internet at home"),
    (
        "hi, im 60 and never played an instrument, piano or guitar",
        AskedKind.USE,
        "if you're 60 and never played an instrument",
    ),
    ("would a nikon or a canon be more suitable for a beginner?", AskedKind.USE, "for a beginner"),
    ("is python or java more appropriate for a small startup", AskedKind.USE, "for a small startup"),
    ("would tea be preferable to coffee for studying at night?", AskedKind.USE, "for studying at night"),
    ("which is more suitable, canon or nikon", AskedKind.OVERALL, ""),
    ("best handheld: 3ds, vita or psp", AskedKind.OVERALL, ""),
    ("the best console - wii, ps3 or xbox", AskedKind.OVERALL, ""),
    ("boots or shoes for my son he's 13 and plays soccer", AskedKind.USE, "for your son"),
    ("git vs svn, im in a team of 3 students", AskedKind.USE, "if you're in a team of 3 students"),
    ("vegan here, soy milk or almond milk", AskedKind.OVERALL, ""),
    ("evening. my daughter got into two places, harvard or princeton", AskedKind.OVERALL, ""),
    ("twins coming in march and the old car is too small, minivan or suv", AskedKind.OVERALL, ""),
    ("my knees are bad, running or swimming?", AskedKind.USE, "if your knees are bad"),
    ("chrome or firefox, chrome eats all my ram", AskedKind.OVERALL, ""),
    ("steam or gog, gog has no drm", AskedKind.OVERALL, ""),
    ("arch or ubuntu, stability matters twice as much as speed", AskedKind.OVERALL, ""),
    ("lacrosse or hockey, short", AskedKind.OVERALL, ""),
    ("compare only the last two", AskedKind.OVERALL, ""),
    ("cats and dogs, do cats still win", AskedKind.OVERALL, ""),
    ("shouldnt i buy a house instead of renting", AskedKind.OVERALL, ""),
    ("Which vacuum cleaner is better, Dyson or Hoover?", AskedKind.OVERALL, ""),
    ("Kindle or Nook before sleeping?", AskedKind.USE, "before sleeping"),
    ("whats better for gaming, amd or nvidia", AskedKind.USE, "for gaming"),
    ("amazon or ebay for online shopping", AskedKind.USE, "for online shopping"),
    ("ps3 or wii for games", AskedKind.USE, "for games"),
    ("which is better for photos, nikon or canon", AskedKind.USE, "for photos"),
    ("What is beter, Xbox or Playstation?", AskedKind.OVERALL, ""),
    ("Which do you like more, coffee or tea?", AskedKind.OVERALL, ""),
    ("What is the difference between Python and Java?", AskedKind.DIFFERENCE, ""),
    ("How do tea and coffee compare?", AskedKind.DIFFERENCE, ""),
    ("Compare the Corolla and the Civic on price and comfort", AskedKind.OVERALL, ""),
    ("how good is tea vs coffee?", AskedKind.OVERALL, ""),
    ("is tea better for me than coffee?", AskedKind.OVERALL, ""),
    ("Is a Nissan better than a Mazda in snow?", AskedKind.USE, "in snow"),
    ("is tea better than coffee in your opinion", AskedKind.OVERALL, ""),
    ("How does tea stack up against coffee?", AskedKind.OVERALL, ""),
    ("how does a Ford hold up against a Toyota", AskedKind.OVERALL, ""),
    ("what's the best language to learn, python or java?", AskedKind.USE, "to learn"),
    ("which of the three should i play first", AskedKind.USE, "to play first"),
    ("What speaks against Java compared to Python?", AskedKind.AGAINST, ""),
    ("what's the best programming language for beginners?", AskedKind.USE, "for beginners"),
    ("what's the best search engine for students", AskedKind.USE, "for students"),
    ("Nokia or Siemens, which makes the better phone?", AskedKind.OVERALL, ""),
    ("advantages of the tram over the bus", AskedKind.AGAINST, ""),
    ("disadvantages of a Honda over a Mazda", AskedKind.AGAINST, ""),
    ("why is rugby better than cricket", AskedKind.AGAINST, ""),
    ("so what makes a tram worse than a bus?", AskedKind.AGAINST, ""),
    ("Why do people prefer rugby over cricket?", AskedKind.AGAINST, ""),
    ("Why would somebody prefer trams to buses?", AskedKind.AGAINST, ""),
    ("why do folks like rugby more than cricket", AskedKind.AGAINST, ""),
    ("Why do more people own rabbits than hamsters?", AskedKind.AGAINST, ""),
    ("why rabbits over hamsters?", AskedKind.AGAINST, ""),
    ("What is better about trams than buses?", AskedKind.AGAINST, ""),
    ("what's so good about rugby compared to cricket", AskedKind.AGAINST, ""),
    ("what do people like about rugby more than cricket", AskedKind.AGAINST, ""),
    ("Why do people choose bricks over wood for a shed?", AskedKind.AGAINST, "for a shed"),
    ("what is better than tea for studying?", AskedKind.USE, "for studying"),
    ("Is a GoPro better than a webcam in low light?", AskedKind.USE, "in low light"),
    ("Which is better for light, a candle or a torch?", AskedKind.USE, "for light"),
    ("Are wool gloves better than fleece in the cold?", AskedKind.USE, "in the cold"),
    ("Can a GoPro shoot in low light better than a webcam?", AskedKind.USE, "in low light"),
    ("Is Fedora good for a home server?", AskedKind.AGAINST, "for a home server"),
    ("are rabbits still a good choice for toddlers", AskedKind.AGAINST, "for toddlers"),
)


DONE = (
    ("Does cider taste better than beer?", "taste", "taste better"),
    ("Are the brakes better on a Saab or a Volvo?", "brake", "better brakes"),
    ("doesn't tea smell better than coffee", "smell", "smell better"),
    ("Java, Go or Rust: which is easier to learn?", "ease of use", "easier to learn"),
)


@pytest.fixture(scope="module")
def parser() -> LearnedQuestionParser:
    return LearnedQuestionParser()


@pytest.mark.parametrize(("text", "dimension", "words"), DONE)
def test_what_is_done_is_part_of_a_property(
    parser: LearnedQuestionParser, text: str, dimension: str, words: str
) -> None:
    asked = parser.parse(text).asked
    assert (asked.kind, asked.dimension, asked.words) == (AskedKind.PROPERTY, dimension, words)


@pytest.mark.parametrize(("text", "dimension", "end", "words"), PROPERTIES)
def test_a_property_is_a_dimension_with_an_end(
    parser: LearnedQuestionParser, text: str, dimension: str, end: str, words: str
) -> None:
    asked = parser.parse(text).asked
    assert (asked.kind, asked.dimension, asked.end, asked.words) == (AskedKind.PROPERTY, dimension, end, words)


def test_what_a_thing_is_compared_regarding_is_weighed(parser: LearnedQuestionParser) -> None:
    question = parser.parse("Is Git better than SVN regarding weddings?")
    assert (question.aspects, question.asked.words) == (("weddings",), "")


@pytest.mark.parametrize(("text", "kind", "use"), OTHERS)
def test_other_questions_ask_for_no_property(
    parser: LearnedQuestionParser, text: str, kind: AskedKind, use: str
) -> None:
    words = f"better {use}".replace(" my ", " your ") if use else ""
    assert replace(parser.parse(text).asked, needs=()) == Asked(kind, words=words, use=use)


@pytest.mark.parametrize(
    ("text", "objects"),
    [
        ("Is Fedora good for a home server?", ("Fedora",)),
        ("is the C++ good for games", ("C++",)),
        ("is wool good for a winter coat?", ("wool",)),
        ("is that good for games", ()),
    ],
)
def test_one_thing_is_judged_by_its_name(parser: LearnedQuestionParser, text: str, objects: tuple[str, ...]) -> None:
    assert parser.parse(text).objects == objects


def test_what_is_said_of_the_person_is_no_part_of_a_property(parser: LearnedQuestionParser) -> None:
    asked = parser.parse("which costs less, eclipse or intellij? im a poor student").asked
    assert (asked.words, asked.use) == ("costs less", "")


@pytest.mark.parametrize(
    ("text", "use"),
    [
        ("My wife and I will replace our stove and we cannot agree. Is gas better than induction?", ""),
        ("we are renovating and my husband can't decide, wood or laminate", ""),
        ("I am planning a holiday and I should like to know whether Rome or Paris is the better choice.", ""),
        ("I'm buying a phone for my mum, iphone or android?", "for your mum"),
        ("We're renovating our bathroom, should we get a bath or a shower?", ""),
        ("We may relocate to Canada, is Toronto or Montreal better?", ""),
        ("We're moving to a tiny flat, cats or dogs?", "if you're moving to a tiny flat"),
        ("should I take up cricket or rugby as my first sport?", "as your first sport"),
        ("I eat far too much butter every day. butter or margarine?", ""),
        ("my sons want to take up one of them. cricket or rugby?", ""),
        ("if I eat a lot of butter, butter or margarine?", "if you eat a lot of butter"),
        ("I plan to travel a lot, kindle or ipad?", "if you plan to travel a lot"),
        ("My boyfriend and I live in a flat. cats or dogs?", "if your boyfriend and you live in a flat"),
        ("I'm 45 and have never played anything, guitar or piano?", "if you're 45 and have never played anything"),
    ],
)
def test_what_leads_to_a_question_is_no_condition_of_it(parser: LearnedQuestionParser, text: str, use: str) -> None:
    assert parser.parse(text).asked.use == use


def test_what_is_told_of_one_thing_is_asked_of_none(parser: LearnedQuestionParser) -> None:
    asked = parser.parse("intellij costs money and im a poor student").asked
    assert (asked.kind, asked.use) == (AskedKind.USE, "if you're a poor student")


def test_worse_asks_for_the_whole(parser: LearnedQuestionParser) -> None:
    assert parser.parse("Is tea any worse than coffee?").asked == Asked(end="less")


def test_worse_for_a_use_asks_for_the_use(parser: LearnedQuestionParser) -> None:
    asked = parser.parse("is running worse for your knees than cycling").asked
    use = "for your knees"
    assert asked == Asked(AskedKind.USE, end="less", words=f"worse {use}", use=use)


def test_a_property_may_be_asked_for_a_use(parser: LearnedQuestionParser) -> None:
    asked = parser.parse("Is Windows faster than Linux for games?").asked
    assert (asked.kind, asked.words, asked.use) == (AskedKind.PROPERTY, "faster", "for games")


@pytest.mark.parametrize(
    ("text", "things", "words", "use"),
    [
        ("do more people ride horses than camels", "horses|camels", "more popular", ""),
        ("do more people use Perl than Ruby?", "Perl|Ruby", "more popular", ""),
        ("Do fewer people read poems than novels in Norway?", "poems|novels", "less popular", "in Norway"),
        ("do more people use C++ than .NET?", "C++|.NET", "more popular", ""),
        ("which do most people drink, milk or juice", "milk|juice", "more popular", ""),
        ("do people love golf more than tennis", "golf|tennis", "more popular", ""),
        ("do more people drown in rivers than in lakes", "rivers|lakes", "more people drown", ""),
    ],
)
def test_what_more_people_do_asks_what_is_more_popular(
    parser: LearnedQuestionParser, text: str, things: str, words: str, use: str
) -> None:
    question = parser.parse(text)
    assert question.comparative
    assert ("|".join(question.objects), question.asked.words, question.asked.use) == (things, words, use)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Should I read Emma or Persuasion first?", ""),
        ("which one should we visit next, Oslo or Bergen", ""),
        ("which came first, radio or television?", "came first"),
    ],
)
def test_what_comes_first_of_what_somebody_does_is_no_property(
    parser: LearnedQuestionParser, text: str, words: str
) -> None:
    assert parser.parse(text).asked.words == words
