package org.esbmt.suite.result;

import java.util.Locale;

/** Says if the processor time of a target had settled before its windows. */
public enum Preparedness {
    /** The last slices of the preparation were alike. */
    SETTLED,
    /** The preparation reached its limit before, so Java's compilers may have worked within the window. */
    UNSETTLED,
    /** There was no preparation. */
    NONE;

    /** The word in the file. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Preparedness of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
