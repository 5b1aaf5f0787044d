package org.esbmt.administration.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which ceilings, and names of what they are about, there are. */
class CeilingTest {

    @Test
    void aLimitIsNotNegativeAndASoftOneNotAboveTheHardOne() {
        assertThat(ceiling(5, 5, 9).soft()).hasValue(5);
        for (long[] wrong :
                List.of(new long[] {-1, 0, 0}, new long[] {5, -1, 0}, new long[] {5, 0, -1}, new long[] {5, 6, 0})) {
            assertThatThrownBy(() -> ceiling(wrong[0], wrong[1], wrong[2]))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("limit");
        }
    }

    @Test
    void resourcesAndRolesAreReadInAnyCaseAndRefusedWithTheKnownOnes() {
        assertThat(QuotaId.Resource.of("in-flight_bytes")).isEqualTo(QuotaId.Resource.IN_FLIGHT_BYTES);
        assertThat(Grantee.Role.of("Tenant_Operator")).isEqualTo(Grantee.Role.TENANT_OPERATOR);
        for (String wrong : List.of("", "USERS ", "USERS\n", "SYSTEM_ADMIN", "'; DROP TABLE quota; --")) {
            assertThatThrownBy(() -> QuotaId.Resource.of(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[SERVICE_ASSEMBLIES, ");
            assertThatThrownBy(() -> Grantee.Role.of(wrong))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[TENANT_ADMIN, ");
        }
    }

    private static Ceiling ceiling(long hard, long soft, long burst) {
        return new Ceiling(hard, OptionalLong.of(soft), OptionalLong.of(burst));
    }
}
