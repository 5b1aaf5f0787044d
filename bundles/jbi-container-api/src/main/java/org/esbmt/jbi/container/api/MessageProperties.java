package org.esbmt.jbi.container.api;

/**
 * The common names of the properties of a normalized message. A binding component sets them on its messages; a service
 * engine reads them and passes them on.
 */
public final class MessageProperties {
    /** The authenticated tenant, in canonical form. The message's security subject also has it as a principal. */
    public static final String TENANT = "TenantID";

    /** The authenticated user, in canonical form. */
    public static final String USER = "UserID";

    /**
     * A {@code Map<String, String>} of the protocol's header fields that passed the allow-list; JSR-208 defines the
     * name.
     */
    public static final String HEADERS = "javax.jbi.messaging.protocol.headers";

    /** The back end's HTTP status, an Integer, on outs and faults. */
    public static final String STATUS = "org.esbmt.http.status";

    private MessageProperties() {}
}
