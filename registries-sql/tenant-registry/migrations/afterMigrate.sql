-- What the running bus may do: read and write rows, never change a table. Repeated at each start, since the role may be
-- another one than the last time.
GRANT USAGE ON SCHEMA ${flyway:defaultSchema} TO ${application_role};
GRANT SELECT, INSERT, UPDATE ON tenant, tenant_user, user_credential TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON role_assignment, credential_change, contact TO ${application_role};
GRANT SELECT ON role TO ${application_role};
GRANT SELECT, UPDATE ON installation TO ${application_role};
