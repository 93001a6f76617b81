-- Who decided what, and how each wait ended. No change of state without its event.

-- The hash chain of a money action as plain keys: no gap, no fork, no wrong link. `counterfoil ledger verify` checks the hashes.
CREATE TABLE events (
  pending_id  TEXT NOT NULL REFERENCES pending_actions,
  seq         INTEGER NOT NULL CHECK (seq >= 0),
  prev_seq    INTEGER,
  prev_hash   TEXT NOT NULL,
  kind        TEXT NOT NULL CHECK (kind IN ('ActionParked', 'DecisionMade', 'WaitEnded', 'ApprovalClaimed', 'ApprovalVoided', 'ReceiptStored')),
  at          INTEGER NOT NULL,
  body        TEXT NOT NULL,
  hash        TEXT NOT NULL CHECK (length(hash) = 64),
  CHECK ((seq = 0) = (prev_seq IS NULL)),
  CHECK (prev_seq IS NULL OR prev_seq = seq - 1),
  CHECK ((seq = 0) = (kind = 'ActionParked')),
  FOREIGN KEY (pending_id, prev_seq, prev_hash) REFERENCES events (pending_id, seq, hash),
  PRIMARY KEY (pending_id, seq),
  UNIQUE (pending_id, seq, hash),
  UNIQUE (pending_id, seq, kind)
) STRICT;
CREATE INDEX events_by_time ON events (at);

CREATE TRIGGER event_time BEFORE INSERT ON events
BEGIN
  SELECT RAISE(ABORT, 'clock went back') WHERE NEW.at < (SELECT max(at) FROM events);
END;

-- One person's signed verdict on one digest, once. The executor checks the signature against a roster outside this database.
CREATE TABLE decisions (
  pending_id  TEXT NOT NULL,
  person      TEXT NOT NULL,
  digest      TEXT NOT NULL,
  verdict     TEXT NOT NULL CHECK (verdict IN ('APPROVED', 'DENIED')),
  reason      TEXT NOT NULL CHECK (length(reason) <= 500),
  nonce       TEXT NOT NULL CHECK (length(nonce) = 64),
  signature   TEXT NOT NULL CHECK (length(signature) = 128),
  event_seq   INTEGER NOT NULL,
  event_kind  TEXT NOT NULL DEFAULT 'DecisionMade' CHECK (event_kind = 'DecisionMade'),
  decided_at  INTEGER NOT NULL DEFAULT (counterfoil_now()),
  FOREIGN KEY (pending_id, digest) REFERENCES pending_actions (pending_id, digest),
  FOREIGN KEY (pending_id, event_seq, event_kind) REFERENCES events (pending_id, seq, kind),
  PRIMARY KEY (pending_id, person),
  UNIQUE (person, nonce),
  UNIQUE (pending_id, event_seq)
) STRICT;

CREATE TRIGGER decision_rules BEFORE INSERT ON decisions
BEGIN
  SELECT RAISE(ABORT, 'already ended') WHERE EXISTS (SELECT 1 FROM resolutions WHERE pending_id = NEW.pending_id);
  SELECT RAISE(ABORT, 'expired') FROM pending_actions WHERE pending_id = NEW.pending_id AND counterfoil_now() >= expires_at;
  -- The whole plan is there, every money action of it is quoted, and the allocations are all that the text names and
  -- add up to its amount.
  SELECT RAISE(ABORT, 'plan is incomplete')
    FROM pending_actions p JOIN parkings k USING (parking_id)
   WHERE p.pending_id = NEW.pending_id
     AND (k.action_count <> (SELECT count(*) FROM parked_actions a WHERE a.parking_id = k.parking_id)
       OR EXISTS (SELECT 1 FROM parked_actions a WHERE a.parking_id = k.parking_id AND a.effect = 'MOVES_MONEY'
                   AND NOT EXISTS (SELECT 1 FROM quotes q WHERE q.parking_id = a.parking_id AND q.ordinal = a.ordinal))
       OR json_array_length(p.text, '$.allocations') <> (SELECT count(*) FROM allocations WHERE pending_id = p.pending_id)
       OR p.amount_minor <> (SELECT coalesce(sum(amount_minor), 0) FROM allocations WHERE pending_id = p.pending_id));
END;

