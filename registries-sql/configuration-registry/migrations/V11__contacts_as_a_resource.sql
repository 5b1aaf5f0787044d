-- Contacts are rows of the tenant registry; the quota counts them here.
INSERT INTO resource (code, unit, semantics, description) VALUES
  ('CONTACTS', '1', 'COUNT', 'contacts of the tenant');
