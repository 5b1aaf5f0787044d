package org.esbmt.suite.report;

/** Says if a run may be reported. */
enum RunState {
    COMPLETE,
    /** The run has no end. Its whole windows are shown, and marked. */
    INTERRUPTED,
    /** A wrong message passed, or the run broke another rule. None of its windows counts. */
    VOID
}