-- How the wait for persons ended, once.
CREATE TABLE resolutions (
  pending_id  TEXT PRIMARY KEY,
  digest      TEXT NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('APPROVED', 'DENIED', 'SUPERSEDED', 'EXPIRED', 'WITHDRAWN')),
  successor   TEXT REFERENCES pending_actions,
  withdrawal  TEXT REFERENCES messages,
  event_seq   INTEGER NOT NULL,
  event_kind  TEXT NOT NULL DEFAULT 'WaitEnded' CHECK (event_kind = 'WaitEnded'),
  ended_at    INTEGER NOT NULL DEFAULT (counterfoil_now()),
  CHECK ((outcome = 'SUPERSEDED') = (successor IS NOT NULL)),
  CHECK ((outcome = 'WITHDRAWN') = (withdrawal IS NOT NULL)),
  FOREIGN KEY (pending_id, digest) REFERENCES pending_actions (pending_id, digest),
  FOREIGN KEY (pending_id, event_seq, event_kind) REFERENCES events (pending_id, seq, kind),
  UNIQUE (pending_id, digest, outcome)
) STRICT;

-- A successor is on the same ticket, of the same order, touches some of the same components, came later, and its own
-- text says whom it supersedes.
CREATE VIEW successions AS             -- no alias may be called new or old: inside a trigger those are its row
SELECT earlier.pending_id, later.pending_id AS successor
  FROM pending_actions earlier JOIN pending_actions later
    ON later.ticket_id = earlier.ticket_id AND later.order_id = earlier.order_id AND later.rowid > earlier.rowid
 WHERE EXISTS (SELECT 1 FROM allocations a JOIN allocations b ON b.pending_id = later.pending_id AND b.component_id = a.component_id
                WHERE a.pending_id = earlier.pending_id)
   AND EXISTS (SELECT 1 FROM json_each(later.text, '$.supersedes') s WHERE s.value = earlier.pending_id);

-- A withdrawal is a later message on the same ticket, by a verified sender with the address that asked.
CREATE VIEW withdrawals AS
SELECT p.pending_id, m.message_id AS withdrawal
  FROM pending_actions p
  JOIN parkings k ON k.parking_id = p.parking_id
  JOIN messages asked ON asked.message_id = k.message_id
  JOIN requester_texts author ON author.pending_id = p.pending_id
  JOIN messages m ON m.ticket_id = p.ticket_id AND m.rowid > asked.rowid AND m.author = 'CUSTOMER' AND m.identity <> 'NONE'
  JOIN message_texts t ON t.message_id = m.message_id AND t.sender = author.text;

CREATE TRIGGER resolution_rules BEFORE INSERT ON resolutions
BEGIN
  SELECT RAISE(ABORT, 'expired') FROM pending_actions
   WHERE pending_id = NEW.pending_id AND NEW.outcome = 'APPROVED' AND counterfoil_now() >= expires_at;
  SELECT RAISE(ABORT, 'not yet expired') FROM pending_actions
   WHERE pending_id = NEW.pending_id AND NEW.outcome = 'EXPIRED' AND counterfoil_now() < expires_at;
  SELECT RAISE(ABORT, 'no quorum') FROM pending_actions p
   WHERE p.pending_id = NEW.pending_id AND NEW.outcome = 'APPROVED'
     AND ((SELECT count(*) FROM decisions d WHERE d.pending_id = p.pending_id AND d.verdict = 'APPROVED') < p.quorum
       OR EXISTS (SELECT 1 FROM decisions d WHERE d.pending_id = p.pending_id AND d.verdict = 'DENIED'));
  SELECT RAISE(ABORT, 'nobody denied')
   WHERE NEW.outcome = 'DENIED'
     AND NOT EXISTS (SELECT 1 FROM decisions WHERE pending_id = NEW.pending_id AND verdict = 'DENIED');
  SELECT RAISE(ABORT, 'not its successor')
   WHERE NEW.outcome = 'SUPERSEDED'
     AND NOT EXISTS (SELECT 1 FROM successions WHERE pending_id = NEW.pending_id AND successor = NEW.successor);
  SELECT RAISE(ABORT, 'not a withdrawal by its author')
   WHERE NEW.outcome = 'WITHDRAWN'
     AND NOT EXISTS (SELECT 1 FROM withdrawals WHERE pending_id = NEW.pending_id AND withdrawal = NEW.withdrawal);
  SELECT RAISE(ABORT, 'payment has no room') FROM pending_actions
   WHERE pending_id = NEW.pending_id AND NEW.outcome = 'APPROVED'
     AND amount_minor > (SELECT room_minor FROM payment_room r WHERE r.payment_id = pending_actions.payment_id);
  SELECT RAISE(ABORT, 'component has no room')
    FROM allocations a JOIN component_room r USING (order_id, component_id)
   WHERE a.pending_id = NEW.pending_id AND NEW.outcome = 'APPROVED' AND a.amount_minor > r.room_minor;
