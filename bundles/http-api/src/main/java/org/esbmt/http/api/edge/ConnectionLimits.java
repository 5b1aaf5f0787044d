package org.esbmt.http.api.edge;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the connections of all ports together, in total and from one address. */
public final class ConnectionLimits {
    private final int limit;
    private final int limitOfSource;
    private final AtomicInteger open = new AtomicInteger();
    private final ConcurrentHashMap<InetAddress, Integer> bySource = new ConcurrentHashMap<>();

    public ConnectionLimits(EdgeLimits limits) {
        this.limit = limits.connections();
        this.limitOfSource = limits.connectionsOfSource();
    }

    boolean admit(InetAddress source) {
        if (open.incrementAndGet() > limit) {
            open.decrementAndGet();
            return false;
        }
        if (limitOfSource > 0 && bySource.merge(source, 1, Integer::sum) > limitOfSource) {
            released(source);
            return false;
        }
        return true;
    }

    void released(InetAddress source) {
        open.decrementAndGet();
        if (limitOfSource > 0) {
            bySource.computeIfPresent(source, (s, n) -> n > 1 ? n - 1 : null);
        }
    }

    public int open() {
        return open.get();
    }
}
