package org.esbmt.registry.postgresql.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutagesTest {
    private final SQLException cause = new SQLException("Connection\n refused.");

    private long now = -5;

    private void pass(long seconds) {
        now += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void aNodeDecidesAloneForAMinuteOfEachOutage() {
        Outages outages = new Outages(true, () -> now);
        assertThat(outages.isBridged()).isFalse();
        outages.begin(cause);
        pass(59);
        outages.begin(cause);
        assertThat(outages.isBridged()).isTrue();
        assertThat(outages.problem())
                .contains("This node alone lets each signed message on once, since the tenant registry does not answer:"
                        + " Connection refused.");
        pass(1);
        assertThat(outages.isBridged()).isFalse();
        assertThat(outages.problem())
                .contains("Signed messages are refused, since the tenant registry does not record which were seen:"
                        + " Connection refused.");
        outages.end();
        assertThat(outages.isOut()).isFalse();
        outages.begin(cause);
        assertThat(outages.isBridged()).isTrue();
    }

    @Test
    void aMomentWithoutTheDatabaseIsNoProblem() {
        Outages outages = new Outages(false, () -> now);
        outages.begin(cause);
        assertThat(outages.isOut()).isTrue();
        assertThat(outages.problem()).isEmpty();
        pass(2);
        assertThat(outages.problem()).isPresent();
        outages.end();
        assertThat(outages.problem()).isEmpty();
    }

    @Test
    void claimsFromTheFutureAreAProblemForAMinute() {
        Outages outages = new Outages(false, () -> now);
        outages.refusedAhead();
        pass(59);
        assertThat(outages.problem()).isPresent();
        pass(1);
        assertThat(outages.problem()).isEmpty();
    }
}
