package org.esbmt.administration.http.internal.settings;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.http.api.PublicAddress;

/**
 * The values of Host that the port serves, each with the public address that it stands for. No other part of a request
 * makes a link.
 */
public final class PublicHosts {
    private static final String URL = "public.url";

    private final Map<String, PublicAddress> addresses;

    private PublicHosts(Map<String, PublicAddress> addresses) {
        this.addresses = Map.copyOf(addresses);
    }

    /**
     * The hosts of a configured URL.
     *
     * @throws IllegalArgumentException if it is no URL of the port, with the rule
     */
    public static PublicHosts of(String url) {
        URI uri;
        try {
            uri = new URI(requireNonNull(url, "url"));
        } catch (URISyntaxException e) {
            throw refused(url, "must be a URL, such as https://bus.example/esb", e);
        }
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw refused(url, "must begin with https:// or http://", null);
        }
        if (uri.getHost() == null
                || uri.getRawUserInfo() != null
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null) {
            throw refused(url, "must have a host, and neither a user nor a query nor a fragment", null);
        }
        String path = uri.getRawPath().replaceAll("/+$", "");
        if (!path.matches("(/[A-Za-z0-9._~-]+)*") || !ServedPath.isNormal(path + "/")) {
            throw refused(url, "must have a path of letters, digits, '.', '_', '~' and '-'", null);
        }
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        if (scheme.equals("http") && !isThisMachine(host)) {
            throw refused(url, "must begin with https://, since passwords cross the network", null);
        }
        Map<String, PublicAddress> addresses = new HashMap<>();
        put(addresses, scheme, host, uri.getPort(), path);
        return new PublicHosts(addresses);
    }

    /**
     * The hosts of a port without a configured URL.
     *
     * @throws IllegalArgumentException for an address that no client can use
     */
    public static PublicHosts of(InetAddress address, int port, boolean tls) {
        if (address.isAnyLocalAddress()) {
            throw new IllegalArgumentException(
                    URL + " must be set if address is " + address.getHostAddress() + ", since that is no name");
        }
        Map<String, PublicAddress> addresses = new HashMap<>();
        String scheme = tls ? "https" : "http";
        String literal = address.getHostAddress();
        put(addresses, scheme, literal.contains(":") ? "[" + literal + "]" : literal, port, "");
        if (address.isLoopbackAddress()) {
            put(addresses, scheme, "localhost", port, "");
        }
        return new PublicHosts(addresses);
    }

    private static void put(Map<String, PublicAddress> addresses, String scheme, String host, int port, String path) {
        int standard = scheme.equals("https") ? 443 : 80;
        boolean usual = port < 0 || port == standard;
        PublicAddress address = new PublicAddress(scheme + "://" + host + (usual ? "" : ":" + port), path);
        addresses.put(host + ":" + (port < 0 ? standard : port), address);
        if (usual) {
            addresses.put(host, address);
        }
    }

    private static boolean isThisMachine(String host) {
        return host.equals("localhost") || host.equals("127.0.0.1") || host.equals("[::1]");
    }

    private static IllegalArgumentException refused(String url, String rule, Exception cause) {
        return new IllegalArgumentException(URL + " " + rule + ", but is '" + url + "'", cause);
    }

    /** The public address of a Host; empty if it is not served. */
    public Optional<PublicAddress> of(Optional<String> host) {
        return host.map(text -> addresses.get(text.toLowerCase(Locale.ROOT)));
    }

    /** Returns true if a Host is served. */
    public boolean serves(String host) {
        return of(Optional.of(host)).isPresent();
    }

    /** The address for the log and for status; the first of several. */
    public PublicAddress main() {
        return addresses.values().stream()
                .min((a, b) -> a.origin().compareTo(b.origin()))
                .orElseThrow();
    }
}
