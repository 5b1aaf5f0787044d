package org.esbmt.tenancy.api.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaWordsTest {

    @Test
    void aLimitIsNotNegativeAndASoftOneNotAboveTheHardOne() {
        assertThat(limit(5, 5, 9).soft()).hasValue(5);
        for (long[] wrong :
                List.of(new long[] {-1, 0, 0}, new long[] {5, -1, 0}, new long[] {5, 0, -1}, new long[] {5, 6, 0})) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> limit(wrong[0], wrong[1], wrong[2]))
                    .withMessageContaining("limit");
        }
    }

    @Test
    void resourcesAndRolesAreReadInAnyCase() {
        assertThat(Resource.of("in-flight_bytes")).isEqualTo(Resource.IN_FLIGHT_BYTES);
        assertThat(Role.Level.TENANT.role("Tenant_Operator")).isEqualTo(Role.TENANT_OPERATOR);
        assertThat(Role.Level.SYSTEM.role("sre")).isEqualTo(Role.SRE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "USERS ", "USERS\n", "NOBODY", "'; DROP TABLE quota; --"})
    void anUnknownNameIsRefusedWithTheKnownOnes(String wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Resource.of(wrong))
                .withMessageStartingWith("a resource is one of [SERVICE_ASSEMBLIES, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Role.Level.TENANT.role(wrong))
                .withMessageStartingWith(
                        "a tenant's role is one of [TENANT_ADMIN, TENANT_OPERATOR, TENANT_AUDITOR, TENANT_USER], not '");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Role.Level.SYSTEM.role(wrong))
                .withMessageStartingWith(
                        "a role of the installation is one of [SYSTEM_ADMIN, SRE, SYSTEM_AUDITOR], not '");
    }

    @Test
    void aRoleOfTheOtherLevelIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Role.Level.TENANT.role("SYSTEM_ADMIN"));
        assertThatIllegalArgumentException().isThrownBy(() -> Role.Level.SYSTEM.role("TENANT_ADMIN"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Role.Level.TENANT.checked(Set.of(Role.TENANT_USER, Role.SRE)));
        assertThatIllegalArgumentException().isThrownBy(() -> new Grantee.ToRole(Role.SYSTEM_ADMIN));
    }

    /** The texts are part of the audit trail and of the digests of requests, so they are stable. */
    @Test
    void theTextOfAGranteeStays() {
        UUID user = UUID.fromString("8d3bd3b6-6b0f-4b5e-9a2e-4a4f3a2f7a10");
        assertThat(new Grantee.ToUser(new UserId(user))).hasToString("user " + user);
        assertThat(new Grantee.ToRole(Role.TENANT_OPERATOR)).hasToString("role TENANT_OPERATOR");
    }

    private static Limit limit(long hard, long soft, long burst) {
        return new Limit(hard, OptionalLong.of(soft), OptionalLong.of(burst));
    }
}
