package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The data for finding the sender of a message by a certificate that is not revoked. One statement reads it, so all of
 * it was true at one moment.
 *
 * @param notBefore the first moment of the certificate's validity
 * @param notAfter the last moment of the certificate's validity
 * @param sender true if one of the user's roles sends messages, see {@link Role#sends}
 */
public record StoredCertificate(
        TenantId tenant,
        UserId user,
        EncodedCertificate certificate,
        Instant notBefore,
        Instant notAfter,
        UserState userState,
        TenantState tenantState,
        boolean sender) {
    public StoredCertificate {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        requireNonNull(certificate, "certificate");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(userState, "userState");
        requireNonNull(tenantState, "tenantState");
    }
}
