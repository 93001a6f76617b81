"""Who wrote which line: quotes, forwards, signatures; in doubt not the requester."""

import pytest

from counterfoil.domain.texts import SpanAuthor
from counterfoil.reading.lines import is_device, is_forward, is_original
from tests.unit.reading.mails import authors, own, read_text, tiles

ASK = "Please cancel it."
THEIRS = "We will refund 900 EUR."

INTROS = [
    "On Fri, 27 Nov 2026 at 16:03, Lantern & Loom <help@shop.example> wrote:",
    "On Fri, 27 Nov 2026 at 16:03, Lantern & Loom\n<help@shop.example> wrote:",
    "On 28 Nov 2026, at 08:40, Lantern & Loom wrote:",
    "Am 27.11.2026 um 10:14 schrieb Lantern & Loom:",
    "Lantern & Loom <help@shop.example> schrieb am Fr., 27. Nov. 2026\num 10:14:",
    "Le ven. 27 nov. 2026 à 15:31, Lantern & Loom <help@shop.example> a écrit :",
    "Le 27 nov. 2026 à 15:31, Lantern & Loom a\u00a0écrit\u00a0:",
    "El vie, 27 nov 2026 a las 15:31, Lantern & Loom (<help@shop.example>) escribió:",
    "Il giorno ven 27 nov 2026 alle ore 15:31 Lantern & Loom ha scritto:",
    "Op vr 27 nov 2026 om 15:31 schreef Lantern & Loom <help@shop.example>:",
    "Em sex., 27 de nov. de 2026 às 15:31, Lantern & Loom escreveu:",
    "pt., 27 lis 2026 o 15:31 Lantern & Loom <help@shop.example> napisał(a):",
    "Den fre 27 nov. 2026 kl 15:31 skrev Lantern & Loom <help@shop.example>:",
    "27.11.2026 kl. 15.31 skrev Lantern & Loom:",
    "2026-11-27 15:31 GMT+01:00 Lantern & Loom <help@shop.example>:",
]

HEADERS = [
    "From: Lantern & Loom <help@shop.example>\nSent: Friday\nTo: Ann\nSubject: Your order",
    "*From:* Lantern & Loom\n*Date:* Friday\n*Subject:* Your order",
    "Von: Lantern & Loom\nGesendet: Freitag\nAn: Ann\nBetreff: Ihre Bestellung",
    "De : Lantern & Loom\nEnvoyé : vendredi\nÀ : Ann\nObjet : Votre commande",
    "De: Lantern & Loom\nEnviado: viernes\nPara: Ann\nAsunto: Su pedido",
    "Da: Lantern & Loom\nInviato: venerdì\nA: Ann\nOggetto: Ordine",
    "Van: Lantern & Loom\nVerzonden: vrijdag\nAan: Ann\nOnderwerp: Bestelling",
    "De: Lantern & Loom\nEnviada em: sexta\nPara: Ann\nAssunto: Pedido",
    "Od: Lantern & Loom\nWysłano: piątek\nDo: Ann\nTemat: Zamówienie",
    "Från: Lantern & Loom\nSkickat: fredag\nTill: Ann\nÄmne: Order",
    "Fra: Lantern & Loom\nSendt: fredag\nTil: Ann\nEmne: Ordre",
    "-----Original Message-----",
    "-----Ursprüngliche Nachricht-----",
    "-----Message d'origine-----",
    "-------- Oprindelig meddelelse --------",
    "________________________________\nFrom: Lantern & Loom\nSent: Friday",
]

FORWARDS = [
    "---------- Forwarded message ---------",
    "-------- Weitergeleitete Nachricht --------",
    "---------- Message transféré ----------",
    "---------- Mensaje reenviado ----------",
    "-------- Messaggio inoltrato --------",
    "-------- Doorgestuurd bericht --------",
    "---------- Mensagem encaminhada ----------",
    "---------- Przekazana wiadomość ----------",
    "-------- Vidarebefordrat meddelande --------",
    "-------- Videresendt meddelelse --------",
    "Begin forwarded message:",
    "Anfang der weitergeleiteten Nachricht:",
]


@pytest.mark.parametrize("intro", INTROS)
def test_a_quote_below_an_intro_is_quoted(intro: str) -> None:
    """The intro and the ">" lines are quoted, in every language and folding."""
    found = read_text(f"{ASK}\n\n{intro}\n\n> {THEIRS}\n> Bye\n")
    assert own(found).strip() == ASK
    assert authors(found) == ["REQUESTER", "QUOTED"]


@pytest.mark.parametrize("intro", INTROS)
def test_without_marks_everything_below_an_intro_is_quoted(intro: str) -> None:
    """Some programs write no ">": then nothing below is taken for the requester's."""
    found = read_text(f"{ASK}\n\n{intro}\n\n{THEIRS}\n\nBye\n")
    assert own(found).strip() == ASK


