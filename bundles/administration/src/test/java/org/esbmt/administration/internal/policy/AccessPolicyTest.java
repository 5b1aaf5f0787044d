package org.esbmt.administration.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.esbmt.administration.internal.harness.RoleTable;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation and every role, for the own and a foreign tenant, against the guide's table. */
public class AccessPolicyTest {
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final TenantId GLOBEX = new TenantId(UUID.randomUUID());
    private static final UserId USER = new UserId(UUID.randomUUID());

    @Test
    void everyOperationAndEveryRoleIsInTheTable() {
        assertThat(RoleTable.table().keySet()).containsExactlyInAnyOrder(Operation.values());
        assertThat(RoleTable.COLUMNS).containsExactlyInAnyOrder(Role.values());
    }

    @Test
    void theGuideHasTheSameTable() throws Exception {
        List<List<String>> guide;
        try (Stream<String> lines = Files.lines(Path.of("../../docs/guide/administration/roles.md"))) {
            guide = lines.dropWhile(line -> !line.equals("## Roles"))
                    .dropWhile(line -> !line.startsWith("|"))
                    .takeWhile(line -> line.startsWith("|"))
                    .map(RoleTable::cells)
                    .toList();
        }

        assertThat(guide.get(0).subList(1, 8))
                .containsExactlyElementsOf(
                        RoleTable.COLUMNS.stream().map(Role::name).toList());
        assertThat(guide.subList(2, guide.size())).containsExactlyElementsOf(RoleTable.rows());
    }

    @Test
    void anOperatorWithoutAnOverseersRoleSeesOnlyTheirOwnData() {
        for (Role role : Role.values()) {
            boolean system = role.level() == Role.Level.SYSTEM;
            assertThat(AccessPolicy.seesOwnAlone(new Caller(system ? TenantRegistry.SYSTEM : ACME, USER, Set.of(role))))
                    .as(role.name())
                    .isEqualTo(role == Role.TENANT_OPERATOR || role == Role.TENANT_USER);
        }
        for (Role overseer : List.of(Role.TENANT_ADMIN, Role.TENANT_AUDITOR)) {
            assertThat(AccessPolicy.seesOwnAlone(new Caller(ACME, USER, Set.of(Role.TENANT_OPERATOR, overseer))))
                    .isFalse();
        }
    }

    /** The object of an operation. */
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

    /** The decision of the policy. */
    enum Verdict {
        ALLOWED,
        REFUSED
    }

    @ParameterizedTest(name = "{0} by {1} on {2} is {3}")
    @MethodSource("matrix")
    void everyRoleHasExactlyThePermissionsOfTheTable(Operation operation, Role role, On on, Verdict verdict) {
        boolean system = role.level() == Role.Level.SYSTEM;
        Caller caller = new Caller(system ? TenantRegistry.SYSTEM : ACME, USER, Set.of(role));

        assertThat(AccessPolicy.permits(caller, operation, on.target())).isEqualTo(verdict == Verdict.ALLOWED);
    }

    static Stream<Arguments> matrix() {
        return RoleTable.table().entrySet().stream()
                .flatMap(row -> RoleTable.COLUMNS.stream().flatMap(role -> Stream.of(On.values())
                        .filter(on -> role.level() == Role.Level.TENANT || on != On.OWN_TENANT)
                        .map(on -> Arguments.of(row.getKey(), role, on, verdict(row.getValue(), role, on)))));
    }

    private static Verdict verdict(Set<Role> allowed, Role role, On on) {
        boolean reaches = role.level() == Role.Level.SYSTEM || on == On.OWN_TENANT;
        return allowed.contains(role) && reaches ? Verdict.ALLOWED : Verdict.REFUSED;
    }

    /** A tenant's own affairs, once more by name. */
    @Test
    void theInstallationDoesNotChangeATenantsUsersContingentsAndAssemblies() {
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
    void onlyTheCreatorOfATenantHasItsAdministratorsPermissionsInThatBatch() {
        for (Operation operation : Operation.values()) {
            for (Role role : Role.values()) {
                boolean system = role.level() == Role.Level.SYSTEM;
                Caller caller = new Caller(system ? TenantRegistry.SYSTEM : ACME, USER, Set.of(role));
                assertThat(AccessPolicy.permitsFounder(caller, operation, GLOBEX))
                        .as(operation + " by " + role)
                        .isEqualTo(role == Role.SYSTEM_ADMIN
                                && RoleTable.table().get(operation).contains(Role.TENANT_ADMIN));
            }
        }
    }

    /** The registry prevents such a role; it would grant nothing. */
    @Test
    void aRoleOfTheOtherLevelGrantsNothing() {
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
    void twoRolesHaveThePermissionsOfEither() {
        Caller both = new Caller(ACME, USER, EnumSet.of(Role.TENANT_AUDITOR, Role.TENANT_OPERATOR));
        Set<Operation> may = new HashSet<>();
        Set<Operation> expected = new HashSet<>();
        RoleTable.table().forEach((operation, roles) -> {
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
    void everyUserOfATenantButItsAdministratorNeedsAContingent() {
        assertThat(AccessPolicy.needsContingent(new Caller(ACME, USER, Set.of(Role.TENANT_OPERATOR))))
                .isTrue();
        assertThat(AccessPolicy.needsContingent(
                        new Caller(ACME, USER, Set.of(Role.TENANT_OPERATOR, Role.TENANT_ADMIN))))
                .isFalse();
        assertThat(AccessPolicy.needsContingent(new Caller(TenantRegistry.SYSTEM, USER, Set.of(Role.SYSTEM_ADMIN))))
                .isFalse();
    }
}
