package org.esbmt.administration.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.esbmt.administration.api.AdministrationException.Reason;
import org.junit.jupiter.api.Test;

class AdministrationExceptionTest {
    @Test
    void theAdviceOfTheMessageIsTheOneThatCanAct() {
        String told = AdministrationException.told("It is for you. Full", "SYSTEM_ADMIN to raise it");

        assertThat(told).isEqualTo("It is for you. Full. It is for SYSTEM_ADMIN to raise it.");
        assertThat(new AdministrationException(Reason.EXCEEDED, told).who()).isEqualTo("SYSTEM_ADMIN to raise it");
    }

    @Test
    void aMessageWithoutAdviceHasThatOfItsReason() {
        assertThat(new AdministrationException(Reason.BUSY, "others change it").who())
                .isEqualTo(Reason.BUSY.who());
        assertThat(new AdministrationException(Reason.BUSY, null).who()).isEqualTo(Reason.BUSY.who());
    }
}
