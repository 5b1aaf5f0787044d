package org.esbmt.itests.crash;

import java.util.Locale;

/** What administrators ask in cells, each under an identifier under which it can be asked again. */
enum Operation {
    CREATE(false),
    QUOTA(false),
    UPDATE(false),
    SUSPEND(true),
    PURGE(true),
    DEPLOY(false),
    UNDEPLOY(true),
    PASSWORD(true),
    /** Three steps over two tenants and three registries. */
    BATCH(true);

    private final boolean revoking;

    Operation(boolean revoking) {
        this.revoking = revoking;
    }

    /** Whether something that was served is refused afterwards. */
    boolean isRevoking() {
        return revoking;
    }

    /** As options and results have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
