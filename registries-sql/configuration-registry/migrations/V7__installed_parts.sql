-- Shared libraries are known as components are, and so are the components that are part of the bus: these have no installer.
ALTER TABLE jbi_component DROP CONSTRAINT jbi_component_kind_check;
ALTER TABLE jbi_component ADD CONSTRAINT jbi_component_kind_check
  CHECK (kind IN ('BINDING_COMPONENT', 'SERVICE_ENGINE', 'SHARED_LIBRARY'));
ALTER TABLE jbi_component ALTER COLUMN artifact_sha256 DROP NOT NULL;
