package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.esbmt.registry.api.ClaimOutcome.FIRST;
import static org.esbmt.registry.api.ClaimOutcome.REFUSED_FULL;
import static org.esbmt.registry.api.ClaimOutcome.REPEATED;
import static org.esbmt.registry.api.ClaimOutcome.UNAVAILABLE;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every implementation of {@link ReplayClaims}. */
public abstract class ReplayClaimsContract {
    /** The open claims that a tenant may have in these tests. */
    protected static final int SHARE = 100;

    protected static final TenantId ACME = new TenantId(UUID.randomUUID());
    protected static final TenantId GLOBEX = new TenantId(UUID.randomUUID());

    private static final Duration LIFE = Duration.ofMinutes(5);

    private final Instant start = Instant.now();
    private ReplayClaims claims;

    /** Claims without any, of which a tenant may have {@value #SHARE}; the implementation closes them. */
    protected abstract ReplayClaims openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        claims = openEmpty();
    }

    /** A claim of this text. */
    public static byte[] claim(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for the answer, also on a slow machine. */
    public static ClaimOutcome answer(ReplayClaims claims, TenantId tenant, String text, Instant expires)
            throws Exception {
        return claims.claim(tenant, claim(text), expires).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private ClaimOutcome answer(TenantId tenant, String text, Duration left) throws Exception {
        return answer(claims, tenant, text, start.plus(left));
    }

    @Test
    void aMessageIsLetOnOnce() throws Exception {
        assertThat(answer(ACME, "one", LIFE)).isEqualTo(FIRST);
        assertThat(answer(ACME, "one", LIFE)).isEqualTo(REPEATED);
        assertThat(answer(ACME, "two", LIFE)).isEqualTo(FIRST);
        assertThat(answer(ACME, "one", LIFE)).isEqualTo(REPEATED);
    }

    @Test
    void theSameMessageToAnotherTenantIsARepetition() throws Exception {
        assertThat(answer(ACME, "one", LIFE)).isEqualTo(FIRST);
        assertThat(answer(GLOBEX, "one", LIFE)).isEqualTo(REPEATED);
    }

    @Test
    void claimsAreComparedByTheirFirstHalf() throws Exception {
        byte[] claim = claim("one");
        for (int changed : new int[] {0, 7, 8, 15}) {
            byte[] other = claim.clone();
            other[changed] ^= 1;
            assertThat(answer(other)).isEqualTo(FIRST);
        }
        assertThat(answer(claim)).isEqualTo(FIRST);
        claim[16] ^= 1;
        assertThat(answer(claim)).isEqualTo(REPEATED);
    }

    private ClaimOutcome answer(byte[] claim) throws Exception {
        return claims.claim(ACME, claim, start.plus(LIFE)).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void theSameMessageFromManyThreadsAtOnceIsLetOnOnce() throws Exception {
        for (int i = 0; i < 10; i++) {
            String text = "round " + i;
            List<Object> outcomes = AtOnce.run(64, () -> answer(ACME, text, LIFE));

            assertThat(Collections.frequency(outcomes, FIRST)).isEqualTo(1);
            assertThat(Collections.frequency(outcomes, REPEATED)).isEqualTo(63);
        }
    }

    @Test
    void messagesAreLetOnOnceWheneverTheyExpire() throws Exception {
        List<Duration> lives = List.of(
                Duration.ofMinutes(-2),
                Duration.ofSeconds(-1),
                Duration.ofMillis(-1),
                Duration.ZERO,
                Duration.ofMillis(1),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                Duration.ofMinutes(7));
        for (Duration life : lives) {
            assertThat(answer(ACME, "expires in " + life, life))
                    .as("first %s", life)
                    .isEqualTo(FIRST);
        }
        for (Duration life : lives) {
            assertThat(answer(ACME, "expires in " + life, life))
                    .as("again %s", life)
                    .isEqualTo(REPEATED);
        }
    }

    @Test
    void aMessageFromTheFutureIsNotRemembered() throws Exception {
        assertThat(answer(ACME, "in ten minutes", Duration.ofMinutes(10))).isEqualTo(UNAVAILABLE);
        assertThat(answer(claims, ACME, "never", Instant.MAX)).isEqualTo(UNAVAILABLE);
        assertThat(answer(ACME, "now", LIFE)).isEqualTo(FIRST);
    }

    @Test
    void aTenantWithAFullShareIsRefusedAlone() throws Exception {
        for (int i = 0; i < SHARE; i++) {
            assertThat(answer(ACME, "message " + i, LIFE)).isEqualTo(FIRST);
        }
        assertThat(answer(ACME, "one more", LIFE)).isEqualTo(REFUSED_FULL);
        assertThat(answer(GLOBEX, "of another", LIFE)).isEqualTo(FIRST);
        assertThat(answer(GLOBEX, "message 0", LIFE)).as("nothing is evicted").isEqualTo(REPEATED);
    }

    @Test
    void repetitionsTakeNoShare() throws Exception {
        assertThat(answer(GLOBEX, "one", LIFE)).isEqualTo(FIRST);
        for (int i = 0; i < 2 * SHARE; i++) {
            assertThat(answer(ACME, "one", LIFE)).isEqualTo(REPEATED);
        }
        assertThat(answer(ACME, "two", LIFE)).isEqualTo(FIRST);
    }

    @Test
    void claimsOfAnotherLengthAreErrors() {
        List<byte[]> wrong = new ArrayList<>(List.of(new byte[0], new byte[16], new byte[33]));
        wrong.forEach(claim ->
                assertThatIllegalArgumentException().isThrownBy(() -> claims.claim(ACME, claim, start.plus(LIFE))));
    }

    @Test
    void aCallerCannotAnswerForOthers() throws Exception {
        claims.claim(ACME, claim("one"), start.plus(LIFE)).toCompletableFuture().complete(UNAVAILABLE);
        assertThat(answer(ACME, "one", LIFE)).isEqualTo(REPEATED);
    }
}
