package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** The service assemblies of tenants. Promises and threads as those of {@link TenantAdministration}. */
@ProviderType
public interface AssemblyAdministration {

    /** As {@link #deploy(Administrator, TenantId, Optional, InputStream)}, for the whole tenant. */
    default AssemblyView deploy(Administrator by, TenantId tenant, InputStream archive) throws AdministrationException {
        return deploy(by, tenant, Optional.empty(), archive);
    }

    /**
     * Deploys and starts.
     *
     * @param user the one user of the tenant who is to reach its endpoints; empty for all. The user stays the same in all
     *     versions of the assembly
     * @param archive a service assembly, of the size the deployer is configured to take; read to its end, not closed
     * @throws AdministrationException NOT_FOUND if the tenant has no such user, CONFLICT if the user is not to come back
     */
    AssemblyView deploy(Administrator by, TenantId tenant, Optional<UserId> user, InputStream archive)
            throws AdministrationException;

    /**
     * Replaces an assembly by another version, for good; requests go on meanwhile. When it fails the old one goes on. The
     * version to go back to stays the one that it was.
     */
    AssemblyView update(Administrator by, TenantId tenant, InputStream archive) throws AdministrationException;

    /** As {@link #update}, and keeps the version that is replaced as the one to go back to. */
    AssemblyView switchTo(Administrator by, TenantId tenant, InputStream archive) throws AdministrationException;

    /** Goes back to the version before the last switch, and makes the one that is left the one to go back to. */
    AssemblyView rollback(Administrator by, TenantId tenant, String assembly) throws AdministrationException;

    void undeploy(Administrator by, TenantId tenant, String assembly) throws AdministrationException;

    AssemblyView start(Administrator by, TenantId tenant, String assembly) throws AdministrationException;

    AssemblyView stop(Administrator by, TenantId tenant, String assembly) throws AdministrationException;

    AssemblyView shutDown(Administrator by, TenantId tenant, String assembly) throws AdministrationException;

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
