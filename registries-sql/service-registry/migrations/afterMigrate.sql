-- What the running bus may do: read and write rows, never change a table, nor what a version was. Repeated at each start,
-- since the role may be another one than the last time.
GRANT USAGE ON SCHEMA ${flyway:defaultSchema} TO ${application_role};
GRANT SELECT, INSERT, DELETE ON artifact, service_assembly, service_unit, endpoint TO ${application_role};
GRANT UPDATE (put_at) ON artifact TO ${application_role};
GRANT UPDATE (in_use) ON endpoint TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON deployment, deployment_period, service, service_policy TO ${application_role};
