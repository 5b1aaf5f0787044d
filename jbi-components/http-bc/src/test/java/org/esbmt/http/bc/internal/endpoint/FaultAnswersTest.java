package org.esbmt.http.bc.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.jbi.container.api.ExchangeFailedException;
import org.esbmt.jbi.container.api.ExchangeFailedException.Reason;
import org.esbmt.jbi.container.api.OverloadedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fault for a component's error, as seen by the sender. */
class FaultAnswersTest {
    private static final class Failed extends ExchangeFailedException {
        private static final long serialVersionUID = 1L;

        Failed(Reason reason, Throwable cause) {
            super(reason, "it failed", cause);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "REFUSED, MESSAGE_REFUSED, 400",
        "UNAVAILABLE, BACKEND_UNAVAILABLE, 503",
        "TIMEOUT, BACKEND_TIMEOUT, 504"
    })
    void aKnownErrorHasItsCode(Reason reason, FaultCode code, int plain) {
        assertThat(FaultAnswers.code(new Failed(reason, null))).isEqualTo(code);
        assertThat(FaultAnswers.plainStatus(code)).isEqualTo(plain);
    }

    @Test
    void theInnermostKnownCauseDecidesTheCode() {
        assertThat(FaultAnswers.code(new Failed(Reason.UNAVAILABLE, new OverloadedException("full"))))
                .isEqualTo(FaultCode.OVERLOADED);
        assertThat(FaultAnswers.code(
                        new Failed(Reason.UNAVAILABLE, new BackEndException(FaultCode.BACKEND_TIMEOUT, "late"))))
                .isEqualTo(FaultCode.BACKEND_TIMEOUT);
        assertThat(FaultAnswers.code(new Failed(Reason.UNAVAILABLE, new Failed(Reason.REFUSED, null))))
                .isEqualTo(FaultCode.MESSAGE_REFUSED);
    }

    @Test
    void anUnexpectedErrorHasNoCode() {
        assertThat(FaultAnswers.code(new IllegalStateException(new RuntimeException("a bug"))))
                .isNull();
    }

    @Test
    void theFaultHasTheCorrelationIdOfTheLog() {
        Failed first = new Failed(Reason.REFUSED, null);
        Failed second = new Failed(Reason.UNAVAILABLE, first);

        assertThat(FaultAnswers.correlation(new IllegalStateException(second)))
                .isEqualTo(first.correlation())
                .isEqualTo(second.correlation())
                .isNotEqualTo(new Failed(Reason.REFUSED, null).correlation());
    }
}
