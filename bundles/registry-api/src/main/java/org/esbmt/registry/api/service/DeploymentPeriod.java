package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.UserId;

/**
 * From when to when a version was deployed. Periods of one assembly do not overlap.
 *
 * @param version its number
 * @param by the user who began it
 * @param from the first moment
 * @param to the first moment that it was not; empty while it is
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
