package org.esbmt.tenancy.authentication.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.authentication.internal.Throttle.Attempt;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Owner;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Throttle throttle = new Throttle(nanos::get);
    private final Attempt user = new Attempt(
            new Owner(new TenantId(new UUID(1, 1)), new UserId(new UUID(1, 2))),
            Source.of(InetAddress.getLoopbackAddress()),
            false,
            false);

    @Test
    void anAttemptThatCameToNothingLeavesTheWaitThatOthersBrought() {
        for (int i = 0; i < 6; i++) {
            assertThat(throttle.begin(user)).isEmpty();
        }
        assertThat(throttle.begin(user)).contains(Duration.ofSeconds(1));
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(throttle.begin(user)).isEmpty();

        throttle.abandoned(user);

        assertThat(throttle.begin(user)).contains(Duration.ofSeconds(1));
    }

    @Test
    void anAttemptThatCameToNothingBringsNoWaitItself() {
        for (int i = 0; i < 100; i++) {
            assertThat(throttle.begin(user)).isEmpty();
            throttle.abandoned(user);
        }
    }
}
