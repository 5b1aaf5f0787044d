package org.esbmt.camel.se.internal.engine;

/** The names of the properties that the engine sets on exchanges for itself. */
final class ExchangeProperties {
    /** How many engines' routes the exchange has come through, an Integer. */
    static final String HOPS = "org.esbmt.camel.hops";
    /** On exchanges that come of a message: its {@link CallBudget}. */
    static final String CALL_BUDGET = "org.esbmt.camel.budget";
    /** On an exchange that the engine sends: its {@link OutboundExchange}. */
    static final String SECOND = "org.esbmt.camel.second";
    /** On an exchange that the engine provides for: its {@link InboundExchange}. */
    static final String FIRST = "org.esbmt.camel.first";

    private ExchangeProperties() {}
}
