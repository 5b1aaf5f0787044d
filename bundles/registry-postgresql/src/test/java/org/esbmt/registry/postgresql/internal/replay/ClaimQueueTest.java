package org.esbmt.registry.postgresql.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

class ClaimQueueTest {
    private static final TenantId FLOODING = new TenantId(UUID.randomUUID());

    private final ClaimQueue queue = new ClaimQueue();
    private int claims;

    private PendingClaim add(TenantId tenant) {
        return add(tenant, Long.MAX_VALUE / 2);
    }

    private PendingClaim add(TenantId tenant, long deadline) {
        PendingClaim claim = new PendingClaim(tenant, new Claim(new UUID(0, claims++), 1), deadline);
        assertThat(queue.add(claim)).isTrue();
        return claim;
    }

    @Test
    void aClaimBehindAnotherTenantsFloodIsInTheNextStatement() throws Exception {
        IntStream.range(0, 1_000).forEach(i -> add(FLOODING));
        queue.take(0);
        PendingClaim other = add(new TenantId(UUID.randomUUID()));
        List<PendingClaim> next = queue.take(0);
        assertThat(next).hasSize(ClaimQueue.STATEMENT).contains(other);
        assertThat(queue.size()).isEqualTo(1_001 - 2 * ClaimQueue.STATEMENT);
    }

    @Test
    void moreTenantsThanPlacesTakeTurns() throws Exception {
        List<TenantId> tenants = IntStream.range(0, 100)
                .mapToObj(i -> new TenantId(new UUID(1, i)))
                .toList();
        for (int i = 0; i < 3; i++) {
            tenants.forEach(this::add);
        }
        List<PendingClaim> first = queue.take(0);
        List<PendingClaim> second = queue.take(0);
        assertThat(first).extracting(claim -> claim.tenant).containsExactlyElementsOf(tenants.subList(0, 64));
        assertThat(second.subList(0, 36))
                .extracting(claim -> claim.tenant)
                .containsExactlyElementsOf(tenants.subList(64, 100));
        assertThat(second.subList(36, 64))
                .extracting(claim -> claim.tenant)
                .containsExactlyElementsOf(tenants.subList(0, 28));
    }

    @Test
    void claimsOfOneTenantKeepTheirOrder() throws Exception {
        List<PendingClaim> added =
                IntStream.range(0, 10).mapToObj(i -> add(FLOODING)).toList();
        assertThat(queue.take(0)).containsExactlyElementsOf(added);
        assertThat(queue.take(0)).isEmpty();
    }

    @Test
    void oneTenantsClaimsAreBoundedAndAnothersAreNot() {
        IntStream.range(0, ClaimQueue.LANE).forEach(i -> add(FLOODING));
        assertThat(queue.add(new PendingClaim(FLOODING, new Claim(new UUID(2, 2), 1), 0)))
                .isFalse();
        add(new TenantId(UUID.randomUUID()));
        assertThat(queue.size()).isEqualTo(ClaimQueue.LANE + 1);
    }

    @Test
    void overdueClaimsLeaveTheirLane() throws Exception {
        TenantId other = new TenantId(UUID.randomUUID());
        PendingClaim old = add(FLOODING, 10);
        PendingClaim alsoOld = add(other, 10);
        PendingClaim recent = add(other, 30);
        assertThat(queue.takeOverdue(20)).containsExactlyInAnyOrder(old, alsoOld);
        assertThat(queue.take(0)).containsExactly(recent);
        PendingClaim next = add(FLOODING);
        assertThat(queue.takeAll()).containsExactly(next);
        assertThat(queue.size()).isZero();
    }
}
