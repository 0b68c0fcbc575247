"""Words that tell what a message wants when it is no known saying and follows no form: "bring me the receipts"."""

from __future__ import annotations

import re

_PARTS = {
    "source": "sources?|references?|reviews?|stud(?:y|ies)|papers?|journals?|trials?|surveys?|posts?|forums?|blogs?|"
    "articles?|newspapers?|wikipedia|reddit|evidence|opinions?|experts?|scientists?|doctors?|owners?|buyers?|sellers?|"
    "users?|historians?|graduates|activists?|people|students?|women|men|kids|years?|decade|guides|(?:19|20)\\d\\d",
    "form": "table|snippet|excerpt|textrank|ctrl|"
    "spreadsheet|chart|graph|diagram|json|poem|song|rhyme|emojis?|french|german|spanish|italian|deutsch|"
    "simple english|plain english|pirate|like i'?m (?:five|5)",
    "rude": "idiot|stupid|dumb|useless|garbage|trash|moron|rubbish|crap|shit|bullshit|fool|ugly|bad|awful|"
    "terrible|nonsense|the worst",
    "now": "(?: (?:like|today|now|outside|it|is|in \\w+))*",
    "shape": "table|spreadsheet|list|prose|paragraph|essay|poem",
    "make": "show|give|draw|make|put|write|present|format|have|want|turn|get|prefer|see|use|need",
    "lead": "(?:(?:ok|okay|so|just|please|pls|and|but|right|well|oh|thx|thanks|can you|could you)\\b,? ?)*",
}

