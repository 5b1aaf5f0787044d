-- The revision log: every change that the nodes of a cluster have to make, in order and without gaps, so that a node which
-- misses one knows it. The log is the truth; messages only wake up who reads it.

CREATE TABLE management_operation (
  operation_id   uuid PRIMARY KEY,
  cluster_id     uuid NOT NULL REFERENCES cluster,
  revision       bigint NOT NULL CHECK (revision >= 1),
  tenant_id      uuid,
  requested_by   uuid NOT NULL,
  kind           text COLLATE "C" NOT NULL CHECK (kind ~ '^[A-Z][A-Z0-9_]{0,63}$'),
  request_sha256 bytea NOT NULL CHECK (octet_length(request_sha256) = 32),
  payload        bytea NOT NULL CHECK (octet_length(payload) <= 1048576),
  payload_sha256 bytea NOT NULL GENERATED ALWAYS AS (sha256(payload)) STORED,
  not_after      timestamptz,
  appended_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT revision_given_once UNIQUE (cluster_id, revision),
  UNIQUE (operation_id, cluster_id)
);

-- What a node of the same cluster made of it.
CREATE TABLE management_acknowledgement (
  operation_id    uuid NOT NULL,
  instance_id     uuid NOT NULL,
  cluster_id      uuid NOT NULL,
  result          text NOT NULL CHECK (result IN ('APPLIED', 'FAILED', 'SKIPPED')),
  reason          text CHECK (char_length(reason) BETWEEN 1 AND 2000),
  state_sha256    bytea NOT NULL CHECK (octet_length(state_sha256) = 32),
  acknowledged_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (operation_id, instance_id),
  CONSTRAINT operation_of_the_cluster FOREIGN KEY (operation_id, cluster_id)
    REFERENCES management_operation (operation_id, cluster_id),
  CONSTRAINT instance_of_the_cluster FOREIGN KEY (instance_id, cluster_id)
    REFERENCES container_instance (instance_id, cluster_id),
  CONSTRAINT failure_has_a_reason CHECK ((result = 'FAILED') = (reason IS NOT NULL))
);

-- The revision that the next operation of a cluster will have; null if there is no such cluster. The cluster's row is held
-- until the transaction ends, prepared or not: the next appender waits and then goes on from what was committed, so a
-- rollback leaves no gap. What nodes read may have its revision in it, so it is made between this and the append.
CREATE FUNCTION lock_revision_log(of_cluster uuid) RETURNS bigint
  LANGUAGE sql SECURITY DEFINER SET search_path = ${flyway:defaultSchema}, pg_temp AS $$
  SELECT c.last_revision + 1 FROM cluster c WHERE c.cluster_id = of_cluster FOR NO KEY UPDATE
$$;
REVOKE ALL ON FUNCTION lock_revision_log FROM PUBLIC;

-- The one way into the log: takes the next revision and no other. Runs as the owner: the bus itself can neither write rows of
-- the log nor move the revision; and never on temporary tables of its caller.
CREATE FUNCTION append_operation(
  of_operation uuid, of_cluster uuid, at_revision bigint, of_tenant uuid, by_user uuid, of_kind text, of_request bytea,
  of_payload bytea, valid_until timestamptz) RETURNS timestamptz
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${flyway:defaultSchema}, pg_temp AS $$
DECLARE
  appended timestamptz;
BEGIN
  IF lock_revision_log(of_cluster) IS DISTINCT FROM at_revision THEN
    RAISE EXCEPTION 'Cluster % is not there, or its next revision is not %.', of_cluster, at_revision
      USING ERRCODE = 'ESB12';
  END IF;
  INSERT INTO management_operation
      (operation_id, cluster_id, revision, tenant_id, requested_by, kind, request_sha256, payload, not_after)
    VALUES (of_operation, of_cluster, at_revision, of_tenant, by_user, of_kind, of_request, of_payload, valid_until)
    RETURNING appended_at INTO appended;
  UPDATE cluster c SET last_revision = at_revision WHERE c.cluster_id = of_cluster;
  RETURN appended;
END $$;
REVOKE ALL ON FUNCTION append_operation FROM PUBLIC;
