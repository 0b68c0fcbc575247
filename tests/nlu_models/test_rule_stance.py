"""What the rules make of sentences: ``{+x}`` is favoured over ``{y}``, ``{=x}`` and ``{=y}`` are level."""

from __future__ import annotations

import re

import pytest

from engine.types import ComparisonInstance, Stance
from nlu_models.baselines import token_classes
from nlu_models.baselines.rule_stance import EVIDENCE, KeyphraseClassifier
from nlu_models.baselines.token_classes import LETTERS, spell
from tests.conformance.classifier import ClassifierConformance
from tests.steps import steps

EXAMPLES = {
    "a comparative favours its subject": """
        {+Tea} is better than {coffee}.
        {+Oak} is much stronger than {pine}, and it lasts longer.
        In my experience {+Rust} is way faster than {Python}.
        {+Rust} runs circles around others and is faster than {Python}.
        The {+Canon} has nicer colours than the {Nikon}.
        {+Postgres} offers better support for JSON than {MySQL} does.
        {+Copper} conducts heat better than {steel}.
        I think {+cats} are cleaner than {dogs}.
        Everybody in my family agrees that {+Lisbon} is prettier than {Madrid}.
        {+Trains}, in my opinion, are more comfortable than {planes}.
        {+Trains}, however, are safer than {cars}.
        The new {+Kindle} is lighter and much cheaper than the {iPad}.
        {+Yoga} is better for your back than {running}.
        {+Wool} keeps you warmer, drier and happier than {polyester}.
        {+Go} compiles faster than {Rust}.
        {+Go}, which I learned last year, is easier to read than {Perl}.
        A {+bike} is cheaper to own than a {car}.
        {+Bamboo} is tougher than one would think, tougher than {oak} even.
        My {+tablet} is handier than my old {laptop}.
        {+Vue} was quicker to learn than {Angular} for our whole team.
        {+Zinc} is way way way better than {lead}.
        {+Skiing} looks more elegant than {snowboarding}.
        {+Honey} tastes sweeter than {sugar}!
        {+Kotlin} is more concise than, say, {Java}.
        {+Kotlin} is more concise than C++, C# or {Java}.
        {+Kotlin} and Scala are more concise than {Java}.
        It is cheaper than Scala and {+Kotlin} is safer than {Java}.
    """,
    "what others say counts like what the author says": """
        People say {+tea} is better than {coffee}.
        Studies show that {+tea} outperforms {coffee}.
        {+Tea}, they say, is better than {coffee}.
        It is well known that {+tea} is healthier than {coffee}.
    """,
    "a bad comparative favours the other": """
        {Tea} is worse than {+coffee}.
        {Bash} is slower than {+Perl}.
        {Perl} is uglier than {+Python}.
        {Flying} is more expensive than {+sailing}.
        {Java} is more verbose than {+Python}.
        {Diesel} is dirtier than {+petrol}.
        {Plastic} is a far weaker material than {+steel}.
        {Angular} is more complicated than {+React}.
        {Glass} is more fragile than {+wood}.
        A {motorbike} is more dangerous than a {+car}.
        {Vinyl} sounds noisier than {+tape}.
        {Rabbits} are smellier than {+hamsters}.
    """,
    "less of a good thing is worse, less of a bad thing better": """
        {Tape} is less reliable than {+disk}.
        {+Gold} is less toxic than {mercury}.
        {+Python} is less verbose than {Java}.
        {Windows} is less secure than {+Linux}.
        I like {+snow} more than {rain}.
        I trust {+banks} a lot more than {brokers}.
        I like {rain} less than {+snow}.
    """,
    "a dimension favours what has more of it": """
        {+Jupiter} is bigger than {Saturn}.
        {Pluto} is smaller than {+Mercury}.
        The {+Nile} is longer than the {Amazon}.
        {+Giraffes} are taller than {elephants}.
        {+Texas} has more people than {Ohio}.
        {Ohio} has fewer lakes than {+Michigan}.
        {+Brass} is zorbier than {tin}.
    """,
    "the objects stand between the comparative and than": """
        It is easier to learn {+Python} than {C}.
        It's much faster to write tests in {+Ruby} than in {Java}.
        You are better off with {+oil} than with {gas}.
        I am much better at {+chess} than I am at {poker}.
        Books are cheaper on {+Amazon} than on {eBay}.
        It was harder to install {Gentoo} than {+Debian}.
    """,
    "superior, inferior, compared": """
        {+Silk} is superior to {nylon}.
        {Nylon} is inferior to {+silk}.
        {Nylon} is a vastly inferior material to {+silk}.
        {+Silk} is far superior in every way to {nylon}.
    """,
    "verbs decide": """
        {+Brazil} beats {Spain}.
        {+Intel} outperforms {AMD} in this test.
        {+Paper} trumps {plastic}.
        {+Nginx} clearly outperformed {Apache}.
        {+Emacs} > {Vim}
        {+Emacs} surpasses {Vim}.
        {+Chrome} is ahead of {Opera} on every platform.
    """,
    "preferences and choices": """
        I prefer {+tea} over {coffee}.
        I prefer {+tea} to {coffee}.
        We much prefer {+Slack} to {email}.
        She chose {+biology} over {chemistry}.
        I would pick {+Norway} over {Sweden} any day.
        I recommend {+Fedora} over {Ubuntu}.
        The advantage of {+SSDs} over {disks} is speed.
        Use {+Maven} instead of {Ant}.
        Buy {+leather} rather than {vinyl}.
        More people buy {+Toyota} than {Honda}.
    """,
    "contrast": """
        {Tea} is fine, but {+coffee} is better.
        {Tea} is good but {+coffee} is better.
        I like {tea}, but {+coffee} is simply nicer.
        Although {tea} is cheap, {+coffee} tastes better.
        {Nokia} was slow, while the {+Samsung} is faster.
    """,
    "level": """
        {=Tea} is as good as {=coffee}.
        {=Tea} is just as healthy as {=coffee}.
        {=Go} performs as well as {=Java} here.
        {=Tea} is equal to {=coffee} in caffeine.
        {=Nylon} is comparable to {=silk}.
        {=Nylon} is on par with {=silk}.
        {=Nylon} and {=silk} are equally strong.
        There is no difference between {=nylon} and {=silk}.
        There's hardly any difference between {=nylon} and {=silk}.
        {=Tea} is no worse than {=coffee}.
        {=Tea} isn't worse than {=coffee}.
        {=Tea} is neither better nor worse than {=coffee}.
    """,
    "level, said otherwise": """
        {=Nylon} is neither lighter nor heavier than {=silk}.
        {=Nylon} costs as much as {=silk}.
        {=Nylon} and {=silk} have the same price.
    """,
    "words of equality that hide a winner, or claim nothing": """
        {Tea} is half as good as {+coffee}.
        The {tea} and the {coffee} stood in the same rack.
        Neither {tea} nor {coffee} is better than cocoa.
        There is a big difference between {tea} and {coffee}.
        Are {tea} and {coffee} equally good?
    """,
    "what grows or is known has no merit, what decays has a fault": """
        {+Larch} dries faster than {oak}.
    """,
    "as … as, denied or multiplied": """
        {Tea} is not as good as {+coffee}.
        {Tea} isn't nearly as tasty as {+coffee}.
        {Tea} is almost as good as {+coffee}.
        {+Tea} is not as bad as {coffee}.
        {Ruby} does not perform as well as {+Java}.
        {+Go} is twice as fast as {Ruby}.
        {+Go} is ten times as fast as {Ruby}.
        {+Go} is as good if not better than {Ruby}.
        {Go} is just as bad, if not worse than {+Ruby}.
    """,
    "denial turns a comparison round": """
        {Tea} isn't better than {+coffee}.
        {Tea} is no better than {+coffee}.
        {Tea} is never faster than {+coffee}.
        {Tea} was not any better than {+coffee}.
        I don't think {tea} is better than {+coffee}.
        I do not believe that {tea} is healthier than {+coffee}.
        {+Tea} is not only better but also cheaper than {coffee}.
        There is no doubt that {+tea} is better than {coffee}.
        No question, {+tea} is better than {coffee}.
        {+Tea} does not stain and is better than {coffee}.
        {Milk} isn't cheap, but {+tea} is better than {milk}.
        I doubt that {tea} is better than {+coffee}.
        I do not doubt that {+tea} is better than {coffee}.
        I disagree that {tea} is better than {+coffee}.
        It is not true that {tea} is better than {+coffee}.
    """,
    "nothing is claimed": """
        {Tea} and {coffee} are drinks.
        I had {tea} and {coffee} this morning.
        Is {tea} better than {coffee}?
        Are {cats} really smarter than {dogs}?
        So, is {tea} better than {coffee}?
        If {tea} were better than {coffee}, we would drink it.
        I wonder if {tea} is better than {coffee}.
        Nobody knows whether {tea} is better than {coffee}.
        I wish {tea} were better than {coffee}.
        He never said {tea} is better than {coffee}.
        I can't say that {tea} is better than {coffee}.
        {Tea} is more like {coffee} than water.
        {Tea} would be better if {coffee} were banned.
        The price of {tea} rose and {coffee} fell.
        We moved the {tea} to the {coffee} shelf.
        {Tea} tastes better with {milk}.
        I drink {tea} and {coffee} at the same time.
        {Tea} sold faster than {coffee} expected.
    """,
    "a third thing is compared": """
        Cocoa is better than {tea} or {coffee}.
        Cocoa is better than {tea} and {coffee}.
        Cocoa is better than {tea}, {coffee} and juice.
        {Tea} and {coffee} are better than cocoa.
        {Tea}, cocoa and {coffee} are better than juice.
        I like {tea}, but cocoa is better than {coffee}.
        {Tea} is better than cocoa, and I have never tried {coffee}.
        {Tea} is better than juice and {coffee} is better than milk.
        {Tea} is cheap because cocoa is dearer than {coffee}.
        Nothing is better than {tea} and {coffee}.
        Cocoa beats both {tea} and {coffee}.
        Cocoa is better than {tea} and much cheaper than {coffee}.
        This one is faster than {tea} (two minutes) and slower than {coffee}.
        It weighs 40 grams, lighter than a {tea} tin, and 10 lighter than {coffee}.
        {Tea} costs less than 5 euros a box at {coffee} shops.
        A better than average {tea} with {coffee} flavour.
        Simpler than using {tea}/cocoa, and three times cheaper than using {coffee}.
        It is as light as {bamboo}, but tougher than {oak}.
        Outlasts a {tram}, cheaper than a boat, nicer inside than a {bus}.
        I took juice over the {tea} and it tasted better than the {coffee}.
        The weight is equal to that of {tin} and is better than {zinc} by far.
        Nicer then all the {tea} and much stronger than {coffee}!
        Juice is better than milk in {tea} as its own, way better than the milk in {coffee}.
    """,
}


