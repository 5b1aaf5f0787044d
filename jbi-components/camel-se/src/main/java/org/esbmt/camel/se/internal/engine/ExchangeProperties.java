package org.esbmt.camel.se.internal.engine;

/** The names of the engine's own properties on exchanges. */
final class ExchangeProperties {
    /** The number of engines whose routes the exchange has passed, an Integer. */
    static final String HOPS = "org.esbmt.camel.hops";
    /** The {@link CallBudget} of an exchange that originates from a message. */
    static final String CALL_BUDGET = "org.esbmt.camel.budget";
    /** The {@link OutboundExchange} of an exchange that the engine sends. */
    static final String SECOND = "org.esbmt.camel.second";
    /** The {@link InboundExchange} of an exchange that the engine provides for. */
    static final String FIRST = "org.esbmt.camel.first";

    private ExchangeProperties() {}
}
