package org.esbmt.itests.crash;

import java.util.Locale;

/** A fault of a victim. */
enum Fault {
    /** {@code kill -9}, then a new start. */
    KILL,
    /** {@code kill -STOP}, and {@code kill -CONT} after a while: connections stay open without answers. */
    STOP,
    /** The connections between the managing node and the victim are closed. If the node is the victim, the client's are. */
    CUT;

    /** The name in options and results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
