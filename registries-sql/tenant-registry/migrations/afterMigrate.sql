-- Grants the rights of the running bus. It reads and writes rows, but never changes a table.
-- Repeated at each start, since the configured role may have changed.
GRANT USAGE ON SCHEMA ${flyway:defaultSchema} TO ${application_role};
GRANT SELECT, INSERT, UPDATE ON tenant, tenant_user, user_credential TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON role_assignment, credential_change, contact, access_credential, user_certificate TO ${application_role};
GRANT SELECT ON role TO ${application_role};
GRANT SELECT, UPDATE ON installation TO ${application_role};
