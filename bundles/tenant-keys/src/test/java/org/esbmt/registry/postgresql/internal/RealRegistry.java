package org.esbmt.registry.postgresql.internal;

import java.util.Map;
import java.util.Optional;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.SealingLedger;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantIssuers;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.registry.api.TenantRegistry;
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
    /** Limits for a slow machine: no call times out. */
    private static final PoolLimits LIMITS = new PoolLimits(4, 60, 60);

    private final TestPostgres postgres;
    private final RegistryTransactions transactions = new RegistryTransactions(Optional::empty);

    public RealRegistry() throws Exception {
        postgres = TestPostgres.start();
        DatabaseTarget target = new RegistrySettings(
                        Optional.empty(),
                        Map.of(RegistryDatabase.TENANT, new Place("test_registry", "test_registry")),
                        LIMITS,
                        new ReplaySettings(1_000, false))
                .embedded(new TestDatabaseServer(postgres), any -> "the-registrys-own-password")
                .get(0);
        new DatabasePreparation(target).run();
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

    public TenantKeyStore keys() {
        return new PostgresTenantKeyStore(transactions);
    }

    public TenantPartners partners() {
        return new PostgresTenantPartners(transactions);
    }

    public TenantIssuers issuers() {
        return new PostgresTenantIssuers(transactions);
    }

    public TenantAuthorities authorities() {
        return new PostgresTenantAuthorities(transactions);
    }

    public SealingLedger sealing() {
        return new PostgresSealingLedger(transactions);
    }

    @Override
    public void close() {
        transactions.close();
        postgres.close();
    }
}
