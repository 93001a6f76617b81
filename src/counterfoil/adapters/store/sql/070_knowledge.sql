-- Documents and their blocks. Nothing here says what may be quoted: the signed lock outside this database does.

CREATE TABLE revisions (
  revision_id  TEXT PRIMARY KEY,
  document_id  TEXT NOT NULL,
  sha256       TEXT NOT NULL CHECK (length(sha256) = 64),
  title        TEXT NOT NULL,
  audience     TEXT NOT NULL CHECK (audience IN ('PUBLIC', 'STAFF')),
  language     TEXT NOT NULL,
  source       TEXT NOT NULL,
  raw          BLOB NOT NULL,
  imported_at  INTEGER NOT NULL DEFAULT (counterfoil_now()),
  UNIQUE (document_id, sha256)
) STRICT;

CREATE TABLE revision_tiers (
  revision_id  TEXT NOT NULL REFERENCES revisions,
  seq          INTEGER NOT NULL CHECK (seq >= 0),
  tier         TEXT NOT NULL CHECK (tier IN ('UNREVIEWED', 'QUARANTINED', 'CANONICAL', 'SUPERSEDED', 'REVOKED')),
  set_at       INTEGER NOT NULL DEFAULT (counterfoil_now()),
  PRIMARY KEY (revision_id, seq)
) STRICT;

CREATE TABLE blocks (
  block_id     TEXT PRIMARY KEY,
  revision_id  TEXT NOT NULL REFERENCES revisions,
  ordinal      INTEGER NOT NULL CHECK (ordinal >= 0),
  heading      TEXT NOT NULL,
  text         TEXT NOT NULL,
  sha256       TEXT NOT NULL CHECK (length(sha256) = 64),
  UNIQUE (revision_id, ordinal)
) STRICT;
