package org.esbmt.registry.postgresql.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.esbmt.registry.api.DatabaseServer;
import org.esbmt.registry.postgresql.internal.RegistryDatabase.Keys;
import org.esbmt.registry.postgresql.internal.replay.ReplaySettings;

/**
 * The configuration, checked as a whole.
 *
 * @param external the registries on the configured server, in their order; empty for the embedded server
 * @param places the place of each registry
 * @param replay limits of claims of signed messages
 */
record RegistrySettings(
        Optional<List<DatabaseTarget>> external,
        Map<RegistryDatabase, Place> places,
        PoolLimits limits,
        ReplaySettings replay) {
    private static final Set<String> SSL_MODES = Set.of("disable", "require", "verify-ca", "verify-full");
    /**
     * No TLS: the server listens at the loopback address in our own process group, so there is no certificate to check.
     */
    private static final Tls NO_TLS = new Tls("disable", "");

    /**
     * The place of a registry on any server.
     *
     * @param user the role of the running bus
     */
    record Place(String user, String database) {}

    /** Limits of the connections to one database. */
    record PoolLimits(int size, int connectSeconds, int statementSeconds) {}

    /** The protection of connections, in the terms of the PostgreSQL driver. */
    record Tls(String mode, String rootCertificate) {}

    /** @throws IllegalArgumentException naming every key that is wrong */
    static RegistrySettings of(RegistryConfiguration c) {
        List<String> wrong = new ArrayList<>();
        check(wrong, Set.of("embedded", "external").contains(c.server()), "server is embedded or external", c.server());
        Map<RegistryDatabase, Place> places = places(c, wrong);
        between(wrong, "pool.size", c.pool_size(), 1, 200);
        between(wrong, "connect.timeout.seconds", c.connect_timeout_seconds(), 1, 60);
        between(wrong, "statement.timeout.seconds", c.statement_timeout_seconds(), 1, 300);
        between(wrong, "replay.tenant.claims", c.replay_tenant_claims(), 1, 10_000_000);
        check(
                wrong,
                Set.of("refuse", "node").contains(c.replay_without_database()),
                "replay.without.database is refuse or node",
                c.replay_without_database());
        Optional<List<DatabaseTarget>> external =
                "external".equals(c.server()) ? Optional.of(external(c, wrong)) : Optional.empty();
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("org.esbmt.registry.postgresql: " + String.join("; ", wrong));
        }
        PoolLimits limits = new PoolLimits(c.pool_size(), c.connect_timeout_seconds(), c.statement_timeout_seconds());
        ReplaySettings replay =
                new ReplaySettings(c.replay_tenant_claims(), "node".equals(c.replay_without_database()));
        return new RegistrySettings(external, places, limits, replay);
    }

    /**
     * The registries on the embedded server, in their order.
     *
     * @param password gives the password of a registry's role in this process
     */
    List<DatabaseTarget> embedded(DatabaseServer server, Function<RegistryDatabase, String> password) {
        char[] adminPassword = server.password();
        DatabaseLogin admin = new DatabaseLogin(server.user(), String.valueOf(adminPassword));
        Arrays.fill(adminPassword, '\0');
        return places.entrySet().stream()
                .map(entry -> new DatabaseTarget(
                        entry.getKey(),
                        server.host(),
                        server.port(),
                        NO_TLS,
                        admin,
                        new DatabaseLogin(entry.getValue().user(), password.apply(entry.getKey())),
                        true,
                        entry.getValue().database()))
                .toList();
    }

    private static Map<RegistryDatabase, Place> places(RegistryConfiguration c, List<String> wrong) {
        Map<RegistryDatabase, Place> places = new EnumMap<>(RegistryDatabase.class);
        Set<String> databases = new HashSet<>();
        for (RegistryDatabase registry : RegistryDatabase.values()) {
            Keys keys = registry.keys(c);
            check(wrong, !keys.user().isBlank(), keys.prefix() + "user is the name of a role", keys.user());
            String key = registry.word() + ".database";
            check(wrong, !keys.database().isBlank(), key + " is the name of a database", keys.database());
            check(wrong, databases.add(keys.database()), key + " is no other registry's", keys.database());
            places.put(registry, new Place(keys.user(), keys.database()));
        }
        return Collections.unmodifiableMap(places);
    }

    private static List<DatabaseTarget> external(RegistryConfiguration c, List<String> wrong) {
        check(wrong, !c.host().isBlank(), "host is a name or an address", c.host());
        between(wrong, "port", c.port(), 1, 65_535);
        check(wrong, SSL_MODES.contains(c.sslmode()), "sslmode is one of " + SSL_MODES, c.sslmode());
        Tls tls = new Tls(c.sslmode(), c.sslrootcert());
        String password = password("password", c.password(), c.password_file(), wrong);
        Optional<DatabaseLogin> admin = c.admin_user().isBlank()
                ? Optional.empty()
                : Optional.of(new DatabaseLogin(
                        c.admin_user(),
                        password("admin.password", c.admin_password(), c.admin_password_file(), wrong)));
        List<DatabaseTarget> targets = new ArrayList<>();
        for (RegistryDatabase registry : RegistryDatabase.values()) {
            Keys keys = registry.keys(c);
            boolean own = !keys.prefix().isEmpty()
                    && !(keys.password().isEmpty() && keys.passwordFile().isBlank());
            DatabaseLogin user = new DatabaseLogin(
                    keys.user(),
                    own ? password(keys.prefix() + "password", keys.password(), keys.passwordFile(), wrong) : password);
            targets.add(new DatabaseTarget(
                    registry, c.host(), c.port(), tls, admin.orElse(user), user, false, keys.database()));
        }
        return targets;
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
