-- Insert-only. For every table: no update; no delete (rows of personal text may be deleted, never changed); and no
-- replacing insert, by any unique key or by rowid, which holds even for a tool that has recursive triggers switched off
-- (SQLite then removes the replaced row without asking the delete triggers). Written out in full so that an
-- auditor can read it; tests/unit/store checks that no table is missing here.

CREATE TRIGGER installation_no_update BEFORE UPDATE ON installation BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER installation_no_delete BEFORE DELETE ON installation BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER installation_no_replace BEFORE INSERT ON installation WHEN EXISTS (SELECT 1 FROM installation WHERE only_row = NEW.only_row)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER tickets_no_update BEFORE UPDATE ON tickets BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER tickets_no_delete BEFORE DELETE ON tickets BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER tickets_no_replace BEFORE INSERT ON tickets
WHEN EXISTS (SELECT 1 FROM tickets WHERE ticket_id = NEW.ticket_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER messages_no_update BEFORE UPDATE ON messages BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER messages_no_delete BEFORE DELETE ON messages BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER messages_no_replace BEFORE INSERT ON messages
WHEN EXISTS (SELECT 1 FROM messages WHERE message_id = NEW.message_id
     OR channel = NEW.channel AND channel_id = NEW.channel_id AND body_sha256 = NEW.body_sha256
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER message_texts_no_update BEFORE UPDATE ON message_texts BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER message_texts_no_replace BEFORE INSERT ON message_texts
WHEN EXISTS (SELECT 1 FROM message_texts WHERE message_id = NEW.message_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER failures_no_update BEFORE UPDATE ON failures BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER failures_no_replace BEFORE INSERT ON failures
WHEN EXISTS (SELECT 1 FROM failures WHERE failure_id = NEW.failure_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER orders_no_update BEFORE UPDATE ON orders BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER orders_no_delete BEFORE DELETE ON orders BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER orders_no_replace BEFORE INSERT ON orders
WHEN EXISTS (SELECT 1 FROM orders WHERE order_id = NEW.order_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER components_no_update BEFORE UPDATE ON components BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER components_no_delete BEFORE DELETE ON components BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER components_no_replace BEFORE INSERT ON components
WHEN EXISTS (SELECT 1 FROM components WHERE order_id = NEW.order_id AND component_id = NEW.component_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER order_states_no_update BEFORE UPDATE ON order_states BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER order_states_no_delete BEFORE DELETE ON order_states BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER order_states_no_replace BEFORE INSERT ON order_states
WHEN EXISTS (SELECT 1 FROM order_states WHERE order_id = NEW.order_id AND seq = NEW.seq
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER payments_no_update BEFORE UPDATE ON payments BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER payments_no_delete BEFORE DELETE ON payments BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER payments_no_replace BEFORE INSERT ON payments
WHEN EXISTS (SELECT 1 FROM payments WHERE payment_id = NEW.payment_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER payment_states_no_update BEFORE UPDATE ON payment_states BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER payment_states_no_delete BEFORE DELETE ON payment_states BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER payment_states_no_replace BEFORE INSERT ON payment_states
WHEN EXISTS (SELECT 1 FROM payment_states WHERE payment_id = NEW.payment_id AND seq = NEW.seq
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER parkings_no_update BEFORE UPDATE ON parkings BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER parkings_no_delete BEFORE DELETE ON parkings BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER parkings_no_replace BEFORE INSERT ON parkings
WHEN EXISTS (SELECT 1 FROM parkings WHERE parking_id = NEW.parking_id
     OR message_id = NEW.message_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER parked_actions_no_update BEFORE UPDATE ON parked_actions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER parked_actions_no_delete BEFORE DELETE ON parked_actions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER parked_actions_no_replace BEFORE INSERT ON parked_actions
WHEN EXISTS (SELECT 1 FROM parked_actions WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER evidence_texts_no_update BEFORE UPDATE ON evidence_texts BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER evidence_texts_no_replace BEFORE INSERT ON evidence_texts
WHEN EXISTS (SELECT 1 FROM evidence_texts WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER pending_actions_no_update BEFORE UPDATE ON pending_actions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER pending_actions_no_delete BEFORE DELETE ON pending_actions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER pending_actions_no_replace BEFORE INSERT ON pending_actions
WHEN EXISTS (SELECT 1 FROM pending_actions WHERE pending_id = NEW.pending_id
     OR parking_id = NEW.parking_id AND ordinal = NEW.ordinal AND part = NEW.part
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER allocations_no_update BEFORE UPDATE ON allocations BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER allocations_no_delete BEFORE DELETE ON allocations BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER allocations_no_replace BEFORE INSERT ON allocations
WHEN EXISTS (SELECT 1 FROM allocations WHERE pending_id = NEW.pending_id AND component_id = NEW.component_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER requester_texts_no_update BEFORE UPDATE ON requester_texts BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER requester_texts_no_replace BEFORE INSERT ON requester_texts
WHEN EXISTS (SELECT 1 FROM requester_texts WHERE pending_id = NEW.pending_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER quotes_no_update BEFORE UPDATE ON quotes BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER quotes_no_delete BEFORE DELETE ON quotes BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER quotes_no_replace BEFORE INSERT ON quotes
WHEN EXISTS (SELECT 1 FROM quotes WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER events_no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER events_no_replace BEFORE INSERT ON events
WHEN EXISTS (SELECT 1 FROM events WHERE pending_id = NEW.pending_id AND seq = NEW.seq
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER decisions_no_update BEFORE UPDATE ON decisions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER decisions_no_delete BEFORE DELETE ON decisions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER decisions_no_replace BEFORE INSERT ON decisions
WHEN EXISTS (SELECT 1 FROM decisions WHERE pending_id = NEW.pending_id AND person = NEW.person
     OR person = NEW.person AND nonce = NEW.nonce
     OR pending_id = NEW.pending_id AND event_seq = NEW.event_seq
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER resolutions_no_update BEFORE UPDATE ON resolutions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER resolutions_no_delete BEFORE DELETE ON resolutions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER resolutions_no_replace BEFORE INSERT ON resolutions
WHEN EXISTS (SELECT 1 FROM resolutions WHERE pending_id = NEW.pending_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER approval_ends_no_update BEFORE UPDATE ON approval_ends BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER approval_ends_no_delete BEFORE DELETE ON approval_ends BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER approval_ends_no_replace BEFORE INSERT ON approval_ends
WHEN EXISTS (SELECT 1 FROM approval_ends WHERE pending_id = NEW.pending_id
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER executions_no_update BEFORE UPDATE ON executions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER executions_no_delete BEFORE DELETE ON executions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER executions_no_replace BEFORE INSERT ON executions
WHEN EXISTS (SELECT 1 FROM executions WHERE pending_id = NEW.pending_id
     OR idempotency_key = NEW.idempotency_key
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER receipts_no_update BEFORE UPDATE ON receipts BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER receipts_no_delete BEFORE DELETE ON receipts BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER receipts_no_replace BEFORE INSERT ON receipts
WHEN EXISTS (SELECT 1 FROM receipts WHERE pending_id = NEW.pending_id AND seq = NEW.seq
     OR pending_id = NEW.pending_id AND event_seq = NEW.event_seq
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER answer_texts_no_update BEFORE UPDATE ON answer_texts BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER answer_texts_no_replace BEFORE INSERT ON answer_texts
WHEN EXISTS (SELECT 1 FROM answer_texts WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER action_runs_no_update BEFORE UPDATE ON action_runs BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER action_runs_no_delete BEFORE DELETE ON action_runs BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER action_runs_no_replace BEFORE INSERT ON action_runs
WHEN EXISTS (SELECT 1 FROM action_runs WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal AND pending = NEW.pending
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER sent_texts_no_update BEFORE UPDATE ON sent_texts BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER sent_texts_no_replace BEFORE INSERT ON sent_texts
WHEN EXISTS (SELECT 1 FROM sent_texts WHERE parking_id = NEW.parking_id AND ordinal = NEW.ordinal AND pending = NEW.pending
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER revisions_no_update BEFORE UPDATE ON revisions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER revisions_no_delete BEFORE DELETE ON revisions BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER revisions_no_replace BEFORE INSERT ON revisions
WHEN EXISTS (SELECT 1 FROM revisions WHERE revision_id = NEW.revision_id
     OR document_id = NEW.document_id AND sha256 = NEW.sha256
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER revision_tiers_no_update BEFORE UPDATE ON revision_tiers BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER revision_tiers_no_delete BEFORE DELETE ON revision_tiers BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER revision_tiers_no_replace BEFORE INSERT ON revision_tiers
WHEN EXISTS (SELECT 1 FROM revision_tiers WHERE revision_id = NEW.revision_id AND seq = NEW.seq
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;

CREATE TRIGGER blocks_no_update BEFORE UPDATE ON blocks BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER blocks_no_delete BEFORE DELETE ON blocks BEGIN SELECT RAISE(ABORT, 'insert-only'); END;
CREATE TRIGGER blocks_no_replace BEFORE INSERT ON blocks
WHEN EXISTS (SELECT 1 FROM blocks WHERE block_id = NEW.block_id
     OR revision_id = NEW.revision_id AND ordinal = NEW.ordinal
     OR rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'exists'); END;
