package org.esbmt.administration.http.api;

import java.time.Instant;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** The session of a browser on this node. Each method tells the state of now; any thread. */
@ProviderType
public interface Session {
    /** The request field for {@link #csrfToken}. */
    String TOKEN_FIELD = "X-CSRF-Token";
    /**
     * The form field for {@link #csrfToken}, where there is no request field. In {@code multipart/form-data} it is the
     * first part.
     */
    String TOKEN_PARAMETER = "csrf";

    /**
     * The request field of a page's own polls. A request with it does not count as use of the session, so that an
     * unattended page ends.
     */
    String BACKGROUND_FIELD = "X-Background";

    /** The administrator's login. */
    String login();

    /** The token of every form and script of this session's pages: letters, digits, {@code -} and {@code _}. */
    String csrfToken();

    /** The end of the session unless another request comes before. */
    Instant idleUntil();

    /** The end of the session in any case. */
    Instant until();

    /** The time until which a password that was given again counts; empty if there is none. */
    Optional<Instant> confirmedUntil();

    /**
     * Returns true until the session ends: by time, by a logout, or by another password. A stream of events ends with
     * its session, so its sender asks before each event.
     */
    boolean isOpen();
}
