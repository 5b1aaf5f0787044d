-- Destinations of secrets, certificates of partners, issuers of tokens, and the users whom their subjects are.

-- A secret from before has no destination. It is sent nowhere until it is set again.
CREATE TYPE secret_kind AS ENUM ('PASSWORD', 'BEARER');
ALTER TABLE tenant_secret
  ADD COLUMN kind secret_kind,
  ADD COLUMN user_name text,
  ADD COLUMN host text COLLATE "C",
  ADD COLUMN port integer,
  ADD CONSTRAINT tenant_secret_has_destination CHECK (num_nulls(kind, host, port) IN (0, 3)),
  ADD CONSTRAINT tenant_secret_user_of_password CHECK (user_name IS NULL OR kind IS NOT DISTINCT FROM 'PASSWORD'),
  ADD CONSTRAINT tenant_secret_user_name_size CHECK (char_length(user_name) BETWEEN 1 AND 128),
  ADD CONSTRAINT tenant_secret_host_size CHECK (char_length(host) BETWEEN 1 AND 253),
  ADD CONSTRAINT tenant_secret_port CHECK (port BETWEEN 1 AND 65535);

-- A tenant has a hundred places for partners that are not revoked. A revoked one stays, so that nobody registers its
-- certificate again.
CREATE TABLE tenant_partner (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  digest        bytea NOT NULL,
  name          text COLLATE "C" NOT NULL,
  certificate   bytea NOT NULL,
  not_before    timestamptz NOT NULL,
  not_after     timestamptz NOT NULL,
  place         smallint,
  registered_at timestamptz NOT NULL,
  revoked_at    timestamptz,
  CONSTRAINT tenant_partner_certificate_taken PRIMARY KEY (tenant_id, digest),
  CONSTRAINT tenant_partner_place_taken UNIQUE (tenant_id, place),
  CONSTRAINT tenant_partners_at_most CHECK (place BETWEEN 1 AND 100),
  CONSTRAINT tenant_partner_name_form CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  CONSTRAINT tenant_partner_digest CHECK (digest = sha256(certificate)),
  CONSTRAINT tenant_partner_size CHECK (octet_length(certificate) BETWEEN 1 AND 16384),
  CONSTRAINT tenant_partner_validity CHECK (not_before <= not_after),
  CONSTRAINT revoked_partner_has_no_place CHECK ((revoked_at IS NULL) = (place IS NOT NULL))
);
CREATE UNIQUE INDEX tenant_partner_taken ON tenant_partner (tenant_id, name) WHERE revoked_at IS NULL;
CREATE INDEX tenant_partner_ends ON tenant_partner (not_after) WHERE revoked_at IS NULL;

CREATE TRIGGER certificate_revocation_is_final BEFORE UPDATE OF revoked_at ON tenant_partner
  FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
  EXECUTE FUNCTION refuse_end_of_certificate_revocation();
CREATE TRIGGER certificate_is_fixed
  BEFORE UPDATE OF tenant_id, digest, name, certificate, not_before, not_after ON tenant_partner
  FOR EACH ROW EXECUTE FUNCTION refuse_other_certificate();

-- The keys of an issuer are public. An issuer is unique in its tenant alone.
CREATE TABLE tenant_issuer (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  name       text COLLATE "C" NOT NULL,
  issuer     text COLLATE "C" NOT NULL,
  audience   text NOT NULL,
  algorithms text[] NOT NULL,
  jwk_set    text NOT NULL,
  version    bigint NOT NULL DEFAULT 1,
  place      smallint NOT NULL,
  set_at     timestamptz NOT NULL,
  CONSTRAINT tenant_issuer_taken PRIMARY KEY (tenant_id, name),
  CONSTRAINT tenant_issuer_claim_taken UNIQUE (tenant_id, issuer),
  CONSTRAINT tenant_issuer_place_taken UNIQUE (tenant_id, place),
  CONSTRAINT tenant_issuers_at_most CHECK (place BETWEEN 1 AND 20),
  CONSTRAINT tenant_issuer_name_form CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  CONSTRAINT tenant_issuer_claim_size CHECK (char_length(issuer) BETWEEN 1 AND 500),
  CONSTRAINT tenant_issuer_audience_size CHECK (char_length(audience) BETWEEN 1 AND 500),
  CONSTRAINT tenant_issuer_algorithms CHECK (cardinality(algorithms) >= 1
    AND array_position(algorithms, NULL) IS NULL AND algorithms <@ ARRAY[
    'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'EdDSA']),
  CONSTRAINT tenant_issuer_keys_size CHECK (char_length(jwk_set) BETWEEN 1 AND 32768)
);

-- Subjects go with their issuer: another issuer with the same claim has none of them.
CREATE TABLE user_subject (
  tenant_id uuid NOT NULL,
  issuer    text COLLATE "C" NOT NULL,
  subject   text COLLATE "C" NOT NULL,
  user_id   uuid NOT NULL,
  place     smallint NOT NULL,
  added_by  uuid NOT NULL,
  added_at  timestamptz NOT NULL,
  CONSTRAINT user_subject_taken PRIMARY KEY (tenant_id, issuer, subject),
  CONSTRAINT user_subject_of_user FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user,
  CONSTRAINT user_subject_of_issuer FOREIGN KEY (tenant_id, issuer) REFERENCES tenant_issuer (tenant_id, issuer)
    ON DELETE CASCADE,
  CONSTRAINT user_subject_place_taken UNIQUE (tenant_id, user_id, place),
  CONSTRAINT user_subjects_at_most CHECK (place BETWEEN 1 AND 20),
  CONSTRAINT user_subject_size CHECK (char_length(subject) BETWEEN 1 AND 255)
);

CREATE FUNCTION refuse_other_subject() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'An issuer or a subject of user tokens is fixed.' USING ERRCODE = 'ESB03';
END $$;
CREATE TRIGGER issuer_is_fixed BEFORE UPDATE OF tenant_id, name, issuer ON tenant_issuer
  FOR EACH ROW EXECUTE FUNCTION refuse_other_subject();
CREATE TRIGGER subject_is_fixed BEFORE UPDATE ON user_subject
  FOR EACH ROW EXECUTE FUNCTION refuse_other_subject();

CREATE TRIGGER tell_credential_change AFTER INSERT OR DELETE OR UPDATE OF revoked_at ON tenant_partner
  FOR EACH ROW EXECUTE FUNCTION tenant_keys_changed();
CREATE TRIGGER tell_credential_change AFTER INSERT OR DELETE OR UPDATE ON tenant_issuer
  FOR EACH ROW EXECUTE FUNCTION tenant_keys_changed();
CREATE TRIGGER tell_subject_added AFTER INSERT ON user_subject
  FOR EACH ROW EXECUTE FUNCTION certificate_added();
CREATE TRIGGER tell_credential_change AFTER DELETE ON user_subject
  FOR EACH ROW EXECUTE FUNCTION user_changed();

ALTER TABLE tenant_partner ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_partner FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tenant_partner USING (tenant_id = current_tenant());
CREATE POLICY expiring_rows ON tenant_partner FOR SELECT USING (revoked_at IS NULL
  AND not_after < nullif(pg_catalog.current_setting('esbmt.keys_expiring_before', true), '')::timestamptz);
ALTER TABLE tenant_issuer ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_issuer FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON tenant_issuer USING (tenant_id = current_tenant());
ALTER TABLE user_subject ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_subject FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON user_subject USING (tenant_id = current_tenant());
