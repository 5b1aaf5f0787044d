package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * One command of a request.
 *
 * @param id the operation id of the administrator's call; a node executes an id at most once
 */
public record ManagementOperation(UUID id, ManagementCommand command) {
    public ManagementOperation {
        requireNonNull(id, "id");
        requireNonNull(command, "command");
    }
}
