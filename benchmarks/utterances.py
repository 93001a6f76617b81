"""What the rules brain takes public customer utterances for: intents by label and source, rows of high confidence.

Reads benign_requests.jsonl of COUNTERFOIL_DATA (default ../shared/data), and says so when it is absent.
Run it as: python -m benchmarks.utterances
"""

import json
from collections import Counter

from benchmarks.shop_data import folder
from counterfoil.brain.rules import RulesBrain
from counterfoil.domain.choices import Intent
from counterfoil.domain.texts import Reading, Span, SpanAuthor


def main() -> None:
    """Print the table, or why there is none."""
    file = folder() / "benign_requests.jsonl"
    if not file.exists():
        print(f"skipped: no {file.name} in {file.parent}; set COUNTERFOIL_DATA")
        return
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    counted: dict[tuple[str, str], Counter[Intent]] = {}
    for row in rows:
        if row["confidence"] == "high":
            key = (row["label"], row["source_repo"].split("/")[-1])
            counted.setdefault(key, Counter())[_intent(row["text"])] += 1
    print(f"{'label':18}{'source':52}{'n':>6}" + "".join(f"{intent.value:>12}" for intent in Intent))
    for (label, source), found in sorted(counted.items()):
        counts = "".join(f"{found[intent]:>12}" for intent in Intent)
        print(f"{label:18}{source:52}{found.total():>6}{counts}")


def _intent(text: str) -> Intent:
    span = Span(start=0, end=len(text), author=SpanAuthor.REQUESTER)
    reading = Reading(subject="", text=text, spans=(span,), views=(), language=None, flags=frozenset())
    return RulesBrain().choose(reading, (), ()).intent


if __name__ == "__main__":
    main()
