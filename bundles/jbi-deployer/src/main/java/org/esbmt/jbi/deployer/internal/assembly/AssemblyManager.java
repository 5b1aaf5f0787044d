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
 * The service assemblies of this node, of all owners. The contract of operations is that of
 * {@link org.esbmt.management.api.Deployer}. The caller decides the owner. Tenants' operations use that service; the
 * system administrator's operations on plain assemblies come from JMX and the hot-deployment folder.
 */
public interface AssemblyManager {

    /** The initial state of a deployed assembly. */
    enum Initial {
        /** The assembly runs when the deployment returns. */
        STARTED,
        /** The units are initialized and were never started when the deployment returns. */
        STOPPED,
        /** The assembly is deployed to its components and waits for a start (JSR-208, section 6.8.1). */
        SHUTDOWN
    }

    /** The key and digest of a valid archive. */
    record Inspection(AssemblyKey key, String digest) {}

    /** Checks an archive and deploys nothing. */
    Inspection inspect(Owner owner, InputStream archive) throws DeploymentException;

    /** Checks a tenant's archive like a deployment before its reservations. Takes no lock. */
    CheckedAssembly check(TenantId tenant, Optional<UserId> user, InputStream archive) throws DeploymentException;

    /**
     * Deploys an archive.
     *
     * @param owner for a user, the endpoints are for that user alone; the same holds for all later versions by any user
     * @param source its file in the hot-deployment folder
     */
    AssemblyStatus deploy(Owner owner, InputStream archive, Initial initial, Optional<String> source)
            throws DeploymentException;

    AssemblyStatus update(Owner owner, InputStream archive, Optional<String> source) throws DeploymentException;

    AssemblyStatus switchTo(Owner owner, InputStream archive) throws DeploymentException;

    AssemblyStatus keep(Owner owner, InputStream archive) throws DeploymentException;

    AssemblyStatus rollback(AssemblyKey key) throws DeploymentException;

    void undeploy(AssemblyKey key) throws DeploymentException;

    AssemblyStatus start(AssemblyKey key) throws DeploymentException;

    /** Stops an assembly, as defined by JSR-208: one that is shut down stays so. */
    AssemblyStatus stop(AssemblyKey key) throws DeploymentException;

    /** Brings an assembly to STOPPED: stops it, or initializes one that is shut down without starting it. */
    AssemblyStatus bringToStopped(AssemblyKey key) throws DeploymentException;

    AssemblyStatus shutDown(AssemblyKey key) throws DeploymentException;

    Optional<AssemblyStatus> find(AssemblyKey key);

    /** Sorted by owner and name. */
    List<AssemblyStatus> all();

    /** The assemblies with units at a component, or with a running operation that brings some there. */
    SortedSet<AssemblyKey> usersOf(String component);

    /** The descriptor's text in its author's form. */
    String descriptor(AssemblyKey key) throws DeploymentException;

    /** Reads the archive of the current version; see {@link org.esbmt.management.api.Deployer}. */
    byte[] archive(AssemblyKey key, ArchiveForm form) throws DeploymentException;

    /** Shuts down the units of a component that the administrator is about to shut down. */
    void withdrawFrom(String component);

    /** Raises the assemblies that wait for a component, after its restart. */
    void returnTo(String component);

    void addListener(Listener listener);

    void removeListener(Listener listener);

    /** Observes the set of assemblies. Called on the thread of the change. */
    interface Listener {
        void deployed(AssemblyKey key);

        void undeployed(AssemblyKey key);

        /** A component was installed or restarted, and the assemblies that waited for it have been tried. */
        default void returned(String component) {}
    }
}
