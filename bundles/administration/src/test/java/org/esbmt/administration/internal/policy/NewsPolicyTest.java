package org.esbmt.administration.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.NewsAccess.Hearing;
import org.esbmt.administration.api.NewsAccess.Matter;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NewsPolicyTest extends PolicyContract<Hearing> {
    private static final Map<Matter, Operation> LOOKING = Map.of(
            Matter.OPERATION, Operation.SHOW_OPERATION,
            Matter.TENANT, Operation.FIND_TENANT,
            Matter.ASSEMBLY, Operation.LIST_ASSEMBLIES,
            Matter.COMPONENT, Operation.LIST_COMPONENTS,
            Matter.NODE, Operation.LIST_NODES,
            Matter.TRANSACTION, Operation.LIST_TRANSACTIONS);

    @Override
    Optional<Hearing> asked(Administrator by) {
        return new NewsPolicy(bus.administrators).hearing(by);
    }

    @Override
    Hearing nothing() {
        return Hearing.none();
    }

    @ParameterizedTest
    @EnumSource(Role.class)
    void notificationsAreForTheRolesThatMayReadTheObject(Role role) throws Exception {
        boolean system = role.level() == Role.Level.SYSTEM;
        TenantId globex = created("globex");
        Map<Operation, Set<Role>> table = AccessPolicyTest.table();

        Hearing hearing = asked(somebody(role)).orElseThrow();

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
}
