package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A command for a service assembly of a tenant.
 *
 * @param user the one user of the tenant who reaches its endpoints; empty if it is the whole tenant's
 * @param assembly the identifier of the deployment; a repeated deployment of a name has another one
 * @param name the tenant's name for it, 1 to {@value Checks#MAX_NAME} characters without controls
 * @param version counts the archives of this deployment: 1 is the first
 * @param artifact the archive of that version; present exactly if {@link Action#artifact} is true
 * @param former the archive of the rollback version afterwards. So it is the same on all nodes, also after a failure of
 *     an earlier change on one node. Empty if there is none, or the command leaves it as it is
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
            throw new IllegalArgumentException(action + " leaves the rollback version as it is");
        }
    }

    /** A command that leaves the rollback version as it is. */
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
        /** The version takes over, and the rollback version stays. */
        UPDATE(true),
        /** The version takes over, and the replaced version becomes the rollback version. */
        SWITCH(true),
        /** The version before the last switch takes over again. The command names its archive for nodes without it. */
        ROLLBACK(true),
        UNDEPLOY(false),
        START(false),
        STOP(false),
        SHUT_DOWN(false);

        private final boolean artifact;

        Action(boolean artifact) {
            this.artifact = artifact;
        }

        /** Returns true if the action needs the archive of the version that runs afterwards. */
        public boolean artifact() {
            return artifact;
        }
    }
}
