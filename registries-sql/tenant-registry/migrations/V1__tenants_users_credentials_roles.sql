-- Tenants, their users, what verifies the users, and their roles. PostgreSQL 15 or later.
-- Rules that must hold however the rows are changed are constraints and triggers here; see ../README.md.

CREATE TYPE tenant_state AS ENUM ('PROVISIONING', 'ACTIVE', 'SUSPENDED', 'DRAINING', 'OFFBOARDING', 'DELETED');
CREATE TYPE user_state AS ENUM ('ACTIVE', 'LOCKED', 'REVOKED');

-- Names compare byte by byte: the same order and the same uniqueness whatever locale the server has.
CREATE TABLE tenant (
  tenant_id    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name         text COLLATE "C" NOT NULL,
  display_name text NOT NULL,
  state        tenant_state NOT NULL DEFAULT 'PROVISIONING',
  revision     bigint NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tenant_name_taken UNIQUE (name),
  CONSTRAINT tenant_name_form CHECK (name ~ '^[a-z0-9][a-z0-9-]{1,62}$'),
  CONSTRAINT tenant_display_name_form CHECK (char_length(display_name) BETWEEN 1 AND 200),
  CONSTRAINT system_tenant_is_fixed
    CHECK (tenant_id <> '00000000-0000-8000-8000-000000000000' OR state = 'PROVISIONING')
);

CREATE TABLE tenant_user (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  user_id    uuid NOT NULL DEFAULT gen_random_uuid(),
  login      text COLLATE "C" NOT NULL,
  state      user_state NOT NULL DEFAULT 'ACTIVE',
  revision   bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT user_login_taken UNIQUE (tenant_id, login),
  CONSTRAINT user_login_form CHECK (char_length(login) BETWEEN 1 AND 128 AND login !~ '[/[:space:][:cntrl:]]')
);

-- Never a password: a string from which it cannot be computed. The version is another for each verifier of a user.
CREATE TABLE user_credential (
  tenant_id uuid NOT NULL,
  user_id   uuid NOT NULL,
  kind      text NOT NULL CHECK (kind = 'PASSWORD'),
  verifier  text NOT NULL CHECK (char_length(verifier) BETWEEN 1 AND 512),
  version   bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, user_id, kind),
  FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user
);

CREATE TABLE role (
  role_code   text PRIMARY KEY,
  level       text NOT NULL CHECK (level IN ('SYSTEM', 'TENANT')),
  description text NOT NULL,
  UNIQUE (role_code, level)
);

-- The level follows from the tenant, and the key takes the role only at that level: no tenant's user is ever an
-- administrator of the installation. granted_by is a user of the system tenant or of the tenant itself.
CREATE TABLE role_assignment (
  tenant_id        uuid NOT NULL,
  user_id          uuid NOT NULL,
  role_code        text NOT NULL,
  level            text NOT NULL GENERATED ALWAYS AS
    (CASE WHEN tenant_id = '00000000-0000-8000-8000-000000000000' THEN 'SYSTEM' ELSE 'TENANT' END) STORED,
  is_default_admin boolean NOT NULL DEFAULT false,
  granted_by       uuid NOT NULL,
  granted_at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, role_code),
  FOREIGN KEY (tenant_id, user_id) REFERENCES tenant_user,
  CONSTRAINT role_of_this_level FOREIGN KEY (role_code, level) REFERENCES role (role_code, level),
  CONSTRAINT default_admin_is_admin CHECK (NOT is_default_admin OR role_code = 'TENANT_ADMIN')
);
CREATE UNIQUE INDEX one_default_admin ON role_assignment (tenant_id) WHERE is_default_admin;

-- What those who remember credentials have to forget. A reader keeps the snapshot it read with and asks for the rows
-- whose transaction that snapshot did not see: exact, although transactions commit in another order than they begin.
CREATE TABLE credential_change (
  transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
  changed_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  tenant_id      uuid NOT NULL,
  user_id        uuid
);
CREATE INDEX credential_change_order ON credential_change (transaction_id);
CREATE INDEX credential_change_age ON credential_change (changed_at);

