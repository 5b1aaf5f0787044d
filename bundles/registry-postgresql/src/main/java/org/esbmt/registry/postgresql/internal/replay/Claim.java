package org.esbmt.registry.postgresql.internal.replay;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import org.esbmt.registry.api.ReplayClaims;

/**
 * A claim as it is stored.
 *
 * @param key its first 128 bits
 * @param minute the minute of its expiry, counted from 1970; it decides the table
 */
record Claim(UUID key, int minute) {

    static Claim of(byte[] claim, Instant expires) {
        if (claim.length != ReplayClaims.CLAIM_BYTES) {
            throw new IllegalArgumentException(
                    "a claim has " + ReplayClaims.CLAIM_BYTES + " bytes, but this one has " + claim.length);
        }
        ByteBuffer bytes = ByteBuffer.wrap(claim);
        return new Claim(new UUID(bytes.getLong(), bytes.getLong()), minute(expires));
    }

    /** Instants before 1970 and after the year 6000 count as these. */
    static int minute(Instant instant) {
        return (int) Math.max(0, Math.min(Integer.MAX_VALUE, Math.floorDiv(instant.getEpochSecond(), 60)));
    }
}
