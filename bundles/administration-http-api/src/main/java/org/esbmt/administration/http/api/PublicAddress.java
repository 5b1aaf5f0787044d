package org.esbmt.administration.http.api;

import static java.util.Objects.requireNonNull;

/**
 * The address under which clients know the port, perhaps that of a proxy. Only it makes links, redirections and cookies;
 * no field of a request does.
 *
 * @param origin scheme, host and port as browsers write them in Origin: {@code https://bus.example}
 * @param path the base of all paths: empty, or {@code /esb}, without a slash at the end
 */
public record PublicAddress(String origin, String path) {
    public PublicAddress {
        requireNonNull(origin, "origin");
        requireNonNull(path, "path");
    }

    /** A link for use outside: {@code url("/api/v1")} is {@code https://bus.example/esb/api/v1}. */
    public String url(String below) {
        return origin + path + below;
    }

    /** A link for use in pages: {@code link("/tenants")} is {@code /esb/tenants}. */
    public String link(String below) {
        return path + below;
    }

    /** The path of cookies: the base with a slash at the end. */
    public String cookiePath() {
        return path + "/";
    }

    /** Returns true if clients use TLS, here or at the proxy. */
    public boolean isSecure() {
        return origin.startsWith("https:");
    }
}
