package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * A resync that the nodes were told.
 *
 * @param operation the identifier under which {@link OperationAdministration} has the outcome on each node
 * @param assemblies how many; of none nothing was told
 */
public record ResyncView(UUID operation, int assemblies) {
    public ResyncView {
        requireNonNull(operation, "operation");
    }
}
