package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;

/**
 * A certificate that proves messages of a user. All but the revocation is fixed. Moments have milliseconds.
 *
 * @param name for people: 1 to {@value #MAX_NAME} printable characters, no space at either end
 * @param notBefore the first moment of its validity
 * @param notAfter the last moment of its validity
 * @param registeredBy the administrator
 * @param revokedAt the moment of its revocation
 */
public record UserCertificate(
        TenantId tenant,
        UserId owner,
        String name,
        EncodedCertificate certificate,
        Instant notBefore,
        Instant notAfter,
        UserId registeredBy,
        Instant registeredAt,
        Optional<Instant> revokedAt) {
    /** The largest number of characters. */
    public static final int MAX_NAME = 100;
    /** The time before its end in which a certificate counts as {@link UserCertificateState#EXPIRING}. */
    public static final Duration WARNING = Duration.ofDays(30);

    public UserCertificate {
        requireNonNull(tenant, "tenant");
        requireNonNull(owner, "owner");
        requireNonNull(certificate, "certificate");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(registeredBy, "registeredBy");
        requireNonNull(registeredAt, "registeredAt");
        requireNonNull(revokedAt, "revokedAt");
        if (notAfter.isBefore(notBefore)) {
            throw new IllegalArgumentException("a certificate ends after its begin, not at " + notAfter);
        }
        if (name.isEmpty()
                || name.length() > MAX_NAME
                || name.startsWith(" ")
                || name.endsWith(" ")
                || !name.codePoints().allMatch(c -> c == ' ' || Printable.visible(c))) {
            throw new IllegalArgumentException("a certificate's name is 1 to " + MAX_NAME
                    + " printable characters without a space at either end, but is " + Printable.shown(name));
        }
    }

    public CertificateDigest digest() {
        return certificate.digest();
    }

    /** Its state at a moment. */
    public UserCertificateState state(Instant at) {
        if (revokedAt.isPresent()) {
            return UserCertificateState.REVOKED;
        }
        if (at.isAfter(notAfter)) {
            return UserCertificateState.EXPIRED;
        }
        if (at.isBefore(notBefore)) {
            return UserCertificateState.PENDING;
        }
        return at.plus(WARNING).isAfter(notAfter) ? UserCertificateState.EXPIRING : UserCertificateState.VALID;
    }

    /** Tells whether it is neither revoked nor expired, and so has one of its owner's places. */
    public boolean isOpen(Instant now) {
        return revokedAt.isEmpty() && !now.isAfter(notAfter);
    }

    /** The same certificate after its revocation. */
    public UserCertificate revoked(Instant at) {
        return new UserCertificate(
                tenant, owner, name, certificate, notBefore, notAfter, registeredBy, registeredAt, Optional.of(at));
    }
}
