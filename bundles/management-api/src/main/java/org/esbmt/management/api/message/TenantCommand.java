package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A tenant, or the logins of its users. Who it is and how they log in stands in the tenant registry.
 *
 * @param user whose logins are forgotten; empty for all of the tenant. Only with {@link Action#FORGET_LOGINS}
 * @param limits what holds from now on, all of it, at most {@value #MAX_LIMITS} and one for each resource; only with
 *     {@link Action#APPLY_LIMITS}
 */
public record TenantCommand(TenantId tenant, Optional<UserId> user, Action action, List<Limit> limits)
        implements ManagementCommand {

    public static final int MAX_LIMITS = 32;

    public TenantCommand {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        requireNonNull(action, "action");
        limits = List.copyOf(limits);
        if (user.isPresent() && action != Action.FORGET_LOGINS) {
            throw new IllegalArgumentException(action + " concerns the whole tenant, not one user");
        }
        if (limits.isEmpty() == (action == Action.APPLY_LIMITS)) {
            throw new IllegalArgumentException("limits go with APPLY_LIMITS and with nothing else");
        }
        if (limits.size() > MAX_LIMITS) {
            throw new IllegalArgumentException("at most " + MAX_LIMITS + " limits, not " + limits.size());
        }
        Set<String> resources = new HashSet<>();
        for (Limit limit : limits) {
            if (!resources.add(limit.resource())) {
                throw new IllegalArgumentException("two limits of one resource: " + limit.resource());
            }
        }
    }

    /** For the whole tenant and without limits. */
    public static TenantCommand of(TenantId tenant, Action action) {
        return new TenantCommand(tenant, Optional.empty(), action, List.of());
    }

    public enum Action {
        ACTIVATE,
        SUSPEND,
        RESUME,
        /** What is under way is finished, nothing new is accepted. */
        DRAIN,
        PURGE,
        /** What the node knows of logins is read from the tenant registry again. */
        FORGET_LOGINS,
        APPLY_LIMITS
    }

    /**
     * A limit that nodes enforce.
     *
     * @param resource a letter, then letters, digits, points, hyphens and underscores, at most 100
     * @param hard what is never exceeded, in the unit of the resource
     * @param burst what may be used at once where {@code hard} is a rate; empty for the resource's own
     */
    public record Limit(String resource, long hard, OptionalLong burst) {
        public Limit {
            Checks.resource(resource);
            requireNonNull(burst, "burst");
            if (hard < 0 || burst.orElse(0) < 0) {
                throw new IllegalArgumentException("a limit is not negative");
            }
        }
    }
}
