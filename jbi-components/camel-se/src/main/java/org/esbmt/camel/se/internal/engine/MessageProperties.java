package org.esbmt.camel.se.internal.engine;

/** The names of what the engine reads and puts on normalized messages and exchanges. */
final class MessageProperties {
    /** The authenticated tenant, in canonical form. */
    static final String TENANT = "TenantID";
    /** The authenticated user, in canonical form. */
    static final String USER = "UserID";
    /** A map of the protocol's header fields that passed the binding component's allow-list; the name is JSR-208's. */
    static final String HEADERS = "javax.jbi.messaging.protocol.headers";
    /** The HTTP status, an Integer, of outs and faults. */
    static final String STATUS = "org.esbmt.http.status";
    /** On exchanges: how many engines' routes it has come through, an Integer. */
    static final String HOPS = "org.esbmt.camel.hops";
    /** On exchanges that come of a message: its {@link Journey}. */
    static final String JOURNEY = "org.esbmt.camel.journey";
    /** On an exchange that the engine sends: its {@link SecondExchange}. */
    static final String SECOND = "org.esbmt.camel.second";
    /** On an exchange that the engine provides for: its {@link FirstExchange}. */
    static final String FIRST = "org.esbmt.camel.first";

    private MessageProperties() {}
}
