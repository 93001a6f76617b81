"""Every error of the product, with a stable code and what to do; nothing else lives here.

CounterfoilError
├── InputError            what somebody gave us can't be used as it is
│   ├── SettingsError         counterfoil.toml or the environment
│   ├── MoneyError            an amount or a currency
│   ├── OrderFileError        an order file
│   ├── MailError             a message that can't be read
│   ├── DocumentError         a knowledge-base document
│   └── NotFoundError         an id that names nothing
├── StoreError            the database
│   ├── StoreSettingsError    a safety setting did not take
│   ├── SchemaError           another version, a missing or changed fence
│   ├── StoreBusyError        somebody else holds the write lock
│   ├── StoreUnwritableError  read-only, or the disk is full
│   └── FenceError            the database refused a row: the rule it names
├── KnowledgeError        what may be quoted
│   ├── LockError             the lock is missing, expired, or not signed by an editor
│   └── QuoteError            a draft whose text is not the locked text
├── GateError             a rule of the gate
│   ├── DigestError           not the digest of this action
│   ├── CanonicalError        bytes that are not canonical
│   ├── SignatureError        not signed by this person's key
│   ├── NotAllowedError       this person may not decide this
│   ├── TooLateError          expired, or already ended
│   └── RosterError           the roster file is not a valid chain
├── ExecutorError         the process that pays
│   ├── KeyExposedError       a payment key where none may be
│   └── AlreadyRunningError   another executor holds the lock
├── ProviderError         the payment provider did not answer as documented
├── HelpdeskError         the helpdesk did not take what we sent
│   └── StaleTicketError      a person answered meanwhile
└── LedgerError           a chain that does not verify
"""

from typing import ClassVar


class CounterfoilError(Exception):
    """Base of all: `code` is stable, `advice` says what to do, `ids` names what is involved."""

    code: ClassVar[str] = "CF-000"
    advice: ClassVar[str] = "Report the output of the command; nothing was changed."

    def __init__(self, message: str, *, advice: str | None = None, **ids: str) -> None:
        super().__init__(message)
        self.message = message
        self.what_to_do = advice or type(self).advice
        self.ids = ids


class InputError(CounterfoilError):
    """What somebody gave us can't be used as it is."""

    code = "CF-100"
    advice = "Correct the input and run the command again; nothing was changed."


class SettingsError(InputError):
    """counterfoil.toml or the environment has an unknown or impossible setting."""

    code = "CF-101"
    advice = "Correct counterfoil.toml; docs/reference/settings.md lists every setting."


class MoneyError(InputError):
    """An amount that is not exact, or a currency that is not in ISO 4217."""

    code = "CF-102"
    advice = 'Write amounts as text in currency units with a point, such as "19.99", and an ISO 4217 currency.'


class OrderFileError(InputError):
    """An order file with a line that can't be taken; none of the file was imported."""

    code = "CF-103"
    advice = "Correct the named line and import the file again; none of it was imported."


class MailError(InputError):
    """A message or mailbox that can't be read."""

    code = "CF-104"
    advice = "The bytes are kept; `counterfoil queue --failed` lists them."


class DocumentError(InputError):
    """A knowledge-base document that can't be imported."""

    code = "CF-105"
    advice = "Correct what is named and import again; documents that could be read were imported."


class NotFoundError(InputError):
    """An id that names nothing here."""

    code = "CF-106"
    advice = "List what there is with `counterfoil queue` or `counterfoil kb list`, and give more of the id."


class StoreError(CounterfoilError):
    """The database can't be used."""

    code = "CF-200"
    advice = "Check that the database path in counterfoil.toml is right and readable."


class StoreSettingsError(StoreError):
    """A safety setting of the database did not take; it was not opened."""

    code = "CF-201"
    advice = "Use the SQLite library that comes with Python 3.11 or newer; see docs/safety.md."


class SchemaError(StoreError):
    """The database is of another version, or one of its fences is missing or changed; it was not opened."""

    code = "CF-202"
    advice = "Open it with the version that made it, or restore the database from a copy: its fences were changed."


