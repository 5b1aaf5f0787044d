-- What the running bus may do: read and write rows, never change a table. Repeated at each start, since the role may be
-- another one than the last time.
GRANT USAGE ON SCHEMA ${flyway:defaultSchema} TO ${application_role};
GRANT SELECT, INSERT, DELETE ON artifact TO ${application_role};
