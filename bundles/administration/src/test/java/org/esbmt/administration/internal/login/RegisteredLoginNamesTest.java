package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.util.UUID;
import org.esbmt.administration.api.LoginNames;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins of users whom a message names by identifiers. */
class RegisteredLoginNamesTest {
    @TempDir
    Path data;

    private TestBus bus;
    private LoginNames names;
    private TenantId acme;
    private UserId boss;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        names = new RegisteredLoginNames(bus.services);
        var made = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password("acme's long password")));
        acme = made.tenant().id();
        boss = made.administrator().id();
    }

    @Test
    void aUserOfATenantHasALogin() {
        assertThat(names.find(acme, boss)).contains("acme/boss");
    }

    @Test
    void nobodyElseHas() throws Exception {
        TenantId globex = bus.execute(
                        admin(), new CreateTenant("globex", "Globex", "boss", password("globex's long password")))
                .tenant()
                .id();

        assertThat(names.find(globex, boss)).isEmpty();
        assertThat(names.find(acme, new UserId(UUID.randomUUID()))).isEmpty();
        assertThat(names.find(new TenantId(UUID.randomUUID()), boss)).isEmpty();
        assertThat(names.find(TenantRegistry.SYSTEM, boss)).isEmpty();
    }

    @Test
    void withoutARegistryThereIsNone() {
        bus.services.bindTenants(null);

        assertThat(names.find(acme, boss)).isEmpty();
    }
}
