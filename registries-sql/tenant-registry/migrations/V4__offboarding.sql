-- A tenant that has asked to leave may take that back, and is then what it was: who was suspended does not become active by
-- asking. Which state that is, is kept here, whoever changes the row.
ALTER TABLE tenant ADD COLUMN before_offboarding tenant_state;
ALTER TABLE tenant ADD CONSTRAINT offboarding_remembers
  CHECK ((state = 'OFFBOARDING') = (before_offboarding IS NOT NULL) AND before_offboarding <> 'OFFBOARDING');

CREATE FUNCTION remember_state_before_offboarding() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.before_offboarding := CASE
    WHEN NEW.state <> 'OFFBOARDING' THEN NULL
    WHEN OLD.state = 'OFFBOARDING' THEN OLD.before_offboarding
    ELSE OLD.state
  END;
  RETURN NEW;
END $$;
CREATE TRIGGER state_before_offboarding BEFORE UPDATE OF state ON tenant
  FOR EACH ROW EXECUTE FUNCTION remember_state_before_offboarding();
