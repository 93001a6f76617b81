-- What is wanted (parkings, by the desk) and what it costs (quotes and pending actions, by the executor).

-- One proposal's arrival at the gate. action_count and money_count seal it: nothing dropped, nothing added later.
CREATE TABLE parkings (
  parking_id    TEXT PRIMARY KEY,
  message_id    TEXT NOT NULL UNIQUE,
  ticket_id     TEXT NOT NULL,
  plan          TEXT NOT NULL,
  plan_sha256   TEXT NOT NULL CHECK (length(plan_sha256) = 64),
  action_count  INTEGER NOT NULL CHECK (action_count >= 1),
  parked_at     INTEGER NOT NULL DEFAULT (counterfoil_now()),
  CHECK (json_array_length(plan, '$.actions') IS action_count),
  CHECK (json_extract(plan, '$.message') IS message_id AND json_extract(plan, '$.ticket') IS ticket_id),
  FOREIGN KEY (message_id, ticket_id) REFERENCES messages (message_id, ticket_id),
  UNIQUE (parking_id, ticket_id)
) STRICT;

-- The actions of a plan, in order. One that waits names a money action of the same plan and the state it waits for.
CREATE TABLE parked_actions (
  parking_id   TEXT NOT NULL REFERENCES parkings,
  ordinal      INTEGER NOT NULL CHECK (ordinal >= 0),
  kind         TEXT NOT NULL CHECK (kind IN ('RefundComponents', 'CancelOrder', 'SendReply', 'AskBack', 'Escalate', 'Withdraw', 'FollowOn')),
  effect       TEXT NOT NULL CHECK (effect IN ('MOVES_MONEY', 'REACHES_CUSTOMER', 'INTERNAL')),
  waits_for    INTEGER,
  waits_state  TEXT,
  body         TEXT NOT NULL,
  CHECK ((effect = 'MOVES_MONEY') = (kind IN ('RefundComponents', 'CancelOrder'))),
  CHECK ((waits_for IS NULL) = (waits_state IS NULL)),
  CHECK (waits_for IS NULL OR waits_for < ordinal),
  CHECK (json_extract(body, '$.kind') IS kind),
  FOREIGN KEY (parking_id, waits_for) REFERENCES parked_actions (parking_id, ordinal),
  PRIMARY KEY (parking_id, ordinal),
  UNIQUE (parking_id, ordinal, effect)
) STRICT;

-- Each row is its place in the sealed plan, to the letter: the action and what it waits for.
CREATE TRIGGER parked_action_in_plan BEFORE INSERT ON parked_actions
BEGIN
  SELECT RAISE(ABORT, 'plan is sealed')
   WHERE NOT EXISTS (SELECT 1 FROM parkings k WHERE k.parking_id = NEW.parking_id
                        AND json_extract(k.plan, '$.actions[' || NEW.ordinal || '].action') IS NEW.body
                        AND json_extract(k.plan, '$.actions[' || NEW.ordinal || '].waits.ordinal') IS CAST(NEW.waits_for AS TEXT)
                        AND json_extract(k.plan, '$.actions[' || NEW.ordinal || '].waits.state') IS NEW.waits_state);
  SELECT RAISE(ABORT, 'waits for no money action')
   WHERE NEW.waits_for IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM parked_actions a
                      WHERE a.parking_id = NEW.parking_id AND a.ordinal = NEW.waits_for AND a.effect = 'MOVES_MONEY');
END;

-- The words that asked, in erasable rows; digests hold only sha256(salt and text).
CREATE TABLE evidence_texts (
  parking_id  TEXT NOT NULL REFERENCES parkings,
  ordinal     INTEGER NOT NULL CHECK (ordinal >= 0),
  salt        BLOB NOT NULL CHECK (length(salt) = 16),
  text        TEXT NOT NULL,
  PRIMARY KEY (parking_id, ordinal)
) STRICT;

-- A money action with its price. text is the canonical text that digest hashes; the columns repeat it so that SQL can check.
CREATE TABLE pending_actions (
  pending_id      TEXT PRIMARY KEY,
  parking_id      TEXT NOT NULL,
  ordinal         INTEGER NOT NULL,
  effect          TEXT NOT NULL CHECK (effect = 'MOVES_MONEY'),
  part            INTEGER NOT NULL CHECK (part >= 0),
  ticket_id       TEXT NOT NULL,
  order_id        TEXT NOT NULL,
  order_state     INTEGER NOT NULL,
  payment_id      TEXT NOT NULL,
  payment_state   INTEGER NOT NULL,
  currency        TEXT NOT NULL,
  amount_minor    INTEGER NOT NULL CHECK (amount_minor > 0),
  quorum          INTEGER NOT NULL CHECK (quorum >= 1),
  expires_at      INTEGER NOT NULL,
  text            TEXT NOT NULL,
  digest          TEXT NOT NULL CHECK (length(digest) = 64),
  quoted_at       INTEGER NOT NULL DEFAULT (counterfoil_now()),
  CHECK (expires_at > quoted_at),
  CHECK (json_extract(text, '$.pending') IS pending_id),
  CHECK (json_extract(text, '$.parking') IS parking_id),
  CHECK (json_extract(text, '$.ticket') IS ticket_id),
  CHECK (json_extract(text, '$.order') IS order_id),
  CHECK (json_extract(text, '$.pricing.order_state') IS CAST(order_state AS TEXT)),
  CHECK (json_extract(text, '$.payment.payment') IS payment_id AND json_extract(text, '$.request.payment') IS payment_id),
  CHECK (json_extract(text, '$.payment.state') IS CAST(payment_state AS TEXT)),
  CHECK (json_extract(text, '$.amount.minor') IS CAST(amount_minor AS TEXT)),
  CHECK (json_extract(text, '$.request.amount.minor') IS CAST(amount_minor AS TEXT)),
  CHECK (json_extract(text, '$.amount.currency') IS currency AND json_extract(text, '$.request.amount.currency') IS currency),
  CHECK (json_extract(text, '$.quorum') IS CAST(quorum AS TEXT)),
  CHECK (json_extract(text, '$.expires_at') IS CAST(expires_at AS TEXT)),
  FOREIGN KEY (parking_id, ordinal, effect) REFERENCES parked_actions (parking_id, ordinal, effect),
  FOREIGN KEY (parking_id, ticket_id) REFERENCES parkings (parking_id, ticket_id),
  FOREIGN KEY (payment_id, order_id, currency) REFERENCES payments (payment_id, order_id, currency),
  FOREIGN KEY (payment_id, payment_state) REFERENCES payment_states (payment_id, seq),
  FOREIGN KEY (order_id, order_state) REFERENCES order_states (order_id, seq),
  UNIQUE (pending_id, digest),
  UNIQUE (pending_id, order_id),
  UNIQUE (parking_id, ordinal, part)
) STRICT;
CREATE INDEX pending_by_payment ON pending_actions (payment_id);
CREATE INDEX pending_by_ticket ON pending_actions (ticket_id);

