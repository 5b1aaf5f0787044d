package org.esbmt.administration.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.registry.api.RegistryException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void whatExceedsAQuotaIsToldAsThat() {
        AdministrationException told =
                Failures.of(new RegistryException.Exceeded("4 of ENDPOINTS are more than is left", "ENDPOINTS", 10, 7));

        assertThat(told.reason()).isEqualTo(Reason.EXCEEDED);
        assertThat(told).hasMessage("4 of ENDPOINTS are more than is left");
    }

    @Test
    void whatOthersAreInTheWayOfIsToBeTriedAgain() {
        AdministrationException told = Failures.of(new RegistryException.Busy("deadlock detected", null));

        assertThat(told.reason()).isEqualTo(Reason.BUSY);
        assertThat(told).hasMessageContaining("nothing was done").hasMessageContaining("try again");
    }

    @Test
    void whatTheRegistryCannotHelpIsInTheLogOnly() {
        AdministrationException told = Failures.of(new RegistryException.Failed("SQLSTATE 42P01", null));

        assertThat(told.reason()).isEqualTo(Reason.INTERNAL);
        assertThat(told.getMessage()).doesNotContain("42P01");
    }
}
