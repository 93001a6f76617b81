-- What arrived. Written by the desk.
--
-- Every time column of this schema is filled by counterfoil_now(), a function that the store registers from its clock:
-- whole seconds since 1970, UTC, the same throughout a transaction. A tool that does not know the function can't insert.

CREATE TABLE installation (
  only_row         INTEGER PRIMARY KEY CHECK (only_row = 1),
  installation_id  TEXT NOT NULL,
  made_at          INTEGER NOT NULL DEFAULT (counterfoil_now())
) STRICT;

CREATE TABLE tickets (
  ticket_id       TEXT PRIMARY KEY,
  channel         TEXT NOT NULL,
  channel_ticket  TEXT NOT NULL DEFAULT '',   -- the channel's own ticket id, where it has one
  opened_at       INTEGER NOT NULL DEFAULT (counterfoil_now())
) STRICT;
CREATE INDEX tickets_by_channel ON tickets (channel, channel_ticket);

-- A message is known by its channel's own id and its bytes: the same Message-ID with other bytes is a new message.
CREATE TABLE messages (
  message_id   TEXT PRIMARY KEY,
  ticket_id    TEXT NOT NULL REFERENCES tickets,
  channel      TEXT NOT NULL,
  channel_id   TEXT NOT NULL,
  body_sha256  TEXT NOT NULL CHECK (length(body_sha256) = 64),
  author       TEXT NOT NULL CHECK (author IN ('CUSTOMER', 'STAFF', 'AGENT', 'MACHINE')),
  identity     TEXT NOT NULL CHECK (identity IN ('NONE', 'DMARC', 'SESSION')),
  received_at  INTEGER NOT NULL DEFAULT (counterfoil_now()),
  UNIQUE (channel, channel_id, body_sha256),
  UNIQUE (message_id, ticket_id)
) STRICT;
CREATE INDEX messages_by_ticket ON messages (ticket_id);

-- Personal text lives apart, so that it can be erased while everything else stays.
CREATE TABLE message_texts (
  message_id  TEXT PRIMARY KEY REFERENCES messages,
  sender      TEXT NOT NULL,
  subject     TEXT NOT NULL,
  raw         BLOB NOT NULL
) STRICT;

-- Bytes that could not be handled. Kept whole; the rest of their file was handled.
CREATE TABLE failures (
  failure_id  TEXT PRIMARY KEY,
  source      TEXT NOT NULL,
  reason      TEXT NOT NULL,
  raw         BLOB NOT NULL,
  failed_at   INTEGER NOT NULL DEFAULT (counterfoil_now())
) STRICT;
