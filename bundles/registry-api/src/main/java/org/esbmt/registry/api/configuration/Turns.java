package org.esbmt.registry.api.configuration;

import org.esbmt.registry.api.RegistryException;
import org.osgi.annotation.versioning.ProviderType;

/** Has one node do what any of them could. */
@ProviderType
public interface Turns {

    /**
     * Takes the turn, if nobody has it. Until the unit of work ends nobody else gets it, and nobody waits for it.
     *
     * @param what is to be done, the same word on all nodes
     * @return whether it is the caller's
     */
    boolean take(String what) throws RegistryException;
}
