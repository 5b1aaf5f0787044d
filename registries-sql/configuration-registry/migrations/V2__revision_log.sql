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

-- The one way into the log. The cluster's row is held until the transaction ends, prepared or not: the next appender waits
-- and then goes on from what was committed, so a rollback leaves no gap. An operation that is there already is told,
-- not repeated. Runs as the owner: the bus itself can neither write rows of the log nor move the revision; and never on
-- temporary tables of its caller.
-- fresh: whether this call appended it. same: whether it is the same request.
CREATE FUNCTION append_operation(
  of_operation uuid, of_cluster uuid, of_tenant uuid, by_user uuid, of_kind text, of_request bytea, of_payload bytea,
  valid_until timestamptz, OUT fresh boolean, OUT same boolean)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${flyway:defaultSchema}, pg_temp AS $$
DECLARE
  following bigint;
  former management_operation;
BEGIN
  SELECT c.last_revision + 1 INTO following FROM cluster c WHERE c.cluster_id = of_cluster FOR NO KEY UPDATE;
  IF following IS NULL THEN
    RAISE EXCEPTION 'There is no cluster %.', of_cluster USING ERRCODE = 'ESB12';
  END IF;
  SELECT * INTO former FROM management_operation o WHERE o.operation_id = of_operation;
  IF FOUND THEN
    fresh := false;
    same := former.cluster_id = of_cluster AND former.request_sha256 = of_request;
    RETURN;
  END IF;
  INSERT INTO management_operation
      (operation_id, cluster_id, revision, tenant_id, requested_by, kind, request_sha256, payload, not_after)
    VALUES (of_operation, of_cluster, following, of_tenant, by_user, of_kind, of_request, of_payload, valid_until);
  UPDATE cluster c SET last_revision = following WHERE c.cluster_id = of_cluster;
  fresh := true;
  same := true;
END $$;
REVOKE ALL ON FUNCTION append_operation FROM PUBLIC;
