package org.esbmt.registry.postgresql.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.DatabaseServer;

/**
 * The configuration, checked as a whole.
 *
 * @param external the server to use; empty for the embedded one
 * @param user the role of the running bus
 */
record Settings(Optional<Target> external, String user, String database, PoolLimits limits) {
    private static final Set<String> SSL_MODES = Set.of("disable", "require", "verify-ca", "verify-full");
    /** A server at the loopback address, in our own process group: nothing to encrypt, no certificate to check. */
    private static final Tls NO_TLS = new Tls("disable", "");

    /** Limits of the connections to one database. */
    record PoolLimits(int size, int connectSeconds, int statementSeconds) {}

    /** How connections are protected, in the words of the PostgreSQL driver. */
    record Tls(String mode, String rootCertificate) {}

    /** @throws IllegalArgumentException naming every key that is wrong */
    static Settings of(RegistryConfiguration c) {
        List<String> wrong = new ArrayList<>();
        check(wrong, Set.of("embedded", "external").contains(c.server()), "server is embedded or external", c.server());
        check(wrong, !c.user().isBlank(), "user is the name of a role", c.user());
        check(wrong, !c.tenant_database().isBlank(), "tenant.database is the name of a database", c.tenant_database());
        between(wrong, "pool.size", c.pool_size(), 1, 200);
        between(wrong, "connect.timeout.seconds", c.connect_timeout_seconds(), 1, 60);
        between(wrong, "statement.timeout.seconds", c.statement_timeout_seconds(), 1, 300);
        Optional<Target> external = "external".equals(c.server()) ? Optional.of(external(c, wrong)) : Optional.empty();
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("org.esbmt.registry.postgresql: " + String.join("; ", wrong));
        }
        PoolLimits limits = new PoolLimits(c.pool_size(), c.connect_timeout_seconds(), c.statement_timeout_seconds());
        return new Settings(external, c.user(), c.tenant_database(), limits);
    }

    /** @param password the one that this process gives to the role of the running bus */
    Target embedded(DatabaseServer server, String password) {
        char[] adminPassword = server.password();
        DatabaseLogin admin = new DatabaseLogin(server.user(), String.valueOf(adminPassword));
        Arrays.fill(adminPassword, '\0');
        return new Target(
                server.host(), server.port(), NO_TLS, admin, new DatabaseLogin(user, password), true, database);
    }

    private static Target external(RegistryConfiguration c, List<String> wrong) {
        check(wrong, !c.host().isBlank(), "host is a name or an address", c.host());
        between(wrong, "port", c.port(), 1, 65_535);
        check(wrong, SSL_MODES.contains(c.sslmode()), "sslmode is one of " + SSL_MODES, c.sslmode());
        DatabaseLogin user = new DatabaseLogin(c.user(), password("password", c.password(), c.password_file(), wrong));
        DatabaseLogin admin = c.admin_user().isBlank()
                ? user
                : new DatabaseLogin(
                        c.admin_user(), password("admin.password", c.admin_password(), c.admin_password_file(), wrong));
        return new Target(
                c.host(), c.port(), new Tls(c.sslmode(), c.sslrootcert()), admin, user, false, c.tenant_database());
    }

    private static String password(String key, String inline, String file, List<String> wrong) {
        if (inline.isEmpty() == file.isBlank()) {
            wrong.add("an external server needs either " + key + " or " + key + ".file");
            return "";
        }
        if (!inline.isEmpty()) {
            return inline;
        }
        try {
            return Files.readString(Path.of(file)).strip();
        } catch (IOException | RuntimeException e) {
            wrong.add(key + ".file cannot be read: " + e);
            return "";
        }
    }

    private static void between(List<String> wrong, String key, int value, int min, int max) {
        check(wrong, value >= min && value <= max, key + " is " + min + " to " + max, value);
    }

    private static void check(List<String> wrong, boolean right, String rule, Object value) {
        if (!right) {
            wrong.add(rule + ", but is '" + value + "'");
        }
    }
}
