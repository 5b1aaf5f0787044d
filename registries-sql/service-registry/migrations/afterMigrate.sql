-- Grants the rights of the running bus. It reads and writes rows, but never changes a table or the content of a version.
-- Repeated at each start, since the configured role may have changed.
GRANT USAGE ON SCHEMA ${flyway:defaultSchema} TO ${application_role};
GRANT SELECT, INSERT, DELETE ON artifact, service_assembly, service_unit, endpoint TO ${application_role};
GRANT UPDATE (put_at) ON artifact TO ${application_role};
GRANT UPDATE (in_use) ON endpoint TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON deployment, deployment_period, service, service_policy TO ${application_role};