def read(marked: str) -> tuple[ComparisonInstance, Stance]:
    """Return the pairing a marked sentence stands for and the stance that its marks say."""
    objects: dict[str, str] = {}
    for mark, name in re.findall(r"\{([+=]?)([^}]+)\}", marked):
        objects[name.lower()] = mark or objects.get(name.lower(), "")
    (first, favour), (second, other) = objects.items()
    stance = Stance.EQUAL if favour == "=" else Stance.FIRST if favour else Stance.SECOND if other else Stance.NONE
    return ComparisonInstance(re.sub(r"[{}]|(?<=\{)[+=]", "", marked), first, second), stance


TABLE = [
    pytest.param(*read(line.strip()), id=line.strip())
    for lines in EXAMPLES.values()
    for line in lines.strip().splitlines()
]


@pytest.fixture(scope="module")
def classifier() -> KeyphraseClassifier:
    return KeyphraseClassifier()


class TestKeyphraseClassifier(ClassifierConformance):
    @pytest.fixture
    def classifier(self) -> KeyphraseClassifier:
        return KeyphraseClassifier()


@pytest.mark.parametrize(("pairing", "stance"), TABLE)
def test_a_sentence_favours(classifier: KeyphraseClassifier, pairing: ComparisonInstance, stance: Stance) -> None:
    assert classifier.classify([pairing])[0].stance is stance
    assert classifier.classify([pairing.flipped()])[0].stance is stance.flipped()


