package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
            ADD_USER              . . . x . . .
            SET_PASSWORD          . . . x . . .
            LOCK_USER             . . . x . . .
            UNLOCK_USER           . . . x . . .
            REMOVE_USER           . . . x . . .
            REVOKE_CREDENTIAL     . . . x . . .
            ASSIGN_ROLE           . . . x . . .
            REVOKE_ROLE           . . . x . . .
            HAND_OVER_DEFAULT_ADMIN  . . . x . . .
            ASSIGN_DEFAULT_ADMIN  x . . . . . .
            RESET_DEFAULT_ADMIN   x . . . . . .
            FIND_USER             . . x x . x .
            LIST_USERS            . . x x . x .
            ADD_SYSTEM_USER       x . . . . . .
            SET_SYSTEM_PASSWORD   x . . . . . .
            LOCK_SYSTEM_USER      x . . . . . .
            UNLOCK_SYSTEM_USER    x . . . . . .
            REMOVE_SYSTEM_USER    x . . . . . .
            ASSIGN_SYSTEM_ROLE    x . . . . . .
            REVOKE_SYSTEM_ROLE    x . . . . . .
            LIST_SYSTEM_USERS     x . x . . . .
            GRANT_QUOTA           x . . . . . .
            CHANGE_QUOTA          x . . . . . .
            REVOKE_QUOTA          x . . . . . .
            LIST_QUOTAS           x x x x x x .
            GRANT_CONTINGENT      . . . x . . .
            CHANGE_CONTINGENT     . . . x . . .
            REVOKE_CONTINGENT     . . . x . . .
            LIST_CONTINGENTS      . . x x x x .
            DEPLOY_ASSEMBLY       . . . x x . .
            UPDATE_ASSEMBLY       . . . x x . .
            SWITCH_ASSEMBLY       . . . x x . .
            ROLL_BACK_ASSEMBLY    . . . x x . .
            UNDEPLOY_ASSEMBLY     . . . x x . .
            START_ASSEMBLY        . . . x x . .
            STOP_ASSEMBLY         . x . x x . .
            SHUT_DOWN_ASSEMBLY    . . . x x . .
            EXPORT_ASSEMBLY       . . . x x . .
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
            RESYNC                x . . . . . .
            SHOW_OPERATION        x x x x x x .
            LIST_TRANSACTIONS     x x x . . . .
            RECOVER_TRANSACTIONS  x x . . . . .
            RETIRE_RESOURCE       x . . . . . .
            FORGET_HEURISTIC      x . . . . . .
            READ_AUDIT            x . x x . x .
            VERIFY_AUDIT          x . x x . x .
            SUBMIT_BATCH          x x . x x . .
            PLAN_BATCH            x x . x x . .
            WHO_AM_I              x x x x x x x
            CHANGE_PASSWORD       x x x x x x x
            STATUS                x x x . . . .
            LOG_IN                . . . . . . .
            """;

    static Map<Operation, Set<Role>> table() {
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

    /** What an operation may be done to. */
    enum On {
        OWN_TENANT,
        ANOTHER_TENANT,
        INSTALLATION,
        TENANT_OF_THE_SYSTEM;

        Optional<TenantId> target() {
            return switch (this) {
                case OWN_TENANT -> Optional.of(ACME);
                case ANOTHER_TENANT -> Optional.of(GLOBEX);
                case INSTALLATION -> Optional.empty();
                case TENANT_OF_THE_SYSTEM -> Optional.of(TenantRegistry.SYSTEM);
            };
        }
    }

    /** Whether somebody may do something. */
    enum Verdict {
        ALLOWED,
        REFUSED
    }

    @ParameterizedTest(name = "{0} by {1} on {2} is {3}")
    @MethodSource("matrix")
    void everyRoleMayDoWhatTheTableSaysAndNothingElse(Operation operation, Role role, On on, Verdict verdict) {
        boolean system = role.level() == Role.Level.SYSTEM;
        Caller caller = new Caller(system ? TenantRegistry.SYSTEM : ACME, USER, Set.of(role));

        assertThat(AccessPolicy.permits(caller, operation, on.target())).isEqualTo(verdict == Verdict.ALLOWED);
    }

    static Stream<Arguments> matrix() {
        return table().entrySet().stream().flatMap(row -> COLUMNS.stream().flatMap(role -> Stream.of(On.values())
                .filter(on -> role.level() == Role.Level.TENANT || on != On.OWN_TENANT)
                .map(on -> Arguments.of(row.getKey(), role, on, verdict(row.getValue(), role, on)))));
    }

    private static Verdict verdict(Set<Role> allowed, Role role, On on) {
        boolean reaches = role.level() == Role.Level.SYSTEM || on == On.OWN_TENANT;
        return allowed.contains(role) && reaches ? Verdict.ALLOWED : Verdict.REFUSED;
    }

    /** What is a tenant's own affair, once more in words. */
    @Test
    void nobodyOfTheInstallationTouchesATenantsUsersContingentsAndAssemblies() {
        Set<Operation> touching = EnumSet.of(
                Operation.ADD_USER,
                Operation.SET_PASSWORD,
                Operation.LOCK_USER,
                Operation.UNLOCK_USER,
                Operation.REMOVE_USER,
                Operation.REVOKE_CREDENTIAL,
                Operation.ASSIGN_ROLE,
                Operation.REVOKE_ROLE,
                Operation.HAND_OVER_DEFAULT_ADMIN,
                Operation.GRANT_CONTINGENT,
                Operation.CHANGE_CONTINGENT,
                Operation.REVOKE_CONTINGENT,
                Operation.DEPLOY_ASSEMBLY,
                Operation.UPDATE_ASSEMBLY,
                Operation.SWITCH_ASSEMBLY,
                Operation.ROLL_BACK_ASSEMBLY,
                Operation.UNDEPLOY_ASSEMBLY,
                Operation.START_ASSEMBLY,
                Operation.SHUT_DOWN_ASSEMBLY,
                Operation.EXPORT_ASSEMBLY);
        Caller everything =
                new Caller(TenantRegistry.SYSTEM, USER, EnumSet.of(Role.SYSTEM_ADMIN, Role.SRE, Role.SYSTEM_AUDITOR));
        for (Operation operation : touching) {
            assertThat(AccessPolicy.permits(everything, operation, Optional.of(ACME)))
                    .as(operation.name())
                    .isFalse();
        }
        Caller administrator = new Caller(TenantRegistry.SYSTEM, USER, Set.of(Role.SYSTEM_ADMIN));
        assertThat(AccessPolicy.permits(administrator, Operation.STOP_ASSEMBLY, Optional.of(ACME)))
                .isFalse();
    }

    @Test
    void whoMakesATenantIsItsAdministratorForThatMomentAndNobodyElseIs() {
        for (Operation operation : Operation.values()) {
            for (Role role : Role.values()) {
                boolean system = role.level() == Role.Level.SYSTEM;
                Caller caller = new Caller(system ? TenantRegistry.SYSTEM : ACME, USER, Set.of(role));
                assertThat(AccessPolicy.permitsFounder(caller, operation, GLOBEX))
                        .as(operation + " by " + role)
                        .isEqualTo(role == Role.SYSTEM_ADMIN
                                && table().get(operation).contains(Role.TENANT_ADMIN));
            }
        }
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
