package org.esbmt.http.bc.internal.backend;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;

/**
 * Rules for the back ends that tenants may connect to. The address is checked when a connection is made, so that a name
 * cannot change its address after the check. The rules deny this machine itself, link-local addresses (the home of
 * cloud metadata), multicast, and ports of databases and brokers. The system administrator may allow a back end for a
 * tenant. The plain world is trusted, and has no restrictions.
 */
public final class EgressRules {
    private static final Pattern ENTRY =
            Pattern.compile("(\\*|[0-9a-f-]{36})@(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+):(\\d{1,5})");

    private record Permit(String tenant, String host, int port) {}

    private final Set<Permit> allowed = new HashSet<>();
    private final Set<Integer> deniedPorts;
    private final Predicate<InetAddress> deniedAddresses;

    /**
     * @param allow entries {@code <tenant UUID or *>@<host>:<port>}, the host as in the endpoint's location
     * @throws IllegalArgumentException for an entry of another form
     */
    public EgressRules(List<String> allow, Set<Integer> deniedPorts) {
        this(allow, deniedPorts, address -> isSpecial(address) || isOwn(address));
    }

    /** For tests, in which every listener is on this machine. */
    EgressRules(List<String> allow, Set<Integer> deniedPorts, Predicate<InetAddress> deniedAddresses) {
        for (String entry : allow) {
            Matcher m = ENTRY.matcher(entry.strip());
            if (!m.matches() || Integer.parseInt(m.group(3)) < 1 || Integer.parseInt(m.group(3)) > 65_535) {
                throw new IllegalArgumentException(
                        "egress.allow: '" + entry + "' is not <tenant UUID or *>@<host>:<port>");
            }
            if (!m.group(1).equals("*")) {
                TenantId.of(m.group(1));
            }
            allowed.add(new Permit(m.group(1), m.group(2).toLowerCase(Locale.ROOT), Integer.parseInt(m.group(3))));
        }
        this.deniedPorts = Set.copyOf(deniedPorts);
        this.deniedAddresses = deniedAddresses;
    }

    /**
     * Returns true if a connection is permitted. It asks the operating system for its interfaces, so it must not run on
     * an event loop.
     *
     * @param host the host in the endpoint's location
     * @param address the current address of the host
     */
    boolean permits(Owner owner, String host, int port, InetAddress address) {
        if (owner.tenant().isEmpty()) {
            return true;
        }
        String name = host.toLowerCase(Locale.ROOT);
        if (allowed.contains(new Permit("*", name, port))
                || allowed.contains(new Permit(owner.tenant().get().toString(), name, port))) {
            return true;
        }
        return !deniedPorts.contains(port) && !deniedAddresses.test(address);
    }

    private static boolean isSpecial(InetAddress address) {
        byte[] octets = address.getAddress();
        return address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress()
                || (octets.length == 4 && (octets[0] == 0 || (octets[0] & 0xf0) == 0xf0))
                || (octets.length == 16 && carriesIpv4(octets));
    }

    /**
     * Returns true for IPv6 forms that a gateway or the kernel turns into an IPv4 address: compatible, NAT64 and 6to4.
     */
    private static boolean carriesIpv4(byte[] o) {
        boolean nat64 = o[0] == 0 && o[1] == 0x64 && (o[2] & 0xff) == 0xff && (o[3] & 0xff) == 0x9b;
        boolean sixToFour = o[0] == 0x20 && o[1] == 0x02;
        boolean compatible = true;
        for (int i = 0; i < 12; i++) {
            compatible &= o[i] == 0;
        }
        return nat64 || sixToFour || compatible;
    }

    private static boolean isOwn(InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return true; // unknown, so refused
        }
    }
}
