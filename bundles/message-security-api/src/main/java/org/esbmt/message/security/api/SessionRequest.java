package org.esbmt.message.security.api;

/** The RequestSecurityToken of an opened message (WS-Trust 1.3, WS-SecureConversation 1.3). Immutable. */
public interface SessionRequest {

    /** The kinds of requests. */
    enum Kind {
        /** Asks for a new session. */
        ISSUE,
        /** Ends the session under which the request is signed. */
        CANCEL,
        /** Anything else, such as a renewal or another type of token. It is refused. */
        OTHER
    }

    Kind kind();

    /**
     * The answer to {@code ISSUE}, in UTF-8: a SOAP message that contains the session's key in the clear. It must be
     * encrypted for the sender before it leaves.
     *
     * @param identifier of {@link SessionTokens#seal}
     */
    byte[] issued(Session session, String identifier);

    /** The answer to {@code CANCEL}, in UTF-8. */
    byte[] cancelled();
}
