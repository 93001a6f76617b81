-- Times are set by the database: a row that brings another time than counterfoil_now() is refused, in every table.

CREATE TRIGGER installation_time BEFORE INSERT ON installation WHEN NEW.made_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER tickets_time BEFORE INSERT ON tickets WHEN NEW.opened_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER messages_time BEFORE INSERT ON messages WHEN NEW.received_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER failures_time BEFORE INSERT ON failures WHEN NEW.failed_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER order_states_time BEFORE INSERT ON order_states WHEN NEW.seen_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER payment_states_time BEFORE INSERT ON payment_states WHEN NEW.seen_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER parkings_time BEFORE INSERT ON parkings WHEN NEW.parked_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER pending_actions_time BEFORE INSERT ON pending_actions WHEN NEW.quoted_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER quotes_time BEFORE INSERT ON quotes WHEN NEW.quoted_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER events_time BEFORE INSERT ON events WHEN NEW.at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER decisions_time BEFORE INSERT ON decisions WHEN NEW.decided_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER resolutions_time BEFORE INSERT ON resolutions WHEN NEW.ended_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER approval_ends_time BEFORE INSERT ON approval_ends WHEN NEW.ended_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER executions_time BEFORE INSERT ON executions WHEN NEW.intended_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER receipts_time BEFORE INSERT ON receipts WHEN NEW.stored_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER action_runs_time BEFORE INSERT ON action_runs WHEN NEW.ran_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER revisions_time BEFORE INSERT ON revisions WHEN NEW.imported_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;

CREATE TRIGGER revision_tiers_time BEFORE INSERT ON revision_tiers WHEN NEW.set_at IS NOT counterfoil_now()
BEGIN SELECT RAISE(ABORT, 'time is set by the database'); END;
