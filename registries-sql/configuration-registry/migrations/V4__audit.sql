-- The audit trail: a chain of entries for each tenant, each with the hash of the one before. The system's own chain is
-- that of the system tenant.

CREATE TABLE audit_chain (
  chain_id      uuid PRIMARY KEY,
  last_sequence bigint NOT NULL DEFAULT 0,
  last_hash     bytea
);

CREATE TABLE audit_entry (
  chain_id     uuid NOT NULL REFERENCES audit_chain,
  sequence     bigint NOT NULL,
  occurred_at  timestamptz NOT NULL,
  actor_tenant uuid NOT NULL,
  actor_user   uuid NOT NULL,
  action       text NOT NULL CHECK (char_length(action) BETWEEN 1 AND 128),
  object       text NOT NULL CHECK (char_length(object) <= 1024),
  before       text CHECK (octet_length(before) <= 65536),
  after        text CHECK (octet_length(after) <= 65536),
  operation_id uuid,
  former_hash  bytea CHECK (octet_length(former_hash) = 32),
  hash         bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (chain_id, sequence)
);

-- A field of what is hashed: its length in four bytes, then itself; no field can be moved into its neighbour. Absent: -1.
CREATE FUNCTION hashed_field(field bytea) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(int4send(octet_length(field)) || field, int4send(-1))
$$;

CREATE FUNCTION audit_hash(e audit_entry) RETURNS bytea LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT sha256(hashed_field(e.former_hash)
    || hashed_field(uuid_send(e.chain_id))
    || hashed_field(int8send(e.sequence))
    || hashed_field(int8send((extract(epoch FROM e.occurred_at) * 1000000)::bigint))
    || hashed_field(uuid_send(e.actor_tenant))
    || hashed_field(uuid_send(e.actor_user))
    || hashed_field(convert_to(e.action, 'UTF8'))
    || hashed_field(convert_to(e.object, 'UTF8'))
    || hashed_field(convert_to(e.before, 'UTF8'))
    || hashed_field(convert_to(e.after, 'UTF8'))
    || hashed_field(uuid_send(e.operation_id)))
$$;

-- Place, time and hashes are given here and never by who inserts. The chain's row is held until the transaction ends, so
-- that entries follow one another as they are committed. Runs as the owner: the bus cannot move the head of a chain.
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = ${flyway:defaultSchema}, pg_temp AS $$
DECLARE
  head audit_chain;
BEGIN
  INSERT INTO audit_chain (chain_id) VALUES (NEW.chain_id) ON CONFLICT DO NOTHING;
  SELECT * INTO head FROM audit_chain c WHERE c.chain_id = NEW.chain_id FOR NO KEY UPDATE;
  NEW.sequence := head.last_sequence + 1;
  NEW.occurred_at := clock_timestamp();
  NEW.former_hash := head.last_hash;
  NEW.hash := audit_hash(NEW);
  UPDATE audit_chain c SET last_sequence = NEW.sequence, last_hash = NEW.hash WHERE c.chain_id = NEW.chain_id;
  RETURN NEW;
END $$;
CREATE TRIGGER entries_are_chained BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

-- Nobody changes an entry, the owner neither, unless these triggers are dropped.
CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit trail is only added to.' USING ERRCODE = 'ESB13';
END $$;
CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
