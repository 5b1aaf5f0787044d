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
     * Reads back the archive whose version runs. Leaves a trace in the audit log, since an archive may hold secrets.
     *
     * @throws AdministrationException NOT_FOUND if an earlier build deployed the assembly and kept no original
     */
    byte[] archive(Administrator by, TenantId tenant, String assembly, Archive which) throws AdministrationException;

    /** The forms of an assembly's archive. */
    enum Archive {
        /** As it arrived, byte for byte. */
        ORIGINAL,
        /** As it is used: with the names on the bus. */
        REWRITTEN
    }

    /**
     * The tenant's assemblies: what is decided for all nodes, by name, then what this node has beyond that, by name. While what is
     * decided is out of reach, what this node has.
     */
    Page<AssemblyView> list(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException;

    /**
     * An assembly, as administrators see it.
     *
     * @param user the one user who reaches its endpoints; empty if it is the whole tenant's
     * @param state {@code STARTED}, {@code STOPPED}, {@code SHUTDOWN} or {@code FAILED}
     * @param units {@code <unit> (<component>)}
     * @param digest SHA-256 of the archive whose version this is
     * @param rewritten SHA-256 of what was deployed of it, with the names on the bus; empty if an earlier build deployed it
     * @param former the digest of the version that a rollback goes to
     * @param revision grows with each change of what was decided about it, which is what a change expects; empty while that
     *     is out of reach, and of what is undeployed
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
