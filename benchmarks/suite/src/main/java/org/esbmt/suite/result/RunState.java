package org.esbmt.suite.result;

import java.util.Locale;

/** Says if a run counts. */
public enum RunState {
    /** Every window was measured, or its failure is in its line. */
    COMPLETE,
    /** The run had no end of its own. Its whole windows are kept, and are no result. */
    INTERRUPTED,
    /** A forged, malformed or foreign message has passed. Nothing of the run counts. */
    VOID;

    /** The word in the file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
