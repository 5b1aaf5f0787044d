package org.esbmt.jbi.deployer.internal.assembly;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.management.api.ArchiveForm;
import org.esbmt.management.api.CheckedAssembly;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The service assemblies of this node, of all owners. The contract of operations is that of {@link
 * org.esbmt.management.api.Deployer}. The caller decides the owner. Tenants' operations come through that service, the
 * plain ones from the system administrator (JMX, the hot-deployment folder).
 */
public interface AssemblyManager {

    /** The initial state of a deployed assembly. */
    enum Initial {
        /** Runs when the deployment returns. */
        STARTED,
        /** Its units are initialized and were never started when the deployment returns. */
        STOPPED,
        /** Is deployed to its components and waits for a start, as JSR-208, section 6.8.1 has it. */
        SHUTDOWN
    }

    /** The key and digest of a valid archive. */
    record Inspection(AssemblyKey key, String digest) {}

    /** Checks an archive and deploys nothing. */
    Inspection inspect(Owner owner, InputStream archive) throws DeploymentException;

    /** Checks a tenant's archive by all that a deployment holds it to before it reserves anything. Takes no lock. */
    CheckedAssembly check(TenantId tenant, Optional<UserId> user, InputStream archive) throws DeploymentException;

    /**
     * Deploys an archive.
     *
     * @param owner given a user, what it brings is that user's alone; so are all later versions, whoever brings them
     * @param source the file of the hot-deployment folder that it comes from
     */
    AssemblyStatus deploy(Owner owner, InputStream archive, Initial initial, Optional<String> source)
            throws DeploymentException;

    AssemblyStatus update(Owner owner, InputStream archive, Optional<String> source) throws DeploymentException;

    AssemblyStatus switchTo(Owner owner, InputStream archive) throws DeploymentException;

    AssemblyStatus keep(Owner owner, InputStream archive) throws DeploymentException;

    AssemblyStatus rollback(AssemblyKey key) throws DeploymentException;

    void undeploy(AssemblyKey key) throws DeploymentException;

    AssemblyStatus start(AssemblyKey key) throws DeploymentException;

    /** As JSR-208 has it: one that is shut down stays so. */
    AssemblyStatus stop(AssemblyKey key) throws DeploymentException;

    /** Stops it, or initializes one that is shut down without starting it: STOPPED in any case. */
    AssemblyStatus rest(AssemblyKey key) throws DeploymentException;

    AssemblyStatus shutDown(AssemblyKey key) throws DeploymentException;

    Optional<AssemblyStatus> find(AssemblyKey key);

    /** Sorted by owner and name. */
    List<AssemblyStatus> all();

    /** The assemblies that have units at a component, or an operation under way that brings some there. */
    SortedSet<AssemblyKey> usersOf(String component);

    /** The descriptor's text, as its author wrote it. */
    String descriptor(AssemblyKey key) throws DeploymentException;

    /** Reads back the archive whose version is the current one; see {@link org.esbmt.management.api.Deployer}. */
    byte[] archive(AssemblyKey key, ArchiveForm form) throws DeploymentException;

    /** A component is about to be shut down by the administrator: its units are shut down before it. */
    void withdrawFrom(String component);

    /** A component was started again: assemblies that wait for it rise. */
    void returnTo(String component);

    void addListener(Listener listener);

    void removeListener(Listener listener);

    /** Wants to know which assemblies there are. Called on the thread of the change. */
    interface Listener {
        void deployed(AssemblyKey key);

        void undeployed(AssemblyKey key);

        /** A component came, or was started again, and the assemblies that waited for it have been tried. */
        default void returned(String component) {}
    }
}
