package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every operation, every role, own and foreign tenant: against a table written down here once more. */
class AccessPolicyTest {
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final TenantId GLOBEX = new TenantId(UUID.randomUUID());
    private static final UserId USER = new UserId(UUID.randomUUID());

    private static final List<Role> COLUMNS = List.of(
            Role.SYSTEM_ADMIN,
            Role.SRE,
            Role.SYSTEM_AUDITOR,
            Role.TENANT_ADMIN,
            Role.TENANT_OPERATOR,
            Role.TENANT_AUDITOR,
            Role.TENANT_USER);

    private static final String TABLE = """
            CREATE_TENANT         x . . . . . .
            FIND_TENANT           x x x x x x x
            LIST_TENANTS          x x x . . . .
            SUSPEND_TENANT        x x . . . . .
            RESUME_TENANT         x . . . . . .
            DRAIN_TENANT          x . . . . . .
            PURGE_TENANT          x . . . . . .
            ADD_USER              x . . x . . .
            SET_PASSWORD          x . . x . . .
            LOCK_USER             x . . x . . .
            UNLOCK_USER           x . . x . . .
            REMOVE_USER           . . . x . . .
            REVOKE_CREDENTIAL     . . . x . . .
            ASSIGN_ROLE           . . . x . . .
            REVOKE_ROLE           . . . x . . .
            HAND_OVER_DEFAULT_ADMIN . . . x . . .
            ASSIGN_DEFAULT_ADMIN  x . . . . . .
            RESET_DEFAULT_ADMIN   x . . . . . .
            FIND_USER             x . x x . x .
            LIST_USERS            x . x x . x .
            GRANT_QUOTA           x . . . . . .
            CHANGE_QUOTA          x . . . . . .
            REVOKE_QUOTA          x . . . . . .
            LIST_QUOTAS           x x x x x x .
            GRANT_CONTINGENT      . . . x . . .
            CHANGE_CONTINGENT     . . . x . . .
            REVOKE_CONTINGENT     . . . x . . .
            LIST_CONTINGENTS      . . x x x x .
            DEPLOY_ASSEMBLY       x . . x x . .
            UPDATE_ASSEMBLY       x . . x x . .
            SWITCH_ASSEMBLY       x . . x x . .
            ROLL_BACK_ASSEMBLY    x . . x x . .
            UNDEPLOY_ASSEMBLY     x . . x x . .
            START_ASSEMBLY        x . . x x . .
            STOP_ASSEMBLY         x x . x x . .
            SHUT_DOWN_ASSEMBLY    x . . x x . .
            EXPORT_ASSEMBLY       x . . x x . .
            LIST_ASSEMBLIES       x x x x x x .
            REGISTER_SERVICE      . . . x x . .
            UPDATE_SERVICE        . . . x x . .
            UNREGISTER_SERVICE    . . . x x . .
            ATTACH_POLICY         . . . x x . .
            DETACH_POLICY         . . . x x . .
            FIND_SERVICES         . . . x x x x
            LIST_ENDPOINTS        x x x x x x .
            LIST_DEPLOYMENTS      x x x x x x .
            INSTALL_COMPONENT     x . . . . . .
            UNINSTALL_COMPONENT   x . . . . . .
            UNINSTALL_LIBRARY     x . . . . . .
            START_COMPONENT       x x . . . . .
            STOP_COMPONENT        x x . . . . .
            SHUT_DOWN_COMPONENT   x x . . . . .
            CONFIGURE_COMPONENT   x . . . . . .
            LIST_COMPONENTS       x x x . . . .
            LIST_SETTINGS         x x x . . . .
            LIST_LIBRARIES        x x x . . . .
            LINK                  x . . . . . .
            UNLINK                x . . . . . .
            LIST_LINKS            x x x . . . .
            LIST_NODES            x x x . . . .
            DRAIN_NODE            x x . . . . .
            REMOVE_NODE           x x . . . . .
            SHOW_OPERATION        x x x x x x .
            LIST_TRANSACTIONS     x x x . . . .
            RECOVER_TRANSACTIONS  x x . . . . .
            RETIRE_RESOURCE       x . . . . . .
            FORGET_HEURISTIC      x . . . . . .
            READ_AUDIT            x . x x . x .
            VERIFY_AUDIT          x . x x . x .
            SUBMIT_BATCH          x x x x x x x
            PLAN_BATCH            x x x x x x x
            WHO_AM_I              x x x x x x x
            CHANGE_PASSWORD       x x x x x x x
            STATUS                x x x . . . .
            LOG_IN                . . . . . . .
            """;

