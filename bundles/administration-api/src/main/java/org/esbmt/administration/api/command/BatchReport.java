package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;

/**
 * The effects of a batch, done or planned.
 *
 * @param operation the identifier under which its progress is watched
 * @param forNodes how many of the steps the nodes have a part in
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
     * @param object what it is done to
     * @param tenant whose that is
     */
    public record Done(int number, String operation, String object, Optional<TenantId> tenant) {
        public Done {
            requireNonNull(operation, "operation");
            requireNonNull(object, "object");
            requireNonNull(tenant, "tenant");
        }

        /** In one line. */
        @Override
        public String toString() {
            return number + ". " + operation + " on " + object;
        }
    }
}
