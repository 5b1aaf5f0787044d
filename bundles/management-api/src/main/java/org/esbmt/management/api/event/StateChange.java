package org.esbmt.management.api.event;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;

/**
 * A changed state of an object. It contains no secrets, and no content of messages.
 *
 * @param name of the changed object: an operation's, a tenant's or a node's UUID; the name of an assembly or a
 *     component; a transaction and the resource with the branch
 * @param tenant the owner of the object; empty for objects of the installation
 * @param before the state before; empty if it is unknown, or there was none
 * @param after the state now, one of the words of {@link Kind}
 * @param cause the requested action, such as {@code SWITCH}; empty if it is unknown
 * @param operation the operation of the request; empty if it is unknown
 * @param node the node of the change; empty for a change of the whole cluster
 * @param at the time by the clock of the reporting node
 */
public record StateChange(
        Kind kind,
        String name,
        Optional<TenantId> tenant,
        Optional<String> before,
        String after,
        Optional<String> cause,
        Optional<UUID> operation,
        Optional<UUID> node,
        Instant at) {

    /** The state of an undeployed assembly or an uninstalled component. */
    public static final String ABSENT = "ABSENT";

    /** The state of a node that has been silent for a while. */
    public static final String DOWN = "DOWN";

    /** The state of a transaction's branch that waits to be finished. */
    public static final String IN_DOUBT = "IN_DOUBT";

    /** The state of a branch that is not in doubt any more: it is finished, or its resource was given up. */
    public static final String ENDED = "ENDED";

    public StateChange {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(tenant, "tenant");
        requireNonNull(before, "before");
        requireNonNull(after, "after");
        requireNonNull(cause, "cause");
        requireNonNull(operation, "operation");
        requireNonNull(node, "node");
        requireNonNull(at, "at");
    }

    /** The kind of the changed object, and its states. */
    public enum Kind {
        /** PENDING, APPLIED, PARTIAL, FAILED, EXPIRED: the outcome on the nodes of the cluster. */
        OPERATION,
        /** PROVISIONING, ACTIVE, SUSPENDED, DRAINING, OFFBOARDING, DELETED. */
        TENANT,
        /** STARTED, STOPPED, SHUTDOWN, FAILED on one node; {@link #ABSENT}. */
        ASSEMBLY,
        /** STARTED, STOPPED, SHUTDOWN, UNKNOWN on one node; {@link #ABSENT}. A shared library is SHUTDOWN. */
        COMPONENT,
        /** JOINING, UP, DRAINING, LEFT; {@link #DOWN}. */
        NODE,
        /** A branch on one node that is {@link #IN_DOUBT} for longer than it should be; {@link #ENDED}. */
        TRANSACTION
    }
}
