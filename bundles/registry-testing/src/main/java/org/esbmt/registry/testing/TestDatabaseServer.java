package org.esbmt.registry.testing;

import static java.util.Objects.requireNonNull;

import org.esbmt.registry.api.DatabaseServer;
import org.esbmt.testing.TestPostgres;

/** A PostgreSQL of a test as the server of the registries. */
public record TestDatabaseServer(TestPostgres postgres) implements DatabaseServer {
    public TestDatabaseServer {
        requireNonNull(postgres, "postgres");
    }

    @Override
    public String host() {
        return postgres.host();
    }

    @Override
    public int port() {
        return postgres.port();
    }

    @Override
    public String user() {
        return postgres.user();
    }

    @Override
    public char[] password() {
        return postgres.password();
    }
}
