package org.esbmt.itests.crash;

import java.util.Locale;

/** What happens to a victim. */
enum Fault {
    /** {@code kill -9}, and started again. */
    KILL,
    /** {@code kill -STOP}, and {@code kill -CONT} after a while: connections stay open and nobody answers. */
    STOP,
    /** The connections between the managing node and the victim are gone; those between who asks and the node, if it is the node. */
    CUT;

    /** As options and results have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
