package org.esbmt.http.bc.internal.endpoint;

/** The names of what the binding component puts on a normalized message, and reads from one. */
final class MessageProperties {
    /** The authenticated tenant, in canonical form. */
    static final String TENANT = "TenantID";
    /** The authenticated user, in canonical form. */
    static final String USER = "UserID";
    /** A {@code Map<String, String>} of the HTTP header fields that passed the allow-list; the name is JSR-208's. */
    static final String HEADERS = "javax.jbi.messaging.protocol.headers";
    /** The back end's HTTP status, an Integer, on outs and faults. */
    static final String STATUS = "org.esbmt.http.status";
    /** On the exchange of a consumer: its {@link PendingRequest}. */
    static final String PENDING = "org.esbmt.http.pending";

    private MessageProperties() {}
}