class StoreBusyError(StoreError):
    """Somebody else held the database's write lock too long; nothing was written."""

    code = "CF-203"
    advice = "Run the command again; if it keeps happening, find the process that holds the database open."


class StoreUnwritableError(StoreError):
    """The database is read-only or the disk is full; nothing was written."""

    code = "CF-204"
    advice = "Free disk space or correct the file's permissions, then run the command again."


class FenceError(StoreError):
    """The database refused a row; the message names the rule. Nothing was written."""

    code = "CF-205"
    advice = "Nothing was written. Look at the current state with `counterfoil show ID`."


class KnowledgeError(CounterfoilError):
    """Something may not be quoted."""

    code = "CF-300"
    advice = "Review the document with `counterfoil kb show` and accept it with `counterfoil kb accept`."


class LockError(KnowledgeError):
    """The lock is missing, expired, or not signed by an editor of the roster; nothing is quoted."""

    code = "CF-301"
    advice = "Have an editor write a lock with `counterfoil kb accept`; until then every ticket is handed over."


class QuoteError(KnowledgeError):
    """A draft holds text that is not, byte for byte, the locked text; it was not sent."""

    code = "CF-302"
    advice = "Nothing was sent. Import the document again and have an editor accept it."


class GateError(CounterfoilError):
    """A rule of the gate was broken."""

    code = "CF-400"
    advice = "Look at the action with `counterfoil show ID`."


class DigestError(GateError):
    """The digest given is not the digest of this action."""

    code = "CF-401"
    advice = (
        "Read the sheet again with `counterfoil show ID` and use the digest it prints, if you agree with what it says."
    )


class CanonicalError(GateError):
    """Bytes that are not canonical: they would not be written the same way again."""

    code = "CF-402"
    advice = "The stored action was changed or made by another program; do not decide on it."


class SignatureError(GateError):
    """The signature is not by this person's key over exactly this decision."""

    code = "CF-403"
    advice = "Sign with the key that `counterfoil reviewer enrol` made for this person."


class NotAllowedError(GateError):
    """This person may not decide this: unknown, without the role, over the limit, or their own request."""

    code = "CF-404"
    advice = "Ask a person of the roster who has the role and the limit; `counterfoil reviewer list` names them."


class TooLateError(GateError):
    """The wait has ended: expired, decided, withdrawn or superseded."""

    code = "CF-405"
    advice = "Nothing more can be decided on this action; a new message from the customer makes a new one."


class RosterError(GateError):
    """The roster file is not an unbroken signed chain from the pinned founding entry; nobody may decide."""

    code = "CF-406"
    advice = "Restore the roster file from a copy; the executor keeps the hash of the last entry that it read."


class ExecutorError(CounterfoilError):
    """The process that pays can't work."""

    code = "CF-500"
    advice = "See docs/howto/run-the-processes.md."


class KeyExposedError(ExecutorError):
    """A payment key lies in the environment or settings of a process that reads text; it refuses to start."""

    code = "CF-501"
    advice = "Give the payment key to the executor only and take it out of this process's environment and settings."


class AlreadyRunningError(ExecutorError):
    """Another executor of this installation holds the lock file."""

    code = "CF-502"
    advice = "Stop the other executor first; one is enough."


class ProviderError(CounterfoilError):
    """The payment provider can't be reached or answered in a way it does not document."""

    code = "CF-600"
    advice = "Nothing is lost: the executor looks up what happened and goes on. Check that the provider is reachable."


class HelpdeskError(CounterfoilError):
    """The helpdesk did not take what we sent."""

    code = "CF-700"
    advice = "Nothing is lost: it is sent again on the next run of the desk."


class StaleTicketError(HelpdeskError):
    """Somebody wrote on the ticket since it was read; the prepared answer was not sent."""

    code = "CF-701"
    advice = "A person has answered this ticket; nothing needs to be done."


class LedgerError(CounterfoilError):
    """A chain of events that does not verify; the message names the first broken link."""

    code = "CF-800"
    advice = "Stop the executor and compare the database with the last good copy."
