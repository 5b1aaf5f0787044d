package org.esbmt.registry.postgresql.internal.replay;

/** The counters of claims, as {@code org.esbmt:type=ReplayClaims}. Counts since start. */
public interface ReplayClaimsMXBean {

    @AttributeDescription("Messages that were let on. Live.")
    long getFirst();

    @AttributeDescription("Messages that were refused as repeated. Live.")
    long getRepeated();

    @AttributeDescription("Messages that were refused since their tenant had too many open claims. Live.")
    long getRefusedFull();

    @AttributeDescription("Messages that were refused since the database did not decide. Live.")
    long getUnavailable();

    @AttributeDescription("Messages that were let on by this node alone, without the database. Live.")
    long getDecidedAlone();

    @AttributeDescription("Statements that made claims; claims that wait share one. Live.")
    long getStatements();

    @AttributeDescription("Claims that wait now. Live.")
    int getWaiting();

    @AttributeDescription("Open claims that this node has made, of all tenants. Live.")
    int getOpenClaims();
}
