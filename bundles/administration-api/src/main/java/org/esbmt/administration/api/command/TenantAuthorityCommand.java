package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.RevocationListView;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.tenancy.api.TenantId;

/**
 * Changes of the certificate authorities of a tenant, and of their lists of revocations. An authority makes no sender and no
 * partner good. A name is 1 to 64 letters, digits, dots, dashes and underscores. UNAVAILABLE on a node without the sealing
 * keys of the installation. They are no steps of a batch, as keys are none.
 */
public sealed interface TenantAuthorityCommand<R> extends Command<R> {
    /**
     * Adds an authority. INVALID for a certificate that is weak, not valid now, or of no authority. CONFLICT for a name or a
     * certificate that is taken, EXCEEDED beyond the quota.
     *
     * @param certificate one X.509 certificate in PEM or DER
     */
    record AddAuthority(TenantId tenant, String name, Content certificate)
            implements TenantAuthorityCommand<TenantAuthorityView> {
        public AddAuthority {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(certificate, "certificate");
        }
    }

    /** Removes an authority with its list. NOT_FOUND if the tenant has none of that name. */
    record RemoveAuthority(TenantId tenant, String name) implements TenantAuthorityCommand<Done> {
        public RemoveAuthority {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }
    }

    /**
     * Puts a list of revocations in the place of the authority's former one, and revokes for good those on it: certificates of
     * the tenant's users and partners that the authority issued. INVALID for a list that the authority has not signed, is not
     * complete or not of now. CONFLICT for one that is older than the former. NOT_FOUND if there is no such authority.
     *
     * @param name of the authority
     * @param crl a CRL (RFC 5280) in PEM or DER, of at most 1 MiB and 20,000 entries
     */
    record UploadCrl(TenantId tenant, String name, Content crl) implements TenantAuthorityCommand<RevocationListView> {
        public UploadCrl {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(crl, "crl");
        }
    }
}
