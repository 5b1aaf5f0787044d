package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.administration.internal.login.LoginThrottle.Attempt;
import org.junit.jupiter.api.Test;

class LoginThrottleTest {
    private final AtomicLong nanos = new AtomicLong();
    /** The results of a second attempt during the wait of the first. */
    private final List<Boolean> meanwhile = new ArrayList<>();

    private final LoginThrottle throttle = new LoginThrottle(nanos::get, this::waiting);

    @Test
    void withFewThreadsOneAttemptWaitsAtATimeForAllLogins() {
        for (String login : List.of("admin", "second")) {
            for (int i = 0; i < 50; i++) {
                assertThat(throttle.admitSoon(at(login, i / 5))).isTrue();
            }
        }

        assertThat(throttle.admitSoon(at("admin", 100))).isTrue();
        assertThat(meanwhile).containsExactly(false);
        assertThat(throttle.admitSoon(at("admin", 1))).as("has failed often").isFalse();
    }

    @Test
    void aProvenSourceIsNotLockedOutByAnyNumberOfOthers() {
        List<Long> waits = new ArrayList<>();
        LoginThrottle crowded = new LoginThrottle(nanos::get, waits::add); // nobody's wait ends
        Attempt office = new Attempt("jmx", "192.0.2.1", "acme/boss");
        assertThat(crowded.admit(office)).isTrue();
        crowded.succeeded(office);
        for (int i = 0; i < 1_000; i++) {
            crowded.admit(new Attempt("jmx", "198.51.100." + i, "acme/boss"));
        }
        waits.clear();

        assertThat(crowded.admit(new Attempt("jmx", "192.0.2.2", "acme/boss")))
                .as("an address without an earlier login")
                .isFalse();
        assertThat(crowded.admit(office)).isTrue();
        assertThat(waits).isEmpty();
        for (int i = 0; i < 5; i++) {
            crowded.admit(office);
        }
        assertThat(waits).as("of its own failures").isNotEmpty();
    }

    private void waiting(long time) {
        meanwhile.add(throttle.admitSoon(at("second", 100)));
        nanos.addAndGet(time);
    }

    private static Attempt at(String login, int address) {
        return new Attempt("container ssh", "198.51.100." + address, login);
    }
}
