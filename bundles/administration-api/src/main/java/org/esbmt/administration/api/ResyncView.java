package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * A resync that was sent to the nodes.
 *
 * @param operation the identifier under which {@link OperationAdministration} has the outcome on each node
 * @param assemblies the number of assemblies; with 0 no command was sent
 */
public record ResyncView(UUID operation, int assemblies) {
    public ResyncView {
        requireNonNull(operation, "operation");
    }
}
