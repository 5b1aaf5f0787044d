-- What tenants deploy: archives, service assemblies in their versions, deployments, services. PostgreSQL 15 or later.
-- Every key begins with the tenant, and every foreign key carries it: the checks of foreign keys do not know row-level
-- security, so one without it would take another tenant's rows; see ../README.md.

CREATE TYPE desired_state AS ENUM ('STARTED', 'STOPPED', 'SHUT_DOWN');
CREATE TYPE deployment_cause AS ENUM ('DEPLOY', 'UPDATE', 'SWITCH', 'ROLLBACK');
CREATE TYPE endpoint_direction AS ENUM ('CONSUMER', 'PROVIDER');

-- The tenant that the transaction is for, set by set_config('esbmt.tenant_id', ..., true); null, and so no rows, where
-- nothing is set. After a transaction that did, the setting is an empty text.
CREATE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql STABLE
  RETURN nullif(pg_catalog.current_setting('esbmt.tenant_id', true), '')::uuid;

-- Each tenant has its own copy: that somebody else has the same bytes cannot be found out.
CREATE TABLE artifact (
  tenant_id uuid NOT NULL,
  sha256    bytea NOT NULL,
  content   bytea NOT NULL,
  put_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, sha256),
  CONSTRAINT artifact_is_its_digest CHECK (sha256 = pg_catalog.sha256(content))
);
-- Archives are compressed already.
ALTER TABLE artifact ALTER COLUMN content SET STORAGE EXTERNAL;

-- Names compare byte by byte: the same order and the same uniqueness whatever locale the server has.
CREATE TABLE service_assembly (
  tenant_id        uuid NOT NULL,
  assembly         text COLLATE "C" NOT NULL,
  version          integer NOT NULL CHECK (version > 0),
  description      text NOT NULL CHECK (octet_length(description) <= 4096),
  user_id          uuid,
  original_sha256  bytea NOT NULL,
  rewritten_sha256 bytea NOT NULL,
  uploaded_by      uuid NOT NULL,
  uploaded_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, assembly, version),
  CONSTRAINT assembly_name_form CHECK (assembly ~ '^[A-Za-z0-9_.-]{1,100}$'),
  CONSTRAINT assembly_original FOREIGN KEY (tenant_id, original_sha256) REFERENCES artifact,
  CONSTRAINT assembly_rewritten FOREIGN KEY (tenant_id, rewritten_sha256) REFERENCES artifact
);
CREATE INDEX service_assembly_original ON service_assembly (tenant_id, original_sha256);
CREATE INDEX service_assembly_rewritten ON service_assembly (tenant_id, rewritten_sha256);

CREATE TABLE service_unit (
  tenant_id uuid NOT NULL,
  assembly  text COLLATE "C" NOT NULL,
  version   integer NOT NULL,
  unit      text COLLATE "C" NOT NULL CHECK (octet_length(unit) BETWEEN 1 AND 100),
  position  integer NOT NULL,
  component text COLLATE "C" NOT NULL CHECK (octet_length(component) BETWEEN 1 AND 100),
  PRIMARY KEY (tenant_id, assembly, version, unit),
  FOREIGN KEY (tenant_id, assembly, version) REFERENCES service_assembly ON DELETE CASCADE
);

-- Lengths are in bytes, since an index takes no more. in_use: of the version that is deployed.
CREATE TABLE endpoint (
  tenant_id         uuid NOT NULL,
  assembly          text COLLATE "C" NOT NULL,
  version           integer NOT NULL,
  unit              text COLLATE "C" NOT NULL,
  position          integer NOT NULL,
  direction         endpoint_direction NOT NULL,
  service_namespace text NOT NULL CHECK (octet_length(service_namespace) <= 1024),
  service_local     text NOT NULL CHECK (octet_length(service_local) BETWEEN 1 AND 512),
  bus_namespace     text COLLATE "C" NOT NULL CHECK (octet_length(bus_namespace) <= 1024),
  bus_local         text COLLATE "C" NOT NULL CHECK (octet_length(bus_local) BETWEEN 1 AND 512),
  endpoint          text COLLATE "C" NOT NULL CHECK (octet_length(endpoint) BETWEEN 1 AND 512),
  path              text COLLATE "C" CHECK (octet_length(path) BETWEEN 1 AND 1024),
  in_use            boolean NOT NULL,
  PRIMARY KEY (tenant_id, assembly, version, unit, position),
  FOREIGN KEY (tenant_id, assembly, version, unit) REFERENCES service_unit ON DELETE CASCADE,
  CONSTRAINT endpoint_is_the_tenants
    CHECK (direction = 'CONSUMER' OR bus_namespace ~ (tenant_id::text || '(-[0-9a-f-]{36})?$')),
  CONSTRAINT path_is_the_tenants CHECK (starts_with(path, '/tenant-services/' || tenant_id::text || '/'))
);
CREATE UNIQUE INDEX endpoint_taken ON endpoint (tenant_id, bus_namespace, bus_local, endpoint)
  WHERE in_use AND direction = 'PROVIDER';
