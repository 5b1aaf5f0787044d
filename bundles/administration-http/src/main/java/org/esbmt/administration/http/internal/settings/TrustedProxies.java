package org.esbmt.administration.http.internal.settings;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The proxies whose X-Forwarded-For is believed. */
public final class TrustedProxies {
    private static final String KEY = "trusted.proxies";
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|[01]?[0-9]?[0-9])";
    /** Only literals. Java looks up everything else, such as 1.2.3.256, and that would block the event loop. */
    private static final Pattern LITERAL =
            Pattern.compile(OCTET + "(\\." + OCTET + "){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private final List<Network> networks;

    private record Network(InetAddress first, int bits) {
        boolean contains(InetAddress address) {
            byte[] bytes = address.getAddress();
            byte[] prefix = first.getAddress();
            if (bytes.length != prefix.length) {
                return false;
            }
            for (int i = 0; i < bits; i++) {
                int mask = 0x80 >> (i % 8);
                if ((bytes[i / 8] & mask) != (prefix[i / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    private TrustedProxies(List<Network> networks) {
        this.networks = networks;
    }

    /**
     * Reads the configured list.
     *
     * @throws IllegalArgumentException for anything but addresses and networks, with the rule
     */
    public static TrustedProxies of(String configured) {
        return new TrustedProxies(Arrays.stream(configured.split(","))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(TrustedProxies::network)
                .toList());
    }

    private static Network network(String text) {
        int slash = text.indexOf('/');
        InetAddress address =
                literal(slash < 0 ? text : text.substring(0, slash)).orElseThrow(() -> refused(text));
        int all = address.getAddress().length * 8;
        String bits = slash < 0 ? Integer.toString(all) : text.substring(slash + 1);
        if (!bits.matches("[0-9]{1,3}") || Integer.parseInt(bits) > all) {
            throw refused(text);
        }
        return new Network(address, Integer.parseInt(bits));
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException(
                KEY + " must have addresses or networks such as 10.1.0.0/16, but has '" + text + "'");
    }

    private static Optional<InetAddress> literal(String text) {
        if (!LITERAL.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /**
     * The client's address: the last one of the list that is not a trusted proxy itself. Everything before it is the
     * client's own statement.
     *
     * @param peer of the connection
     * @param forwarded the values of X-Forwarded-For, with commas
     */
    public InetAddress source(InetAddress peer, Optional<String> forwarded) {
        requireNonNull(peer, "peer");
        InetAddress source = peer;
        if (!isTrusted(peer) || forwarded.isEmpty()) {
            return source;
        }
        String[] hops = forwarded.get().split(",", -1);
        for (int i = hops.length - 1; i >= 0; i--) {
            Optional<InetAddress> hop = literal(hops[i].strip());
            if (hop.isEmpty()) {
                return source;
            }
            source = hop.get();
            if (!isTrusted(source)) {
                return source;
            }
        }
        return source;
    }

    /** Returns true for the address of a proxy. */
    public boolean isTrusted(InetAddress address) {
        return networks.stream().anyMatch(network -> network.contains(address));
    }
}
