package org.esbmt.management.api.traffic;

/** The outcome of a request, by the one who has to act if it is not the wanted one. */
public enum Outcome {
    /** The sender got the answer of the service, or an acknowledgement. */
    ANSWERED(0),
    /** The service answered with a fault of its own. */
    FAULT(1),
    /** The message was refused because of the sender or its content, or the sender did not wait for the answer. */
    SENDER(2),
    /**
     * A request at an address of the tenant was refused before its sender was known. Anybody can cause it, so it is no
     * message of the tenant.
     */
    STRANGER(3),
    /** The back end could not be reached, broke off, or did not answer in time. */
    BACK_END(4),
    /** The bus was overloaded or failed. */
    BUS(5);

    /** The number of outcomes. */
    public static final int COUNT = 6;

    private final int index;

    Outcome(int index) {
        this.index = index;
    }

    /** The place in arrays, from 0 to {@link #COUNT}. */
    public int index() {
        return index;
    }
}
