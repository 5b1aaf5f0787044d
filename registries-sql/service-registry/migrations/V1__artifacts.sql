-- What tenants upload and what becomes of it, by content. PostgreSQL 15 or later.

-- The tenant that the transaction is for, set by set_config('esbmt.tenant_id', ..., true); null, and so no rows, where
-- nothing is set. After a transaction that did, the setting is an empty text.
CREATE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql STABLE
  RETURN nullif(pg_catalog.current_setting('esbmt.tenant_id', true), '')::uuid;

-- Each tenant has its own copy: that somebody else has the same bytes cannot be found out.
CREATE TABLE artifact (
  tenant_id  uuid NOT NULL,
  sha256     bytea NOT NULL,
  content    bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, sha256),
  CONSTRAINT artifact_is_its_digest CHECK (sha256 = pg_catalog.sha256(content))
);
-- Archives are compressed already.
ALTER TABLE artifact ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE artifact ENABLE ROW LEVEL SECURITY;
ALTER TABLE artifact FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON artifact USING (tenant_id = current_tenant());