_CUES = {
    "delete_data": r"""
        \b(?:delete|erase|wipe|remove|forget|destroy)\b(?: \w+){0,3} (?:data|history|conversation|chat)\b
        \b(?:delete|erase|wipe|remove|forget|destroy)\b(?: \w+){0,3} about me\b
        """,
    "show_stored_data": r"""
        \bwhat (?:\w+ ){0,2}(?:you|u) (?:\w+ )?(?:remember|stored?|saved?|keep|kept|know) (?:about|of|on) me\b
        \bdo you (?:remember|store|keep|save) (?:me|my|what i|our)\b
        """,
    "undo": r"""
        ^{lead}(?:undo|revert)\b
        ^{lead}(?:no,? )?forget (?:it|that),
        \b(?:go|take me) back to (?:what we had|the (?:last|previous|one before))\b
        """,
    "propose": r"""
        \b(?:any|what|which|other|the) alternatives?\b
        \bwhat else (?:can|could|should|is|do)\b.*\b(?:compare[ds]?|with)\b
        \bwhat (?:do|would|can|could) (?:people|you|i|one) (?:usually |often )?compare\b.*\bwith\b
        """,
    "chat": r"""
        \b(?:tell|know|say|want)\b.*\b(?:jokes?|stor(?:y|ies)|something funny)\b
        ^(?:and |so )?(?:what|how)(?:'?s| is) (?:the )?(?:weather|time|news|date)\b{now}\W*$
        ^(?:what(?:'?s| is|s)? |calculate |compute )?\(?\d+(?:\s*[-+*/^]\s*\(?\d+\)?)+\s*=?\W*$
        ^(?:you(?:'?re| are|r)?|u r|ur)\b(?: \w+){0,3} (?:{rude})\w*\b
        ^(?:this|that|it|the|your|such|what)\b(?: \w+){0,3} (?:{rude})\w*\W*$
        \bi(?:'?ll| will| am going to|'?m going to) (?:kill|hurt|sue|punch)\b
        \b(?:kill yourself|go to hell|screw you|fuck you)\b
        \bi(?:'?m| am| feel) (?:so |very |really )?(?:sad|happy|bored|lonely|tired|depressed|angry|hungry)\b
        """,
    "goodbye": r"""
        \b(?:good ?bye|bye|cya|ttyl|farewell|so long|adios|good night|good ?nite|got to go|gotta (?:go|run))\b
        \bsee (?:you|ya|u)\b
        ^have a (?:great|nice|good|lovely)\b
        ^{lead}i'?m (?:out|off|leaving|going)\b
        ^{lead}(?:that|this)(?:'?s| is| was|'?ll| will| would)? (?:be )?(?:all|everything|enough)\b
        """,
    "style": r"""
        \b(?:bullets?|bullet ?points?|bulleted|dashes)\b
        \b(?:prose|paragraphs?|running text|normal text|(?:full|plain) sentences|essay)\b
        \b(?:as|into|in|make that|write it as|like) (?:an? )?(?:list|text|words)\b
        \b(?:regular|normal|plain|whole|proper) (?:text|sentences|words)\b
        \bpros and cons\b
        \blist (?:me )?(?:the |all |your )*(?:arguments|reasons|points|facts)\b
        \b(?:{make})\b(?: \w+){0,4}? (?:{shape})\b(?! of)
        \blists?(?: of points)?(?: please| pls)?$
        ^no lists?\b
        \b(?:in|as|into|like|draw|make|answer)\b(?: \w+){0,2} (?:{form})\b
        ^(?:explain )?(?:it |that )?(?:{form})$
        """,
    "filter": r"""
        ^(?:and |but |please |what about )*(?:only|just|solely|limit\w*|restrict\w*)\b.*\b(?:{source})\b
        ^(?:please )?(?:use|take|cite|only) (?:newer|recent|only)\b
        \b(?:no|not|nothing|nobody|exclude|ignore|without|skip|disregard)\b.*\b(?:older|old|before|after|from|ads)\b
        \bleave out\b.*\b(?:older|old|before|after|from|ads)\b
        ^(?:no|not|nobody|exclude|excluding|ignore|without|skip|disregard|leave out)\b.*\b(?:{source}|under|by)\b
        \b(?:only|just|trust|use|cite)\b.*\b(?:since|after|from|before) (?:19|20)\d\d\b
        \b(?:{source}) only\b
        """,
    "repeat": r"""
        \b(?:repeat\w*|come again|once more|one more time|pardon|say (?:it |that )?again|missed that)\b
        \bdidn'?t (?:catch|hear|get) that\b
        \b(?:tell|read|send|say|hear)\b.* again\b
        ^(?:what|sorry|huh|and|again)\b.*\bagain\b
        ^(?:what did you (?:just )?say|(?:sorry,? )?what\W*$|again\b)
        """,
    "other_side": r"""
        \b(?:other|opposite|losing|opposing) (?:side|view|camp|opinion)s?\b
        \bcounter ?arguments?\b
        \b(?:another|opposite) opinion\b
        \b(?:downsides?|drawbacks?|contra|critics?|s[ck]eptics?|opponents?|one[- ]sided|overrated|devil'?s advocate)\b
        \b(?:defen[dcs]\w*|convince me|sell me on|regret|overpriced|garbage|sucks?)\b
        \bargu(?:e|ments?) (?:for|against|of the other)\b
        \bspeaks? (?:for|against|up for)\b
        \b(?:in favou?r of|against it|have (?:people )?got against)\b
        \b(?:disagrees?|sees? it differently|says? otherwise|swears? by)\b
        \b(?:a|one|any) good (?:word|reason|thing)s?\b
        \bmake (?:me )?a case\b
        \b(?:whats?|what'?s|what is) (?:the catch|wrong) with\b
        """,
    "sources": r"""
        \b(?:sources?|src|references?|citations?|cit(?:e|ed)|links?|urls?|evidence|receipts|quot(?:e|es|ing)|authors?)\b
        \b(?:any|give me the|show me the|is there|which) (?:proof|stud(?:y|ies)|data|experts|papers?)\b
        ^proof .+
        \bwho\b.* (?:told you|(?:said|says?|wrote|thinks) (?:so|that|this|it|these|those|exactly)|hear|quoting)\b
        \b(?:says|according to) who\b
        \bwhere\b.*\b(?:from|find|found|get|got|read|heard?|stem)\b
        \b(?:pages?|sites?|articles) (?:about|on|for|that (?:compare|discuss|mention)) (?:both|them|all|these)\b
        \bhow (?:many|old) (?:people|sentences|sources|are th)\b
        \b(?:making (?:this|that|it) up|(?:is|are) (?:this|that|it|they|these) reliable)\b
        \b(?:test(?:ed)? (?:this|that)|by whom|is (?:this|that) from)\b
        \b(?:real reviews|an opinion or a fact|base (?:this|that|it) on|these people|show your work)\b
        """,
    "why": r"""
        ^(?:{lead}|\w+,? )?why+\b(?! not\b)
        ^why not\b(?!,? (?:yes|sure|ok|do))
        \b(?:how come|reasoning|on what (?:grounds|basis)|based on what|bc of what|explain|decisive|main factors)\b
        ^{lead}(?:what|for what|the|any|and the|your) reasons?\b
        \breasons?(?: please|\?)$
        \bwhat (?:tipped|decided|convinced|made|makes|are you basing|do they have that)\b
        \bhow (?:did|do|can|could|would|was) (?:you|u|anyone|that) .*(?:conclu|know|come|rank|weigh)
        \bhow (?:did|do|can|could|would|was) (?:you|u|anyone|that) .*(?:decide|claim|certain|sure|comput)
        \b(?:how (?:certain|sure|confident|strong)|you (?:sure|certain)|what'?s behind|founded on|tell me how you)\b
        \b(?:on which facts|see why|or why|understand why)\b
        """,
    "longer": r"""
        ^{lead}(?:more|moar|elaborate|expand|go (?:on|deeper|into)|dig deeper|continue|next ones)\b
        ^(?!.*\b(?:which|who|one|does|lasts?|keeps?)\b).*\blonger\b
        \b(?:long(?:er)? (?:version|read|story)|more (?:detail\w*|examples|about (?:it|that|this)|to say))\b
        \b(?:detailed|in depth|thorough|everything you|anything (?:more|else)|any other points)\b
        \bwhat (?:else|more) (?:do|is|are)\b
        \b(?:full(?:er)? (?:answer|details|story|version)|deeper|complete version|so brief)\b
        \btell me (?:more|everything|lots)\b
        \b(?:(?:a bit|a little|read|say|is there|please be|bit thin,) more|other arguments|is that all)\b
        """,
    "shorter": r"""
        \b(?:shorter|short|briefly|brief|concise|one[- ]?liner|tl;? ?dr|summar\w+|gist|nutshell)\b
        \b(?:conclusion|bottom line|compress)\b
        \b(?:in|to|at most|say it in)? ?(?:a|one|two|three|ten|twenty|a few|few|\d+) (?:words?|sentences?|lines?)\b
        \b(?:cut to|too (?:long|much)|2 long|wall of text|less words|skip the details|quick answer)\b
        \b(?:your recommendation|(?:final|the|what'?s the) verdict|make up your mind|yes or no)\b
        ^{lead}(?:tell me )?which(?: one| is it| would you(?: \w+ for)?)?\b(?: is it| then)*\W*$
        ^{lead}who (?:wins|won|is ahead|is it)\b\W*(?:\w+\W*)?$
        \bjust (?:the (?:winner|name)|tell me which)\b
        """,
    "restart": r"""
        \b(?:start|begin) (?:\w+ )?(?:over|again|anew|afresh|fresh|from scratch)\b
        \b(?:from (?:the top|scratch)|restart|reset|go back to the beginning)\b
        \b(?:new|another|different|next) (?:topic|subject|chat|question|start)\W*(?:please|now)?\W*$
        \b(?:new|another|different|next|fresh) (?:conversation|comparison|start)\W*(?:please|now)?\W*$
        \b(?:something|things?) (?:entirely |completely )?(?:else|different)\W*$
        \b(?:ask about other things|(?:clear|delete|erase|wipe|forget) (?:all|everything|our|it all|the slate))\b
        """,
    "swap": r"""
        \b(?:swap|switch|flip|exchange|revers\w*|invert|mirror|shuffle|turn) (?:it|them|the|both|sides?|places?)\b
        \bother (?:way|order)\b
        \b(?:opposite|reverse|change the) order\b
        \b(?:vice[- ]versa|wrong way)\b
        ^(?:put )?(?!the\b)\w+(?: (?!the\b)\w+)? first\b
        """,
    "help": r"""
        \b(?:what|who) (?:are|r|built|made) (?:you|u)\b
        \bwh?at(?:'?s| is) your (?:name|purpose)\b
        \bare (?:you|u) (?:an? )?(?:ai|bot|robot|human|real|doctor|chatgpt|allowed)\b
        \bhow (?:do|can|does|did) (?:i|you|this|it)\b.*\b(?:ask|use|work|start|help|learn)\b
        \bwh?at (?:can|should|do|else can|kind of|languages) (?:i|you|u|things)\b(?! think| base| know about (?!me\b)\w)
        \bcan (?:you|u|i) (?:speak|help|give me some examples|only|ask|upload|talk)\b
        \b(?:help me(?! choose)|tell me about yourself|instructions|how (?:this|it) works|how to use|messages stored)\b
        \bi(?:'?m| am) (?:lost|stuck)\b
        """,
    "thanks": r"""
        \b(?:thanks|thank (?:you|u)|thx|tks|ta|cheers|appreciate|obliged|legend|(?:u|you) rock|gg|kudos|super duper)\b
        \b(?:you(?:'?re| are|r)|u) (?:the best|da best|very kind)\b
        \b(?:good (?:bot|boy|to know)|(?:brilliant|great|good|nice) (?:answer|stuff|job)|well done|really useful)\b
        \bthat (?:settles|clears|helps?|helped)\b
        """,
    "greet": r"""
        ^(?:oh |and )?(?:hi+|hey+a*|hello+|hiya|heya|yo|howdy|hola|wassup|sup)(?:\W+\w+){0,4}\W*$
        ^(?:oh |and )?(?:hallo|moin|bonjour|greetings)(?:\W+\w+){0,4}\W*$
        ^(?:good )?(?:morning|mornin|evening|afternoon|day)(?:\W+(?:to|sir|my|you|friend|bot|again|all))*\W*$
        ^how (?:are|r) (?:you|u)\b
        ^(?:nice to meet|any(?:one|body) here)
        """,
    "deny": r"""
        ^(?:no+|nope|nah?)\W*(?:$|(?:no|nope|nah|not|that|need|way|comment|stop|keep|wrong|it|you|please|leave|i|undo)\b)
        ^(?:nay|njet|never(?! mind the)|wrong|cancel|meh|ew|hm+ no|lol no|god no|certainly not|rather not|disagree\w*)\b
        ^(?:leave it|undo|stop|please don'?t|don'?t (?:do|want)|forget i asked|none of)\b
        \bthat(?:'?s| is|s|)(?: not|n'?t) (?:it|that|correct|right|an|what|for)\b
        \bi(?:'?d)? (?:rather not|said no|don'?t want)
        ^not (?:that|what|this)\b(?! one,? \w+ \w+)
        """,
    "affirm": r"""
        ^(?:ye+s+|yea+h?|ya|yep|yup\w*|y|ja|aye|sure|alright|right|agree|agreed|absolutely|exactly|indeed|correct|mhm)\b
        ^(?:ok(?:ay|e?y)?) ?(?:\W|do\b|let|go\b|dokey|sure|yes|fine|$)(?!.*\b(?:or|vs|add|and|then|in terms|next)\b)
        ^(?:of course|do (?:it|that|so)|please do|go (?:for|ahead)|sounds|why not, yes)\b
        ^that(?:'?s| is|s)? (?:right|what i|works)
        \b(?:^|do) (?:it|that|so)(?: then)?$
        \bi guess yes\b
        """,
}
"""Intent → what may stand in a message of that meaning, a pattern a line."""


