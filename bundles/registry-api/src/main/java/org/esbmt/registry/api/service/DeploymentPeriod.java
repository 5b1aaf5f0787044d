package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.UserId;

/**
 * The period in which a version was deployed. Periods of one assembly do not overlap.
 *
 * @param version its number
 * @param by the user of the change that began it
 * @param from the first moment
 * @param to the first moment after it; empty for the present period
 */
public record DeploymentPeriod(
        AssemblyName assembly, int version, Cause cause, UserId by, Instant from, Optional<Instant> to) {

    /** The action that began a period. */
    public enum Cause {
        DEPLOY,
        UPDATE,
        SWITCH,
        ROLLBACK
    }

    public DeploymentPeriod {
        requireNonNull(assembly, "assembly");
        requireNonNull(cause, "cause");
        requireNonNull(by, "by");
        requireNonNull(from, "from");
        requireNonNull(to, "to");
    }
}
