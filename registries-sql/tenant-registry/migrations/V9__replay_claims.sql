-- Claims of signed messages: each message is let on once in the cluster.
--
-- The minute of a message's expiry decides the table, so the same message is always looked for in the same one. Sixteen
-- tables take turns. replay_minute has the minute that each of them takes claims of. It only grows, so a minute that was given
-- up never returns, whatever a clock does: a claim of it is a repetition from then on.

CREATE TABLE replay_minute (
  slot   smallint PRIMARY KEY CHECK (slot BETWEEN 0 AND 15),
  minute integer NOT NULL CHECK (minute % 16 = slot)
);
INSERT INTO replay_minute SELECT s, s FROM generate_series(0, 15) AS s;

CREATE FUNCTION refuse_former_replay_minute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Minute % of slot % is over for good.', NEW.minute, NEW.slot USING ERRCODE = 'ESB05';
END $$;
CREATE TRIGGER replay_minutes_grow BEFORE UPDATE ON replay_minute
  FOR EACH ROW WHEN (NEW.minute <= OLD.minute OR NEW.slot <> OLD.slot) EXECUTE FUNCTION refuse_former_replay_minute();

-- Logged: an unlogged table is empty after a crash of the server. Rows are only added, and TRUNCATE removes them, so there is
-- nothing to vacuum.
CREATE TABLE replay_claim (
  claim uuid NOT NULL,
  slot  smallint NOT NULL,
  PRIMARY KEY (claim, slot)
) PARTITION BY LIST (slot);
DO $$
BEGIN
  FOR s IN 0..15 LOOP
    EXECUTE format('CREATE TABLE replay_claim_%s PARTITION OF replay_claim FOR VALUES IN (%s)'
      ' WITH (autovacuum_enabled = off)', s, s);
  END LOOP;
END $$;

-- Claims many messages in one transaction. The shared lock keeps the minutes of these tables until its end; the INSERT is a statement
-- of its own after the lock, so it sees the minutes that are in force. Every transaction takes locks and keys in ascending order, so none waits
-- in a circle. Claims of a minute that is over are in neither result.
CREATE FUNCTION claim_replays(claims uuid[], minutes integer[], OUT fresh uuid[], OUT unopened integer[])
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1919250540, taken.slot)
    FROM (SELECT DISTINCT m % 16 AS slot FROM unnest(minutes) AS m ORDER BY 1) AS taken;
  WITH added AS (
    INSERT INTO replay_claim AS c (claim, slot)
      SELECT asked.claim, r.slot
        FROM unnest(claims, minutes) AS asked (claim, minute) JOIN replay_minute AS r ON r.minute = asked.minute
       ORDER BY r.slot, asked.claim
    ON CONFLICT DO NOTHING
    RETURNING c.claim)
  SELECT array_agg(a.claim) INTO fresh FROM added AS a;
  IF coalesce(cardinality(fresh), 0) < cardinality(claims) THEN
    SELECT array_agg(DISTINCT m) INTO unopened
      FROM unnest(minutes) AS m JOIN replay_minute AS r ON r.slot = m % 16 AND r.minute < m;
  END IF;
END $$;

CREATE FUNCTION replay_clock() RETURNS timestamptz LANGUAGE sql VOLATILE RETURN pg_catalog.clock_timestamp();

-- Lets a table take claims of another minute. False if that minute is more than eight minutes ahead. The former minute is sixteen
-- minutes older at least, so its messages have been expired for seven.
-- If a backup reads the table, the rows of the former minute stay, and are removed sixteen minutes later. They match no other claim.
-- With the rights of the owner: the running bus neither empties a table nor changes a minute.
CREATE FUNCTION open_replay_minute(opened integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = ${flyway:defaultSchema}, pg_temp AS $$
DECLARE
  held integer;
BEGIN
  PERFORM pg_advisory_xact_lock(1919250540, opened % 16);
  SELECT minute INTO STRICT held FROM replay_minute WHERE slot = opened % 16;
  IF held >= opened THEN
    RETURN true;
  END IF;
  IF opened * 60::bigint > extract(epoch FROM replay_clock()) + 480 THEN
    RETURN false;
  END IF;
  UPDATE replay_minute SET minute = opened WHERE slot = opened % 16;
  BEGIN
    EXECUTE format('LOCK TABLE replay_claim_%s IN ACCESS EXCLUSIVE MODE NOWAIT', opened % 16);
    EXECUTE format('TRUNCATE replay_claim_%s', opened % 16);
  EXCEPTION WHEN lock_not_available THEN
    RAISE LOG 'The table replay_claim_% is in use, and is emptied the next time.', opened % 16;
  END;
  RETURN true;
END $$;
