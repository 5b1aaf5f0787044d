package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A bus, and the login there.
 *
 * @param url of the administration port, without a slash at the end
 * @param token a personal access token; empty if the password is asked for each time
 * @param tokenId the identifier of the token, to revoke it
 * @param certificates in PEM that are trusted, and no others; empty for those of Java
 */
record Profile(
        String url, String login, Optional<String> token, Optional<String> tokenId, Optional<String> certificates) {
    /** The address of a bus on this machine, as distributed. */
    static final String LOCAL = "https://localhost:8193";

    Profile {
        requireNonNull(url, "url");
        requireNonNull(login, "login");
    }

    /** Shows no token. */
    @Override
    public String toString() {
        return login + " at " + url;
    }
}
