-- Tokens and certificates of users. The rows tell who acts when, so row-level security keeps tenants apart besides the
-- statements.

CREATE TYPE access_credential_kind AS ENUM ('TOKEN', 'CERTIFICATE');

-- Never a token: its SHA-256. A token has 256 random bits, so no slow hash is needed.
-- A user has twenty places for open ones; an ended one gives its place back. Two transactions that take the same place wait for one another.
CREATE TABLE access_credential (
  credential_id uuid PRIMARY KEY,
  tenant_id     uuid NOT NULL,
  user_id       uuid NOT NULL,
  kind          access_credential_kind NOT NULL,
  name          text NOT NULL,
  digest        text COLLATE "C" NOT NULL,
  changes       boolean NOT NULL,
  parts         text NOT NULL,
  place         smallint,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  revoked_at    timestamptz,
  last_used_at  timestamptz,
  FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user,
  CONSTRAINT access_credential_taken UNIQUE (digest),
  CONSTRAINT access_credential_place_taken UNIQUE (tenant_id, user_id, place),
  CONSTRAINT access_credentials_at_most CHECK (place BETWEEN 1 AND 20),
  CONSTRAINT access_credential_digest_form CHECK (digest ~ '^[0-9a-f]{64}$'),
  CONSTRAINT access_credential_name_form CHECK (char_length(name) BETWEEN 1 AND 100 AND name !~ '^ |[[:cntrl:]]| $'),
  CONSTRAINT access_credential_parts_form CHECK (parts ~ '^([A-Z_]+( [A-Z_]+)*)?$' AND char_length(parts) <= 1000),
  CONSTRAINT access_credential_expires CHECK (expires_at > created_at AND expires_at <= created_at + interval '367 days'),
  CONSTRAINT revoked_has_no_place CHECK (revoked_at IS NULL OR place IS NULL)
);

CREATE FUNCTION refuse_end_of_access_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Credential % was revoked for good.', OLD.credential_id USING ERRCODE = 'ESB02';
END $$;
CREATE TRIGGER access_revocation_is_final BEFORE UPDATE OF revoked_at ON access_credential
  FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
  EXECUTE FUNCTION refuse_end_of_access_revocation();

-- A login has no tenant yet: it sees the one row whose digest it can name, and changes none.
ALTER TABLE access_credential ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_credential FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON access_credential USING (tenant_id = current_tenant());
CREATE POLICY presented_row ON access_credential FOR SELECT
  USING (digest = pg_catalog.current_setting('esbmt.presented_digest', true));
