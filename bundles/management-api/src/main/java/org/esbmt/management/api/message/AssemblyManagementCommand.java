package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A service assembly of a tenant.
 *
 * @param user the one user of the tenant who reaches its endpoints; empty if it is the whole tenant's
 * @param assembly which deployment this is; a name that is deployed again is another one
 * @param name the tenant's name for it, 1 to {@value Checks#MAX_NAME} characters, none of control
 * @param version counts the archives of this deployment: 1 is the first
 * @param artifact the archive of that version; there is one exactly where {@link Action#artifact} says so
 * @param former the archive that a rollback goes to afterwards, so that it is the same on all nodes, also on one where an earlier
 *     change failed; empty if there is none, or nothing is said of it
 */
public record AssemblyManagementCommand(
        TenantId tenant,
        Optional<UserId> user,
        UUID assembly,
        String name,
        long version,
        Action action,
        Optional<Artifact> artifact,
        Optional<Artifact> former)
        implements ManagementCommand {

    public AssemblyManagementCommand {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        requireNonNull(assembly, "assembly");
        Checks.name("assembly", name);
        requireNonNull(action, "action");
        requireNonNull(artifact, "artifact");
        requireNonNull(former, "former");
        if (version < 1) {
            throw new IllegalArgumentException("the versions of an assembly count from 1, not " + version);
        }
        Checks.artifact(action, action.artifact(), artifact);
        if (former.isPresent() && (action == Action.DEPLOY || !action.artifact())) {
            throw new IllegalArgumentException(action + " leaves the version to go back to as it is");
        }
    }

    /** Says nothing of the version to go back to. */
    public AssemblyManagementCommand(
            TenantId tenant,
            Optional<UserId> user,
            UUID assembly,
            String name,
            long version,
            Action action,
            Optional<Artifact> artifact) {
        this(tenant, user, assembly, name, version, action, artifact, Optional.empty());
    }

    public enum Action {
        DEPLOY(true),
        /** The version takes over, and the one that a rollback goes to stays. */
        UPDATE(true),
        /** The version takes over from the one that a rollback goes to. */
        SWITCH(true),
        /** The version before the last switch takes over again; its archive is told, for nodes that never had it. */
        ROLLBACK(true),
        UNDEPLOY(false),
        START(false),
        STOP(false),
        SHUT_DOWN(false);

        private final boolean artifact;

        Action(boolean artifact) {
            this.artifact = artifact;
        }

        /** Whether it needs the archive of the version that runs afterwards. */
        public boolean artifact() {
            return artifact;
        }
    }
}
