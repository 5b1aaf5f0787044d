-- Quotas: ceilings that the system administrator grants a tenant. Contingents: the parts of a quota that a tenant's
-- administrator hands out. Uses: what counts against them.

CREATE TABLE resource (
  code        text COLLATE "C" PRIMARY KEY,
  unit        text NOT NULL,
  semantics   text NOT NULL CHECK (semantics IN ('COUNT', 'RATE', 'CONCURRENCY', 'SHARE')),
  description text NOT NULL
);
INSERT INTO resource (code, unit, semantics, description) VALUES
  ('SERVICE_ASSEMBLIES', '1', 'COUNT', 'deployed service assemblies'),
  ('SERVICE_UNITS', '1', 'COUNT', 'service units of deployed assemblies'),
  ('ENDPOINTS', '1', 'COUNT', 'endpoints of the tenant'),
  ('REGISTERED_SERVICES', '1', 'COUNT', 'entries in the service registry'),
  ('USERS', '1', 'COUNT', 'users of the tenant'),
  ('REGISTRY_BYTES', 'B', 'COUNT', 'what is kept of artifacts'),
  ('DEAD_LETTERS', '1', 'COUNT', 'parked messages'),
  ('MESSAGES', '1/s', 'RATE', 'messages taken'),
  ('PAYLOAD', 'B/s', 'RATE', 'payload taken'),
  ('IN_FLIGHT', '1', 'CONCURRENCY', 'open exchanges'),
  ('IN_FLIGHT_BYTES', 'B', 'CONCURRENCY', 'payload held for open exchanges'),
  ('WEIGHT', '1', 'SHARE', 'share in the fair queue');

-- Who changes quotas, contingents or uses of a tenant's resource holds this row until the transaction ends, so all that is
-- counted stays as it was read. One tenant's row keeps no other tenant waiting.
CREATE TABLE quota_account (
  tenant_id uuid NOT NULL,
  resource  text COLLATE "C" NOT NULL REFERENCES resource,
  changes   bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, resource)
);

-- Without a cluster: on all together. Without a component: of all together. A use counts in every quota it falls under.
CREATE TABLE quota (
  quota_id   uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id  uuid NOT NULL,
  resource   text COLLATE "C" NOT NULL,
  cluster_id uuid REFERENCES cluster,
  component  text COLLATE "C",
  hard_limit bigint NOT NULL CHECK (hard_limit >= 0),
  soft_limit bigint CHECK (soft_limit BETWEEN 0 AND hard_limit),
  burst      bigint CHECK (burst >= 0),
  used       bigint NOT NULL DEFAULT 0,
  granted_by uuid NOT NULL,
  revision   bigint NOT NULL DEFAULT 1,
  FOREIGN KEY (tenant_id, resource) REFERENCES quota_account,
  CONSTRAINT use_within_quota CHECK (used BETWEEN 0 AND hard_limit),
  CONSTRAINT quota_granted_once UNIQUE NULLS NOT DISTINCT (tenant_id, resource, cluster_id, component),
  UNIQUE (quota_id, tenant_id)
);

CREATE TABLE contingent (
  contingent_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  quota_id      uuid NOT NULL,
  tenant_id     uuid NOT NULL,
  grantee_user  uuid,
  grantee_role  text COLLATE "C",
  amount        bigint NOT NULL CHECK (amount >= 0),
  used          bigint NOT NULL DEFAULT 0,
  granted_by    uuid NOT NULL,
  revision      bigint NOT NULL DEFAULT 1,
  FOREIGN KEY (quota_id, tenant_id) REFERENCES quota (quota_id, tenant_id),
  CONSTRAINT use_within_contingent CHECK (used BETWEEN 0 AND amount),
  CONSTRAINT contingent_of_user_or_role CHECK (num_nonnulls(grantee_user, grantee_role) = 1),
  CONSTRAINT contingent_granted_once UNIQUE NULLS NOT DISTINCT (quota_id, grantee_user, grantee_role)
);

-- Before, not after: so it takes the quota's row before the foreign key takes it in another way. The other order lets
-- two grants wait for one another.
CREATE FUNCTION check_sum_of_contingents() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  ceiling bigint;
  others numeric;
BEGIN
  SELECT hard_limit INTO ceiling FROM quota WHERE quota_id = NEW.quota_id FOR UPDATE;
  SELECT coalesce(sum(amount), 0) INTO others FROM contingent
    WHERE quota_id = NEW.quota_id AND contingent_id <> NEW.contingent_id;
  IF others + NEW.amount > ceiling THEN
    RAISE EXCEPTION 'Contingents of % together exceed their quota of %.', others + NEW.amount, ceiling
      USING ERRCODE = 'ESB10';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contingents_within_quota BEFORE INSERT OR UPDATE OF amount, quota_id ON contingent
  FOR EACH ROW EXECUTE FUNCTION check_sum_of_contingents();

CREATE FUNCTION check_lowered_quota() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  handed_out numeric;
BEGIN
  SELECT coalesce(sum(amount), 0) INTO handed_out FROM contingent WHERE quota_id = NEW.quota_id;
  IF handed_out > NEW.hard_limit THEN
    RAISE EXCEPTION 'A quota of % is below its contingents of %.', NEW.hard_limit, handed_out USING ERRCODE = 'ESB11';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER quota_covers_contingents AFTER UPDATE OF hard_limit ON quota
  FOR EACH ROW WHEN (NEW.hard_limit < OLD.hard_limit) EXECUTE FUNCTION check_lowered_quota();

-- What holds the resource (an assembly, an artifact, a user) gives it back as a whole.
CREATE TABLE resource_use (
  use_id     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id  uuid NOT NULL,
  resource   text COLLATE "C" NOT NULL,
  cluster_id uuid REFERENCES cluster,
  component  text COLLATE "C",
  holder     uuid NOT NULL,
  used_by    uuid NOT NULL,
  amount     bigint NOT NULL CHECK (amount >= 1),
  used_since timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (tenant_id, resource) REFERENCES quota_account,
  CONSTRAINT counted_once UNIQUE NULLS NOT DISTINCT (tenant_id, holder, resource, cluster_id, component)
);
CREATE INDEX resource_use_of_tenant ON resource_use (tenant_id, resource);

-- Which contingents a use was taken from, so that it goes back to them.
CREATE TABLE contingent_use (
  use_id        uuid NOT NULL REFERENCES resource_use ON DELETE CASCADE,
  contingent_id uuid NOT NULL REFERENCES contingent,
  PRIMARY KEY (use_id, contingent_id)
);
CREATE INDEX contingent_use_of_contingent ON contingent_use (contingent_id);