    private static Map<Operation, Set<Role>> table() {
        Map<Operation, Set<Role>> table = new EnumMap<>(Operation.class);
        for (String line : TABLE.lines().toList()) {
            List<String> words = List.of(line.split(" +"));
            Set<Role> roles = EnumSet.noneOf(Role.class);
            for (int i = 0; i < COLUMNS.size(); i++) {
                if (words.get(1 + i).equals("x")) {
                    roles.add(COLUMNS.get(i));
                }
            }
            table.put(Operation.valueOf(words.get(0)), roles);
        }
        return table;
    }

    @Test
    void everyOperationAndEveryRoleIsInTheTable() {
        assertThat(table().keySet()).containsExactlyInAnyOrder(Operation.values());
        assertThat(COLUMNS).containsExactlyInAnyOrder(Role.values());
    }

    @TestFactory
    Stream<DynamicTest> everyRoleMayDoWhatTheTableSays() {
        return table().entrySet().stream().flatMap(row -> Arrays.stream(Role.values())
                .map(role -> DynamicTest.dynamicTest(
                        row.getKey() + " by " + role,
                        () -> check(row.getKey(), role, row.getValue().contains(role)))));
    }

    private static void check(Operation operation, Role role, boolean allowed) {
        boolean system = role.level() == Role.Level.SYSTEM;
        Caller caller = new Caller(system ? TenantRegistry.SYSTEM : ACME, USER, Set.of(role));

        assertThat(AccessPolicy.permits(caller, operation, Optional.of(ACME)))
                .as("a tenant, the own one if any")
                .isEqualTo(allowed);
        assertThat(AccessPolicy.permits(caller, operation, Optional.of(GLOBEX)))
                .as("another tenant")
                .isEqualTo(allowed && system);
        assertThat(AccessPolicy.permits(caller, operation, Optional.empty()))
                .as("the installation")
                .isEqualTo(allowed && system);
        assertThat(AccessPolicy.permits(caller, operation, Optional.of(TenantRegistry.SYSTEM)))
                .as("the system's own tenant")
                .isEqualTo(allowed && system);
    }

    /** The registry does not let it come to this; if it did, nothing would be gained. */
    @Test
    void aRoleOfTheSystemIsNoneForAUserOfATenantNorTheOtherWayRound() {
        for (Operation operation : Operation.values()) {
            Caller pretender = new Caller(ACME, USER, Set.of(Role.SYSTEM_ADMIN, Role.SRE, Role.SYSTEM_AUDITOR));
            Caller strayed = new Caller(
                    TenantRegistry.SYSTEM,
                    USER,
                    Set.of(Role.TENANT_ADMIN, Role.TENANT_OPERATOR, Role.TENANT_AUDITOR, Role.TENANT_USER));
            for (Optional<TenantId> target : List.of(
                    Optional.<TenantId>empty(),
                    Optional.of(ACME),
                    Optional.of(GLOBEX),
                    Optional.of(TenantRegistry.SYSTEM))) {
                assertThat(AccessPolicy.permits(pretender, operation, target)).isFalse();
                assertThat(AccessPolicy.permits(strayed, operation, target)).isFalse();
            }
        }
    }

    @Test
    void twoRolesMayDoWhatEitherMayAndNoMore() {
        Caller both = new Caller(ACME, USER, EnumSet.of(Role.TENANT_AUDITOR, Role.TENANT_OPERATOR));
        Set<Operation> may = new HashSet<>();
        Set<Operation> expected = new HashSet<>();
        table().forEach((operation, roles) -> {
            if (AccessPolicy.permits(both, operation, Optional.of(ACME))) {
                may.add(operation);
            }
            if (roles.contains(Role.TENANT_AUDITOR) || roles.contains(Role.TENANT_OPERATOR)) {
                expected.add(operation);
            }
        });
        assertThat(may).isEqualTo(expected);
    }

    @Test
    void whoIsNotTheTenantsAdministratorNeedsAContingent() {
        assertThat(AccessPolicy.needsContingent(new Caller(ACME, USER, Set.of(Role.TENANT_OPERATOR))))
                .isTrue();
        assertThat(AccessPolicy.needsContingent(
                        new Caller(ACME, USER, Set.of(Role.TENANT_OPERATOR, Role.TENANT_ADMIN))))
                .isFalse();
        assertThat(AccessPolicy.needsContingent(new Caller(TenantRegistry.SYSTEM, USER, Set.of(Role.SYSTEM_ADMIN))))
                .isFalse();
    }
}
