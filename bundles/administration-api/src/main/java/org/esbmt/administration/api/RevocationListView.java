package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;

/**
 * The present list of revocations (CRL) of an authority.
 *
 * @param authority the tenant's name of the authority
 * @param number the CRL number, in decimal digits
 * @param nextUpdate the moment by which the authority issues the next list
 * @param overdue true if that moment is past
 * @param entries the number of serial numbers
 * @param digest the SHA-256 of the list in DER, 64 hexadecimal digits
 * @param revoked the certificates that this upload revoked: {@code partner <name>}, or {@code certificate <digest> of
 * <login>}
 */
public record RevocationListView(
        String authority,
        String number,
        Instant thisUpdate,
        Instant nextUpdate,
        boolean overdue,
        int entries,
        String digest,
        Instant uploadedAt,
        List<String> revoked) {
    public RevocationListView {
        requireNonNull(authority, "authority");
        requireNonNull(number, "number");
        requireNonNull(thisUpdate, "thisUpdate");
        requireNonNull(nextUpdate, "nextUpdate");
        requireNonNull(digest, "digest");
        requireNonNull(uploadedAt, "uploadedAt");
        revoked = List.copyOf(revoked);
    }
}
