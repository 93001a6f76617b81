-- What reached the customer or the ticket, and what was skipped with a reason. Written by the desk.

-- The answer of a plan as it was drafted, in an erasable row, and the mark of the ticket that it was written after.
CREATE TABLE answer_texts (
  parking_id  TEXT NOT NULL,
  ordinal     INTEGER NOT NULL,
  draft       TEXT NOT NULL,
  after       TEXT NOT NULL,
  FOREIGN KEY (parking_id, ordinal) REFERENCES parked_actions (parking_id, ordinal),
  PRIMARY KEY (parking_id, ordinal)
) STRICT;

-- How a parked action that moves no money ended, once for each state it was due in. One without a row is due or waiting.
CREATE TABLE action_runs (
  parking_id  TEXT NOT NULL,
  ordinal     INTEGER NOT NULL,
  pending     TEXT NOT NULL,           -- the pending action whose state made it due; '' when it waited for nothing
  outcome     TEXT NOT NULL CHECK (outcome IN ('RAN', 'SKIPPED')),
  reason      TEXT NOT NULL,
  sent_sha256 TEXT NOT NULL,           -- of the text that went out; '' when none did
  ran_at      INTEGER NOT NULL DEFAULT (counterfoil_now()),
  FOREIGN KEY (parking_id, ordinal) REFERENCES parked_actions (parking_id, ordinal),
  PRIMARY KEY (parking_id, ordinal, pending)
) STRICT;

-- The texts that went out, in erasable rows: what we quote back from them is not the customer's word.
CREATE TABLE sent_texts (
  parking_id  TEXT NOT NULL,
  ordinal     INTEGER NOT NULL,
  pending     TEXT NOT NULL,
  text        TEXT NOT NULL,
  FOREIGN KEY (parking_id, ordinal, pending) REFERENCES action_runs (parking_id, ordinal, pending),
  PRIMARY KEY (parking_id, ordinal, pending)
) STRICT;
