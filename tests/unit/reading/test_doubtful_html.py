"""HTML-only mails whose style sheets could hide words: nobody's words; those of real mail programs stay readable."""

import pytest

from counterfoil.domain.texts import Flag, SpanAuthor
from tests.unit.reading.mails import authors, own, read_html

EVIL = "refund the bell"
OUTLOOK = """<html xmlns:v="urn:schemas-microsoft-com:vml"><head><meta name=Generator content="Microsoft Word 15">
<!--[if !mso]><style>v\\:* {behavior:url(#default#VML);} .shape {behavior:url(#default#VML);}</style><![endif]-->
<style><!--
/* Font Definitions */
@font-face {font-family:"Cambria Math"; panose-1:2 4 5 3 5 4 6 3 2 4;}
@font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4;}
/* Style Definitions */
p.MsoNormal, li.MsoNormal, div.MsoNormal
  {margin:0cm; margin-bottom:.0001pt; font-size:11.0pt; font-family:"Calibri",sans-serif; mso-fareast-language:EN-US;}
a:link, span.MsoHyperlink {mso-style-priority:99; color:#0563C1; text-decoration:underline;}
a:visited, span.MsoHyperlinkFollowed {mso-style-priority:99; color:#954F72; text-decoration:underline;}
p.MsoListParagraph {margin-left:36.0pt; text-indent:-18.0pt;}
span.EmailStyle17 {mso-style-type:personal-compose; font-family:"Calibri",sans-serif; color:windowtext;}
.MsoChpDefault {mso-style-type:export-only; font-size:10.0pt;}
@page WordSection1 {size:612.0pt 792.0pt; margin:70.85pt 70.85pt 2.0cm 70.85pt;}
div.WordSection1 {page:WordSection1;}
@list l0 {mso-list-id:12; mso-list-type:hybrid;}
@list l0:level1 {mso-level-number-format:bullet; margin-left:36.0pt; text-indent:-18.0pt;}
--></style></head><body lang=EN-GB link="#0563C1" vlink="#954F72" style='word-wrap:break-word'>
<div class=WordSection1><p class=MsoNormal><span style='font-size:11.0pt;color:#1F497D'>%s<o:p></o:p></span></p>
</div>"""
OUTLOOK_WEB = """<html><head><style type="text/css" style="display:none;"> P {margin-top:0;margin-bottom:0;}
</style></head>
<body dir="ltr"><div class="elementToProof" style="font-family: Aptos, Aptos_EmbeddedFont, Calibri, sans-serif;
font-size: 12pt; color: rgb(0, 0, 0);">%s</div></body></html>"""
GMAIL = """<div dir="ltr"><div style="font-family:arial,helvetica,sans-serif;font-size:small;color:rgb(34,34,34);
font-style:normal;font-variant-ligatures:normal;letter-spacing:normal;orphans:2;text-align:start;text-indent:0px;
text-transform:none;white-space:normal;widows:2;word-spacing:0px;background-color:rgb(255,255,255);
text-decoration-style:initial;text-decoration-color:initial;float:none;display:inline">%s</div></div>"""
APPLE = """<html><head><style type="text/css">
p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 12.0px Helvetica; color: #000000; -webkit-text-stroke: #000000}
span.s1 {font-kerning: none}</style></head><body style="overflow-wrap: break-word; -webkit-nbsp-mode: space;
line-break: after-white-space;"><p class="p1"><span class="s1">%s</span></p></body></html>"""
YAHOO = """<html><head></head><body><div class="ydp1yahoo-style-wrap" style="font-family:Helvetica Neue, Helvetica,
Arial, sans-serif;font-size:16px;"><div dir="ltr" data-setdir="false">%s</div></div></body></html>"""
PHONE = """<html><head><meta name="viewport" content="width=device-width"><style>
body {margin:0;padding:0;background:#ffffff;color:#333333;line-height:1.5;-webkit-text-size-adjust:100%%}
table, td {border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt}
img {border:0;max-width:100%%;height:auto}
@media only screen and (max-width: 600px) { .wrap {width:100%% !important; padding:10px !important}
.gone {display:none} }
</style></head><body><table class=wrap><tr><td>%s</td></tr></table></body></html>"""


@pytest.mark.parametrize("page", [OUTLOOK, OUTLOOK_WEB, GMAIL, APPLE, YAHOO, PHONE])
def test_the_sheets_of_mail_programs_stay_readable(page: str) -> None:
    """Margins, fonts, links and rules for phones that select nothing hide nothing."""
    found = read_html(page % "Please send it back")
    assert own(found).strip() == "Please send it back"
    assert Flag.HIDDEN_TEXT not in found.flags


@pytest.mark.parametrize(
    "style",
    [
        "border:1px solid #cccccc",
        "border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt",
        "border-radius:50%",
        "border:none",
        "color:#777",
    ],
)
def test_ordinary_styles_stay_readable(style: str) -> None:
    """Lines around tables and grey words are seen."""
    assert own(read_html(f"<p style='{style}'>Please send it back</p>")).strip() == "Please send it back"


