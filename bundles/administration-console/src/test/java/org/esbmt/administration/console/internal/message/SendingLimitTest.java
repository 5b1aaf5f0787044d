package org.esbmt.administration.console.internal.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

class SendingLimitTest {
    private static final TenantId ACME = TenantId.of("00000000-0000-4000-8000-000000000001");
    private static final TenantId GLOBEX = TenantId.of("00000000-0000-4000-8000-000000000002");

    private long now;
    private final SendingLimit limit = new SendingLimit(() -> now);

    @Test
    void aLoginHasOneMessageAtATime() {
        assertThat(limit.begin(ACME, "acme/a")).isTrue();
        assertThat(limit.begin(ACME, "acme/a")).isFalse();

        limit.end(ACME, "acme/a");

        assertThat(limit.begin(ACME, "acme/a")).isTrue();
    }

    @Test
    void aTenantHasTwoMessagesAtATime() {
        assertThat(limit.begin(ACME, "acme/a")).isTrue();
        assertThat(limit.begin(ACME, "acme/b")).isTrue();
        assertThat(limit.begin(ACME, "acme/c")).isFalse();
        assertThat(limit.begin(GLOBEX, "globex/a")).isTrue();
    }

    @Test
    void aLoginHasThirtyMessagesInAMinute() {
        for (int i = 0; i < SendingLimit.MOST_IN_MINUTE; i++) {
            assertThat(limit.begin(ACME, "acme/a")).isTrue();
            limit.end(ACME, "acme/a");
        }
        assertThat(limit.begin(ACME, "acme/a")).isFalse();

        now += Duration.ofSeconds(61).toNanos();

        assertThat(limit.begin(ACME, "acme/a")).isTrue();
    }
}
