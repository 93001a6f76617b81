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

-- Only what moves no money is run; what waits names the pending action that it waits for (none when a quote was refused);
-- and nobody is told of a success before there is one.
CREATE TRIGGER run_rules BEFORE INSERT ON action_runs
BEGIN
  SELECT RAISE(ABORT, 'moves money') FROM parked_actions
   WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal AND effect = 'MOVES_MONEY';
  SELECT RAISE(ABORT, 'not what it waits for')
    FROM parked_actions a LEFT JOIN quotes q ON q.parking_id = a.parking_id AND q.ordinal = a.waits_for
   WHERE a.parking_id = NEW.parking_id AND a.ordinal = NEW.ordinal
     AND NOT CASE WHEN a.waits_for IS NULL THEN NEW.pending = ''
                  WHEN a.waits_state = 'REFUSED' THEN NEW.pending = '' AND q.refusal IS NOT NULL
                  ELSE EXISTS (SELECT 1 FROM pending_actions p
                                WHERE p.parking_id = a.parking_id AND p.ordinal = a.waits_for AND p.pending_id = NEW.pending)
             END;
  SELECT RAISE(ABORT, 'has not succeeded') FROM parked_actions
   WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal AND waits_state = 'SUCCEEDED' AND NEW.outcome = 'RAN'
     AND NOT EXISTS (SELECT 1 FROM receipts WHERE pending_id = NEW.pending AND outcome = 'SUCCEEDED');
END;

-- The texts that went out, in erasable rows: what we quote back from them is not the customer's word.
CREATE TABLE sent_texts (
  parking_id  TEXT NOT NULL,
  ordinal     INTEGER NOT NULL,
  pending     TEXT NOT NULL,
  text        TEXT NOT NULL,
  FOREIGN KEY (parking_id, ordinal, pending) REFERENCES action_runs (parking_id, ordinal, pending),
  PRIMARY KEY (parking_id, ordinal, pending)
) STRICT;
