-- Roles change while the bus runs: who remembers credentials has to hear of one that was taken away, since it may have been
-- the one that let the user send.
CREATE TRIGGER tell_credential_change AFTER DELETE ON role_assignment
  FOR EACH ROW EXECUTE FUNCTION user_changed();

-- A password that is taken away leaves its row, so that the next one has a version that was never there.
ALTER TABLE user_credential ALTER COLUMN verifier DROP NOT NULL;
