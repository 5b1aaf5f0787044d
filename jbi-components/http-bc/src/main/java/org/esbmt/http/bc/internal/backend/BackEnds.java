package org.esbmt.http.bc.internal.backend;

import io.netty.handler.ssl.SslContext;
import java.net.InetAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.esbmt.http.api.loop.EventLoops;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.jbi.container.api.Owner;

/** The back ends in use. Endpoints of one owner with the same host and port share connections. Two owners never do. */
public final class BackEnds implements AutoCloseable {
    private record Key(Owner owner, boolean tls, String host, int port) {}

    private final EventLoops loops;
    private final BackEndLimits limits;
    private final HeaderNames answerHeaders;
    private final SslContext tls;
    private final AddressLookup lookup;
    private final BackEndCounters counters;
    private final Map<Key, BackEnd> open = new HashMap<>();
    private final Set<BackEnd> unshared = new HashSet<>();
    private final Map<Owner, WaitingRoom> rooms = new HashMap<>();

    /** No back ends yet; {@code tls} is for those with https. */
    public BackEnds(
            EventLoops loops,
            BackEndLimits limits,
            HeaderNames answerHeaders,
            SslContext tls,
            EgressRules rules,
            BackEndCounters counters) {
        this(loops, limits, answerHeaders, tls, new AddressLookup(rules, InetAddress::getAllByName), counters);
    }

    /** @param lookup closed with the back ends */
    BackEnds(
            EventLoops loops,
            BackEndLimits limits,
            HeaderNames answerHeaders,
            SslContext tls,
            AddressLookup lookup,
            BackEndCounters counters) {
        this.loops = loops;
        this.limits = limits;
        this.answerHeaders = answerHeaders;
        this.tls = tls;
        this.lookup = lookup;
        this.counters = counters;
    }

    /** The back end at this location; the caller must return it with {@link #release}. */
    public synchronized BackEnd use(Owner owner, URI location) {
        boolean https = location.getScheme().equalsIgnoreCase("https");
        int port = location.getPort() >= 0 ? location.getPort() : https ? 443 : 80;
        Key key = new Key(owner, https, location.getHost().toLowerCase(Locale.ROOT), port);
        BackEnd backEnd = open.computeIfAbsent(
                key,
                k -> new BackEnd(
                        k.owner(),
                        k.host(),
                        k.port(),
                        k.tls() ? tls : null,
                        loops,
                        limits,
                        room(k.owner()),
                        answerHeaders,
                        lookup,
                        counters));
        backEnd.users++;
        return backEnd;
    }

    /**
     * A back end whose connections no other caller shares. The caller must return it with {@link #replace}.
     *
     * @param location with https
     */
    synchronized BackEnd unshared(Owner owner, URI location, SslContext context) {
        int port = location.getPort() >= 0 ? location.getPort() : 443;
        String host = location.getHost().toLowerCase(Locale.ROOT);
        BackEnd backEnd =
                new BackEnd(owner, host, port, context, loops, limits, room(owner), answerHeaders, lookup, counters);
        unshared.add(backEnd);
        return backEnd;
    }

    /** The room that all back ends of an owner share, for one more of them. */
    private WaitingRoom room(Owner owner) {
        WaitingRoom room = rooms.computeIfAbsent(owner, o -> new WaitingRoom(limits.waitingBytes(), loops.size()));
        room.users++;
        return room;
    }

    private void leaveRoom(BackEnd backEnd) {
        if (--backEnd.room.users == 0) {
            rooms.remove(backEnd.owner());
        }
    }

    /**
     * Closes unshared connections; those with a call close behind its end.
     *
     * @param successor receives the waiting calls; null if they fail
     */
    synchronized void replace(BackEnd backEnd, BackEnd successor) {
        if (unshared.remove(backEnd)) {
            leaveRoom(backEnd);
        }
        backEnd.close(successor);
    }

    public synchronized void release(BackEnd backEnd) {
        if (--backEnd.users == 0) {
            open.values().remove(backEnd);
            leaveRoom(backEnd);
            backEnd.close();
        }
    }

    @Override
    public synchronized void close() {
        open.values().forEach(BackEnd::close);
        open.clear();
        unshared.forEach(BackEnd::close);
        unshared.clear();
        rooms.clear();
        lookup.close();
    }
}
