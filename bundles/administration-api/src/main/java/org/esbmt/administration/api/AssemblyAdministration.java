package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the service assemblies of tenants. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface AssemblyAdministration {

    /**
     * Returns the archive of the running version. The audit log records the call, since an archive may hold secrets.
     *
     * @throws AdministrationException NOT_FOUND if an earlier build deployed the assembly and kept no original
     */
    byte[] archive(Administrator by, TenantId tenant, String assembly, Archive which) throws AdministrationException;

    /** The forms of an assembly's archive. */
    enum Archive {
        /** The archive as it was sent, byte for byte. */
        ORIGINAL,
        /** The archive as it is deployed, with the names on the bus. */
        REWRITTEN
    }

    /**
     * Finds an assembly by its name. While the registry is out of reach, finds it on this node.
     *
     * @throws AdministrationException NOT_FOUND if neither has it
     */
    AssemblyView find(Administrator by, TenantId tenant, String assembly) throws AdministrationException;

    /**
     * Lists the tenant's assemblies by name: first those that the registry has deployed, then further ones of this node. While the
     * registry is out of reach, lists those of this node.
     */
    Page<AssemblyView> list(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException;

    /**
     * An assembly, as administrators see it.
     *
     * @param user the one user who reaches its endpoints; empty for all users of the tenant
     * @param state {@code STARTED}, {@code STOPPED}, {@code SHUTDOWN} or {@code FAILED}
     * @param units {@code <unit> (<component>)}
     * @param digest SHA-256 of the archive of this version
     * @param rewritten SHA-256 of the deployed form of the archive, with the names on the bus; empty if an earlier build
     *     deployed it
     * @param former the digest of the version to which a rollback returns
     * @param revision the revision of the decision about the assembly, as a change expects it. It grows with each decision.
     *     Empty for an undeployed assembly, and while the registry is out of reach
     */
    record AssemblyView(
            TenantId tenant,
            Optional<UserId> user,
            String name,
            String description,
            String state,
            List<String> units,
            String digest,
            Optional<String> rewritten,
            Optional<String> former,
            OptionalLong revision) {
        public AssemblyView {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            requireNonNull(name, "name");
            requireNonNull(description, "description");
            requireNonNull(state, "state");
            units = List.copyOf(units);
            requireNonNull(digest, "digest");
            requireNonNull(rewritten, "rewritten");
            requireNonNull(former, "former");
            requireNonNull(revision, "revision");
        }
    }
}
