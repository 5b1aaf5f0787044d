package org.esbmt.administration.http.internal.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.api.PartAccess.Part;
import org.junit.jupiter.api.Test;

class ConfirmedLoginTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger questions = new AtomicInteger();
    private final ConfirmedLogin login = new ConfirmedLogin(new Administrator("ada", "rest").cameInWith(1), nanos::get);

    private PartAccess answering(Optional<Set<Part>> parts, Duration taking) {
        return by -> {
            questions.incrementAndGet();
            pass(taking);
            return parts;
        };
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void aRegistryOutOfReachIsAskedOnceASecond() {
        PartAccess slow = answering(Optional.empty(), Duration.ofSeconds(5));
        pass(Duration.ofSeconds(2));
        for (int i = 0; i < 10; i++) {
            assertThat(login.confirm(slow)).isEqualTo(Standing.IN);
        }

        assertThat(questions).hasValue(1);
        pass(Duration.ofSeconds(1));
        assertThat(login.confirm(slow)).isEqualTo(Standing.IN);
        assertThat(questions).hasValue(2);
    }

    @Test
    void aLoginThatIsNotConfirmedForAMinuteIsUnknown() {
        PartAccess unreachable = answering(Optional.empty(), Duration.ZERO);
        pass(Duration.ofSeconds(59));
        assertThat(login.confirm(unreachable)).isEqualTo(Standing.IN);
        pass(Duration.ofSeconds(1));
        assertThat(login.confirm(unreachable)).isEqualTo(Standing.UNKNOWN);
        assertThat(login.confirm(answering(Optional.of(Set.of(Part.TENANTS)), Duration.ZERO)))
                .isEqualTo(Standing.IN);
    }

    @Test
    void aLoginWithoutAPartIsOutForGood() {
        pass(Duration.ofSeconds(1));
        assertThat(login.confirm(answering(Optional.of(Set.of()), Duration.ZERO)))
                .isEqualTo(Standing.OUT);
        assertThat(login.confirm(answering(Optional.of(Set.of(Part.TENANTS)), Duration.ZERO)))
                .isEqualTo(Standing.OUT);
    }
}
