-- Authorities of tenants, and the lists of the certificates that they have revoked (CRL).

-- A tenant has twenty places for authorities. Another certificate is another authority.
CREATE TABLE tenant_authority (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  name        text COLLATE "C" NOT NULL,
  digest      bytea NOT NULL,
  certificate bytea NOT NULL,
  not_before  timestamptz NOT NULL,
  not_after   timestamptz NOT NULL,
  place       smallint NOT NULL,
  added_at    timestamptz NOT NULL,
  CONSTRAINT tenant_authority_taken PRIMARY KEY (tenant_id, name),
  CONSTRAINT tenant_authority_certificate_taken UNIQUE (tenant_id, digest),
  CONSTRAINT tenant_authority_place_taken UNIQUE (tenant_id, place),
  CONSTRAINT tenant_authorities_at_most CHECK (place BETWEEN 1 AND 20),
  CONSTRAINT tenant_authority_name_form CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  CONSTRAINT tenant_authority_digest CHECK (digest = sha256(certificate)),
  CONSTRAINT tenant_authority_size CHECK (octet_length(certificate) BETWEEN 1 AND 16384),
  CONSTRAINT tenant_authority_validity CHECK (not_before <= not_after)
);
CREATE INDEX tenant_authority_ends ON tenant_authority (not_after);

CREATE TRIGGER certificate_is_fixed BEFORE UPDATE ON tenant_authority
  FOR EACH ROW EXECUTE FUNCTION refuse_other_certificate();

-- The present list of an authority. A serial number is up to 20 bytes behind its length.
CREATE TABLE revocation_list (
  tenant_id   uuid NOT NULL,
  authority   text COLLATE "C" NOT NULL,
  number      numeric(48) NOT NULL,
  this_update timestamptz NOT NULL,
  next_update timestamptz NOT NULL,
  digest      bytea NOT NULL,
  entries     integer NOT NULL,
  serials     bytea NOT NULL,
  uploaded_at timestamptz NOT NULL,
  CONSTRAINT revocation_list_of_authority PRIMARY KEY (tenant_id, authority),
  CONSTRAINT revocation_list_authority FOREIGN KEY (tenant_id, authority) REFERENCES tenant_authority ON DELETE CASCADE,
  CONSTRAINT revocation_list_number CHECK (number >= 0),
  CONSTRAINT revocation_list_updates CHECK (this_update < next_update),
  CONSTRAINT revocation_list_digest CHECK (octet_length(digest) = 32),
  CONSTRAINT revocation_list_entries CHECK (entries BETWEEN 0 AND 20000),
  CONSTRAINT revocation_list_size CHECK (octet_length(serials) <= 420000)
);
CREATE INDEX revocation_list_ends ON revocation_list (next_update);

-- An older list would hide revocations.
CREATE FUNCTION refuse_older_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The list of authority % has the number %.', OLD.authority, OLD.number USING ERRCODE = 'ESB02';
END $$;
CREATE TRIGGER list_is_never_older BEFORE UPDATE ON revocation_list
  FOR EACH ROW WHEN (NEW.number < OLD.number OR NEW.this_update < OLD.this_update
    OR (NEW.tenant_id, NEW.authority) <> (OLD.tenant_id, OLD.authority))
  EXECUTE FUNCTION refuse_older_list();

CREATE TRIGGER tell_credential_change AFTER INSERT OR DELETE ON tenant_authority
  FOR EACH ROW EXECUTE FUNCTION tenant_keys_changed();

ALTER TABLE tenant_authority ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_authority FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tenant_authority USING (tenant_id = current_tenant());
CREATE POLICY expiring_rows ON tenant_authority FOR SELECT USING (
  not_after < nullif(pg_catalog.current_setting('esbmt.keys_expiring_before', true), '')::timestamptz);
ALTER TABLE revocation_list ENABLE ROW LEVEL SECURITY;
ALTER TABLE revocation_list FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON revocation_list USING (tenant_id = current_tenant());
-- The status of the installation counts lists whose successors are late, of all tenants.
CREATE POLICY overdue_rows ON revocation_list FOR SELECT USING (
  next_update < nullif(pg_catalog.current_setting('esbmt.lists_overdue_at', true), '')::timestamptz);
