package org.esbmt.administration.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The common rules of the policies that select data for the connected user. */
abstract class PolicyContract<T> {
    private static final Administrator OF_ACME = new Administrator("acme/somebody", "jmx");

    @TempDir
    Path data;

    TestBus bus;
    TenantId acme;

    @BeforeEach
    final void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = created("acme");
    }

    final TenantId created(String name) throws Exception {
        return bus.execute(admin(), new CreateTenant(name, name, "boss", password("a long enough secret")))
                .tenant()
                .id();
    }

    /** Asks the policy; empty while the registry is out of reach. */
    abstract Optional<T> asked(Administrator by);

    abstract T nothing();

    /** A user with that role, of the installation or of acme. */
    final Administrator somebody(Role role) throws Exception {
        boolean system = role.level() == Role.Level.SYSTEM;
        add(system ? TenantRegistry.SYSTEM : acme, role);
        return system ? new Administrator("somebody", "jmx") : OF_ACME;
    }

    private UserId add(TenantId tenant, Role role) throws Exception {
        return bus.registry
                .addUser(
                        tenant,
                        new NewUser(new Login("somebody"), new Verifier(bus.hasher.verifier(new char[] {'a'}))),
                        Set.of(role),
                        bus.administrators.findCaller(admin()).orElseThrow().user())
                .value()
                .id();
    }

    @Test
    void aLockedOrUnknownUserGetsNothing() throws Exception {
        UserId user = add(acme, Role.TENANT_OPERATOR);
        assertThat(asked(OF_ACME).orElseThrow()).isNotEqualTo(nothing());

        bus.lock(acme, user);

        assertThat(asked(OF_ACME)).contains(nothing());
        assertThat(asked(new Administrator("acme/" + UUID.randomUUID(), "jmx"))).contains(nothing());
        assertThat(asked(new Administrator("nowhere/boss", "jmx"))).contains(nothing());
    }

    @Test
    void anOutageOfTheRegistryDiffersFromNoPermission() throws Exception {
        add(acme, Role.TENANT_OPERATOR);

        bus.registry.goAway();
        assertThat(asked(OF_ACME)).isEmpty();
        bus.registry.comeBack();

        assertThat(asked(OF_ACME).orElseThrow()).isNotEqualTo(nothing());
    }
}
