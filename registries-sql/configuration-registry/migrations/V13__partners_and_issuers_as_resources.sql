-- Partners and issuers are rows of the tenant registry; the quota counts them here.
INSERT INTO resource (code, unit, semantics, description) VALUES
  ('TENANT_PARTNERS', '1', 'COUNT', 'certificates of the tenant''s partners that are not revoked'),
  ('TENANT_ISSUERS', '1', 'COUNT', 'issuers of tokens of the tenant');