STYLES = {
    style: re.compile(pattern, re.IGNORECASE)
    for style, pattern in {
        "template": r"\btemplates?\b",
        "textrank": r"\btext ?rank\b",
        "ctrl": r"\bctrl\b",
        "llm": r"\b(?:llm|language model)\b",
        "table": r"\b(?:tables?|spreadsheet|tabular|matrix)\b",
        "snippet": r"\b(?:snippets?|excerpts?)\b",
        "brief": r"^as brief$|\b(?:prose|paragraphs?|text|sentences|essay|words|just talk)\b|"
        r"\b(?:no|without) (?:\w+ )?(?:lists?|bullets?|dashes|points)\b",
        "bullets": r"\b(?:bullets?|bulleted|lists?|points|pros and cons)\b",
    }.items()
}
"""Generator → what asks for it; the first that is found counts."""


def style_of(text: str) -> str:
    """Return the generator that a message asks for: ``bullets``, ``table`` …; ``other`` for one that nobody serves."""
    return next((style for style, pattern in STYLES.items() if pattern.search(text)), "other")


def _compiled(patterns: str) -> re.Pattern[str]:
    for name, part in _PARTS.items():
        patterns = patterns.replace(f"{{{name}}}", part)
    return re.compile("|".join(f"(?:{line.strip()})" for line in patterns.strip().splitlines()), re.IGNORECASE)


_COMPILED = {intent: _compiled(patterns) for intent, patterns in _CUES.items()}


def by_cue(text: str) -> str:
    """Return the first intent that words of a message speak for, empty when none does."""
    found = next((intent for intent, cue in _COMPILED.items() if cue.search(text)), "")
    return "out_of_scope" if found == "chat" else found
