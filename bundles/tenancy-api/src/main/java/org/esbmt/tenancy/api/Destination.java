package org.esbmt.tenancy.api;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A back end, to which alone a secret is sent.
 *
 * @param host a name in lower case, or an address; one of IPv6 in brackets
 * @param port 1 to 65535
 */
public record Destination(String host, int port) {
    private static final int MAX_HOST = 253;
    private static final int MAX_PORT = 65_535;
    private static final Pattern FORM = Pattern.compile(
            "[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*|\\[[0-9a-f:.]{2,45}\\]");

    public Destination {
        if (host.length() > MAX_HOST || !FORM.matcher(host).matches()) {
            throw new IllegalArgumentException("a host is a name in lower case, an IPv4 address, or an IPv6 address in"
                    + " brackets, of at most " + MAX_HOST + " characters");
        }
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("a port is 1 to " + MAX_PORT + ", not " + port);
        }
    }

    /** The destination of a host in any case. */
    public static Destination of(String host, int port) {
        return new Destination(host.toLowerCase(Locale.ROOT), port);
    }

    /** Such as {@code orders.example.com:443}. */
    @Override
    public String toString() {
        return host + ":" + port;
    }
}
