package org.esbmt.itests.crash;

import java.util.Locale;
import java.util.Optional;

/** A participant of a change. Each is a process of its own, and may be the victim. */
enum Part {
    /** The managing node, which gets the request. */
    NODE(""),
    TENANTS("esbmt_tenant_registry"),
    SERVICES("esbmt_service_registry"),
    CONFIGURATION("esbmt_configuration_registry"),
    BROKER("");

    private final String database;

    Part(String database) {
        this.database = database;
    }

    /** The name of the registry's database and of its owner's role; empty for a participant without a database. */
    String database() {
        return database;
    }

    boolean isDatabase() {
        return !database.isEmpty();
    }

    /** The registry with this database. */
    static Optional<Part> ofDatabase(String name) {
        for (Part part : values()) {
            if (part.isDatabase() && part.database.equals(name)) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }

    /** The name in options and results. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
