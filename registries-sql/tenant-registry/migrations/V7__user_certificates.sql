-- Certificates that prove the senders of messages. A user has several at a time, so that one replaces another without a gap.

-- A user has twenty places for open ones, as for tokens. A revoked one stays until it would have expired, so that nobody
-- registers it again.
CREATE TABLE user_certificate (
  tenant_id     uuid NOT NULL,
  digest        bytea NOT NULL,
  user_id       uuid NOT NULL,
  name          text NOT NULL,
  certificate   bytea NOT NULL,
  not_before    timestamptz NOT NULL,
  not_after     timestamptz NOT NULL,
  place         smallint,
  registered_by uuid NOT NULL,
  registered_at timestamptz NOT NULL,
  revoked_at    timestamptz,
  PRIMARY KEY (tenant_id, digest),
  FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user,
  CONSTRAINT user_certificate_place_taken UNIQUE (tenant_id, user_id, place),
  CONSTRAINT user_certificates_at_most CHECK (place BETWEEN 1 AND 20),
  CONSTRAINT user_certificate_digest CHECK (digest = sha256(certificate)),
  CONSTRAINT user_certificate_size CHECK (octet_length(certificate) BETWEEN 1 AND 16384),
  CONSTRAINT user_certificate_name_form CHECK (char_length(name) BETWEEN 1 AND 100 AND name !~ '^ |[[:cntrl:]]| $'),
  CONSTRAINT user_certificate_validity CHECK (not_before <= not_after),
  CONSTRAINT revoked_has_no_place CHECK (revoked_at IS NULL OR place IS NULL)
);

-- Once in the installation. The index is on an expression, so that no look-up by digest uses it: each finds the row by
-- tenant and digest, and never touches another tenant's.
CREATE UNIQUE INDEX user_certificate_taken ON user_certificate (encode(digest, 'hex'));

CREATE FUNCTION refuse_end_of_certificate_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Certificate % was revoked for good.', encode(OLD.digest, 'hex') USING ERRCODE = 'ESB02';
END $$;
CREATE TRIGGER certificate_revocation_is_final BEFORE UPDATE OF revoked_at ON user_certificate
  FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
  EXECUTE FUNCTION refuse_end_of_certificate_revocation();

-- What nodes remember of a certificate is its digest, its content and its owner: none of them ever changes.
CREATE FUNCTION refuse_other_certificate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Certificate % is fixed.', encode(OLD.digest, 'hex') USING ERRCODE = 'ESB03';
END $$;
CREATE TRIGGER certificate_is_fixed
  BEFORE UPDATE OF tenant_id, digest, user_id, certificate, not_before, not_after ON user_certificate
  FOR EACH ROW EXECUTE FUNCTION refuse_other_certificate();

CREATE FUNCTION certificate_added() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM tell_credential_change(NEW.tenant_id, NEW.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_certificate_added AFTER INSERT ON user_certificate
  FOR EACH ROW EXECUTE FUNCTION certificate_added();
CREATE TRIGGER tell_credential_change AFTER UPDATE OF revoked_at OR DELETE ON user_certificate
  FOR EACH ROW EXECUTE FUNCTION user_changed();

ALTER TABLE user_certificate ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_certificate FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON user_certificate USING (tenant_id = current_tenant());
