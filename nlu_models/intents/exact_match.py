"""Whole messages that mean one thing whatever was said before: "tl;dr", "says who?"."""

from __future__ import annotations

import re

from engine.text.tokens import stems
from nlu_models.baselines.rule_lexicon import word_set

_SAYINGS = {
    "compare": """compare; compare them; compare these; compare those; compare both; compare all of them; compare all;
        compare all three; compare the three; all three; both; both of them;
        compare two things; i want to compare two things; compare something; i want to compare something; start a
        comparison; make a comparison; can you compare two things; comparison""",
    "restart": """restart; reset; start over; start again; start anew; begin again; new conversation; new chat; new
        comparison; another comparison; compare two other things; i want to compare two other things; compare something
        else; i want to compare something else; a different comparison; forget everything; forget it all; clear; clear
        everything; clear all; clear chat; try something else; something else""",
    "greet": """how are you today; how are you doing; hi; hii; hello; hey; hiya; howdy; yo; greetings; hi there; hello
        there; hey there; hey bot; hi bot; hi all; good morning; good afternoon; good evening; good day; hola; how are
        you; hi how are you; hello how are you; hey how are you; how is it going; how do you do; whats up; sup""",
    "thanks": """thanks; thank you; thank u; thx; thnx; tnx; ty; tysm; cheers; merci; thanks a lot; thanks so much;
        thank you very much; thank you so much; many thanks; thanks for that; thanks for your help; thank you for your
        help; thanks for the help; thanks again; that helped; that helped a lot; that was helpful; very helpful; much
        appreciated; i appreciate it; awesome; perfect; excellent; wonderful; brilliant; great; cool; nice; good answer;
        good job; good bot; well done; great answer; nice one; well thanks; 🙏""",
    "goodbye": """bye; bye bye; goodbye; good bye; see you; see ya; see you later; see you soon; see you tomorrow; cya;
        good night; goodnight; farewell; take care; talk to you later; that is all; that was all; that is it; that is
        all for now; i am done; im done; i have to go; quit; exit; stop; later; ciao; got to go; gtg; have a nice day;
        have a good day; have a good one; thanks bye; thank you bye; bye thanks""",
    "help": """help; help me; i need help; can you help me; can i get some help; what can you do; what can you do for
        me; what can i do; what can i ask; what can i ask you; what can i say; what do you do; what else can you do; how
        does this work; how does it work; how do you work; how do i use this; how to use this; how can i use this; how
        can i start; how do i start; who are you; who made you; what are you; what is this; what is this for; are you a
        bot; are you human; are you real; instructions; commands; menu; options; usage; i am lost; i am confused; i am
        stuck; what now; examples; give me an example; show me an example; what can you compare; what do you know; what
        do you know about""",
    "affirm": """yes; y; ya; yep; yup; yeah; yea; yah; yes please; yes do; sure; sure thing; ok; okay; okey; k; correct;
        right; exactly; indeed; absolutely; definitely; certainly; of course; do; do it; do that; go ahead; sounds good;
        that is right; that is correct; that is it exactly; true; agreed; fine; why not; lets do it; i do; i think so;
        👍; 👌; ✅""",
    "deny": """no; n; nope; nah; no way; no thanks; no thank you; not really; not now; not at all; not that; not quite;
        never mind; nevermind; dont; wrong; incorrect; false; that is wrong; that is not right; that is not correct;
        that is not what i meant; of course not; absolutely not; cancel; i dont think so; neither; none; none of them;
        none of these; 👎; ❌""",
    "undo": """undo; before; undo that; undo it; take that back; go back; back; and back again; back again; go one step
        back; one step back; as before; like before; back to before; the previous one; the last comparison again""",
    "drop": """drop that; drop it; drop that one; drop this; leave that out; leave it out; leave that one out; remove
        that; remove it; remove that one; without that; without it; take that out; take it out; forget that; forget that
        one; forget the last one; skip that; ignore that; scratch that; scrap that; not that after all""",
    "add_aspect": """as something that matters; as something that matters to me; something that matters to me; something
        that matters; as a point of view; as an aspect; as a criterion; the second; it matters to me""",
    "show_stored_data": """what do you remember; what do you remember about me; what do you know about me; what have you
        stored; what have you stored about me; what data do you have about me; which data do you keep; what do you
        keep; do you store what i say; do you keep my data""",
    "delete_data": """delete my data; delete all my data; erase my data; remove my data; forget my data; wipe my data;
        delete this conversation; forget this conversation; erase this conversation; delete our conversation; forget
        our conversation; delete the conversation; delete this chat; delete the chat history; delete my history;
        clear my history; delete everything about me; forget everything about me; forget me; forget who i am""",
    "why": """why; tell me why; why is that; why is it; why is this; why so; why that; why not that; how come; how so;
        for what reason; reason; what is the reason; what are the reasons; whats the reason; give reasons; explain;
        explain that; explain it; explain this; explain why; explain the verdict; explain the answer; explain your
        answer; can you explain; can you explain that; can you explain why; justify; justify that; based on what; how
        did you decide; how did you get that; how did you get to that; how do you come to that; what makes you say that;
        what makes you think so; what makes you think that; what makes it better; why do you think so; why do you think
        that; why do you say that; why do you say so; why is it better; why is one better; why is the first better; why
        is the winner better; why did it win; are you sure; are you sure about that; really; how sure are you; how
        certain are you; how confident are you; i dont believe it; i dont believe that; i dont believe you; i dont get
        it; i dont understand; whats your reasoning; why this; why it""",
    "sources": """source; sources; show the sources; what are your sources; where are the sources; any sources; give
        sources; list sources; see sources; more sources; cite sources; cite your sources; citation; show citations;
        reference; show references; evidence; show evidence; show me evidence; what is the evidence; give evidence; any
        evidence; more evidence; proof; show proof; any proof; prove it; prove that; link; show links; give links;
        quotes; show quotes; sentences; show sentences; show the original; show the texts; who says so; who says that;
        who says; who said that; who said so; who said; who wrote that; says who; according to whom; according to who;
        according to what; where did you get that; where did you get this; where did you get that from; where do you get
        that from; where did you read that; where did you find that; where does that come from; where does this come
        from; where is that from; where is this from; where do you have that from; where do you get your information;
        where do you get your data; where is the data from; how do you know; how do you know that; back it up; can i
        trust that; can i trust this; is that true; is this true; is that reliable; is it true; what is that based on;
        what is this based on; show pages about both; find pages about both; show web pages about both; pages about
        both; pages about them; show pages about them; show pages side by side""",
    "other_side": """other side; the other side; what about the other side; what is the other side; show the other side;
        other view; other opinion; other perspective; other arguments; opposite view; opposite side; opposing view;
        opposing arguments; opposing side; losing side; counterargument; counter argument; what are the
        counterarguments; contra; cons; what are the cons; show the cons; any cons; downside; what are the downsides;
        any downsides; drawback; what are the drawbacks; any drawbacks; disadvantage; what are the disadvantages; any
        disadvantages; objection; any objections; argument against; what are the arguments against; what are the
        arguments against it; arguments against it; what speaks against it; what speaks against that; what speaks
        against the winner; devil's advocate; play devil's advocate; on the other hand; what do others say; what about
        the loser; and the loser; who disagrees; i disagree; i dont agree; you are wrong; you're wrong; does anyone
        disagree; is there disagreement; the other one; what about the other one; what about the other; and the other;
        and the other one; the flip side""",
    "shorter": """shorter; make it shorter; make that shorter; a bit shorter; much shorter; even shorter; can you make
        it shorter; short version; shorter version; short answer; shorter answer; give a short answer; short; brief; be
        brief; briefly; briefer; keep it short; keep it brief; concise; be concise; more concise; make it concise; less;
        less text; less detail; fewer words; too long; that is too long; too much; too much text; too many words; too
        wordy; which is better; which one is better; so which is better; which one should i choose; which should i
        choose; which one should i take; which one should i buy; which one; which one do you recommend; which do you
        recommend; what do you recommend; what would you do; what would you choose; what do most people prefer; which do
        people prefer; what do people prefer; what do people say; what do experts say; what should i do; tldr; tl dr;
        summary; give a summary; summarize; summarise; summarize it; summarize that; summarize this; can you summarize;
        sum it up; sum up; in short; in brief; in a nutshell; in one sentence; in one line; in one word; in a few words;
        bottom line; what is the bottom line; cut it short; just the verdict; just the winner; only the winner; what is
        the verdict; the verdict; who wins; who won; who is the winner; conclusion; quick version""",
    "longer": """more; longer; make it longer; a bit longer; longer version; longer answer; long version; full version;
        tell more; tell me more; tell me more about it; tell me more about that; show more; show me more; give more;
        more detail; more details; more details about that; in detail; in more detail; more information; more info; more
        arguments; more facts; more reasons; more about that; more about it; more on that; more of that; some more; even
        more; details; detailed; elaborate; elaborate on that; can you elaborate; go on; continue; carry on; keep going;
        expand; expand on that; what else; anything else; too short; that is too short; full answer; show everything;
        show all; show all of them; show the rest; next; say more; go deeper; further details""",
    "nlu_fallback": """lol; lmao; rofl; haha; hahaha; hehe; xd; wtf; omg; hmm; hm; huh; meh; duh; blah; blah blah; bla;
        bla bla; foo; foo bar; test; testing; ping; lorem ipsum""",
    "out_of_scope": """tell a joke; say something funny; do you like me; i like you; i love you; are you hungry; do you
        drink yourself; how old are you; where do you live; maybe; perhaps; i dont know; dont know; idk; dunno; not
        sure; i am not sure; whatever; i dont care; who cares; interesting; hm interesting; i see; idiot; stupid;
        stupid bot; bad bot; you suck; shut up; fuck; fuck off; shit; bullshit; damn""",
    "repeat": "repeat; repeat that; say that again; what did you say; what; once more",
    "swap": """swap; swap them; swap it; swap sides; swap the order; swap the two; swap both; swap objects; switch;
        switch them; switch sides; switch places; switch it around; flip; flip it; flip them; reverse; reverse it;
        reverse them; reverse the order; exchange them; invert; turn it around; turn it round; other way around; other
        way round; the other way around; the other way round; vice versa; the reverse; change the order; change
        sides""",
    "style": """table; a table; as a table; in a table; as table; in table form; bullet; bullets; bullet point; bullet
        points; as bullets; as bullet points; in bullet points; in bullets; with bullet points; use bullets; use bullet
        points; show as bullet points; show it as bullet points; give me bullet points; make it bullet points; make it
        bullets; make bullet points; write bullet points; can you use bullet points; list; as a list; as list; in a
        list; list it; list them; make a list; make it a list; show it as a list; list form; bulleted list; pros and
        cons list; pros and cons; list pros and cons; list the pros and cons; show the pros and cons; as pros and cons;
        as points; in points; template; as template; as a template; use the template; use a template; text; as text; as
        a text; as plain text; plain text; running text; as running text; prose; as prose; in prose; paragraph; as a
        paragraph; as paragraph; in a paragraph; full sentences; in full sentences; as full sentences; use full
        sentences; write full sentences; in sentences; no bullet points; no bullets; without bullets; without bullet
        points; in words; essay; as an essay; make a table; make it a table; show a table; show it as a table; put it in
        a table; snippet; as a snippet; as snippet; show a snippet; textrank; as textrank; with textrank; use
        textrank; ctrl; as ctrl; with ctrl; use ctrl; llm; as llm; with llm; use llm; with a language model""",
}
"""Intent → whole messages of that meaning, compared by stems and without politeness, see ``gist``."""

_FILLERS = word_set(
    """please pls plz the me your so and but ok okay well hmm um oh ah now then just you bot hi hello hey there lol
    alright regular"""
)

_CONTRACTED = re.compile(r"['’]s\b", re.IGNORECASE)


def gist(text: str) -> str:
    """Return the stems of a message without fillers, unless it has no others."""
    all_stems = stems(_CONTRACTED.sub(" is", text))
    return " ".join(stem for stem in all_stems if stem not in _FILLERS) or " ".join(all_stems)


INTENT_OF = {
    gist(saying): intent for intent, sayings in _SAYINGS.items() for saying in sayings.replace("\n", " ").split(";")
}
