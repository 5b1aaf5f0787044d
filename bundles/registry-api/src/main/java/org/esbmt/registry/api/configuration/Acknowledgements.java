package org.esbmt.registry.api.configuration;

import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.osgi.annotation.versioning.ProviderType;

/** The results that the nodes of a cluster report for the operations in its revision log. */
@ProviderType
public interface Acknowledgements {

    /**
     * Stores a node's answer. An answer is final, except for a failure: a node may repeat the operation, and its last
     * answer counts.
     *
     * @throws RegistryException.NotFound if there is no such operation or node
     * @throws RegistryException.RuleBroken if the node is in another cluster than the operation
     */
    void acknowledge(OperationId operation, InstanceId instance, Acknowledgement answer) throws RegistryException;

    /** Empty for an unknown operation. */
    Optional<OperationOutcome> outcome(OperationId operation) throws RegistryException;
}