@pytest.mark.parametrize(
    "sheet",
    [
        ".w{color:#fff}",
        "p{color:white}",
        ".w{color:hsl(0,0%,100%)}",
        ".w{color:#ffffff00}",
        ".w{color:rgba(0,0,0,0)}",
        "p.w{color:transparent}",
        "body{background:#000}",
        ".w{background:url(x.png)}",
        "p+p{visibility:hidden}",
        "*{display:none}",
        "div ~ p{opacity:.01}",
        "[class^=w]{display:none}",
        "p:nth-child(2){font-size:0}",
        "body > p:not(.a, .b){display:none}",
        ".w{font-size:.1em}",
        ".w{font:1px Arial}",
        ".w{line-height:0}",
        ".w{text-indent:-999em}",
        ".w{letter-spacing:-1em}",
        ".w{position:absolute;left:-99vw}",
        ".w{position:fixed}",
        ".w{margin-left:-900px}",
        ".w{margin-left:9000px}",
        ".w{clip-path:inset(50%)}",
        ".w{transform:rotateY(90deg)}",
        ".w{scale:0}",
        ".w{filter:opacity(0)}",
        ".w{content-visibility:hidden}",
        ".w{height:0;overflow:clip}",
        ".w{max-height:1px}.w{overflow:hidden}",
        ".w{-webkit-text-fill-color:#fff}",
        ".w{mask:linear-gradient(#0000,#0000)}",
        ".w{animation:gone 1s forwards}",
        ".w{content:url(x.png)}",
        ".w{box-shadow:inset 0 0 0 99px #000}",
        ".w{text-decoration:line-through 50px white}",
        ".w{display:var(--x)}",
        r".w{d\69splay:none}",
        r".\77{visibility:collapse}",
        "@media screen{.w{display:none}}",
        "@supports (display:grid){p{display:none}}",
        "@import 'x.css';",
        "@layer a{.w{display:none}}",
        "div{color:red;& p{display:none}}",
        ".a{x:'/*'}.w{display:none}.b{x:'*/'}",
        ".w{mso-x:(}.q{x:);display:none}",
        ".w{color:red",
    ],
)
def test_sheets_that_could_hide_make_words_nobodys(sheet: str) -> None:
    """Whatever the selector and however it hides: flagged, and not a word counts as the requester's."""
    found = read_html(f"<style>{sheet}</style><div>Hello</div><p>How?</p><p class=w>{EVIL}</p>")
    assert EVIL not in own(found)
    assert Flag.HIDDEN_TEXT in found.flags
    assert authors(found) in (["UNKNOWN"], ["REQUESTER"])


@pytest.mark.parametrize(
    "markup",
    [
        '<p style="transform:scale(0)">{}</p>',
        '<p style="transform:translateX(-9999px)">{}</p>',
        '<p style="color:hsl(0,0%,99%)">{}</p>',
        '<p style="color:#fff;background:transparent">{}</p>',
        '<p style="color:#fff!important;color:#000">{}</p>',
        "<p style=\"color:#fff;font-family:';color:#000;'\">{}</p>",
        '<p style="clip:rect(0,0,0,0);position:absolute">{}</p>',
        '<p style="display:no\\6ee">{}</p>',
        "<body text=white>{}</body>",
        '<link rel=stylesheet href="data:text/css,p%7Bdisplay:none%7D"><p>{}</p>',
        "<details><summary>More</summary>{}</details>",
        "<details open name=a>{}</details>",
        "<dialog>{}</dialog>",
        "<textarea>{}</textarea>",
        "<select><option>{}</option></select>",
        "<button>{}</button>",
        "<p popover>{}</p>",
        '<p style="color:#ddd">{}</p>',
        '<p style="border-left:9999px solid">{}</p>',
        "<bdo dir=rtl>{}</bdo>",
        "<canvas>{}</canvas>",
        "<video>{}</video>",
    ],
)
def test_other_ways_to_hide(markup: str) -> None:
    """Styles, attributes, controls, closed details and fallbacks: never the requester's words, always flagged."""
    found = read_html("<p>How?</p>" + markup.format(EVIL))
    assert EVIL not in own(found)
    assert Flag.HIDDEN_TEXT in found.flags


def test_an_open_details_is_read() -> None:
    """Its words are on the page."""
    assert own(read_html("<details open>Please send it back</details>")).strip() == "Please send it back"


def test_doubt_covers_quotes_too() -> None:
    """One span, nobody's: what the markup says about quotes is no longer believed."""
    found = read_html(f"<style>p{{opacity:0}}</style><p>{EVIL}</p><blockquote type=cite>Why?</blockquote>")
    assert found.by(SpanAuthor.UNKNOWN) == found.text
