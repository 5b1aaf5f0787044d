package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.UserCertificateView;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Changes of the certificates that prove messages of a tenant's users. They are no steps of a batch: the proof names the
 * user, who exists before.
 */
public sealed interface UserCertificateCommand<R> extends Command<R> {

    /**
     * Registers a certificate for a user, who has at most 20 open ones; CONFLICT for one more. INVALID for a certificate
     * that senders may not use, and for a request that does not prove its key. CONFLICT if anybody registered it, or if
     * it was revoked.
     *
     * @param name 1 to 100 printable characters without a space at either end
     * @param certificate one X.509 certificate in PEM or DER, at most 16 KiB in DER
     * @param request a request of PKCS#10 in PEM or DER, signed by the key of the certificate. Its subject is the common
     * name of the user's identifier alone, so that nobody else's request is a proof
     */
    record RegisterUserCertificate(TenantId tenant, UserId user, String name, Content certificate, Content request)
            implements UserCertificateCommand<UserCertificateView> {
        public RegisterUserCertificate {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            requireNonNull(name, "name");
            requireNonNull(certificate, "certificate");
            requireNonNull(request, "request");
        }
    }

    /** Revokes a certificate of a tenant's user for good. NOT_FOUND if the tenant has no such certificate. */
    record RevokeUserCertificate(TenantId tenant, CertificateDigest digest) implements UserCertificateCommand<Done> {
        public RevokeUserCertificate {
            requireNonNull(tenant, "tenant");
            requireNonNull(digest, "digest");
        }
    }
}
