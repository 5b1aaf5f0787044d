package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * One command of a request.
 *
 * @param id the operation id that the administrator's call had: a node which has seen it does not do it again
 */
public record ManagementOperation(UUID id, ManagementCommand command) {
    public ManagementOperation {
        requireNonNull(id, "id");
        requireNonNull(command, "command");
    }
}
