package org.esbmt.administration.internal.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaConsumptionTest {
    @Test
    void defaultsAreReadAsTheyAreConfigured() {
        assertThat(QuotaConsumption.defaults("USERS=3, ENDPOINTS = 12"))
                .isEqualTo(Map.of(Resource.USERS, 3L, Resource.ENDPOINTS, 12L));
        assertThat(QuotaConsumption.defaults(" ")).isEmpty();
    }

    @Test
    void aResourceThatThereIsNotIsRefusedWithThoseThatThereAre() {
        assertThatThrownBy(() -> QuotaConsumption.defaults("USERS:10")).hasMessageContaining("SERVICE_ASSEMBLIES");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "USERS",
                "USERS=",
                "=3",
                "WISHES=3",
                "USERS=-1",
                "USERS=3,USERS=4",
                "USERS=3,",
                "USERS=3;",
                "MESSAGES=3",
                "DEAD_LETTERS=3"
            })
    void anInvalidDefaultIsNamed(String text) {
        assertThatThrownBy(() -> QuotaConsumption.defaults(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("quota.defaults");
    }
}
