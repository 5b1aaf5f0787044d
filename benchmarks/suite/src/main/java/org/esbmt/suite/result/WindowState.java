package org.esbmt.suite.result;

import java.util.Locale;

/** Says if the figures of a window count. */
public enum WindowState {
    /** The window ended as planned, and every answer was right. */
    OK,
    /** An error occurred, so nothing of the window counts. */
    FAILED,
    /** The run was interrupted within the window, so nothing of it counts. */
    PARTIAL;

    /** The word in the file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static WindowState of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
