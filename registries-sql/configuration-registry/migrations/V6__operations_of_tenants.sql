-- Tenants list their own operations, the newest first.
CREATE INDEX management_operation_of_tenant ON management_operation (cluster_id, tenant_id, revision)
  WHERE tenant_id IS NOT NULL;
