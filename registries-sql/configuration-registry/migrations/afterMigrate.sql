-- Grants the rights of the running bus. It never changes a table, nor a row of the revision log and the audit trail.
-- Repeated at each start, since the configured role may have changed.
GRANT USAGE ON SCHEMA ${flyway:defaultSchema} TO ${application_role};
GRANT SELECT, INSERT (cluster_id, name, created_by) ON cluster TO ${application_role};
GRANT SELECT, INSERT, UPDATE ON container_instance, component_installation, component_observation TO ${application_role};
GRANT SELECT, INSERT ON jbi_component TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON component_setting TO ${application_role};
GRANT SELECT ON management_operation TO ${application_role};
GRANT EXECUTE ON FUNCTION lock_revision_log, append_operation TO ${application_role};
GRANT SELECT, INSERT, UPDATE ON management_acknowledgement TO ${application_role};
GRANT SELECT ON resource TO ${application_role};
GRANT SELECT, INSERT, UPDATE ON quota_account TO ${application_role};
GRANT SELECT, INSERT, UPDATE, DELETE ON quota, contingent TO ${application_role};
GRANT SELECT, INSERT, DELETE ON resource_use, contingent_use TO ${application_role};
GRANT SELECT ON audit_chain, audit_entry TO ${application_role};
GRANT INSERT (chain_id, actor_tenant, actor_user, action, object, before, after, operation_id) ON audit_entry
  TO ${application_role};
GRANT SELECT, INSERT (operation_id, actor_tenant, actor_user, kind, request_sha256, result), DELETE ON operation_journal
  TO ${application_role};
