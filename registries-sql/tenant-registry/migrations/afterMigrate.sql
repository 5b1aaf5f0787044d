-- Grants the rights of the running bus. It reads and writes rows, but never changes a table.
-- Repeated at each start, since the configured role may have changed.
GRANT USAGE ON SCHEMA ${flyway:defaultSchema} TO ${application_role};
GRANT SELECT, INSERT, UPDATE ON tenant, tenant_user, user_credential TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON role_assignment, credential_change, contact, access_credential, user_certificate TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_key, tenant_secret, tenant_partner, tenant_issuer TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_authority, revocation_list TO ${application_role};
GRANT SELECT, INSERT, DELETE ON user_subject TO ${application_role};
GRANT SELECT, INSERT ON sealing_key TO ${application_role};
GRANT SELECT ON role TO ${application_role};
GRANT SELECT, UPDATE ON installation TO ${application_role};
GRANT SELECT ON replay_minute TO ${application_role};
GRANT SELECT, INSERT ON replay_claim TO ${application_role};
REVOKE EXECUTE ON FUNCTION open_replay_minute(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION open_replay_minute(integer) TO ${application_role};
