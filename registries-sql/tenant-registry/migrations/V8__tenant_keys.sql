-- Private keys and secrets of tenants, each sealed under a key of the installation that the database never has.

CREATE TYPE key_purpose AS ENUM ('DECRYPT', 'SIGN', 'TLS');
CREATE TYPE key_state AS ENUM ('CURRENT', 'FORMER', 'REVOKED');

-- A tenant has fifty places for keys that are not revoked. A revocation gives the place back, and forgets the private key.
CREATE TABLE tenant_key (
  key_id            uuid PRIMARY KEY,
  tenant_id         uuid NOT NULL REFERENCES tenant,
  name              text COLLATE "C" NOT NULL,
  purpose           key_purpose NOT NULL,
  state             key_state NOT NULL,
  chain             bytea NOT NULL,
  sealed_generation integer,
  sealed            bytea,
  not_before        timestamptz NOT NULL,
  not_after         timestamptz NOT NULL,
  former_until      timestamptz,
  place             smallint,
  created_at        timestamptz NOT NULL,
  revoked_at        timestamptz,
  CONSTRAINT tenant_key_place_taken UNIQUE (tenant_id, place),
  CONSTRAINT tenant_keys_at_most CHECK (place BETWEEN 1 AND 50),
  CONSTRAINT tenant_key_name_form CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  CONSTRAINT tenant_key_chain_size CHECK (octet_length(chain) BETWEEN 1 AND 32768),
  CONSTRAINT tenant_key_sealed_size CHECK (octet_length(sealed) BETWEEN 1 AND 16384),
  CONSTRAINT tenant_key_sealed_generation CHECK (sealed_generation >= 1),
  CONSTRAINT revoked_key_is_forgotten CHECK ((state = 'REVOKED') = (sealed IS NULL)
    AND (sealed IS NULL) = (sealed_generation IS NULL)
    AND (sealed IS NULL) = (place IS NULL)
    AND (sealed IS NULL) = (revoked_at IS NOT NULL)),
  CONSTRAINT former_key_has_an_end CHECK ((state = 'FORMER') = (former_until IS NOT NULL))
);
CREATE INDEX tenant_key_ends ON tenant_key (not_after) WHERE state <> 'REVOKED';
CREATE UNIQUE INDEX tenant_key_taken ON tenant_key (tenant_id, name) WHERE state <> 'REVOKED';

CREATE TABLE tenant_secret (
  tenant_id         uuid NOT NULL REFERENCES tenant,
  name              text COLLATE "C" NOT NULL,
  sealed_generation integer NOT NULL,
  sealed            bytea NOT NULL,
  version           bigint NOT NULL DEFAULT 1,
  place             smallint NOT NULL,
  set_at            timestamptz NOT NULL,
  CONSTRAINT tenant_secret_taken PRIMARY KEY (tenant_id, name),
  CONSTRAINT tenant_secret_place_taken UNIQUE (tenant_id, place),
  CONSTRAINT tenant_secrets_at_most CHECK (place BETWEEN 1 AND 100),
  CONSTRAINT tenant_secret_name_form CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  CONSTRAINT tenant_secret_sealed_size CHECK (octet_length(sealed) BETWEEN 1 AND 16384),
  CONSTRAINT tenant_secret_sealed_generation CHECK (sealed_generation >= 1)
);

-- The fingerprints of the sealing keys, as installation has that of the pepper.
CREATE TABLE sealing_key (
  generation  integer PRIMARY KEY,
  fingerprint text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT sealing_key_generation CHECK (generation >= 1)
);

-- A key does not become an earlier one: not a revoked one anything else, and not a former one current.
CREATE FUNCTION refuse_earlier_key_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Key % is % for good.', OLD.key_id, OLD.state USING ERRCODE = 'ESB02';
END $$;
CREATE TRIGGER key_state_is_final BEFORE UPDATE OF state ON tenant_key
  FOR EACH ROW WHEN (NEW.state < OLD.state) EXECUTE FUNCTION refuse_earlier_key_state();

-- Nodes remember the keys of a tenant. A value that is sealed anew is the same, and nothing to tell.
CREATE FUNCTION tenant_keys_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM tell_credential_change(CASE WHEN TG_OP = 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_credential_change AFTER INSERT OR DELETE OR UPDATE OF state, chain, purpose, former_until ON tenant_key
  FOR EACH ROW EXECUTE FUNCTION tenant_keys_changed();
CREATE TRIGGER tell_credential_change AFTER INSERT OR DELETE OR UPDATE OF version ON tenant_secret
  FOR EACH ROW EXECUTE FUNCTION tenant_keys_changed();

ALTER TABLE tenant_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_key FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tenant_key USING (tenant_id = current_tenant());
-- The status of the installation counts keys that end soon, of all tenants.
CREATE POLICY expiring_rows ON tenant_key FOR SELECT USING (state <> 'REVOKED'
  AND not_after < nullif(pg_catalog.current_setting('esbmt.keys_expiring_before', true), '')::timestamptz);
ALTER TABLE tenant_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_secret FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tenant_secret USING (tenant_id = current_tenant());