@pytest.mark.parametrize(
    ("sentence", "marked"),
    [
        ("Tea is better than coffee.", ["better", "than"]),
        ("Tea is more reliable than coffee.", ["more reliable", "than"]),
        ("Tea beats coffee.", ["beats"]),
        ("Use tea instead of coffee.", ["instead of"]),
        ("Tea is as good as coffee.", ["as"]),
        ("I had tea and coffee.", []),
    ],
)
def test_markers_are_the_words_that_decided(classifier: KeyphraseClassifier, sentence: str, marked: list[str]) -> None:
    (found,) = classifier.classify([ComparisonInstance(sentence, "tea", "coffee")])
    assert [marker.text for marker in found.markers] == marked


@pytest.mark.parametrize(
    ("sentence", "sure"),
    [
        ("Tea is better than coffee.", True),
        ("Tea is not as good as coffee.", True),
        ("I prefer tea to coffee.", True),
        ("Tea is taller than coffee.", False),
        ("Coffee is good but tea is better.", False),
        ("Tea isn't better than coffee.", False),
        ("Use tea instead of coffee.", False),
    ],
)
def test_only_an_outright_comparison_reaches_the_rankers_gamma(
    classifier: KeyphraseClassifier, sentence: str, sure: bool
) -> None:
    (found,) = classifier.classify([ComparisonInstance(sentence, "tea", "coffee")])
    assert (found.confidence >= 0.8) is sure


