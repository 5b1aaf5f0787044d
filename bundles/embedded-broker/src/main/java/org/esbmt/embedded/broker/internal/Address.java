package org.esbmt.embedded.broker.internal;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;

/**
 * One address of an external broker. ActiveMQ's own URIs can start brokers, discover others and change the trusted
 * certificates. The operator's text is therefore parsed here, and composed again.
 */
record Address(boolean tls, String host, int port) {
    private static final String FAILOVER = "failover:(";

    /** @throws IllegalArgumentException with the violated rule, without the name of the key */
    static List<Address> parse(String text) {
        String stripped = text.strip();
        String list = stripped;
        if (stripped.startsWith(FAILOVER)) {
            if (!stripped.endsWith(")")) {
                throw new IllegalArgumentException(
                        "ends with the bracket that begins behind failover:, without options");
            }
            list = stripped.substring(FAILOVER.length(), stripped.length() - 1);
        } else if (stripped.contains(",")) {
            throw new IllegalArgumentException("names several brokers as failover:(...,...)");
        }
        List<Address> addresses = new ArrayList<>();
        for (String each : list.split(",", -1)) {
            addresses.add(one(each.strip()));
        }
        return List.copyOf(addresses);
    }

    private static Address one(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is ssl://host:port, or several of these in failover:(...)", e);
        }
        boolean tls = "ssl".equals(uri.getScheme());
        if (!tls && !"tcp".equals(uri.getScheme())) {
            throw new IllegalArgumentException("begins with ssl://, or with tcp:// for this machine");
        }
        if (uri.getHost() == null || uri.getPort() < 1 || uri.getPort() > 65_535) {
            throw new IllegalArgumentException("has a host and a port from 1 to 65535");
        }
        if (uri.getUserInfo() != null
                || uri.getQuery() != null
                || uri.getFragment() != null
                || !uri.getPath().isEmpty()) {
            throw new IllegalArgumentException("has neither user nor path nor options");
        }
        if (!tls && !List.of("127.0.0.1", "[::1]", "localhost").contains(uri.getHost())) {
            throw new IllegalArgumentException(
                    "is ssl:// for another machine than 127.0.0.1: a password does not go over the network as it is");
        }
        return new Address(tls, uri.getHost(), uri.getPort());
    }

    @Override
    public String toString() {
        return (tls ? "ssl://" : "tcp://") + host + ":" + port;
    }
}
