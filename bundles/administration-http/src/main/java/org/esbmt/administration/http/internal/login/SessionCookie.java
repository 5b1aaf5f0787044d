package org.esbmt.administration.http.internal.login;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;
import org.esbmt.administration.http.api.PublicAddress;

/**
 * The cookie of sessions at a public address. Its prefix lets no neighbour of the host set it (RFC 6265bis, section
 * 4.1.3). The port is in its name, since browsers send a host's cookies to all its ports.
 */
final class SessionCookie {
    private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_-]{43}");

    private final String name;
    private final String attributes;

    SessionCookie(PublicAddress address) {
        int port = URI.create(address.origin()).getPort();
        String base = port < 0 ? "esbmt" : "esbmt-" + port;
        name = prefix(address) + base;
        attributes = "; Path=" + address.cookiePath() + (address.isSecure() ? "; Secure" : "")
                + "; HttpOnly; SameSite=Strict";
    }

    private static String prefix(PublicAddress address) {
        if (!address.isSecure()) {
            return "";
        }
        return address.path().isEmpty() ? "__Host-" : "__Secure-";
    }

    /** The value of Set-Cookie for a session. */
    String set(String token) {
        return name + "=" + token + attributes;
    }

    /** The value of Set-Cookie that deletes the cookie. */
    String delete() {
        return name + "=; Max-Age=0" + attributes;
    }

    /** Finds the token in a Cookie field; empty if there are several, since one of them may be a neighbour's. */
    Optional<String> token(String cookies) {
        Optional<String> found = Optional.empty();
        for (String cookie : cookies.split(";", -1)) {
            int end = cookie.indexOf('=');
            if (end > 0 && cookie.substring(0, end).strip().equals(name)) {
                if (found.isPresent()) {
                    return Optional.empty();
                }
                found = Optional.of(cookie.substring(end + 1).strip());
            }
        }
        return found.filter(token -> VALUE.matcher(token).matches());
    }
}
