package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.tenancy.api.UserId;

/** A service assembly as an open type; its getters are its items. */
public final class AssemblyData {
    private final AssemblyView assembly;

    AssemblyData(AssemblyView assembly) {
        this.assembly = requireNonNull(assembly, "assembly");
    }

    public String getTenantId() {
        return assembly.tenant().toString();
    }

    /** The one user who reaches its endpoints; empty if it is the whole tenant's. */
    public String getUserId() {
        return assembly.user().map(UserId::toString).orElse("");
    }

    public String getName() {
        return assembly.name();
    }

    public String getDescription() {
        return assembly.description();
    }

    public String getState() {
        return assembly.state();
    }

    /** SHA-256 of the archive whose version this is. */
    public String getDigest() {
        return assembly.digest();
    }

    /** SHA-256 of what was deployed of it, with the names on the bus; empty if an earlier build deployed it. */
    public String getRewrittenDigest() {
        return assembly.rewritten().orElse("");
    }

    /** The digest of the version that a rollback goes to; empty if there is none. */
    public String getFormerDigest() {
        return assembly.former().orElse("");
    }

    /** {@code <unit> (<component>)} each. */
    public String[] getUnits() {
        return assembly.units().toArray(String[]::new);
    }

    /** -1 while it is not known. */
    public long getRevision() {
        return assembly.revision().orElse(-1);
    }
}
