-- Clusters of container nodes and the JBI components on them. PostgreSQL 15 or later.
-- Rules that must hold however the rows are changed are constraints and triggers here; see ../README.md.

-- last_revision is the number of operations in the cluster's revision log; append_operation alone changes it.
CREATE TABLE cluster (
  cluster_id    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name          text COLLATE "C" NOT NULL,
  last_revision bigint NOT NULL DEFAULT 0 CHECK (last_revision >= 0),
  created_by    uuid NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT cluster_name_taken UNIQUE (name),
  CONSTRAINT cluster_name_form CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$')
);

-- A node. It is waited for in operations after joined_revision, until it has left.
CREATE TABLE container_instance (
  instance_id       uuid PRIMARY KEY,
  cluster_id        uuid NOT NULL REFERENCES cluster,
  host              text NOT NULL CHECK (char_length(host) BETWEEN 1 AND 255),
  state             text NOT NULL CHECK (state IN ('JOINING', 'UP', 'DRAINING', 'LEFT')),
  health            text NOT NULL DEFAULT 'UNKNOWN' CHECK (health IN ('UNKNOWN', 'HEALTHY', 'DEGRADED', 'FAILING')),
  joined_revision   bigint NOT NULL CHECK (joined_revision >= 0),
  observed_revision bigint NOT NULL DEFAULT 0 CHECK (observed_revision >= 0),
  state_sha256      bytea CHECK (octet_length(state_sha256) = 32),
  last_seen         timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (instance_id, cluster_id)
);
CREATE INDEX container_instance_of_cluster ON container_instance (cluster_id, instance_id);

CREATE TABLE jbi_component (
  component_id    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name            text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 128),
  version         text COLLATE "C" NOT NULL CHECK (char_length(version) BETWEEN 1 AND 64),
  kind            text NOT NULL CHECK (kind IN ('BINDING_COMPONENT', 'SERVICE_ENGINE')),
  artifact_sha256 bytea NOT NULL CHECK (octet_length(artifact_sha256) = 32),
  tenant_aware    boolean NOT NULL,
  defined_by      uuid NOT NULL,
  defined_at      timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT component_defined_once UNIQUE (name, version),
  UNIQUE (component_id, name)
);

-- What administrators want of a component on a cluster. JBI names components without a version, so a cluster has one
-- version of each at a time.
CREATE TABLE component_installation (
  cluster_id   uuid NOT NULL REFERENCES cluster,
  component_id uuid NOT NULL,
  name         text COLLATE "C" NOT NULL,
  desired      text NOT NULL CHECK (desired IN ('ABSENT', 'SHUTDOWN', 'STOPPED', 'STARTED')),
  revision     bigint NOT NULL DEFAULT 1,
  changed_by   uuid NOT NULL,
  PRIMARY KEY (cluster_id, component_id),
  FOREIGN KEY (component_id, name) REFERENCES jbi_component (component_id, name)
);
CREATE UNIQUE INDEX one_version_of_a_component ON component_installation (cluster_id, name) WHERE desired <> 'ABSENT';

-- What nodes say about it.
CREATE TABLE component_observation (
  instance_id  uuid NOT NULL REFERENCES container_instance,
  component_id uuid NOT NULL REFERENCES jbi_component,
  observed     text NOT NULL CHECK (observed IN ('ABSENT', 'SHUTDOWN', 'STOPPED', 'STARTED')),
  observed_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (instance_id, component_id)
);

-- For everybody, for one tenant, or for one of its users. By the component's name: settings outlive its versions.
CREATE TABLE component_setting (
  component  text COLLATE "C" NOT NULL,
  tenant_id  uuid,
  user_id    uuid,
  key        text COLLATE "C" NOT NULL CHECK (char_length(key) BETWEEN 1 AND 128),
  value      text NOT NULL CHECK (char_length(value) <= 8192),
  revision   bigint NOT NULL DEFAULT 1,
  changed_by uuid NOT NULL,
  CONSTRAINT user_of_a_tenant CHECK (user_id IS NULL OR tenant_id IS NOT NULL),
  CONSTRAINT setting_set_once UNIQUE NULLS NOT DISTINCT (component, tenant_id, user_id, key)
);
