"""Words of comparisons as they are spelt."""

from __future__ import annotations

import pytest

from engine.text.spelling import mended


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("wich is beter", "which is better"),
        ("more relyable, and helthier", "more reliable, and healthier"),
        ("latte, nike, fedora, ubuntu", "latte, nike, fedora, ubuntu"),
        ("easyer to install", "easier to install"),
        ("the Relyable Ltd", "the Relyable Ltd"),
        ("pc is mad expensive, but hella loud?", "pc is expensive, but loud?"),
        ("super mario or dead space, a mad dog", "super mario or dead space, a mad dog"),
        ("the latter is better", "the latter is better"),
        ("which is scarier, for someone w kids", "which is scarier, for someone with kids"),
        ("George W Bush, w/e", "George W Bush, w/e"),
        ("tea or coffee??", "tea or coffee?"),
        ("privcy for beginers", "privacy for beginners"),
        ("Mac vs PC - gaming", "Mac vs PC, gaming"),
        ("for web stuff, or for gaming purposes", "for web, or for gaming"),
        ("for other things, for scientific purposes", "for other things, for scientific purposes"),
        ("mail stuff?", "for mail?"),
        ("and garden stuff", "and for garden"),
        ("the good stuff", "the good stuff"),
        ("for my grandpa", "for my grandpa"),
        ("really?! tea or coffee!!!", "really? tea or coffee!"),
        ("whats teh otehr side", "whats the other side"),
        ("a form of three doses", "a form of three doses"),
        ("portlnd or havard", "portlnd or havard"),
    ],
)
def test_qualities_are_mended_and_names_are_not(typed: str, meant: str) -> None:
    assert mended(typed) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("i p a or a lager", "IPA or a lager"),
        ("um p s three or d v d", "PS3 or DVD"),
        ("a p c or a mac", "a PC or a mac"),
        ("C or D, plan a or b", "C or D, plan a or b"),
    ],
)
def test_letters_that_stand_alone_are_a_name(said: str, meant: str) -> None:
    assert mended(said) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("r u sure, wat do u c", "are you sure, what do you c"),
        ("which one would u buy", "which one would you buy"),
        ("which r cheaper, vans or cars", "which are cheaper, vans or cars"),
        ("pls tell me, in ur opinion", "please tell me, in your opinion"),
        ("wat is cheaper, and wat u think", "what is cheaper, and what you think"),
        ("angkor wat or petra", "angkor wat or petra"),
        ("do you use julia or r", "do you use julia or r"),
        ("r vs julia, is r faster than julia", "r vs julia, is r faster than julia"),
        ("which r package is faster", "which r package is faster"),
        ("why r boats slower than trains", "why are boats slower than trains"),
        ("r wooden boats nicer then steel ones", "are wooden boats nicer then steel ones"),
        ("r packages are nicer than toolboxes", "r packages are nicer than toolboxes"),
        ("r or julia packages better than c", "r or julia packages better than c"),
        ("is the wii u better than the ps4", "is the wii u better than the ps4"),
        ("is u of t better, R or U", "is u of t better, R or U"),
        ("vans V.S. cars, C++ > C", "vans vs cars, C++ better than C"),
        ("is lisp < .NET", "is lisp worse than .NET"),
        ("10 > 3, a -> b", "10 > 3, a -> b"),
    ],
)
def test_words_and_signs_of_a_chat_are_spelt_out_but_for_those_of_names(typed: str, meant: str) -> None:
    assert mended(typed) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("hey google are vans safer than cars", "are vans safer than cars"),
        ("OK Google, which is safer, vans or cars", "which is safer, vans or cars"),
        ("alexa is lisp older than cobol", "is lisp older than cobol"),
        ("Alexa, is a van safer than a car?", "is a van safer than a car?"),
        ("siri should I buy a van", "should I buy a van"),
        ("hey cortana vans or cars", "vans or cars"),
        *(
            (one, one)
            for one in ("google or bing", "google, bing or yahoo", "hey siri vs alexa", "google maps or waze")
        ),
        *((one, one) for one in ("alexa is much better than siri", "google does better", "siri should be faster")),
        *((one, one) for one in ("google is a better company than apple", "hey google", "google has more users")),
    ],
)
def test_whom_one_speaks_to_is_no_thing(said: str, meant: str) -> None:
    assert mended(said) == meant
