package org.esbmt.registry.testing;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.tenancy.api.TenantId;

/** Claims without a database, never forgotten. Every call is answered at once. */
public final class InMemoryReplayClaims implements ReplayClaims {
    private static final Duration AHEAD = Duration.ofMinutes(8);

    private final int tenantClaims;
    private final InstantSource clock;
    private final Map<ByteBuffer, TenantId> claims = new HashMap<>();

    public InMemoryReplayClaims(int tenantClaims, InstantSource clock) {
        this.tenantClaims = tenantClaims;
        this.clock = requireNonNull(clock, "clock");
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(TenantId tenant, byte[] claim, Instant expires) {
        requireNonNull(tenant, "tenant");
        if (claim.length != CLAIM_BYTES) {
            throw new IllegalArgumentException("a claim has " + CLAIM_BYTES + " bytes, not " + claim.length);
        }
        ByteBuffer key = ByteBuffer.wrap(claim.clone(), 0, 16);
        return CompletableFuture.completedFuture(outcome(tenant, key, expires)).minimalCompletionStage();
    }

    private synchronized ClaimOutcome outcome(TenantId tenant, ByteBuffer key, Instant expires) {
        if (claims.values().stream().filter(tenant::equals).count() >= tenantClaims) {
            return ClaimOutcome.REFUSED_FULL;
        }
        if (expires.isAfter(clock.instant().plus(AHEAD))) {
            return ClaimOutcome.UNAVAILABLE;
        }
        return claims.putIfAbsent(key, tenant) == null ? ClaimOutcome.FIRST : ClaimOutcome.REPEATED;
    }
}
