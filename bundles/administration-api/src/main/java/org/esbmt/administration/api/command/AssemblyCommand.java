package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Changes of the service assemblies of tenants. */
public sealed interface AssemblyCommand<R> extends BatchableCommand<R> {
    /**
     * Deploys and starts a service assembly. NOT_FOUND without such a user; CONFLICT if the user was removed.
     *
     * @param user the one user who reaches its endpoints, the same in all its versions; empty for all users of the tenant
     * @param archive at most of the size that the deployer is configured to accept
     */
    record DeployAssembly(TenantRef tenant, Optional<UserRef> user, Content archive)
            implements AssemblyCommand<AssemblyView> {
        public DeployAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            requireNonNull(archive, "archive");
        }

        public DeployAssembly(TenantId tenant, Optional<UserId> user, Content archive) {
            this(TenantRef.of(tenant), user.map(UserRef::of), archive);
        }

        @Override
        public boolean hasRevision() {
            return false;
        }
    }

    /**
     * Replaces an assembly by another version, for good; requests continue meanwhile. After a failure the old version
     * stays. The version of a rollback stays the same. INVALID if the archive is of another assembly than the expected one.
     *
     * @param assembly the expected name of the assembly; empty for the one that the archive names
     */
    record UpdateAssembly(TenantRef tenant, Optional<String> assembly, Content archive)
            implements AssemblyCommand<AssemblyView> {
        public UpdateAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
            requireNonNull(archive, "archive");
        }

        public UpdateAssembly(TenantId tenant, Optional<String> assembly, Content archive) {
            this(TenantRef.of(tenant), assembly, archive);
        }

        public UpdateAssembly(TenantId tenant, Content archive) {
            this(tenant, Optional.empty(), archive);
        }

        public UpdateAssembly(TenantRef tenant, Content archive) {
            this(tenant, Optional.empty(), archive);
        }
    }

    /** As {@link UpdateAssembly}, and keeps the replaced version as the version of a rollback. */
    record SwitchAssembly(TenantRef tenant, Optional<String> assembly, Content archive)
            implements AssemblyCommand<AssemblyView> {
        public SwitchAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
            requireNonNull(archive, "archive");
        }

        public SwitchAssembly(TenantId tenant, Optional<String> assembly, Content archive) {
            this(TenantRef.of(tenant), assembly, archive);
        }

        public SwitchAssembly(TenantId tenant, Content archive) {
            this(tenant, Optional.empty(), archive);
        }

        public SwitchAssembly(TenantRef tenant, Content archive) {
            this(tenant, Optional.empty(), archive);
        }
    }

    /** Goes back to the version before the last switch, and keeps the current one as the version of a rollback. */
    record RollBackAssembly(TenantRef tenant, String assembly) implements AssemblyCommand<AssemblyView> {
        public RollBackAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
        }

        public RollBackAssembly(TenantId tenant, String assembly) {
            this(TenantRef.of(tenant), assembly);
        }
    }

    /** Undeploys an assembly on every node. */
    record UndeployAssembly(TenantRef tenant, String assembly) implements AssemblyCommand<Done> {
        public UndeployAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
        }

        public UndeployAssembly(TenantId tenant, String assembly) {
            this(TenantRef.of(tenant), assembly);
        }
    }

    /** Starts an assembly. */
    record StartAssembly(TenantRef tenant, String assembly) implements AssemblyCommand<AssemblyView> {
        public StartAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
        }

        public StartAssembly(TenantId tenant, String assembly) {
            this(TenantRef.of(tenant), assembly);
        }
    }

    /** Stops an assembly: it consumes nothing, and continues to provide. */
    record StopAssembly(TenantRef tenant, String assembly) implements AssemblyCommand<AssemblyView> {
        public StopAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
        }

        public StopAssembly(TenantId tenant, String assembly) {
            this(TenantRef.of(tenant), assembly);
        }
    }

    /** Shuts an assembly down. */
    record ShutDownAssembly(TenantRef tenant, String assembly) implements AssemblyCommand<AssemblyView> {
        public ShutDownAssembly {
            requireNonNull(tenant, "tenant");
            requireNonNull(assembly, "assembly");
        }

        public ShutDownAssembly(TenantId tenant, String assembly) {
            this(TenantRef.of(tenant), assembly);
        }
    }
}
