package org.esbmt.messaging.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class BrokerStateTest {
    @Test
    void aBrokerIsDownForAReason() {
        assertThat(BrokerState.up(Instant.EPOCH).isUp()).isTrue();
        BrokerState down = BrokerState.down(Instant.EPOCH, "The disk is full.");
        assertThat(down.isUp()).isFalse();
        assertThat(down.problem()).contains("The disk is full.");
        assertThatIllegalArgumentException().isThrownBy(() -> BrokerState.down(Instant.EPOCH, " "));
    }
}
