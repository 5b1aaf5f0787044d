package org.esbmt.administration.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation and every role, for the own and a foreign tenant, against a copy of the guide's table. */
public class AccessPolicyTest {
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

    /**
     * The table of the guide, row by row, and below each row its operations. It is a copy and is not derived from the policy,
     * so the test compares the policy with the documentation.
     */
    private static final String TABLE = """
            | create, resume, drain, purge a tenant | x | | | | | | |
                CREATE_TENANT RESUME_TENANT DRAIN_TENANT PURGE_TENANT
            | suspend a tenant | x | x | | | | | |
                SUSPEND_TENANT
            | request offboarding, withdraw the request | | | | x | | | |
                REQUEST_OFFBOARDING WITHDRAW_OFFBOARDING
            | assign the default administrator, set another password for them | x | | | | | | |
                ASSIGN_DEFAULT_ADMIN RESET_DEFAULT_ADMIN
            | hand over the default administrator | | | | that one | | | |
                HAND_OVER_DEFAULT_ADMIN
            | add, lock, remove users; passwords, roles | | | | x | | | |
                ADD_USER SET_PASSWORD LOCK_USER UNLOCK_USER REMOVE_USER REVOKE_CREDENTIAL ASSIGN_ROLE REVOKE_ROLE
            | see users | | | x | x | | x | |
                FIND_USER LIST_USERS
            | set, remove contacts | x | | | x | | | |
                SET_CONTACT REMOVE_CONTACT
            | see contacts | x | x | x | x | x | x | |
                LIST_CONTACTS
            | add, lock, remove users of the installation; passwords, roles | x | | | | | | |
                ADD_SYSTEM_USER SET_SYSTEM_PASSWORD LOCK_SYSTEM_USER UNLOCK_SYSTEM_USER REMOVE_SYSTEM_USER \
                ASSIGN_SYSTEM_ROLE REVOKE_SYSTEM_ROLE
            | see users of the installation | x | | x | | | | |
                LIST_SYSTEM_USERS
            | grant, change, revoke quotas | x | | | | | | |
                GRANT_QUOTA CHANGE_QUOTA REVOKE_QUOTA
            | grant, change, revoke contingents | | | | x | | | |
                GRANT_CONTINGENT CHANGE_CONTINGENT REVOKE_CONTINGENT
            | see quotas | x | x | x | x | x | x | |
                LIST_QUOTAS
            | see contingents | | | x | x | own | x | |
                LIST_CONTINGENTS
            | deploy, switch, roll back, update, start, shut down, undeploy, export assemblies | | | | x | within contingents | | |
                DEPLOY_ASSEMBLY SWITCH_ASSEMBLY ROLL_BACK_ASSEMBLY UPDATE_ASSEMBLY START_ASSEMBLY SHUT_DOWN_ASSEMBLY \
                UNDEPLOY_ASSEMBLY EXPORT_ASSEMBLY
            | stop assemblies | | x | | x | x | | |
                STOP_ASSEMBLY
            | see assemblies, their endpoints and history | x | x | x | x | x | x | |
                LIST_ASSEMBLIES LIST_ENDPOINTS LIST_DEPLOYMENTS
            | register, update, remove services; attach, detach policies | | | | x | within contingents | | |
                REGISTER_SERVICE UPDATE_SERVICE UNREGISTER_SERVICE ATTACH_POLICY DETACH_POLICY
            | look up services | | | | x | x | x | x |
                FIND_SERVICES
            | install, set, uninstall components; links; give up resources of transactions | x | | | | | | |
                INSTALL_COMPONENT CONFIGURE_COMPONENT UNINSTALL_COMPONENT UNINSTALL_LIBRARY LINK UNLINK \
                RETIRE_RESOURCE FORGET_HEURISTIC
            | repeat the deployments of a tenant on all nodes (`resync`) | x | | | | | | |
                RESYNC
            | start, stop, shut down components; drain and remove nodes; recover transactions | x | x | | | | | |
                START_COMPONENT STOP_COMPONENT SHUT_DOWN_COMPONENT DRAIN_NODE REMOVE_NODE RECOVER_TRANSACTIONS
            | see components, links, nodes, transactions, the status, all tenants | x | x | x | | | | |
                LIST_COMPONENTS LIST_SETTINGS LIST_LIBRARIES LIST_LINKS LIST_NODES LIST_TRANSACTIONS STATUS LIST_TENANTS
            | read the audit | x | | x | own | own acts | own | |
                READ_AUDIT
            | verify the audit | x | | x | own | | own | |
                VERIFY_AUDIT
            | see the outcome of operations | x | x | x | own | own | own | |
                SHOW_OPERATION
            | submit batches of permitted steps | x | x | | x | x | | |
                SUBMIT_BATCH PLAN_BATCH
            | see own login and roles, change own password, find own tenant | x | x | x | x | x | x | x |
                WHO_AM_I CHANGE_PASSWORD FIND_TENANT
            """;

    /** A password decides a login, whoever the user is. A file decides the reset of a password. */
    private static final Set<Operation> NOBODYS = EnumSet.of(Operation.LOG_IN, Operation.RESET_ADMINISTRATOR);

    public static Map<Operation, Set<Role>> table() {
        Map<Operation, Set<Role>> table = new EnumMap<>(Operation.class);
        NOBODYS.forEach(operation -> table.put(operation, Set.of()));
        Set<Role> roles = Set.of();
        for (String line : TABLE.lines().toList()) {
            if (line.startsWith("|")) {
                roles = roles(cells(line));
                continue;
            }
            for (String operation : List.of(line.strip().split(" +"))) {
                assertThat(table.put(Operation.valueOf(operation), roles))
                        .as(operation + " is in one row")
                        .isNull();
            }
        }
        return table;
    }

    /** The name of the row, with the texts of links, and the permissions of each role. */
    private static List<String> cells(String line) {
        return Arrays.stream(line.split("\\|", -1))
                .skip(1)
                .limit(8)
                .map(cell -> cell.strip().replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"))
                .toList();
    }

    /** The roles with any text in their cell; other tests check the extent of the permission. */
    private static Set<Role> roles(List<String> cells) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (int i = 0; i < COLUMNS.size(); i++) {
            if (!cells.get(1 + i).isEmpty()) {
                roles.add(COLUMNS.get(i));
            }
        }
        return roles;
    }

    @Test
    void everyOperationAndEveryRoleIsInTheTable() {
        assertThat(table().keySet()).containsExactlyInAnyOrder(Operation.values());
        assertThat(COLUMNS).containsExactlyInAnyOrder(Role.values());
    }

    @Test
    void theGuideHasTheSameTable() throws Exception {
        List<List<String>> guide;
        try (Stream<String> lines = Files.lines(Path.of("../../docs/guide/administration/roles.md"))) {
            guide = lines.dropWhile(line -> !line.equals("## Roles"))
                    .dropWhile(line -> !line.startsWith("|"))
                    .takeWhile(line -> line.startsWith("|"))
                    .map(AccessPolicyTest::cells)
                    .toList();
        }

        assertThat(guide.get(0).subList(1, 8))
                .containsExactlyElementsOf(COLUMNS.stream().map(Role::name).toList());
        assertThat(guide.subList(2, guide.size()))
                .containsExactlyElementsOf(TABLE.lines()
                        .filter(line -> line.startsWith("|"))
                        .map(AccessPolicyTest::cells)
                        .toList());
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
        return table().entrySet().stream().flatMap(row -> COLUMNS.stream().flatMap(role -> Stream.of(On.values())
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
                                && table().get(operation).contains(Role.TENANT_ADMIN));
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
