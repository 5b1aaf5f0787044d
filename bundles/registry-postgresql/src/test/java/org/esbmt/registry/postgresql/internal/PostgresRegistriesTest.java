package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.registry.api.AccessCredentials;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.registry.api.SealingLedger;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantContacts;
import org.esbmt.registry.api.TenantIssuers;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.testing.TestDatabaseServer;
import org.esbmt.testing.CapturedLog;
import org.esbmt.transaction.api.KnownResource;
import org.esbmt.transaction.atomikos.internal.RealTransactions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** Registries are in service while others are not. */
class PostgresRegistriesTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Longer than the interval of the guard, so that the test observes the rest and not the interval. */
    private static final Duration REST = Duration.ofSeconds(12);

    private static final String TAKEN = "Another node that is called";
    private static final String REFUSED = "does not accept the role 'postgres'";

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.own();

    /** The types of the registered services, in the order of their registration. */
    private final List<Class<?>> inService = new CopyOnWriteArrayList<>();

    @Test
    void allComeIntoServiceTheTenantRegistryFirst() throws Exception {
        PostgresRegistries registries = start(Map.of());
        try {
            await().atMost(LIMIT).until(() -> inService.contains(ServiceRegistry.class));
            assertThat(inService)
                    .startsWith(
                            TenantRegistry.class,
                            CredentialReader.class,
                            PepperLedger.class,
                            TenantContacts.class,
                            AccessCredentials.class,
                            UserCertificates.class,
                            TenantKeyStore.class,
                            TenantPartners.class,
                            TenantIssuers.class,
                            TenantAuthorities.class,
                            SealingLedger.class,
                            ReplayClaims.class,
                            HealthSource.class,
                            ServiceRegistry.class);
        } finally {
            registries.stop();
        }
        assertThat(inService).isEmpty();
    }

    @Test
    void aFailedPreparationKeepsEarlierRegistriesInService() throws Exception {
        // The administrator's password differs from the passwords that this process generates for its roles.
        String administrator = SERVER.postgres().user();
        try (CapturedLog log = new CapturedLog()) {
            PostgresRegistries registries = start(Map.of("service_user", administrator));
            try {
                await().atMost(LIMIT).until(() -> !log.linesWith(REFUSED).isEmpty());
                assertThat(log.linesWith(REFUSED))
                        .allMatch(line -> line.contains(" The service registry ")
                                && line.endsWith(" not in service; trying on."));
                assertThat(inService)
                        .containsExactly(
                                TenantRegistry.class,
                                CredentialReader.class,
                                PepperLedger.class,
                                TenantContacts.class,
                                AccessCredentials.class,
                                UserCertificates.class,
                                TenantKeyStore.class,
                                TenantPartners.class,
                                TenantIssuers.class,
                                TenantAuthorities.class,
                                SealingLedger.class,
                                ReplayClaims.class,
                                HealthSource.class);
            } finally {
                registries.stop();
            }
        }
    }

    @Test
    void allTakePartInTransactionsAlsoWhenTheServerComesAgainAndUntilTheyStop() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            PostgresRegistries registries = start(Map.of());
            try {
                await().atMost(LIMIT).until(() -> inService.contains(AuditTrail.class));
                assertThat(takingPart()).hasSize(3);
                registries.setServer(new TestDatabaseServer(SERVER.postgres()));
                await().atMost(LIMIT)
                        .until(() ->
                                log.linesWith("uses the database server again").size() == 3);
                assertThat(takingPart())
                        .containsExactlyInAnyOrder("registry.tenants", "registry.services", "registry.configuration");
            } finally {
                registries.stop();
            }
        }
        assertThat(takingPart()).isEmpty();
    }

    @Test
    void aSecondNodeOfTheSameNameIsNotInServiceBeforeTheFirstIsGone() throws Exception {
        String own = UUID.randomUUID().toString();
        try (CapturedLog log = new CapturedLog()) {
            PostgresRegistries first = start(own, Map.of());
            try {
                await().atMost(LIMIT).until(() -> inService.contains(AuditTrail.class));
                int registered = inService.size();
                PostgresRegistries second = start(own, Map.of());
                try {
                    await().atMost(LIMIT).until(() -> !log.linesWith(TAKEN).isEmpty());
                    assertThat(log.linesWith(TAKEN)).allMatch(line -> line.contains("give it a node.name of its own"));
                    assertThat(inService).hasSize(registered);

                    Instant gone = Instant.now();
                    first.stop();
                    await().atMost(LIMIT).until(() -> !takingPart().isEmpty());
                    assertThat(Duration.between(gone, Instant.now())).isGreaterThan(REST.minusSeconds(1));
                    await().atMost(LIMIT).until(() -> inService.contains(AuditTrail.class));
                } finally {
                    second.stop();
                }
            } finally {
                first.stop();
            }
        }
    }

    @Test
    void aNodeThatLosesItsNameToAnotherChangesNothingUntilTheOtherEnds() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            String own = UUID.randomUUID().toString();
            PostgresRegistries registries = start(own, Map.of());
            try {
                await().atMost(LIMIT).until(() -> inService.contains(AuditTrail.class));
                Instant gone;
                try (Connection other = DriverManager.getConnection(
                        "jdbc:postgresql://" + SERVER.postgres().host() + ":"
                                + SERVER.postgres().port() + "/tenant_database_" + own,
                        SERVER.postgres().user(),
                        String.valueOf(SERVER.postgres().password()))) {
                    // Waits for the lock in advance, so that it is the first to hold it.
                    Thread next = new Thread(() -> execute(
                            other,
                            "SELECT pg_advisory_lock(hashtextextended('esbmt node "
                                    + RealTransactions.resources().node() + "', 0))"));
                    next.start();
                    await().atMost(LIMIT).until(() -> isWaiting(own));
                    execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE application_name LIKE 'ESB-MT node %'");
                    await().atMost(LIMIT).until(() -> takingPart().isEmpty());
                    await().atMost(LIMIT).until(() -> log.linesWith(TAKEN).size() == 1);
                    next.join(LIMIT.toMillis());
                    gone = Instant.now();
                }
                await().atMost(LIMIT).until(() -> !takingPart().isEmpty());
                assertThat(Duration.between(gone, Instant.now())).isGreaterThan(REST.minusSeconds(1));
                await().atMost(LIMIT).until(() -> takingPart().size() == 3);
                assertThat(log.linesWith("has its name, and")).hasSize(1);
            } finally {
                registries.stop();
            }
        }
    }

    /** Before the node holds the name again, another node may have it. */
    @Test
    void aNodeRegainsItsFreeNameAtOnce() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            PostgresRegistries registries = start(Map.of());
            try {
                await().atMost(LIMIT).until(() -> inService.contains(AuditTrail.class));
                execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE application_name LIKE 'ESB-MT node %'");
                await().atMost(LIMIT)
                        .until(() -> log.linesWith("has its name, and").size() == 1);
                assertThat(takingPart()).hasSize(3);
                assertThat(log.linesWith("another one had")).isEmpty();
            } finally {
                registries.stop();
            }
        }
    }

    private static boolean isWaiting(String own) throws SQLException {
        try (Connection connection = administrator();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE l.locktype = 'advisory'"
                                + " AND NOT l.granted AND d.datname = 'tenant_database_" + own + "'")) {
            return found.next();
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = administrator()) {
            execute(connection, sql);
        }
    }

    private static void execute(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    private static Connection administrator() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + SERVER.postgres().host() + ":"
                        + SERVER.postgres().port() + "/postgres",
                SERVER.postgres().user(),
                String.valueOf(SERVER.postgres().password()));
    }

    private static List<String> takingPart() {
        return RealTransactions.administration().resources().stream()
                .filter(KnownResource::registered)
                .map(resource -> resource.name().value())
                .toList();
    }

    private PostgresRegistries start(Map<String, Object> more) {
        return start(UUID.randomUUID().toString(), more);
    }

    private PostgresRegistries start(String own, Map<String, Object> more) {
        PostgresRegistries registries = new PostgresRegistries(
                context(),
                configuration(own, more),
                RealTransactions.unitOfWork(),
                RealTransactions.resources(),
                REST.toMillis());
        registries.setServer(new TestDatabaseServer(SERVER.postgres()));
        registries.start();
        return registries;
    }

    /** The defaults of the annotation, with databases and roles of this test, except for these values. */
    private static RegistryConfiguration configuration(String own, Map<String, Object> values) {
        return (RegistryConfiguration) Proxy.newProxyInstance(
                PostgresRegistriesTest.class.getClassLoader(),
                new Class<?>[] {RegistryConfiguration.class},
                (proxy, method, arguments) -> {
                    String name = method.getName();
                    if (values.containsKey(name)) {
                        return values.get(name);
                    }
                    boolean place = name.endsWith("_database") && !name.startsWith("replay");
                    return place || (name.endsWith("user") && !name.startsWith("admin"))
                            ? name + "_" + own
                            : method.getDefaultValue();
                });
    }

    private BundleContext context() {
        return (BundleContext) Proxy.newProxyInstance(
                PostgresRegistriesTest.class.getClassLoader(),
                new Class<?>[] {BundleContext.class},
                (proxy, method, arguments) -> {
                    Class<?> type = (Class<?>) arguments[0];
                    inService.add(type);
                    return Proxy.newProxyInstance(
                            PostgresRegistriesTest.class.getClassLoader(),
                            new Class<?>[] {ServiceRegistration.class},
                            (registration, unregister, none) -> {
                                inService.remove(type);
                                return null;
                            });
                });
    }
}
