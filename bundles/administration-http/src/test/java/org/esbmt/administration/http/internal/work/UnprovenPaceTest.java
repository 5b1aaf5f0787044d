package org.esbmt.administration.http.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.esbmt.http.api.Response;
import org.junit.jupiter.api.Test;

class UnprovenPaceTest {
    private static final Response REFUSAL = Response.of(401).empty();
    private static final InetAddress PROXY = address("10.0.0.1");
    private static final InetAddress ATTACKER = address("192.0.2.7");
    private static final InetAddress OTHER = address("192.0.2.8");

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000); // the clock may overflow
    private final UnprovenPace pace = new UnprovenPace(20, PROXY::equals, nanos::get);

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private Duration wait(InetAddress source) {
        return pace.charge(source).held(REFUSAL).delay();
    }

    private void use(InetAddress source, int requests) {
        IntStream.range(0, requests).forEach(i -> wait(source));
    }

    @Test
    void requestsOfFiveSecondsAreAnsweredAtOnceAndTheOthersInTurn() {
        for (int i = 0; i < 100; i++) {
            assertThat(wait(ATTACKER)).isZero();
        }
        assertThat(wait(ATTACKER)).isEqualTo(Duration.ofMillis(50));
        assertThat(wait(ATTACKER)).isEqualTo(Duration.ofMillis(100));
        assertThat(wait(OTHER)).isZero();
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        assertThat(wait(ATTACKER)).isZero();
    }

    @Test
    void aWaitHasAnEnd() {
        use(ATTACKER, 10_000);
        assertThat(wait(ATTACKER)).isEqualTo(Duration.ofSeconds(10));
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        assertThat(wait(ATTACKER)).isZero();
    }

    @Test
    void aProvenRequestCostsNothing() {
        for (int i = 0; i < 1_000; i++) {
            pace.charge(ATTACKER).proven();
        }
        assertThat(wait(ATTACKER)).isZero();
    }

    @Test
    void aLoginWithACookieIsNotHeld() {
        use(ATTACKER, 150);
        Response opened = Response.of(303).field("Set-Cookie", "s=1").empty();
        assertThat(pace.charge(ATTACKER).heldWithoutCookie(opened).delay()).isZero();
        assertThat(pace.charge(ATTACKER).heldWithoutCookie(REFUSAL).delay()).isPositive();
    }

    @Test
    void aSourceWithWaitingAnswersGetsItsConnectionsAtThePaceToo() {
        use(ATTACKER, 101);
        long admitted =
                IntStream.range(0, 1_000).filter(i -> pace.admits(ATTACKER)).count();
        assertThat(admitted).isEqualTo(20);
        assertThat(pace.admits(OTHER)).isTrue();
        nanos.addAndGet(Duration.ofMillis(50).toNanos());
        assertThat(pace.admits(ATTACKER)).as("nothing waits any more").isTrue();
    }

    @Test
    void connectionsWithoutAnAnswerCount() {
        for (int i = 0; i < 100; i++) {
            pace.ended(ATTACKER, false);
            pace.ended(OTHER, true);
        }
        assertThat(wait(ATTACKER)).isPositive();
        assertThat(wait(OTHER)).isZero();
    }

    @Test
    void connectionsOfAProxyAreNotJudged() {
        use(PROXY, 1_000);
        for (int i = 0; i < 100; i++) {
            pace.ended(PROXY, false);
            assertThat(pace.admits(PROXY)).isTrue();
        }
    }

    @Test
    void aSubnetOfIpv6IsOneSource() {
        for (int i = 0; i < 100; i++) {
            wait(address("2001:db8::" + Integer.toHexString(i)));
        }
        assertThat(wait(address("2001:db8::ffff"))).isPositive();
        assertThat(wait(address("2001:db8:0:1::1"))).isZero();
    }

    @Test
    void withoutALimitNothingWaits() {
        UnprovenPace none = new UnprovenPace(0, PROXY::equals, nanos::get);
        for (int i = 0; i < 1_000; i++) {
            assertThat(none.charge(ATTACKER).held(REFUSAL).delay()).isZero();
            assertThat(none.admits(ATTACKER)).isTrue();
            none.ended(ATTACKER, false);
        }
    }
}
