package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.internal.TestBus.admin;
import static org.esbmt.administration.internal.TestBus.password;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.NewsAccess.Hearing;
import org.esbmt.administration.api.NewsAccess.Matter;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NewsPolicyTest {
    private static final Map<Matter, Operation> LOOKING = Map.of(
            Matter.OPERATION, Operation.SHOW_OPERATION,
            Matter.TENANT, Operation.FIND_TENANT,
            Matter.ASSEMBLY, Operation.LIST_ASSEMBLIES,
            Matter.COMPONENT, Operation.LIST_COMPONENTS,
            Matter.NODE, Operation.LIST_NODES,
            Matter.TRANSACTION, Operation.LIST_TRANSACTIONS);

    @TempDir
    Path data;

    private TestBus bus;
    private NewsPolicy policy;
    private TenantId acme;
    private TenantId globex;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        policy = new NewsPolicy(bus.administrators);
        acme = created("acme");
        globex = created("globex");
    }

    private TenantId created(String name) throws Exception {
        return bus.tenants
                .createTenant(admin(), name, name, "boss", password("a long enough secret"))
                .tenant()
                .id();
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

    @ParameterizedTest
    @EnumSource(Role.class)
    void whoMayLookAtSomethingHearsOfItAndNobodyElse(Role role) throws Exception {
        boolean system = role.level() == Role.Level.SYSTEM;
        add(system ? TenantRegistry.SYSTEM : acme, role);
        Map<Operation, Set<Role>> table = AccessPolicyTest.table();

        Hearing hearing = policy.hearing(new Administrator(system ? "somebody" : "acme/somebody", "jmx"))
                .orElseThrow();

        assertThat(hearing.matters())
                .isEqualTo(Arrays.stream(Matter.values())
                        .filter(matter -> table.get(LOOKING.get(matter)).contains(role))
                        .collect(Collectors.toSet()));
        assertThat(hearing.tenant()).isEqualTo(system ? Optional.empty() : Optional.of(acme));
        for (Matter matter : Matter.values()) {
            assertThat(hearing.includes(matter, Optional.of(globex)))
                    .isEqualTo(system && hearing.matters().contains(matter));
            assertThat(hearing.includes(matter, Optional.empty()))
                    .isEqualTo(system && hearing.matters().contains(matter));
            assertThat(hearing.includes(matter, Optional.of(acme)))
                    .isEqualTo(hearing.matters().contains(matter));
        }
    }

    @Test
    void whoIsLockedOrUnknownHearsOfNothing() throws Exception {
        UserId user = add(acme, Role.TENANT_OPERATOR);
        Administrator somebody = new Administrator("acme/somebody", "jmx");
        assertThat(policy.hearing(somebody).orElseThrow().matters()).isNotEmpty();

        bus.lock(acme, user);

        assertThat(policy.hearing(somebody)).contains(Hearing.none());
        assertThat(policy.hearing(new Administrator("acme/" + UUID.randomUUID(), "jmx")))
                .contains(Hearing.none());
        assertThat(policy.hearing(new Administrator("nowhere/boss", "jmx"))).contains(Hearing.none());
    }

    @Test
    void thatNobodyCanTellNowIsNotThatSomebodyHearsOfNothing() throws Exception {
        add(acme, Role.TENANT_OPERATOR);
        Administrator somebody = new Administrator("acme/somebody", "jmx");

        bus.registry.goAway();
        assertThat(policy.hearing(somebody)).isEmpty();
        bus.registry.comeBack();

        assertThat(policy.hearing(somebody).orElseThrow().matters()).isNotEmpty();
    }
}