END;

-- What became of an approval: claimed for execution, or voided with a reason. One slot for both.
CREATE TABLE approval_ends (
  pending_id  TEXT PRIMARY KEY,
  digest      TEXT NOT NULL,
  outcome     TEXT NOT NULL DEFAULT 'APPROVED' CHECK (outcome = 'APPROVED'),
  kind        TEXT NOT NULL CHECK (kind IN ('CLAIM', 'VOIDING')),
  reason      TEXT CHECK (reason IN ('EXPIRED', 'WITHDRAWN', 'SUPERSEDED', 'DRIFTED', 'DISPUTED')),
  successor   TEXT REFERENCES pending_actions,
  withdrawal  TEXT REFERENCES messages,
  event_seq   INTEGER NOT NULL,
  event_kind  TEXT NOT NULL CHECK (event_kind = CASE kind WHEN 'CLAIM' THEN 'ApprovalClaimed' ELSE 'ApprovalVoided' END),
  ended_at    INTEGER NOT NULL DEFAULT (counterfoil_now()),
  CHECK ((kind = 'VOIDING') = (reason IS NOT NULL)),
  CHECK ((reason IS 'SUPERSEDED') = (successor IS NOT NULL)),
  CHECK ((reason IS 'WITHDRAWN') = (withdrawal IS NOT NULL)),
  FOREIGN KEY (pending_id, digest, outcome) REFERENCES resolutions (pending_id, digest, outcome),
  FOREIGN KEY (pending_id, event_seq, event_kind) REFERENCES events (pending_id, seq, kind),
  UNIQUE (pending_id, kind)
) STRICT;

-- Its first rule repeats the foreign key to resolutions, so that a tool with foreign keys switched off is refused too.
CREATE TRIGGER approval_end_rules BEFORE INSERT ON approval_ends
BEGIN
  SELECT RAISE(ABORT, 'not approved')
   WHERE NOT EXISTS (SELECT 1 FROM resolutions
                      WHERE pending_id = NEW.pending_id AND digest = NEW.digest AND outcome = 'APPROVED');
  SELECT RAISE(ABORT, 'expired') FROM pending_actions
   WHERE pending_id = NEW.pending_id AND NEW.kind = 'CLAIM' AND counterfoil_now() >= expires_at;
  SELECT RAISE(ABORT, 'not yet expired') FROM pending_actions
   WHERE pending_id = NEW.pending_id AND NEW.reason = 'EXPIRED' AND counterfoil_now() < expires_at;
  SELECT RAISE(ABORT, 'not its successor')
   WHERE NEW.reason = 'SUPERSEDED'
     AND NOT EXISTS (SELECT 1 FROM successions WHERE pending_id = NEW.pending_id AND successor = NEW.successor);
  SELECT RAISE(ABORT, 'not a withdrawal by its author')
   WHERE NEW.reason = 'WITHDRAWN'
     AND NOT EXISTS (SELECT 1 FROM withdrawals WHERE pending_id = NEW.pending_id AND withdrawal = NEW.withdrawal);
END;

-- Serves lists; kept by triggers and rebuildable from the rows: the pending actions that persons have not decided.
CREATE TABLE open_queue (
  pending_id  TEXT PRIMARY KEY REFERENCES pending_actions,
  quoted_at   INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX open_queue_by_expiry ON open_queue (expires_at);

CREATE TRIGGER open_queue_enters AFTER INSERT ON pending_actions
BEGIN
  INSERT INTO open_queue (pending_id, quoted_at, expires_at) VALUES (NEW.pending_id, NEW.quoted_at, NEW.expires_at);
END;

CREATE TRIGGER open_queue_leaves AFTER INSERT ON resolutions
BEGIN
  DELETE FROM open_queue WHERE pending_id = NEW.pending_id;
END;
