package org.esbmt.itests.crash;

import java.util.Locale;

/** An operation of administrators in a cell. Each request has an operation identifier and can be repeated under it. */
enum Operation {
    CREATE(false),
    QUOTA(false),
    UPDATE(false),
    SUSPEND(true),
    PURGE(true),
    DEPLOY(false),
    UNDEPLOY(true),
    PASSWORD(true),
    /** Generates a key of a tenant. */
    KEY(false),
    /** Revokes a certificate that signs a user's messages. */
    CERTIFICATE(true),
    /** Three steps over two tenants and three registries. */
    BATCH(true);

    private final boolean revoking;

    Operation(boolean revoking) {
        this.revoking = revoking;
    }

    /** True if the bus refuses messages after the operation that it served before. */
    boolean isRevoking() {
        return revoking;
    }

    /** The name in options and results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
