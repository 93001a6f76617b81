"""The commonest small words of each known language: a second opinion on what a text is written in."""

from collections.abc import Iterable

_LISTS = {
    "cs": "a je se na v z do že by jsem jsme si to ale jak pro mi můj moje co nebo už mám prosím dobrý den od při",
    "da": "jeg er det en et af til og på med for ikke min mit mine har vil gerne kan hvordan hvad når den der jer dig"
    " mig være hej tak men eller fra havde var skal så ud efter kunne ville blev hvor hvornår venlig hilsen nu i I",
    "nl": "ik het de een is niet en van mijn heb wil graag kan hoe wat dat die voor met op naar maar ook aan er bij of"
    " nog deze dit jullie u uw kunnen zijn was moet om als wanneer waar bedankt dank hallo groet mij me terug al geen",
    "en": "I the a an is are and of to my it you your this that not for with on in have has had do does did can could"
    " would will what how when where why which we me was were be been but or if from at please thanks thank hello hi"
    " there they its it's i'd i've i'm don't didn't doesn't won't can't no any am about still should may only after"
    " before did's by so too very much just them their these those out yet does's arrived ordered changed want",
    "fi": "minä olen on ja ei että se en mutta tai jos mitä miten kun minun hei kiitos voinko voin haluan olisi ole",
    "fr": "je le la les un une est et de des du que qui pas ne mon ma mes vous votre nous pour avec sur dans ce cette"
    " j'ai c'est n'est au aux ai il elle en si mais ou comment quand quel quelle bonjour merci peut puis-je veux"
    " voudrais sont était été être d'une d'un l'ai s'il plaît où vos ça",
    "de": "ich der die das ein eine einen einem einer ist sind und nicht mein meine meinen meiner habe hat möchte kann"
    " wie was wann wo mit für auf von zu zum zur im in den dem des sie ihr ihre ihnen mir mich es aber oder wenn bitte"
    " danke hallo wir uns noch auch bei nach aus an war wird wurde sehr schon kein keine können guten um",
    "hu": "a az és nem hogy egy van ez is meg de ha mi én nekem kérem köszönöm volt szeretném hogyan mikor"
    " hol csak már",
    "it": "i io il lo la gli le un una è e di del della che non mio mia miei ho ha vorrei posso come quando dove per"
    " con su nel nella sono ma o se grazie buongiorno ciao mi vi vostro questo questa da al alla ancora",
    "pl": "ja jest i nie w na z do się że to mój moje moja mam chcę jak kiedy gdzie co dla czy ale lub proszę dziękuję"
    " dzień dobry po od przez mi jestem był",
    "pt": "eu o os as um uma é e de do da dos que não meu minha tenho quero posso como quando onde para com em no na"
    " mas ou se obrigado obrigada olá bom dia está foi gostaria por ao à este esta meus",
    "ro": "eu este și si nu în un o de la cu pe care am vreau pot cum când unde ce pentru mea meu mele dar sau dacă"
    " mulțumesc bună ziua să al ale a fost",
    "es": "yo el la los las un una es y de del que no mi mis tengo quiero puedo cómo como cuándo dónde qué para con en"
    " por pero o si gracias hola buenos días está son ha he me se su le lo al este esta quisiera fue muy todavía cuál",
    "sv": "jag är det en ett av till och på med för inte min mitt mina har vill kan hur vad när den som ni er mig vara"
    " hej tack men eller från hade var ska skulle så efter kunde blev vart gärna ingen nu i",
    "tr": "ben bir ve bu için ile değil mi var yok ne nasıl nerede zaman ama veya çok merhaba teşekkürler istiyorum"
    " benim lütfen de da",
}
_OWNERS: dict[str, list[str]] = {}
for _code, _words in _LISTS.items():
    for _word in set(_words.split()):
        _OWNERS.setdefault(_word, []).append(_code)


def _small(word: str) -> str:
    return "I" if word == "I" else word.lower().replace("’", "'")


def evidence(words: Iterable[str]) -> dict[str, float]:
    """Points for each language code: one for every word that is common in it alone, less for shared ones."""
    points: dict[str, float] = {}
    for word in words:
        owners = _OWNERS.get(_small(word), [])
        for code in owners:
            points[code] = points.get(code, 0.0) + 1 / len(owners)
    return points
