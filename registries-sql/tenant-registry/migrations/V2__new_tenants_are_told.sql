-- Nodes keep the identifiers of all tenants in memory, so they are told of new ones in the same way as of changes. There
-- is nothing to forget about a new tenant.
ALTER TABLE credential_change ADD COLUMN new_tenant boolean NOT NULL DEFAULT false;

CREATE FUNCTION tell_new_tenant() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO credential_change (tenant_id, new_tenant) VALUES (NEW.tenant_id, true);
  RETURN NULL;
END $$;
CREATE TRIGGER tell_new_tenant AFTER INSERT ON tenant FOR EACH ROW EXECUTE FUNCTION tell_new_tenant();
