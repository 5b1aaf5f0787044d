package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.administration.internal.TestBus.admin;
import static org.esbmt.administration.internal.TestBus.password;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess.Part;
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

class PartPolicyTest {
    private static final List<Role> COLUMNS = List.of(
            Role.SYSTEM_ADMIN,
            Role.SRE,
            Role.SYSTEM_AUDITOR,
            Role.TENANT_ADMIN,
            Role.TENANT_OPERATOR,
            Role.TENANT_AUDITOR,
            Role.TENANT_USER);

    private static final String TABLE = """
            TENANTS       x x x x x x x
            USERS         x . x x . x .
            SYSTEM_USERS  x . x . . . .
            SERVICES      x x x x x x x
            CLUSTER       x x x x x x .
            COMPONENTS    x x x . . . .
            LINKS         x x x . . . .
            TRANSACTIONS  x x x . . . .
            QUOTAS        x x x x x x .
            AUDIT         x . x x x x .
            BATCHES       x x . x x . .
            NEWS          x x x x x x x
            """;

    @TempDir
    Path data;

    private TestBus bus;
    private PartPolicy policy;
    private TenantId acme;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        policy = new PartPolicy(bus.administrators);
        acme = bus.tenants
                .createTenant(admin(), "acme", "acme", "boss", password("a long enough secret"))
                .tenant()
                .id();
    }

    private static Map<Part, Set<Role>> table() {
        Map<Part, Set<Role>> table = new EnumMap<>(Part.class);
        for (String line : TABLE.lines().toList()) {
            List<String> words = List.of(line.split(" +"));
            Set<Role> roles = EnumSet.noneOf(Role.class);
            for (int i = 0; i < COLUMNS.size(); i++) {
                if (words.get(1 + i).equals("x")) {
                    roles.add(COLUMNS.get(i));
                }
            }
            table.put(Part.valueOf(words.get(0)), roles);
        }
        return table;
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
    void aRoleIsShownTheseParts(Role role) throws Exception {
        boolean system = role.level() == Role.Level.SYSTEM;
        add(system ? TenantRegistry.SYSTEM : acme, role);

        assertThat(policy.parts(new Administrator(system ? "somebody" : "acme/somebody", "jmx"))
                        .orElseThrow())
                .isEqualTo(Arrays.stream(Part.values())
                        .filter(part -> table().get(part).contains(role))
                        .collect(Collectors.toSet()));
    }

    /** Else who may do something of it would not find it. */
    @Test
    void whoeverMayDoAnythingOfAPartIsShownIt() {
        Map<Operation, Set<Role>> allowed = AccessPolicyTest.table();
        Set<Operation> somewhere = EnumSet.noneOf(Operation.class);
        for (Part part : Part.values()) {
            somewhere.addAll(PartPolicy.operations(part));
            for (Operation operation : PartPolicy.operations(part)) {
                assertThat(table().get(part)).as(part + " for " + operation).containsAll(allowed.get(operation));
            }
        }
        // What is asked for at tenants and their assemblies, which everybody is shown.
        assertThat(EnumSet.complementOf(EnumSet.copyOf(somewhere)))
                .allMatch(operation -> operation.name().matches(".*_(TENANT|TENANTS|ASSEMBLY|ASSEMBLIES|OFFBOARDING)")
                        || Set.of(
                                        Operation.SET_PASSWORD,
                                        Operation.LOCK_USER,
                                        Operation.UNLOCK_USER,
                                        Operation.FIND_USER,
                                        Operation.RESET_DEFAULT_ADMIN,
                                        Operation.CHANGE_PASSWORD,
                                        Operation.STATUS,
                                        Operation.LOG_IN)
                                .contains(operation));
    }

    @Test
    void whoIsLockedOrUnknownIsShownNothing() throws Exception {
        UserId user = add(acme, Role.TENANT_OPERATOR);
        Administrator somebody = new Administrator("acme/somebody", "jmx");
        assertThat(policy.parts(somebody).orElseThrow()).isNotEmpty();

        bus.lock(acme, user);

        assertThat(policy.parts(somebody)).contains(Set.of());
        assertThat(policy.parts(new Administrator("acme/" + UUID.randomUUID(), "jmx")))
                .contains(Set.of());
        assertThat(policy.parts(new Administrator("nowhere/boss", "jmx"))).contains(Set.of());
    }

    @Test
    void thatNobodyCanTellNowIsNotThatSomebodyIsShownNothing() throws Exception {
        add(acme, Role.TENANT_OPERATOR);
        Administrator somebody = new Administrator("acme/somebody", "jmx");

        bus.registry.goAway();
        assertThat(policy.parts(somebody)).isEmpty();
        bus.registry.comeBack();

        assertThat(policy.parts(somebody).orElseThrow()).isNotEmpty();
    }
}