-- One row. The id tells this registry from another one at the same address; the fingerprint names the pepper that
-- every verifier here was made with.
CREATE TABLE installation (
  only_row           boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  registry_id        uuid NOT NULL DEFAULT gen_random_uuid(),
  pepper_fingerprint text
);
INSERT INTO installation DEFAULT VALUES;

-- No tenant is active without a default administrator. The checks run at the end of the transaction (at its PREPARE
-- when it has two phases), each on what is there then; the row lock makes two transactions that would break the rule
-- together wait for one another.
CREATE FUNCTION require_default_admin(checked uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  current tenant_state;
BEGIN
  SELECT state INTO current FROM tenant WHERE tenant_id = checked FOR NO KEY UPDATE;
  IF current = 'ACTIVE' AND NOT EXISTS (
      SELECT 1 FROM role_assignment a JOIN tenant_user u USING (tenant_id, user_id)
      WHERE a.tenant_id = checked AND a.is_default_admin AND u.state <> 'REVOKED') THEN
    RAISE EXCEPTION 'Tenant % cannot be active without a default administrator.', checked USING ERRCODE = 'ESB01';
  END IF;
END $$;

CREATE FUNCTION check_default_admin() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM require_default_admin(OLD.tenant_id);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM require_default_admin(NEW.tenant_id);
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER tenant_needs_default_admin AFTER INSERT OR UPDATE ON tenant
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_default_admin();
CREATE CONSTRAINT TRIGGER default_admin_stays AFTER UPDATE OR DELETE ON role_assignment
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_default_admin();
CREATE CONSTRAINT TRIGGER default_admin_stays AFTER UPDATE OF state OR DELETE ON tenant_user
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_default_admin();

CREATE FUNCTION refuse_end_of_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'User % was revoked for good.', OLD.user_id USING ERRCODE = 'ESB02';
END $$;
CREATE TRIGGER revocation_is_final BEFORE UPDATE OF state ON tenant_user
  FOR EACH ROW WHEN (OLD.state = 'REVOKED' AND NEW.state <> 'REVOKED') EXECUTE FUNCTION refuse_end_of_revocation();

-- Tells a change and forgets a few of those that are a day old. What another transaction holds is left to a later one.
CREATE FUNCTION tell_credential_change(of_tenant uuid, of_user uuid) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT AS $$
  DELETE FROM credential_change WHERE ctid IN (
    SELECT ctid FROM credential_change WHERE changed_at < now() - interval '1 day'
    ORDER BY changed_at LIMIT 20 FOR UPDATE SKIP LOCKED);
  INSERT INTO credential_change (tenant_id, user_id) VALUES (of_tenant, of_user);
$$;

CREATE FUNCTION tenant_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM tell_credential_change(OLD.tenant_id, NULL);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_credential_change AFTER UPDATE OF state OR DELETE ON tenant
  FOR EACH ROW EXECUTE FUNCTION tenant_changed();

CREATE FUNCTION user_changed() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM tell_credential_change(OLD.tenant_id, OLD.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_credential_change AFTER UPDATE OF state OR DELETE ON tenant_user
  FOR EACH ROW EXECUTE FUNCTION user_changed();
CREATE TRIGGER tell_credential_change AFTER UPDATE OR DELETE ON user_credential
  FOR EACH ROW EXECUTE FUNCTION user_changed();

INSERT INTO role (role_code, level, description) VALUES
  ('SYSTEM_ADMIN', 'SYSTEM', 'administers the whole installation'),
  ('SRE', 'SYSTEM', 'operates the nodes, sees no payloads'),
  ('SYSTEM_AUDITOR', 'SYSTEM', 'reads everything, changes nothing'),
  ('TENANT_ADMIN', 'TENANT', 'administers one tenant'),
  ('TENANT_OPERATOR', 'TENANT', 'deploys and registers within a contingent'),
  ('TENANT_AUDITOR', 'TENANT', 'reads one tenant, changes nothing'),
  ('TENANT_USER', 'TENANT', 'sends messages');

-- A version 8 UUID (RFC 9562), which passes checks of the form where the nil UUID does not.
INSERT INTO tenant (tenant_id, name, display_name)
  VALUES ('00000000-0000-8000-8000-000000000000', 'system', 'System tenant');
