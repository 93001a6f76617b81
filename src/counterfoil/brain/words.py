"""The English words that the rules brain looks for, as data. Patterns match folded text: lower case, plain quotes."""

import re


def listed(text: str) -> frozenset[str]:
    """The words of `text` as a set."""
    return frozenset(text.split())


def pattern(*alternatives: str) -> re.Pattern[str]:
    """One pattern of whole words that matches any of `alternatives`."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)")


SELF = r"(?:i|we)"

NEGATED = pattern(
    r"not (?:asking|looking|hoping|after|here|writing|requesting|want|wanting|wish|need|seeking|going|planning)",
    r"(?:do not|don't|does not|doesn't|did not|didn't|never|won't|will not|would not|wouldn't) "
    r"(?:\w+ )?(?:want|need|wish|ask|request|like|return|cancel|refund|send|give|expect|intend)",
    r"no refund",
    r"not a refund",
    r"without (?:a|any) refund",
    r"(?:haven't|have not|not yet|not) decided",
    r"not sure (?:if|whether|yet)",
    r"rather than (?:a )?refund",
    r"instead of (?:a )?(?:refund|return|returning|cancelling|canceling)",
    r"nothing (?:to|needs to|has to) (?:be )?(?:return|returned|refund|refunded)",
)
DROPPED = pattern(  # lets an idea go; whether a request stood before is not said
    r"forget (?:about )?(?:the|that|my|a)",
    r"never ?mind",
    r"scratch that",
)
WITHDRAWN = pattern(
    r"(?:forget|ignore|disregard|drop|withdraw|take back|retract|stop|cancel) (?:about )?(?:my|the|our) "
    r"(?:\w+ )?(?:request|return request|refund request|cancellation request|cancellation|claim"
    r"|last (?:mail|message|email))",
    r"(?:forget|ignore|disregard) (?:my|our) (?:\w+ )?(?:mail|message|email|letter)",
    r"never ?mind about",
    r"nothing to (?:send|give|return)(?: \w+)? (?:back )?(?:any more|anymore|after all)",
    r"nothing to send back",
    rf"{SELF} (?:no longer|do not|don't) (?:\w+ )?(?:want|need|wish) (?:to (?:return|cancel|send)|(?:a|the|my) refund)"
    r"(?: \w+){0,6} (?:any more|anymore|after all)",
    rf"{SELF} no longer (?:want|need|wish) (?:to (?:return|cancel|send)|(?:a|the|my) refund)",
    r"(?:do not|don't) (?:cancel|return|refund)(?: \w+){0,6} after all",
    r"(?:keep|keeping) (?:it|them|the \w+(?: \w+)?|everything) after all",
)
SUPPOSED = pattern(  # a condition, a hypothesis, or something that has not been bought
    r"if (?!possible|needed|necessary|required|anything|i may|i might)\w+",
    r"in case",
    r"suppose",
    r"supposing",
    r"assuming",
    r"hypothetically",
    r"theoretically",
    r"in theory",
    r"in general",
    r"generally",
    r"what if",
    r"were (?:i|we) to",
    r"unless",
    r"would (?:i|we) (?:get|have|be|need)",
    r"before (?:i|we) (?:order|buy|decide|purchase)",
    r"thinking (?:about|of)",
    r"considering",
    r"wonder(?:ing)?",
    r"curious",
    r"curiosity",
)
WHILE_POSSIBLE = pattern(  # "if it hasn't left yet": a request all the same
    r"if (?:it|this|that|the order|the parcel)(?: is| has| was|'s)?(?:n't| not)?(?: yet| still| already| been| be)*"
    r" (?:possible|left|shipped|dispatched|sent|gone|in time|not too late)(?: yet| out)?",
    r"if you can",
)
REPORTED = pattern(
    r"(?:friend|colleague|neighbou?r|sister|brother|mother|father|wife|husband|bank|forum|review|article|mail|email"
    r"|site|website|page|policy|someone|somebody|people|he|she|they|you) (?:\w+ )?"
    r"(?:says?|said|told|writes?|wrote|claims?|claimed|mentions?|mentioned|asks?|asked|reads?|speaks?|heard|thinks?)",
    r"(?:i|we) (?:was|were) told",
    r"(?:i|we) (?:have )?(?:read|heard)",
    r"according to",
    r"what does",
    r"what do you mean",
    r"mean(?:s|ing)? of",
)
QUESTION_START = re.compile(
    r"^(?:hi|hello|hey|and|so|but|also|please|ok|then|now)?,? ?(?:"
    r"how|what|when|where|which|who|whom|whose|why|do|does|did|is|are|was|were|has|have|will|would|can|could|may"
    r"|might|should|shall|am)(?:'s)? (?:i|we|you|he|she|it|they|the|a|an|my|our|your|there|this|that|these|those|long"
    r"|much|many|do|does|did|is|are|was|were|can|could|will|would|should|happens?|if|to|about|any|some|days?|time|kind|order|has"
    r"|have|\w+ (?:is|are|do|does|can))(?!\w)"
)
_LEARN = (
    r"(?:know|check|see|understand|learn|find|hear|read|ask (?:about|if|whether|how|what|you)|review"
    r"|verify|view|consult|discuss|clarify|confirm|inquire|enquire|figure|look)"
)
_LEARNING = r"(?:knowing|checking|seeing|understanding|learning|finding|hearing|reading|reviewing|verifying|viewing)"
ASKING = pattern(
    r"(?:can|could|would|will) you (?:please |also |kindly )*(?:tell|explain|let me know|confirm|say|clarify|advise)",
    r"(?:please )?(?:tell me|show me|let me (?:see|check)|let me know|explain|clarify|advise)",
    r"(?:a|my|one|another|quick) question",
    rf"{SELF} (?:\w+ )?(?:would like|want|need|wish|have|am trying|try|would love) to {_LEARN}",
    rf"help(?: me)?(?: to| with| in)? (?:{_LEARN}|{_LEARNING})",
    rf"assistance (?:to |with |in )?(?:{_LEARN}|{_LEARNING})",
    r"(?:how|what|when|where|why|whether) (?:to|do i|can i|should i|is|are|does)",
    r"(?:refunds?|returns?|cancellation|money back|reimbursement) (?:policy|policies|rules|conditions|terms|guarantee)",
)
STATUS = pattern(
    r"where(?: is|'s| are) (?:my|our|the) (?:\w+ ){0,2}(?:refund|money|order|parcel|package|delivery"
    r"|shipment|return|item)",
    r"where my (?:refund|money|order|parcel|package) is",
    r"any (?:news|update|updates)",
    r"when (?:will|can|should|does|do|is)(?: i| we)?(?: \w+){0,3} (?:my|our) (?:\w+ )?"
    r"(?:refund|money|order|parcel|package)",
    r"when will (?:it|they) (?:arrive|be delivered|ship|be shipped)",
    r"status of (?:my|our|the|this|order)",
    r"(?:refund|order|parcel|package|delivery|return) status",
    r"(?:has|have) (?:my|our) (?:\w+ )?(?:order|refund|parcel|package|return)",
    r"track(?:ing)? (?:my|our|link|number|says|has|the)",
    r"track (?:\w+ )?(?:order|refund|parcel|package)",
    r"still (?:waiting|have not received|haven't received)",
    r"(?:has not|hasn't|not) (?:yet )?(?:arrived|shown up|come|been delivered|turned up)",
    r"(?:refund|money) (?:\w+ ){0,3}(?:not|hasn't|isn't|never) (?:\w+ )?(?:showing|arrived|shown|come"
    r"|received|appeared)",
    r"(?:not|hasn't|haven't) (?:\w+ )?received (?:my|the|our|a|any) refund",
)
EXCHANGE = pattern(
    r"exchang(?:e|ed|es|ing)",
    r"swap(?:ped|ping)?",
    r"replac(?:e|ed|ement|ements|ing)",
    r"send me (?:a|the|another) (?:new|different|other|right|correct)",
    r"modify",
    r"(?:change|switch|upgrade|downgrade|update|edit|correct|split) (?:the|my|our|it|them|this|that|all|to"
    r"|one|payment|an)",
    r"store credit",
    r"the difference",
    r"\d+ ?(?:%|percent)",
    r"price (?:difference|adjustment|match)",
    r"discount",
    r"(?:part|partial|partially)(?: \w+)? refund(?:ed)?",
    r"compensat(?:e|ion)",
    r"goodwill",
    r"remove (?:the|my|one|it|them|an?)",
)
NOT_EXCHANGE = pattern(
    r"(?:do not|don't|no|not|without|rather than|instead of)(?: \w+){0,3} "
    r"(?:exchange|exchanging|replacement|replace|new one|swap|store credit)",
)
KEPT = pattern(
    r"keep(?:ing)?",
    r"stays?",
    r"(?:is|are) (?:\w+ )?(?:fine|perfect|great|good|lovely|wonderful|ok|okay)",
    r"happy with",
    r"love(?:s)? (?:them|it|the|my)",
    r"not (?:the|my|order)",
)
EXCEPT = pattern(
    r"except(?: for)?",
    r"apart from",
    r"other than",
    r"but not",
    r"all but",
    r"everything but",
    r"besides",
    r"instead of",
    r"rather than",
    r"without",
    r"excluding",
    r"minus",
)
OTHERWISE = re.compile(  # what should happen if the wish is refused
    r"^(?:and |but |or )?if (?:not(?!\w)|(?:you|this|that|it|they) "
    r"(?:can't|cannot|can not|don't|do not|won't|will not|refuse|is not|isn't))"
)
CLAIMED = pattern(  # speaks of an approval, or says yes to something that this message does not hold
    r"pre-?approved",
    r"(?:already|been|was|is) (?:\w+ )?(?:approved|authori[sz]ed|signed off)",
    r"approval (?:code|token|number|id)",
    r"authori[sz]ation (?:code|token|number)",
    r"(?:please )?go ahead",
    r"issue_refund",
    r"as (?:you|agreed|promised|discussed)(?: \w+){0,3} (?:below|above|promised|agreed|offered)",
    r"you (?:have )?(?:promised|agreed|offered)",
)
PERSON = pattern(
    r"lawyers?",
    r"attorney",
    r"solicitor",
    r"legal action",
    r"sue (?:you|your)",
    r"court",
    r"small claims",
    r"(?:the|to) press",
    r"journalist",
    r"newspaper",
    r"ombudsman",
    r"consumer (?:protection|association|centre|center)",
    r"trading standards",
    r"chargeback",
    r"dispute (?:the|this|a) (?:payment|charge|transaction)",
    r"(?:speak|talk|chat)(?:ing)? (?:to|with) (?:a|an|the|your|some|another|someone|somebody)"
    r"(?: real| live| human)? ?(?:person|human|agent|manager|supervisor|representative|operator|colleague|being)?",
    r"(?:real|live|human) (?:person|agent|being|operator)",
    r"(?:your|a|the) (?:manager|supervisor)",
)
WHOLE = pattern(
    r"everything",
    r"all (?:of )?(?:it|items|the items|of them|them|products|the products|my items|the things)",
    r"(?:the )?(?:whole|entire|complete|full) (?:order|lot|thing|purchase|shipment|parcel)",
    r"all (?:of )?(?:the |my )?(?:items|products|things|contents)",
    r"order in full",
)
PART_OF_LINE = pattern(
    r"one of (?:the|my|our|these|those|them)",
    r"(?:only|just) (?:one|two|three|four|five|a single)",
    r"only (?:need|want|keep|use|wanted|ordered) (?:one|two|three)",
    r"(?:more|most|less|least) \w+ (?:one|of)",
    r"\w+(?:er|est) ones?",
    r"half (?:of )?(?:the|my|our)?",
    r"some of (?:the|my|our|these|those|them)",
    r"(?:the )?(?:other|second|third) (?:one|half)",
)
SOME_ITEMS = pattern(
    r"(?:an?|one|some|few|two|three|several|certain|any|these|those|following|different|only the|the) "
    r"(?:\w+ )?(?:items?|things?|products?|articles?|lines?)",
    r"part",
    r"items?",
)

PARTLY = pattern(  # what is asked for is a share or a charge, not goods
    r"(?:shipping|delivery|import|handling|service|express|return) (?:costs?|charges?|price)",
    r"fees?",
    r"surcharges?",
    r"postage",
    r"customs",
    r"dut(?:y|ies)",
    r"vat",
    r"discount",
    r"difference",
    r"partial(?:ly)?",
    r"part of (?:it|the|my|what)",
    r"half",
    r"(?:only|just) (?:the )?(?:shipping|delivery)",
    r"\d+ ?(?:%|percent|per cent)",
)

AMOUNT = pattern(
    r"[$\u20ac\u00a3] ?\d+(?:[.,]\d+)*",
    r"\d+(?:[.,]\d+)* ?(?:[$\u20ac\u00a3]|eur|usd|gbp|sek|jpy|kwd|euros?|dollars?|pounds?|kronor|yen|dinars?)",
)