@pytest.mark.parametrize("header", HEADERS)
def test_everything_below_a_quoted_header_is_quoted(header: str) -> None:
    """The header block of Outlook and its kin opens somebody else's message."""
    found = read_text(f"{ASK}\n\n{header}\n\n{THEIRS}\n")
    assert own(found).strip().strip("_").strip() == ASK
    assert THEIRS in found.by(SpanAuthor.QUOTED)


@pytest.mark.parametrize("line", FORWARDS)
def test_a_forwarded_message_is_somebody_elses(line: str) -> None:
    """Below the line everything is FORWARDED, its own quotes too."""
    found = read_text(f"{ASK}\n\n{line}\nFrom: bank@bank.example\nDate: today\n\n{THEIRS}\n> older\n")
    assert own(found).strip() == ASK
    assert authors(found) == ["REQUESTER", "FORWARDED"]


def test_a_forwarding_subject_makes_the_header_a_forward() -> None:
    """Outlook writes the same header for replies and forwards; the subject tells."""
    found = read_text(f"See below\n\nFrom: x@y.example\nSent: today\n\n{THEIRS}\n", subject="FW: offer")
    assert THEIRS in found.by(SpanAuthor.FORWARDED)


def test_answers_between_quoted_lines_are_the_requesters() -> None:
    """Inline replies count, each where it stands."""
    text = "On 1 May 2026, X <x@shop.example> wrote:\n\n> Which one?\n\nThe lamp.\n\n> And why?\n\nToo warm.\n"
    found = read_text(text)
    assert own(found).split() == ["The", "lamp.", "Too", "warm."]
    assert tiles(found)


def test_the_broken_rest_of_a_long_quoted_line_is_nobodys() -> None:
    """A re-wrapped quote leaves words without ">": they might be ours, so they ask for nothing."""
    long = "> we are sorry to hear about it and have decided that we will pay you back"
    found = read_text(f"Fine.\n\n{long}\n900 EUR for it\n> today\n")
    assert own(found).strip() == "Fine."
    assert "900 EUR" in found.by(SpanAuthor.UNKNOWN)


def test_a_signature_ends_the_message() -> None:
    """From "-- " on, it is the signature."""
    found = read_text(f"{ASK}\n-- \nAnn\nBest shop of 2025\n")
    assert authors(found) == ["REQUESTER", "SIGNATURE"]


def test_a_signature_within_a_quote_swallows_no_answer() -> None:
    """The rule stops at the quote's edge: what stands below it is the requester's (nextcloud/mail 6069)."""
    found = read_text(f"> Hello\n> -- \n> Lantern & Loom\n\n{ASK}\n")
    assert own(found).strip() == ASK


def test_words_below_a_quote_below_a_signature_are_nobodys() -> None:
    """Once a signature has closed the message, later words ask for nothing."""
    found = read_text(f"{ASK}\n-- \nAnn\n\n> Hello\n\nRefund me\n")
    assert own(found).strip() == ASK
    assert "Refund me" in found.by(SpanAuthor.UNKNOWN)


@pytest.mark.parametrize(
    "line",
    [
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Gesendet von Mail für Windows",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Enviado do meu iPhone",
        "Wysłane z iPhone'a",
        "Skickat från min iPhone",
        "Sendt fra min iPhone",
        "Get Outlook for iOS<https://aka.example/x>",
    ],
)
def test_the_line_of_a_device_is_a_signature(line: str) -> None:
    """The phone's own line is not the requester's words."""
    found = read_text(f"{ASK}\n\n{line}\n")
    assert authors(found) == ["REQUESTER", "SIGNATURE"]


@pytest.mark.parametrize(
    "text",
    [
        "It was\nsent from my old address to the new one.\nPlease cancel.",
        "From: Berlin\nTo: Vienna\nPlease change the route.",
        "On Friday you wrote: it ships today. Where is it?",
        "I would like three things:\n- a refund\n- a label\n- peace",
        "Two lamps -- both broken -- arrived.",
        "From the photos I expected more.",
        "Original message in a bottle: can I return it?",
        "Gesendet wurde es am Montag, aber an wen?",
    ],
)
def test_ordinary_sentences_are_the_requesters(text: str) -> None:
    """Words that only look like marks stay with the requester."""
    found = read_text(text)
    assert own(found) == text


def test_lone_helpers() -> None:
    """The single rules, at their edges."""
    assert is_original("-----Original Message-----")
    assert not is_original("Original message")
    assert is_forward("---------- Forwarded by Ann ----------")
    assert not is_forward("Forwarded message")
    assert not is_device("Sent from my " + "very " * 30 + "long line")
