package org.esbmt.camel.se.internal.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;

class EvaluationLimitsTest {
    private static EvaluationLimits configured(int millis, long memory, int output) {
        return EvaluationLimits.configured("xpath", millis, memory, output, XmlLimits.DEFAULTS);
    }

    @Test
    void theLimitsEqualTheConfiguration() {
        assertThat(configured(1, 1 << 20, 1))
                .isEqualTo(new EvaluationLimits(Duration.ofMillis(1), 1 << 20, 1, XmlLimits.DEFAULTS));
    }

    @Test
    void aValueOutOfBoundsIsRefusedWithKeyValueAndRule() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> configured(0, 1 << 20, 1))
                .withMessage("xpath.millis is 0 and must be from 1 to 60000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> configured(60_001, 1 << 20, 1))
                .withMessage("xpath.millis is 60001 and must be from 1 to 60000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> configured(1, (1 << 20) - 1, 1))
                .withMessage("xpath.memory.bytes is 1048575 and must be from 1048576 to 1099511627776");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> configured(1, 1 << 20, 0))
                .withMessage("xpath.output.bytes is 0 and must be from 1 to 1073741824");
    }
}
