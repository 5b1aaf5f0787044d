-- What is kept for who asks again has to have what the settings were, so that a change of them can still be taken back then.
ALTER TABLE operation_journal DROP CONSTRAINT operation_journal_result_check;
ALTER TABLE operation_journal ADD CONSTRAINT operation_journal_result_check CHECK (char_length(result) <= 32768);
