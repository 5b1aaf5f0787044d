-- Policies of services: documents by a name that the tenant gives them. They go with their service.
CREATE TABLE service_policy (
  tenant_id   uuid NOT NULL,
  namespace   text COLLATE "C" NOT NULL,
  local_name  text COLLATE "C" NOT NULL,
  version     text COLLATE "C" NOT NULL,
  policy      text COLLATE "C" NOT NULL,
  sha256      bytea NOT NULL,
  attached_by uuid NOT NULL,
  attached_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (tenant_id, namespace, local_name, version, policy),
  CONSTRAINT policy_name_form CHECK (policy ~ '^[A-Za-z0-9_.-]{1,100}$'),
  CONSTRAINT policy_of_a_service FOREIGN KEY (tenant_id, namespace, local_name, version)
    REFERENCES service ON DELETE CASCADE,
  CONSTRAINT policy_document FOREIGN KEY (tenant_id, sha256) REFERENCES artifact
);
CREATE INDEX service_policy_document ON service_policy (tenant_id, sha256);

ALTER TABLE service_policy ENABLE ROW LEVEL SECURITY;
ALTER TABLE service_policy FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON service_policy USING (tenant_id = current_tenant());