def test_a_sentence_is_spelled_by_what_its_words_do() -> None:
    pairing = ComparisonInstance("Tea is more healthy than coffee, but 2 coffees aren't cheap!", "coffee", "tea")
    for spelling in (spell(pairing), spell(pairing.flipped())):
        assert spelling is not None
        assert spelling.letters == "Xv+gtY,c0Yng"


def test_the_alphabet_is_explained() -> None:
    explained = set(re.findall(r"\S", " ".join(re.findall(r"``([^`]+)``", token_classes.__doc__ or ""))))
    assert set(LETTERS.values()) - set("ml") <= explained


def test_every_kind_of_finding_is_more_often_right_than_wrong() -> None:
    assert all(agreed >= other for agreed, other, _ in EVIDENCE.values())


@pytest.mark.parametrize(
    "words",
    [
        "tea coffee ",
        "tea better ",
        "tea is better, but ",
        "coffee and tea, ",
        "better than tea and juice, ",
        "a good tea as ",
        "tea, cold, wet, ",
        "tea which they sold was in the shop ",
        "use tea not ",
        "> ",
    ],
)
def test_time_grows_no_faster_than_the_sentence(classifier: KeyphraseClassifier, words: str) -> None:
    def read(chars: int) -> None:
        text = "tea, coffee: " + words * (chars // len(words))
        classifier.classify([ComparisonInstance(text, "tea", "coffee")])

    short, long = (steps(lambda chars=chars: read(chars)) for chars in (2_000, 20_000))  # type: ignore[misc]
    assert long < 15 * short
