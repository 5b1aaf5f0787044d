-- Administrative operations by the identifier that who asks makes up, each recorded in the transaction that does it: a
-- repetition waits for it and then finds what came out.

CREATE TABLE operation_journal (
  operation_id   uuid PRIMARY KEY,
  actor_tenant   uuid NOT NULL,
  actor_user     uuid NOT NULL,
  kind           text COLLATE "C" NOT NULL CHECK (kind ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  request_sha256 bytea NOT NULL CHECK (octet_length(request_sha256) = 32),
  result         text NOT NULL CHECK (char_length(result) <= 4096),
  recorded_at    timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Old ones are forgotten.
CREATE INDEX journal_by_time ON operation_journal (recorded_at);
