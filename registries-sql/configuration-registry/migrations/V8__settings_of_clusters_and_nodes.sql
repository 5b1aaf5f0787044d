-- Settings that hold on a cluster, or on one node of it.
ALTER TABLE component_setting ADD COLUMN cluster_id uuid REFERENCES cluster;
ALTER TABLE component_setting ADD COLUMN instance_id uuid;
ALTER TABLE component_setting ADD CONSTRAINT node_of_a_cluster CHECK (instance_id IS NULL OR cluster_id IS NOT NULL);
ALTER TABLE component_setting ADD CONSTRAINT node_of_the_cluster
  FOREIGN KEY (instance_id, cluster_id) REFERENCES container_instance (instance_id, cluster_id);
ALTER TABLE component_setting DROP CONSTRAINT setting_set_once;
ALTER TABLE component_setting ADD CONSTRAINT setting_set_once
  UNIQUE NULLS NOT DISTINCT (component, tenant_id, user_id, cluster_id, instance_id, key);
CREATE INDEX setting_of_cluster ON component_setting (cluster_id, component) WHERE cluster_id IS NOT NULL;

-- The digest of what was decided about the component's settings and is in force on the node.
ALTER TABLE component_observation ADD COLUMN settings_sha256 bytea CHECK (octet_length(settings_sha256) = 32);
