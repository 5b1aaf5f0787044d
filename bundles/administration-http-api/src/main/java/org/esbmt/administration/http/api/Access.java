package org.esbmt.administration.http.api;

/** The credential that the port takes on the paths of a resource. It ignores every other one there. */
public enum Access {
    /**
     * {@code Authorization} with Basic or a personal access token on every request, and none without. Browsers never add
     * one to a foreign page's request.
     */
    AUTHORIZATION,
    /**
     * The cookie of a session, if the request has one. A request with an unsafe method must have the public address as
     * its Origin. With a session it must also have the session's token, see {@link Session#csrfToken}.
     */
    SESSION,
    /**
     * None: the resource authenticates the sender by the content, such as WS-Security, with {@link PasswordLogin}. See
     * {@link OwnMessage}.
     */
    OWN
}
