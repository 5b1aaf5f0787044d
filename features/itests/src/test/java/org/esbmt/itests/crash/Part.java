package org.esbmt.itests.crash;

import java.util.Locale;
import java.util.Optional;

/** Who takes part in a change: each is a process of its own, and may be the victim. */
enum Part {
    /** The node that is asked. */
    NODE(""),
    TENANTS("esbmt_tenant_registry"),
    SERVICES("esbmt_service_registry"),
    CONFIGURATION("esbmt_configuration_registry"),
    BROKER("");

    private final String database;

    Part(String database) {
        this.database = database;
    }

    /** The name of its database and of the role that owns it; empty for what is none. */
    String database() {
        return database;
    }

    boolean isDatabase() {
        return !database.isEmpty();
    }

    /** Whose database that is. */
    static Optional<Part> ofDatabase(String name) {
        for (Part part : values()) {
            if (part.isDatabase() && part.database.equals(name)) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }

    /** As options and results have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
