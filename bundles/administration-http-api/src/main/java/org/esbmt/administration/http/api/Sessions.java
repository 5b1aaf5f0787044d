package org.esbmt.administration.http.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Opens and ends the sessions of browsers. For resources with {@link Access#SESSION}. Any thread that may block.
 */
@ProviderType
public interface Sessions {
    /** The adapter of all sessions, as of {@link HttpResource#way}. */
    String WAY = "console";

    /**
     * Opens a new session if the password is right, and ends the one of the exchange. Empty for every other cause, after
     * the same work. If there are too many sessions, the one with the longest pause ends.
     *
     * @param exchange its source counts the failed attempts
     * @param login as of {@link org.esbmt.administration.api.Administrator#login}
     * @param password not kept; the caller clears it
     */
    Optional<Opened> logIn(Exchange exchange, String login, char[] password);

    /**
     * Ends the session of the exchange, if it has one.
     *
     * @return the value of a Set-Cookie field, which deletes the cookie
     */
    String logOut(Exchange exchange);

    /**
     * Checks the password of the session's administrator again, before a change that is final. If it is right, it counts
     * until {@link Session#confirmedUntil}.
     *
     * @param password not kept; the caller clears it
     * @return false if it is wrong, or the exchange has no session
     */
    boolean confirm(Exchange exchange, char[] password);

    /**
     * A session that has begun.
     *
     * @param cookie the value of the answer's Set-Cookie field
     */
    record Opened(Session session, String cookie) {
        public Opened {
            requireNonNull(session, "session");
            requireNonNull(cookie, "cookie");
        }
    }
}
