"""Cuts a query into sentences and content words. Words are letters and digits only, so never a search syntax."""

import re
import unicodedata

MAX_QUERY = 8_000  # characters that are looked at
MAX_SENTENCES = 60

_WORD = re.compile(r"[^\W_]+")
_HELLO = r"(?:dear|hello|hi|hey|good (?:morning|day|afternoon|evening)|hallo|guten|liebe[rs]?|sehr geehrte[rs]?)\b"
_GREETING = rf"(?:^|\n){_HELLO}[^.?!\n]{{0,60}}[,!]\n"
_SENTENCE = re.compile(rf"{_GREETING}|(?<=[.!?;])\s+|\n\s*\n|\n(?=\s*[-*•])|\n(?=\s*{_HELLO})", re.IGNORECASE)
_ENDINGS = re.compile(r"(?<=\w{3})(ies|es|ed|ing|s|e|y)$")

_ENGLISH = """
a about above after again all almost already also although always am an and any anybody anyone anything are aren
around as ask asked asking at away back be because been before being below best between both but by came can cannot
could couldn curiosity day dear did didn do does doesn doing don done down during each either else enough even ever
every everybody everything far few find first for forward from get gets give given go goes going good got greetings
had has hasn have haven having he hello help her here hi him his how i if in into is isn it item items its itself just
kind kindly know last least let like ll look looking lot love made make many may maybe me mean might mind more morning
most much must my myself need needs never new next no nobody nor not nothing now of off often on once one only or
order ordered orders other our out over own perhaps please possible put question quick rather re really regards reply
s said same say says see sent shall she should since sincerely so some somebody someone something soon still such take
team tell than thank thanks that the their them then there these they thing things think this those though through to
today together too two under until up us use used ve very want wanted wants was way we well were what when where
whether which while who why will wish wishes with within without won would wouldn yes yesterday yet you your yours
"""
_GERMAN = """
aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bitte da damit
danke dann das dass dein dem den denn der des die dies diese dieser dieses doch dort du durch ein eine einem einen
einer eines er es etwas euch euer eure frage freundliche freundlichen für geehrte gern grüße grüßen guten hab habe
haben hallo hat hatte ich ihm ihn ihnen ihr ihre ihren im in ins ist ja jetzt kann kein keine können könnte liebe man
mein meine meinem meinen meiner mich mir mit muss möchte nach nicht nichts noch nun nur ob oder ohne schon sehr sein
seine sich sie sind so soll sowie tag um und uns unser unsere vom von vor wann war warum was wegen weil wenn wer wie
wieder will wir wird wo wurde zu zum zur über
"""
_STOP = frozenset(f"{_ENGLISH} {_GERMAN}".split())


def sentences(query: str) -> tuple[str, ...]:
    """The sentences of `query` that hold a content word, in order; at most 60."""
    parts = (" ".join(part.split()) for part in _SENTENCE.split(query[:MAX_QUERY]))
    return tuple(part for part in parts if content_words(part))[:MAX_SENTENCES]


def content_words(text: str) -> tuple[str, ...]:
    """The words of `text` in lower case without stop words, each once, in order."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).lower())
    return tuple(dict.fromkeys(word for word in words if word not in _STOP and (len(word) > 1 or word.isdigit())))


def stems(text: str) -> frozenset[str]:
    """The content words of `text` without common English endings: a rough measure of what two texts share."""
    return frozenset(_ENDINGS.sub("", word) for word in content_words(text))
