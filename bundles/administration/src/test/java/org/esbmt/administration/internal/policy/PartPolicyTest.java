package org.esbmt.administration.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.internal.harness.RoleTable;
import org.esbmt.tenancy.api.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PartPolicyTest extends PolicyContract<Set<Part>> {
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
            TRAFFIC       x x x x x x .
            AUDIT         x . x x x x .
            BATCHES       x x . x x . .
            NOTIFICATIONS x x x x x x x
            """;

    @Override
    Optional<Set<Part>> asked(Administrator by) {
        return new PartPolicy(bus.administrators).parts(by);
    }

    @Override
    Set<Part> nothing() {
        return Set.of();
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

    @ParameterizedTest
    @EnumSource(Role.class)
    void aRoleIsShownTheseParts(Role role) throws Exception {
        assertThat(asked(somebody(role)).orElseThrow())
                .isEqualTo(Arrays.stream(Part.values())
                        .filter(part -> table().get(part).contains(role))
                        .collect(Collectors.toSet()));
    }

    /** A hidden part would hide a permitted operation. */
    @Test
    void everyRoleWithAnOperationOfAPartIsShownThePart() {
        Map<Operation, Set<Role>> allowed = RoleTable.table();
        Set<Operation> somewhere = EnumSet.noneOf(Operation.class);
        for (Part part : Part.values()) {
            somewhere.addAll(PartPolicy.operations(part));
            for (Operation operation : PartPolicy.operations(part)) {
                assertThat(table().get(part)).as(part + " for " + operation).containsAll(allowed.get(operation));
            }
        }
        // Operations for tenants and their assemblies, whose parts all users are shown.
        assertThat(EnumSet.complementOf(EnumSet.copyOf(somewhere)))
                .allMatch(operation -> operation
                                .name()
                                .matches(
                                        ".*_(TENANT|TENANTS|ASSEMBLY|ASSEMBLIES|OFFBOARDING|CONTACTS?|KEYS?|SECRETS?|PARTNERS?|ISSUERS?|AUTHORITY|AUTHORITIES|CRL)")
                        || Set.of(
                                        Operation.SET_PASSWORD,
                                        Operation.LOCK_USER,
                                        Operation.UNLOCK_USER,
                                        Operation.FIND_USER,
                                        Operation.RESET_DEFAULT_ADMIN,
                                        Operation.CHANGE_PASSWORD,
                                        Operation.CREATE_TOKEN,
                                        Operation.LIST_TOKENS,
                                        Operation.REVOKE_TOKEN,
                                        Operation.REGISTER_CERTIFICATE,
                                        Operation.LIST_CERTIFICATES,
                                        Operation.REVOKE_CERTIFICATE,
                                        Operation.MAKE_KEY_FORMER,
                                        Operation.REQUEST_CERTIFICATE,
                                        Operation.STATUS,
                                        Operation.RESET_ADMINISTRATOR,
                                        Operation.LOG_IN)
                                .contains(operation));
    }
}
