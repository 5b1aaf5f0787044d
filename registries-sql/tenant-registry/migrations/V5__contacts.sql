-- Contacts of tenants. The rows are personal data, so row-level security keeps them apart besides the statements.

-- The tenant that the transaction is for, set by set_config('esbmt.tenant_id', ..., true); null, and so no rows, where
-- nothing is set. After a transaction that did, the setting is an empty text.
CREATE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql STABLE
  RETURN nullif(pg_catalog.current_setting('esbmt.tenant_id', true), '')::uuid;

CREATE TYPE contact_kind AS ENUM ('TECHNICAL', 'SECURITY', 'BUSINESS', 'BILLING');

-- A tenant has a hundred places; its quota is in the configuration registry. Two transactions that take the same one wait for one another, and no other lock is needed.
CREATE TABLE contact (
  tenant_id  uuid NOT NULL REFERENCES tenant,
  name       text COLLATE "C" NOT NULL,
  kind       contact_kind NOT NULL,
  address    text NOT NULL,
  place      smallint NOT NULL,
  revision   bigint NOT NULL DEFAULT 1,
  changed_by uuid NOT NULL,
  CONSTRAINT contact_taken PRIMARY KEY (tenant_id, name),
  CONSTRAINT contact_place_taken UNIQUE (tenant_id, place),
  CONSTRAINT contacts_at_most CHECK (place BETWEEN 1 AND 100),
  CONSTRAINT contact_name_form CHECK (char_length(name) BETWEEN 1 AND 100 AND name !~ '^ |[[:cntrl:]]| $'),
  CONSTRAINT contact_address_form CHECK (char_length(address) BETWEEN 3 AND 254 AND address !~ '[[:cntrl:]]')
);

-- FORCE: for the owner too, where the running bus is the owner.
ALTER TABLE contact ENABLE ROW LEVEL SECURITY;
ALTER TABLE contact FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON contact USING (tenant_id = current_tenant());
