package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AuditAdministration.Part;

/** Entries of a chain of the audit as an open type; its getters are its items. */
public final class AuditPart {
    private final Part part;

    AuditPart(Part part) {
        this.part = requireNonNull(part, "part");
    }

    public AuditData[] getEntries() {
        return part.entries().stream().map(AuditData::new).toArray(AuditData[]::new);
    }

    /** {@code <number>:<hash>} of the last entry of the chain that who asks may read. */
    public String getHead() {
        return part.head().map(Object::toString).orElse("");
    }
}
