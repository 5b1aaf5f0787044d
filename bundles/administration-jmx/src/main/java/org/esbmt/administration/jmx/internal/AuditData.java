package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AuditAdministration.Entry;

/** An entry of the audit as an open type; its getters are its items. */
public final class AuditData {
    private final Entry entry;

    AuditData(Entry entry) {
        this.entry = requireNonNull(entry, "entry");
    }

    public long getSequence() {
        return entry.sequence();
    }

    /** ISO 8601, UTC. */
    public String getAt() {
        return entry.at().toString();
    }

    /** Empty for a user of the installation. */
    public String getActorTenantId() {
        return entry.actorTenant().map(Object::toString).orElse("");
    }

    public String getActorUserId() {
        return entry.actor().toString();
    }

    /** Empty if it cannot be found. */
    public String getLogin() {
        return entry.login().orElse("");
    }

    public String getAction() {
        return entry.action();
    }

    public String getObject() {
        return entry.object();
    }

    /** Empty if there was nothing to tell. */
    public String getBefore() {
        return entry.before().orElse("");
    }

    /** Empty if there was nothing to tell. */
    public String getAfter() {
        return entry.after().orElse("");
    }

    /** Empty if the request had no identifier. */
    public String getOperation() {
        return entry.operation().map(Object::toString).orElse("");
    }

    public String getHash() {
        return entry.hash();
    }
}
