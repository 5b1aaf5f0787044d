package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.tenancy.api.TenantId;

/**
 * Changes of the certificates of partners: back ends whose answers are verified, and recipients. A name is 1 to 64 letters,
 * digits, dots, dashes and underscores. UNAVAILABLE on a node without the sealing keys of the installation. They are no
 * steps of a batch, as keys are none.
 */
public sealed interface TenantPartnerCommand<R> extends Command<R> {

    /**
     * Registers the certificate of a partner. INVALID for a weak certificate, and one that is not valid now. CONFLICT for a
     * name that is taken, and a certificate that is registered or was revoked. EXCEEDED beyond the quota.
     *
     * @param certificate one X.509 certificate in PEM or DER
     */
    record RegisterPartner(TenantId tenant, String name, Content certificate)
            implements TenantPartnerCommand<TenantPartnerView> {
        public RegisterPartner {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(certificate, "certificate");
        }
    }

    /** Revokes a partner for good. NOT_FOUND if the tenant has none of that name that is not revoked. */
    record RevokePartner(TenantId tenant, String name) implements TenantPartnerCommand<Done> {
        public RevokePartner {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }
    }
}
