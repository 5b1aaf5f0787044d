package org.esbmt.administration.http.internal.work;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The owner of tasks that share a part of the threads.
 *
 * @param name tells the lanes of a group apart
 */
public record Lane(Group group, String name) {
    /** One client owns all addresses of an IPv6 prefix of so many bytes. */
    private static final int PREFIX = 8;

    public Lane {
        requireNonNull(group, "group");
        requireNonNull(name, "name");
    }

    /** A kind of lanes, with their parts of all threads in eighths. */
    public enum Group {
        /** Users of the installation. They may use every thread, and a quarter is kept for them. */
        INSTALLATION(8, 8, true),
        /** A tenant's users. */
        TENANT(2, 8, false),
        /** Requests without a credential, by source. */
        ANONYMOUS(1, 2, false),
        /** Checks of passwords, by source. They have threads of their own. */
        LOGIN(2, 8, true);

        private final int ofLane;
        private final int ofGroup;
        private final boolean usesReserve;

        Group(int ofLane, int ofGroup, boolean usesReserve) {
            this.ofLane = ofLane;
            this.ofGroup = ofGroup;
            this.usesReserve = usesReserve;
        }

        int ofLane(int all) {
            return part(all, ofLane);
        }

        int ofGroup(int all) {
            return part(all, ofGroup);
        }

        boolean usesReserve() {
            return usesReserve;
        }

        private static int part(int all, int eighths) {
            return Math.max(1, all * eighths / 8);
        }
    }

    /** The lane of an administrator whose credential is checked. */
    public static Lane of(Optional<String> tenant) {
        return tenant.map(name -> new Lane(Group.TENANT, name)).orElseGet(() -> new Lane(Group.INSTALLATION, ""));
    }

    /** The lane of a source in a group; all addresses of one IPv6 /64 are one source. */
    public static Lane of(Group group, InetAddress source) {
        byte[] address = source.getAddress();
        byte[] network = address.length > PREFIX ? Arrays.copyOf(address, PREFIX) : address;
        return new Lane(group, HexFormat.of().formatHex(network));
    }
}
