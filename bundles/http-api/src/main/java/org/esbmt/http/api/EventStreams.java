package org.esbmt.http.api;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The open streams of events of one port, and their limit. */
final class EventStreams {
    private final int limit;
    private final AtomicInteger admitted = new AtomicInteger();
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    EventStreams(int limit) {
        this.limit = limit;
    }

    /** Returns true if there is room for one more stream; then {@link #add} follows. */
    boolean admit() {
        if (admitted.incrementAndGet() > limit) {
            admitted.decrementAndGet();
            return false;
        }
        return true;
    }

    void add(EventStream stream) {
        open.add(stream);
        if (closed) {
            stream.close(); // the port began to close meanwhile
        }
    }

    void remove(EventStream stream) {
        if (open.remove(stream)) {
            admitted.decrementAndGet();
        }
    }

    int open() {
        return open.size();
    }

    void close() {
        closed = true;
        open.forEach(EventStream::close);
    }
}
