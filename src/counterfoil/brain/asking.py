"""How English asks for money back, a return or a cancellation: as data, beside the other words."""

import re

from counterfoil.brain.words import SELF, pattern

_BACK = r"(?: [\w'-]+){0,6} back"
_GIVE_BACK = (
    r"return(?!s? (?:polic|window|label|address|period|form))|returning"
    rf"|(?:send|sending|bring|bringing|give|giving|hand|handing|take|taking|ship|shipping|mail){_BACK}"
    r"|(?:send|give|hand|take|taking) back"
)
_CANCEL = (
    r"cancel|cancel?ling|call off|calling off"
    r"|stop (?:the|my|our|this|that) (?:[\w'-]+ ){0,3}?(?:order|delivery|purchase)|stop the [\w'-]+(?: \w+)?, order"
)
_REFUND = (
    r"(?:refunds?|reimbursements?|restitutions?|rebates?|money back|money returned|money refunded|cancellation)"
    r"(?! (?:polic\w*|rules?|status|window|process|procedure|guarantee|conditions?|terms|times?|period|fees?|form))"
)
_MY_MONEY = r"(?:my|our|the|all|this) (?:[\w'-]+ ){0,3}?(?:money|cash|payment|purchase)"
_GET = (
    r"(?:get|getting|have|receive|receiving|claim|claiming|request|requesting|obtain|obtaining|ask for|asking for"
    r"|apply for|applying for|demand|demanding|file|filing|initiate|start|make|process|processing)"
)
_SOME = r"(?:(?:for|a|an|the|my|our|me|us|full|complete|total|immediate|some|all|of|back|any) ){0,4}"

GIVE_BACK = pattern(_GIVE_BACK)
CANCEL = pattern(_CANCEL, r"cancell?ed", r"cancellation")
ASKED_FOR = pattern(  # what a clause must hold to be looked at as a request at all
    _GIVE_BACK,
    _CANCEL,
    r"cancell?ed",
    _REFUND,
    r"refund\w*",
    r"reimburs\w*",
    r"repaid",
    _MY_MONEY,
    r"(?:get|have|give|pay|paid|send|credit)(?: [\w'-]+){0,5} back",
    r"returned",
)
_OBJECT = "|".join(
    (
        _GIVE_BACK,
        _CANCEL,
        rf"(?:{_GET} )?{_SOME}{_REFUND}",
        rf"(?:{_GET} )?{_MY_MONEY}(?: back| refunded| returned)?",
        r"(?:get|have) back what",
        r"(?:be|get|being|getting) (?:refunded|reimbursed|repaid|paid back)",
        r"(?:refund|refunding|reimburse|reimbursing)",
        r"(?:my|our|the|this|that|these|those|it|them|everything|all)(?: [\w#'-]+){0,4}? (?:to be )?"
        r"(?:refunded|cancell?ed|returned|reimbursed|taken back)",
        rf"you to (?:please )?(?:{_GIVE_BACK}|{_CANCEL}|refund|reimburse|pay{_BACK}|process|issue)",
    )
)
_FILL = r"(?:(?:please|also|just|now|then|kindly|still|simply|only|first|finally|rather|really|therefore|both) )*"
_WISHES = (
    r"want|wish|need|would like|would love|would prefer|would rather|would appreciate|would be grateful for|have"
    r"|must|intend|plan|am going|are going|am looking|are looking|am trying|are trying|am hoping|was hoping|hope"
    r"|am asking|ask|am requesting|request|demand|insist on|am interested in|deserve|apply for|claim|have decided"
    r"|decided|will|shall|am|are|am writing|am here"
)
_HELP = r"(?:some |your |any )?(?:help|assistance|support)(?: me| us)?(?: to| with| in| for)?"
_THINGS = r"(?: (?:[\w'-]+ ){0,3}(?:things|items|products|articles|orders|stuff))?"  # "have two things to send back"
REQUESTED = pattern(
    rf"{SELF} {_FILL}(?:{_WISHES}){_THINGS} (?:to |for )?{_FILL}(?:{_HELP} )?{_FILL}(?:{_OBJECT})",
    rf"(?:please |kindly )?help (?:me|us)(?: to| with| in)? (?:{_OBJECT})",
    rf"(?:need|want|looking for) {_HELP} (?:{_OBJECT})",
    rf"{SELF} (?:\w+ )?(?:want|need|would like|demand|ask for|request|require) (?:\w+ ){{0,2}}(?:{_REFUND})",
)
WISH = pattern(rf"{SELF} {_FILL}(?:want|wish|need|would like|expect|demand|deserve|hope)")

_POLITE = r"(?:(?:so|then|thus|and|also|therefore|first|finally|just|kindly|please),? )*"
IMPERATIVE = re.compile(  # an order given to us: at the start of a clause, or after "please"
    rf"(?:^|[,:;(] ?|\bplease (?:just |also |kindly |simply )?){_POLITE}"
    r"(?:refund|reimburse|return|cancel|repay|rebate"
    r"|(?:approve|grant|authori[sz]e|release|confirm) (?:a|my|the|this)(?: full)? refund"
    r"|(?:send|pay|give|get|credit) (?:me|us)(?: [\w'-]+){0,4} back|pay back|credit me"
    r"|take back|take (?:[\w'-]+ ){1,4}back|send (?:[\w'-]+ ){0,4}money back|stop (?:the|my|our|this|that)|call off"
    r"|(?:process|issue|initiate|start|make|get|obtain|claim|request) (?:me )?(?:a|my|the|this) "
    r"(?:full |complete )?(?:return|refund|cancellation|reimbursement))"
    r"(?! (?:polic|rules|status|window|label|guarantee|conditions))(?!\w)"
)
POLITE_QUESTION = pattern(
    rf"(?:can|could|may|might) {SELF} (?:please |perhaps |also |still |just )*"
    r"(?:return|send|give|get|have|cancel|receive|claim|bring|be refunded)",
    r"(?:can|could|would|will) you (?:please |perhaps |kindly |also |just |help me (?:to )?)*"
    r"(?:refund|cancel|take|reimburse|give|return|pay|issue|process|send|stop|get)",
    r"would you mind (?:refunding|cancelling|canceling|taking)",
    r"is it (?:still )?possible (?:for me )?to (?:return|cancel|send|get)",
)
NO_ORDER = pattern(  # something else that one can cancel, and that no order is
    r"(?:cancel|cancel?ling|stop|end|cancellation of)(?: [\w'-]+){0,3} "
    r"(?:newsletters?|subscriptions?|memberships?|accounts?|transfers?|reservations?|bookings?|appointments?|debits?"
    r"|standing order|mails?|emails?|calls?|visit|contract|flight|ticket|event|reminder|alarm|meeting)",
    r"return(?:ed|ing)? (?:my|our|the|your|this) (?:\w+ )?(?:calls?|mails?|emails?|message)",
)
MODAL = re.compile(r"(?:can|could|may|might|should|do|did|does|would|must|when|how) $")
WH = pattern(r"how|when|where|what|which|why|whether|who|if|cases?|circumstances|conditions?|situations?")
