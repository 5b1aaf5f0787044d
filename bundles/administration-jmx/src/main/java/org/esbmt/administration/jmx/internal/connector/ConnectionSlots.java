package org.esbmt.administration.jmx.internal.connector;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the open connections, in all and from one address (for IPv6 from one /64), since each has a thread of its own.
 * If no slot is left, a connection without a login is closed, even an active one. If there is none, the connection is
 * closed that has been silent for the longest time. Otherwise one is closed that takes too long for a request or an
 * answer. So an attacker who guesses passwords, or only holds connections open, locks nobody out. A client whose idle
 * connection was closed opens a new one with its next call.
 *
 * <p>Threads: any.
 */
final class ConnectionSlots {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionSlots.class);
    private static final long LOG_EVERY_NANOS = 60_000_000_000L;
    /**
     * The number of connections that any client may need during its login. An address with no more than these is not
     * treated as an attacker.
     */
    private static final int FEW = 4;
    /** The bytes of an IPv6 prefix, since one client owns all addresses of it. */
    private static final int PREFIX = 8;

    private final TenantJmxLimits limits;
    private final Set<TenantJmxSocket> taken = new HashSet<>();
    private long loggedAt = System.nanoTime() - LOG_EVERY_NANOS;

    ConnectionSlots(TenantJmxLimits limits) {
        this.limits = requireNonNull(limits, "limits");
    }

    TenantJmxLimits limits() {
        return limits;
    }

    /** Takes a slot for a new connection. False if all slots are taken by users' calls under way. */
    boolean admit(TenantJmxSocket socket) {
        List<TenantJmxSocket> leaving = new ArrayList<>();
        boolean admitted;
        synchronized (this) {
            long now = System.nanoTime();
            // A read has a time limit of its own; a write ends only with its connection.
            taken.stream().filter(other -> other.takesNothing(now)).forEach(leaving::add);
            taken.removeAll(leaving);
            InetAddress source = socket.getInetAddress();
            List<TenantJmxSocket> neighbours = taken.stream()
                    .filter(other -> network(other.getInetAddress()).equals(network(source)))
                    .toList();
            boolean room = neighbours.size() < limits.connectionsOfSource() || makeRoom(neighbours, leaving);
            admitted = room && (taken.size() < limits.connections() || makeRoom(List.copyOf(taken), leaving));
            if (admitted) {
                taken.add(socket);
            }
            if (!admitted || !leaving.isEmpty()) {
                tell(source);
            }
        }
        // Outside of the lock, since a close may call this object from another thread.
        leaving.forEach(TenantJmxSocket::closeQuietly);
        return admitted;
    }

    private boolean makeRoom(List<TenantJmxSocket> candidates, List<TenantJmxSocket> leaving) {
        Optional<TenantJmxSocket> leaver = stranger(candidates).or(() -> idle(candidates));
        leaver.ifPresent(socket -> {
            taken.remove(socket);
            leaving.add(socket);
        });
        return leaver.isPresent();
    }

    /**
     * Finds the connection without a login that is closed first. It is the oldest one of the address with the most connections, if these
     * are more than a few. So many attempts from one address do not close the connection of another client's login. Attempts from many
     * addresses do so only once they are as many as the slots.
     */
    private static Optional<TenantJmxSocket> stranger(List<TenantJmxSocket> candidates) {
        long now = System.nanoTime();
        List<TenantJmxSocket> oldestFirst = candidates.stream()
                .filter(socket -> !socket.loggedIn())
                .sorted(comparingLong(socket -> socket.acceptedAt() - now))
                .toList();
        Map<ByteBuffer, List<TenantJmxSocket>> bySource = oldestFirst.stream()
                .collect(groupingBy(socket -> network(socket.getInetAddress()), LinkedHashMap::new, toList()));
        return bySource.values().stream()
                .max(comparingInt(List::size))
                .map(most -> most.size() > FEW ? most : oldestFirst)
                .map(leaving -> leaving.get(0));
    }

    /** Returns the bytes that count as one address: all of an IPv4 address, the prefix of an IPv6 address. */
    static ByteBuffer network(InetAddress address) {
        byte[] all = address.getAddress();
        return ByteBuffer.wrap(all, 0, address instanceof Inet6Address ? PREFIX : all.length);
    }

    private Optional<TenantJmxSocket> idle(List<TenantJmxSocket> candidates) {
        long now = System.nanoTime();
        Comparator<TenantJmxSocket> longestFirst =
                comparingLong((TenantJmxSocket s) -> s.waitsFor(now)).reversed();
        Optional<TenantJmxSocket> silent =
                candidates.stream().filter(TenantJmxSocket::silent).min(longestFirst);
        long slow = limits.handshake().toNanos();
        return silent.or(
                () -> candidates.stream().filter(s -> s.waitsFor(now) > slow).min(longestFirst));
    }

    /** Closes each open connection. */
    void closeAll() {
        List<TenantJmxSocket> leaving;
        synchronized (this) {
            leaving = List.copyOf(taken);
        }
        leaving.forEach(TenantJmxSocket::closeQuietly);
    }

    synchronized void giveBack(TenantJmxSocket socket) {
        taken.remove(socket);
    }

    synchronized int taken() {
        return taken.size();
    }

    private void tell(InetAddress source) {
        long now = System.nanoTime();
        if (now - loggedAt >= LOG_EVERY_NANOS) {
            loggedAt = now;
            LOG.warn(
                    "The JMX port for tenants' administrators has {} connections, the last from {}; those without a"
                            + " login, and then silent ones, are closed for new ones. This is said once a minute.",
                    taken.size(),
                    source.getHostAddress());
        }
    }
}
