package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.time.Instant;
import org.esbmt.tenancy.api.TenantId;

/**
 * The present list of revocations (CRL) of an authority of a tenant, without its serial numbers. Moments have
 * milliseconds.
 *
 * @param authority the name of the authority
 * @param number the CRL number, 0 to 2^159 - 1
 * @param nextUpdate the moment by which the authority issues the next list
 * @param digest the SHA-256 of the list in DER
 * @param entries the number of serial numbers
 */
public record RevocationList(
        TenantId tenant,
        KeyName authority,
        BigInteger number,
        Instant thisUpdate,
        Instant nextUpdate,
        OpaqueBytes digest,
        int entries,
        Instant uploadedAt) {
    /** The largest number of entries. */
    public static final int MOST_ENTRIES = 20_000;

    private static final int MOST_BITS = 159;
    private static final int DIGEST_BYTES = 32;

    public RevocationList {
        requireNonNull(tenant, "tenant");
        requireNonNull(authority, "authority");
        requireNonNull(thisUpdate, "thisUpdate");
        requireNonNull(nextUpdate, "nextUpdate");
        requireNonNull(digest, "digest");
        requireNonNull(uploadedAt, "uploadedAt");
        if (number.signum() < 0 || number.bitLength() > MOST_BITS) {
            throw new IllegalArgumentException("the number of a CRL is 0 to 2^159 - 1");
        }
        if (entries < 0 || entries > MOST_ENTRIES) {
            throw new IllegalArgumentException("a CRL has at most " + MOST_ENTRIES + " entries, but has " + entries);
        }
        if (digest.length() != DIGEST_BYTES) {
            throw new IllegalArgumentException("a SHA-256 has " + DIGEST_BYTES + " bytes, not " + digest.length());
        }
        if (!nextUpdate.isAfter(thisUpdate)) {
            throw new IllegalArgumentException("the next update of a CRL is after this one");
        }
    }

    /** Tells whether the next list should be there. */
    public boolean isOverdue(Instant now) {
        return now.isAfter(nextUpdate);
    }
}
