package org.esbmt.transaction.atomikos.internal;

import javax.transaction.xa.XAException;

/** Describes a failure on one line, for the operator and for the callers of a transaction. */
final class Problems {
    private Problems() {}

    /** The message of the innermost cause with one, on one line. */
    static String of(Throwable e) {
        String said = "";
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each.getMessage() != null && !each.getMessage().isBlank()) {
                said = each.getMessage().strip().replaceAll("\\s+", " ");
            }
        }
        String kind = e instanceof XAException xa
                ? "XA error " + xa.errorCode
                : e.getClass().getSimpleName();
        return said.isEmpty() ? kind : said + " (" + kind + ")";
    }
}
