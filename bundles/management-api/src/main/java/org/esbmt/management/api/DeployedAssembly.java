package org.esbmt.management.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A service assembly of a tenant on this node, at the time of the query.
 *
 * @param user the one user of the tenant who reaches its endpoints; empty if it is the whole tenant's
 * @param digest SHA-256 of the original archive of the running version, in hexadecimal digits
 * @param rewritten SHA-256 of the deployed archive, rewritten with the tenant's names; empty if an earlier build
 *     deployed it
 * @param former the digest of the version to which a rollback returns; empty if there is none
 */
public record DeployedAssembly(
        TenantId tenant,
        Optional<UserId> user,
        String name,
        String description,
        State state,
        List<DeployedUnit> units,
        String digest,
        Optional<String> rewritten,
        Optional<String> former) {

    public DeployedAssembly {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        requireNonNull(name, "name");
        requireNonNull(description, "description");
        requireNonNull(state, "state");
        units = List.copyOf(units);
        requireNonNull(digest, "digest");
        requireNonNull(rewritten, "rewritten");
        requireNonNull(former, "former");
    }

    /** The states of JSR-208, section 6.8, and {@code FAILED} for a deployed assembly with a unit that cannot start. */
    public enum State {
        STARTED,
        STOPPED,
        SHUTDOWN,
        /** Installed, but a component it needs is missing or one of its units failed; see the log. */
        FAILED
    }

    /** One service unit of the assembly and the component that runs it. */
    public record DeployedUnit(String name, String component) {
        public DeployedUnit {
            requireNonNull(name, "name");
            requireNonNull(component, "component");
        }
    }
}
