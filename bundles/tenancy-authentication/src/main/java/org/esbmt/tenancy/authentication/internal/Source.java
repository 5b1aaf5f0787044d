package org.esbmt.tenancy.authentication.internal;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * The source of attempts: an IPv4 address, or the 64-bit prefix of an IPv6 address, which belongs to one subscriber.
 */
record Source(long bits, boolean six) {
    static Source of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return address instanceof Inet6Address ? new Source(bytes.getLong(), true) : new Source(bytes.getInt(), false);
    }
}
