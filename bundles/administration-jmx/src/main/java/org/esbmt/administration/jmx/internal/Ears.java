package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.NewsAccess;
import org.esbmt.administration.api.NewsAccess.Hearing;
import org.esbmt.management.api.event.StateChange;

/**
 * The connections of the door that listen. They are bounded, in all and of one tenant: each holds a queue, and a thread of the door's while its
 * client waits. Threads: any.
 */
final class Ears implements Consumer<StateChange> {
    /** Half of the connections that the door lets in by default. */
    static final int AT_MOST = 32;

    static final int OF_TENANT_AT_MOST = 8;

    private final NewsAccess access;
    private final Set<Listening> listening = ConcurrentHashMap.newKeySet();
    /** By the name of a tenant, or none; guarded by this. */
    private final Map<Optional<String>, Integer> counts = new HashMap<>();

    Ears(NewsAccess access) {
        this.access = requireNonNull(access, "access");
    }

    /**
     * One more that listens; to be given back.
     *
     * @throws SecurityException if they may hear of nothing
     * @throws IllegalStateException if there are too many
     */
    Listening open(Administrator by) {
        Hearing hearing = access.hearing(by);
        boolean ofTenant = by.tenant().isPresent();
        // A tenant's user hears of one tenant; whoever seems to be more than that hears of nothing.
        if (hearing.matters().isEmpty() || ofTenant != hearing.tenant().isPresent()) {
            throw Refusals.of(Reason.FORBIDDEN, "'" + by.login() + "' may not listen");
        }
        synchronized (this) {
            int same = counts.getOrDefault(by.tenant(), 0);
            if (same >= OF_TENANT_AT_MOST || listening.size() >= AT_MOST) {
                throw Refusals.of(Reason.EXCEEDED, "too many connections listen already");
            }
            counts.put(by.tenant(), same + 1);
            Listening opened = new Listening(by, hearing.tenant(), access);
            listening.add(opened);
            return opened;
        }
    }

    void giveBack(Listening opened) {
        opened.close();
        synchronized (this) {
            if (listening.remove(opened)) {
                counts.computeIfPresent(opened.by().tenant(), (tenant, count) -> count > 1 ? count - 1 : null);
            }
        }
    }

    @Override
    public void accept(StateChange change) {
        listening.forEach(one -> one.accept(change));
    }

    /** How many listen. */
    int open() {
        return listening.size();
    }
}
