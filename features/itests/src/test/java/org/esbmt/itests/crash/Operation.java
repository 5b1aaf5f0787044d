package org.esbmt.itests.crash;

import java.util.Locale;

/** What administrators ask in cells. */
enum Operation {
    CREATE(true, false, "SUBMIT_BATCH"),
    QUOTA(true, false, "SUBMIT_BATCH"),
    UPDATE(false, false, "SWITCH_ASSEMBLY"),
    SUSPEND(true, true, "SUBMIT_BATCH"),
    PURGE(true, true, "PURGE_TENANT"),
    DEPLOY(true, false, "SUBMIT_BATCH"),
    UNDEPLOY(true, true, "SUBMIT_BATCH"),
    PASSWORD(false, true, "SET_PASSWORD");

    private final boolean identified;
    private final boolean revoking;
    private final String kind;

    Operation(boolean identified, boolean revoking, String kind) {
        this.identified = identified;
        this.revoking = revoking;
        this.kind = kind;
    }

    /** Whether it can be asked again under the same identifier. */
    boolean isIdentified() {
        return identified;
    }

    /** Whether something that was served is refused afterwards. */
    boolean isRevoking() {
        return revoking;
    }

    /** As the journal calls it. */
    String kind() {
        return kind;
    }

    /** As options and results have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
