package org.esbmt.administration.api;

import java.util.List;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Queries about the keys and secrets of tenants, their partners, issuers of tokens and authorities. No query returns a private key or a secret. Guarantees and threads as
 * those of {@link TenantAdministration}.
 */
@ProviderType
public interface TenantKeyAdministration {

    /** The keys by name. Revoked ones are last, and listed for at least 30 days. */
    List<TenantKeyView> keys(Administrator by, TenantId tenant) throws AdministrationException;

    /** Finds a key that is not revoked. NOT_FOUND if there is none of that name. */
    TenantKeyView key(Administrator by, TenantId tenant, String name) throws AdministrationException;

    /**
     * Makes a request for a certificate of a key (PKCS#10) in PEM. NOT_FOUND as of {@link #key}.
     *
     * @param subject such as {@code CN=orders, O=Acme}; empty for that of the present certificate
     */
    String request(Administrator by, TenantId tenant, String name, Optional<String> subject)
            throws AdministrationException;

    /** The secrets by name. */
    List<TenantSecretView> secrets(Administrator by, TenantId tenant) throws AdministrationException;

    /** The partners by name. Revoked ones are last, and listed until 30 days after the ends of their certificates. */
    List<TenantPartnerView> partners(Administrator by, TenantId tenant) throws AdministrationException;

    /** Finds a partner that is not revoked. NOT_FOUND if there is none of that name. */
    TenantPartnerView partner(Administrator by, TenantId tenant, String name) throws AdministrationException;

    /** The issuers of tokens by name. */
    List<TokenIssuerView> issuers(Administrator by, TenantId tenant) throws AdministrationException;

    /** Finds an issuer of tokens. NOT_FOUND if there is none of that name. */
    TokenIssuerView issuer(Administrator by, TenantId tenant, String name) throws AdministrationException;

    /** The subjects of tokens of a user, by issuer and subject. NOT_FOUND if there is no such user. */
    List<UserSubjectView> subjects(Administrator by, TenantId tenant, UserId user) throws AdministrationException;

    /** The certificate authorities by name. */
    List<TenantAuthorityView> authorities(Administrator by, TenantId tenant) throws AdministrationException;

    /** Finds an authority. NOT_FOUND if there is none of that name. */
    TenantAuthorityView authority(Administrator by, TenantId tenant, String name) throws AdministrationException;

    /** The list of revocations of an authority. NOT_FOUND if there is no such authority, or it has none. */
    RevocationListView revocationList(Administrator by, TenantId tenant, String name) throws AdministrationException;
}
