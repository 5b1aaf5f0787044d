package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;

/**
 * The effects of a batch, done or planned.
 *
 * @param operation the identifier of the batch, under which its progress can be read
 * @param forNodes the number of steps in which the nodes have a part
 */
public record BatchReport(UUID operation, List<Done> steps, int forNodes) {
    public BatchReport {
        requireNonNull(operation, "operation");
        steps = List.copyOf(steps);
    }

    /**
     * One step.
     *
     * @param number from 1
     * @param operation its name, as in the audit trail
     * @param object the object of the step
     * @param tenant the owner of the object
     */
    public record Done(int number, String operation, String object, Optional<TenantId> tenant) {
        public Done {
            requireNonNull(operation, "operation");
            requireNonNull(object, "object");
            requireNonNull(tenant, "tenant");
        }

        /** Returns the step in one line. */
        @Override
        public String toString() {
            return number + ". " + operation + " on " + object;
        }
    }
}
