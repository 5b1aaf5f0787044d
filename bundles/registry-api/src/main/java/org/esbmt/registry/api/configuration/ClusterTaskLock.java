package org.esbmt.registry.api.configuration;

import org.esbmt.registry.api.RegistryException;
import org.osgi.annotation.versioning.ProviderType;

/** Elects one node for a cluster-wide task. */
@ProviderType
public interface ClusterTaskLock {

    /**
     * Takes the lock of a task, if no node has it. The unit of work holds it until its end; no node waits for it.
     *
     * @param what the task, by the same word on all nodes
     * @return whether the caller has the lock
     */
    boolean take(String what) throws RegistryException;
}
