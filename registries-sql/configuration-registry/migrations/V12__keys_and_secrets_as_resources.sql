-- Keys and secrets are rows of the tenant registry; the quota counts them here.
INSERT INTO resource (code, unit, semantics, description) VALUES
  ('TENANT_KEYS', '1', 'COUNT', 'private keys of the tenant that are not revoked'),
  ('TENANT_SECRETS', '1', 'COUNT', 'secrets of the tenant');
