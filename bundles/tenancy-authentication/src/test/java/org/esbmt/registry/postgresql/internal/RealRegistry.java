package org.esbmt.registry.postgresql.internal;

import java.util.Map;
import java.util.Optional;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.registry.postgresql.internal.RegistrySettings.Place;
import org.esbmt.registry.postgresql.internal.RegistrySettings.PoolLimits;
import org.esbmt.registry.postgresql.internal.replay.ReplaySettings;
import org.esbmt.registry.testing.TestDatabaseServer;
import org.esbmt.testing.TestPostgres;

/**
 * The tenant registry on a real PostgreSQL, prepared like in its bundle. This class is in that bundle's package for
 * access to its classes.
 */
public final class RealRegistry implements AutoCloseable {
    private static final PoolLimits LIMITS = new PoolLimits(4, 2, 5);
    /** Limits for a slow machine: no call times out. */
    private static final PoolLimits PATIENT = new PoolLimits(4, 60, 60);

    private final TestPostgres postgres;
    private final DatabaseTarget target;
    private final RegistryTransactions transactions = new RegistryTransactions(Optional::empty);

    public RealRegistry() throws Exception {
        postgres = TestPostgres.start();
        target = new RegistrySettings(
                        Optional.empty(),
                        Map.of(RegistryDatabase.TENANT, new Place("test_registry", "test_registry")),
                        PATIENT,
                        new ReplaySettings(1_000, false))
                .embedded(new TestDatabaseServer(postgres), any -> "the-registrys-own-password")
                .get(0);
        new DatabasePreparation(target).run();
        transactions.use(DataSources.pool(target, PATIENT));
    }

    /** From now on, calls time out after seconds. */
    public void limitCalls() {
        transactions.use(DataSources.pool(target, LIMITS));
    }

    public TestPostgres postgres() {
        return postgres;
    }

    public TenantRegistry tenants() {
        return new PostgresTenantRegistry(transactions);
    }

    public CredentialReader credentials() {
        return new PostgresCredentialReader(transactions);
    }

    public UserCertificates certificates() {
        return new PostgresUserCertificates(transactions);
    }

    public PepperLedger peppers() {
        return new PostgresPepperLedger(transactions);
    }

    @Override
    public void close() {
        transactions.close();
        postgres.close();
    }
}
