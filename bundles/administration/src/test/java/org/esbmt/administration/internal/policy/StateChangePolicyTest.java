package org.esbmt.administration.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.StateChangeAccess.ObjectKind;
import org.esbmt.administration.api.StateChangeAccess.VisibleChanges;
import org.esbmt.administration.internal.harness.RoleTable;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StateChangePolicyTest extends PolicyContract<VisibleChanges> {
    private static final Map<ObjectKind, Operation> LOOKING = Map.of(
            ObjectKind.OPERATION, Operation.SHOW_OPERATION,
            ObjectKind.TENANT, Operation.FIND_TENANT,
            ObjectKind.ASSEMBLY, Operation.LIST_ASSEMBLIES,
            ObjectKind.COMPONENT, Operation.LIST_COMPONENTS,
            ObjectKind.NODE, Operation.LIST_NODES,
            ObjectKind.TRANSACTION, Operation.LIST_TRANSACTIONS);

    @Override
    Optional<VisibleChanges> asked(Administrator by) {
        return new StateChangePolicy(bus.administrators).visibleChanges(by);
    }

    @Override
    VisibleChanges nothing() {
        return VisibleChanges.none();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void notificationsAreForTheRolesThatMayReadTheObject(Role role) throws Exception {
        boolean system = role.level() == Role.Level.SYSTEM;
        TenantId globex = created("globex");
        Map<Operation, Set<Role>> table = RoleTable.table();

        VisibleChanges visible = asked(somebody(role)).orElseThrow();

        assertThat(visible.kinds())
                .isEqualTo(Arrays.stream(ObjectKind.values())
                        .filter(kind -> table.get(LOOKING.get(kind)).contains(role))
                        .collect(Collectors.toSet()));
        assertThat(visible.tenant()).isEqualTo(system ? Optional.empty() : Optional.of(acme));
        for (ObjectKind kind : ObjectKind.values()) {
            assertThat(visible.includes(kind, Optional.of(globex)))
                    .isEqualTo(system && visible.kinds().contains(kind));
            assertThat(visible.includes(kind, Optional.empty()))
                    .isEqualTo(system && visible.kinds().contains(kind));
            assertThat(visible.includes(kind, Optional.of(acme)))
                    .isEqualTo(visible.kinds().contains(kind));
        }
    }
}
