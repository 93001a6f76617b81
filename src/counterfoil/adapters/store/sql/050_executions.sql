-- What the provider was asked and what it answered. Written by the executor.

-- The intent, committed before the provider is called: one approval, one key, one request body.
CREATE TABLE executions (
  pending_id       TEXT PRIMARY KEY,
  kind             TEXT NOT NULL DEFAULT 'CLAIM' CHECK (kind = 'CLAIM'),
  idempotency_key  TEXT NOT NULL UNIQUE,
  request          TEXT NOT NULL,
  request_sha256   TEXT NOT NULL CHECK (length(request_sha256) = 64),
  intended_at      INTEGER NOT NULL DEFAULT (counterfoil_now()),
  FOREIGN KEY (pending_id, kind) REFERENCES approval_ends (pending_id, kind)
) STRICT;

CREATE TABLE receipts (
  pending_id   TEXT NOT NULL REFERENCES executions,
  seq          INTEGER NOT NULL CHECK (seq >= 0),
  outcome      TEXT NOT NULL CHECK (outcome IN ('SUCCEEDED', 'PENDING', 'FAILED', 'UNKNOWN')),
  reference    TEXT NOT NULL,
  detail       TEXT NOT NULL,
  event_seq    INTEGER NOT NULL,
  event_kind   TEXT NOT NULL DEFAULT 'ReceiptStored' CHECK (event_kind = 'ReceiptStored'),
  stored_at    INTEGER NOT NULL DEFAULT (counterfoil_now()),
  CHECK (outcome NOT IN ('SUCCEEDED', 'PENDING') OR reference <> ''),
  FOREIGN KEY (pending_id, event_seq, event_kind) REFERENCES events (pending_id, seq, kind),
  PRIMARY KEY (pending_id, seq),
  UNIQUE (pending_id, event_seq)
) STRICT;
CREATE INDEX receipts_by_reference ON receipts (reference);

-- Approved, not voided, not definitely failed. Refunds that are done stay in it: they use up the payment.
CREATE VIEW live_refunds AS
SELECT p.pending_id, p.payment_id, p.order_id, p.amount_minor
  FROM pending_actions p JOIN resolutions r ON r.pending_id = p.pending_id AND r.outcome = 'APPROVED'
 WHERE NOT EXISTS (SELECT 1 FROM approval_ends e WHERE e.pending_id = p.pending_id AND e.kind = 'VOIDING')
   AND NOT EXISTS (SELECT 1 FROM receipts f WHERE f.pending_id = p.pending_id AND f.outcome = 'FAILED');

-- What may still be refunded of a payment: nothing while its bank takes the money back.
CREATE VIEW payment_room AS
SELECT s.payment_id,
       CASE WHEN s.dispute IN ('OPEN', 'LOST') THEN 0
            ELSE s.captured_minor - s.elsewhere_minor
               - (SELECT coalesce(sum(l.amount_minor), 0) FROM live_refunds l WHERE l.payment_id = s.payment_id)
       END AS room_minor
  FROM payment_states s
 WHERE s.seq = (SELECT max(seq) FROM payment_states m WHERE m.payment_id = s.payment_id);

-- What may still be refunded of a component, over all payments and tickets.
CREATE VIEW component_room AS
SELECT c.order_id, c.component_id,
       c.net_minor - (SELECT coalesce(sum(a.amount_minor), 0) FROM allocations a JOIN live_refunds l USING (pending_id)
                       WHERE a.order_id = c.order_id AND a.component_id = c.component_id) AS room_minor
  FROM components c;

-- The action itself is live by now, so the room left must not be negative.
CREATE TRIGGER execution_rules BEFORE INSERT ON executions
BEGIN
  SELECT RAISE(ABORT, 'not claimed')
   WHERE NOT EXISTS (SELECT 1 FROM approval_ends WHERE pending_id = NEW.pending_id AND kind = 'CLAIM');
  SELECT RAISE(ABORT, 'not the request that was signed') FROM pending_actions
   WHERE pending_id = NEW.pending_id
     AND (json_extract(text, '$.request') IS NOT NEW.request OR json_extract(text, '$.idempotency_key') IS NOT NEW.idempotency_key);
  SELECT RAISE(ABORT, 'expired') FROM pending_actions
   WHERE pending_id = NEW.pending_id AND counterfoil_now() >= expires_at;
  SELECT RAISE(ABORT, 'payment is disputed') FROM pending_actions p JOIN payment_states s USING (payment_id)
   WHERE p.pending_id = NEW.pending_id AND s.dispute IN ('OPEN', 'LOST')
     AND s.seq = (SELECT max(seq) FROM payment_states m WHERE m.payment_id = p.payment_id);
  SELECT RAISE(ABORT, 'payment has no room') FROM pending_actions p JOIN payment_room r USING (payment_id)
   WHERE p.pending_id = NEW.pending_id AND r.room_minor < 0;
  SELECT RAISE(ABORT, 'component has no room') FROM allocations a JOIN component_room r USING (order_id, component_id)
   WHERE a.pending_id = NEW.pending_id AND r.room_minor < 0;
END;

-- UNKNOWN and PENDING may become something else; SUCCEEDED may still turn FAILED (a refund can bounce); FAILED is the end.
CREATE TRIGGER receipt_rules BEFORE INSERT ON receipts
BEGIN
  SELECT RAISE(ABORT, 'receipts out of order') WHERE NEW.seq <> (SELECT count(*) FROM receipts WHERE pending_id = NEW.pending_id);
  SELECT RAISE(ABORT, 'no such change of a receipt') FROM receipts
   WHERE pending_id = NEW.pending_id AND seq = NEW.seq - 1
     AND NOT ((outcome = 'UNKNOWN' AND NEW.outcome IN ('SUCCEEDED', 'PENDING', 'FAILED'))
           OR (outcome = 'PENDING' AND NEW.outcome IN ('SUCCEEDED', 'FAILED'))
           OR (outcome = 'SUCCEEDED' AND NEW.outcome = 'FAILED'));
  SELECT RAISE(ABORT, 'refund belongs to another action') FROM receipts
   WHERE reference = NEW.reference AND NEW.reference <> '' AND pending_id <> NEW.pending_id;
END;
