package org.esbmt.registry.postgresql.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.Test;

class TenantSharesTest {
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final TenantId GLOBEX = new TenantId(UUID.randomUUID());
    private static final int NOW = 1_000;

    private final TenantShares shares = new TenantShares(3);

    @Test
    void aTenantHasItsShareWhateverOthersHave() {
        for (int i = 0; i < 3; i++) {
            assertThat(shares.take(ACME, NOW + i, NOW)).isTrue();
        }
        assertThat(shares.take(ACME, NOW, NOW)).isFalse();
        assertThat(shares.take(GLOBEX, NOW, NOW)).isTrue();
        shares.giveBack(ACME, NOW + 1);
        assertThat(shares.take(ACME, NOW, NOW)).isTrue();
        assertThat(shares.take(ACME, NOW, NOW)).isFalse();
        assertThat(shares.open()).isEqualTo(4);
    }

    @Test
    void expiredClaimsLeaveTheShareAMinuteLater() {
        for (int i = 0; i < 3; i++) {
            assertThat(shares.take(ACME, NOW, NOW)).isTrue();
        }
        assertThat(shares.take(ACME, NOW + 1, NOW + 1)).isFalse();
        assertThat(shares.take(ACME, NOW + 2, NOW + 2)).isTrue();
        assertThat(shares.open()).isEqualTo(1);
        shares.forget(NOW + 4);
        assertThat(shares.open()).isZero();
    }

    @Test
    void aClaimGivenBackTwiceOrTooLateCountsOnce() {
        assertThat(shares.take(ACME, NOW, NOW)).isTrue();
        assertThat(shares.take(ACME, NOW + 5, NOW)).isTrue();
        shares.giveBack(ACME, NOW);
        shares.giveBack(ACME, NOW);
        shares.giveBack(GLOBEX, NOW);
        assertThat(shares.open()).isEqualTo(1);
    }

    @Test
    void manyThreadsTakeExactlyTheShare() throws Exception {
        List<Object> taken = AtOnce.run(32, () -> shares.take(ACME, NOW, NOW));
        assertThat(Collections.frequency(taken, true)).isEqualTo(3);
    }
}