CREATE UNIQUE INDEX path_taken ON endpoint (tenant_id, path) WHERE in_use AND path IS NOT NULL;
CREATE INDEX endpoint_in_use ON endpoint (tenant_id, assembly, unit, position) WHERE in_use;

-- One row for each name that was ever used, so that neither a revision nor a version comes twice. The lock on it puts
-- changes of one assembly in an order. Nothing is deployed where current_version is null.
CREATE TABLE deployment (
  tenant_id       uuid NOT NULL,
  assembly        text COLLATE "C" NOT NULL,
  last_version    integer NOT NULL DEFAULT 0,
  current_version integer,
  former_version  integer,
  desired         desired_state,
  revision        bigint NOT NULL DEFAULT 0,
  changed_by      uuid NOT NULL,
  changed_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, assembly),
  FOREIGN KEY (tenant_id, assembly, current_version) REFERENCES service_assembly,
  FOREIGN KEY (tenant_id, assembly, former_version) REFERENCES service_assembly,
  CONSTRAINT deployed_is_wanted CHECK ((current_version IS NULL) = (desired IS NULL)),
  CONSTRAINT former_of_a_current CHECK (current_version IS NOT NULL OR former_version IS NULL),
  CONSTRAINT former_is_another CHECK (current_version <> former_version)
);

-- Valid from the first moment to, and without, the last one.
CREATE TABLE deployment_period (
  tenant_id   uuid NOT NULL,
  assembly    text COLLATE "C" NOT NULL,
  revision    bigint NOT NULL,
  version     integer NOT NULL,
  cause       deployment_cause NOT NULL,
  deployed_by uuid NOT NULL,
  valid_from  timestamptz NOT NULL,
  valid_to    timestamptz,
  PRIMARY KEY (tenant_id, assembly, revision),
  FOREIGN KEY (tenant_id, assembly, version) REFERENCES service_assembly,
  CONSTRAINT period_has_a_direction CHECK (valid_from <= valid_to)
);
CREATE UNIQUE INDEX one_open_period ON deployment_period (tenant_id, assembly) WHERE valid_to IS NULL;

CREATE TABLE service (
  tenant_id   uuid NOT NULL,
  namespace   text COLLATE "C" NOT NULL CHECK (octet_length(namespace) <= 1024),
  local_name  text COLLATE "C" NOT NULL CHECK (octet_length(local_name) BETWEEN 1 AND 512),
  version     text COLLATE "C" NOT NULL CHECK (octet_length(version) BETWEEN 1 AND 64),
  wsdl_sha256 bytea,
  revision    bigint NOT NULL DEFAULT 1,
  changed_by  uuid NOT NULL,
  changed_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT service_taken PRIMARY KEY (tenant_id, namespace, local_name, version),
  CONSTRAINT service_wsdl FOREIGN KEY (tenant_id, wsdl_sha256) REFERENCES artifact
);
CREATE INDEX service_wsdl ON service (tenant_id, wsdl_sha256);

-- FORCE: for the owner too, where the running bus is the owner. A superuser is kept from nothing, and refused by the bus.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['artifact', 'service_assembly', 'service_unit', 'endpoint', 'deployment',
      'deployment_period', 'service'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (tenant_id = current_tenant())', name);
  END LOOP;
END $$;
