-- Who operates a tenant reads what they did themselves, and nothing else: without reading all that others did.
CREATE INDEX audit_entry_of_actor ON audit_entry (chain_id, actor_tenant, actor_user, sequence);