-- A price answers what was parked: the same message, plan, kind of action and order.
CREATE TRIGGER pending_in_plan BEFORE INSERT ON pending_actions
BEGIN
  SELECT RAISE(ABORT, 'not what was parked')
   WHERE NOT EXISTS (SELECT 1 FROM parked_actions a JOIN parkings k USING (parking_id)
                      WHERE a.parking_id = NEW.parking_id AND a.ordinal = NEW.ordinal
                        AND json_extract(a.body, '$.order') IS NEW.order_id
                        AND json_extract(NEW.text, '$.kind') IS a.kind
                        AND json_extract(NEW.text, '$.message') IS k.message_id
                        AND json_extract(NEW.text, '$.plan_sha256') IS k.plan_sha256);
END;

-- How much of each component an action refunds. The purpose of an action is its payment and these components.
CREATE TABLE allocations (
  pending_id    TEXT NOT NULL,
  order_id      TEXT NOT NULL,
  component_id  TEXT NOT NULL,
  amount_minor  INTEGER NOT NULL CHECK (amount_minor > 0),
  FOREIGN KEY (pending_id, order_id) REFERENCES pending_actions (pending_id, order_id),
  FOREIGN KEY (order_id, component_id) REFERENCES components (order_id, component_id),
  PRIMARY KEY (pending_id, component_id)
) STRICT;
CREATE INDEX allocations_by_component ON allocations (order_id, component_id);

-- The rows that the room is computed from say what the signed text says.
CREATE TRIGGER allocation_in_text BEFORE INSERT ON allocations
BEGIN
  SELECT RAISE(ABORT, 'not in the text')
   WHERE NOT EXISTS (SELECT 1 FROM pending_actions p, json_each(p.text, '$.allocations') j
                      WHERE p.pending_id = NEW.pending_id
                        AND json_extract(j.value, '$.component') IS NEW.component_id
                        AND json_extract(j.value, '$.amount.minor') IS CAST(NEW.amount_minor AS TEXT)
                        AND json_extract(j.value, '$.amount.currency') IS p.currency);
END;

-- The verified address that asked, in an erasable row.
CREATE TABLE requester_texts (
  pending_id  TEXT PRIMARY KEY REFERENCES pending_actions,
  salt        BLOB NOT NULL CHECK (length(salt) = 16),
  text        TEXT NOT NULL
) STRICT;

-- The executor's answer to one money action of a plan, once: so many pending actions, or a refusal with its reason.
CREATE TABLE quotes (
  parking_id  TEXT NOT NULL,
  ordinal     INTEGER NOT NULL,
  effect      TEXT NOT NULL CHECK (effect = 'MOVES_MONEY'),
  refusal     TEXT,
  parts       INTEGER NOT NULL CHECK (parts >= 0),
  quoted_at   INTEGER NOT NULL DEFAULT (counterfoil_now()),
  CHECK ((refusal IS NULL) = (parts > 0)),
  FOREIGN KEY (parking_id, ordinal, effect) REFERENCES parked_actions (parking_id, ordinal, effect),
  PRIMARY KEY (parking_id, ordinal)
) STRICT;

CREATE TRIGGER quote_is_whole BEFORE INSERT ON quotes
WHEN NEW.parts <> (SELECT count(*) FROM pending_actions WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal)
BEGIN
  SELECT RAISE(ABORT, 'quote is incomplete');
END;

CREATE TRIGGER pending_before_quote BEFORE INSERT ON pending_actions
WHEN EXISTS (SELECT 1 FROM quotes WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal)
BEGIN
  SELECT RAISE(ABORT, 'quote is sealed');
END;

CREATE TRIGGER allocation_before_quote BEFORE INSERT ON allocations
WHEN EXISTS (SELECT 1 FROM quotes JOIN pending_actions USING (parking_id, ordinal) WHERE pending_id = NEW.pending_id)
BEGIN
  SELECT RAISE(ABORT, 'quote is sealed');
END;
