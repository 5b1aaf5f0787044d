-- Authorities are rows of the tenant registry; the quota counts them here.
INSERT INTO resource (code, unit, semantics, description) VALUES
  ('TENANT_AUTHORITIES', '1', 'COUNT', 'certificate authorities of the tenant');
