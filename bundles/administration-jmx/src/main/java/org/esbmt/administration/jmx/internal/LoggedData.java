package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.OperationAdministration.LoggedView;

/** A change that nodes were told, as an open type; its getters are its items. */
public final class LoggedData {
    private final LoggedView logged;

    LoggedData(LoggedView logged) {
        this.logged = requireNonNull(logged, "logged");
    }

    public long getRevision() {
        return logged.revision();
    }

    public String getOperationId() {
        return logged.id().toString();
    }

    public String getKind() {
        return logged.kind();
    }

    /** Empty: the installation's. */
    public String getTenantId() {
        return logged.tenant().map(Object::toString).orElse("");
    }

    public String getAt() {
        return logged.at().toString();
    }
}
