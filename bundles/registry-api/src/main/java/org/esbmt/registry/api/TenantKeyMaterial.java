package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Makes, reads and seals the private keys and secrets of tenants, for the {@link TenantKeyStore}. No operation returns a
 * private key or a secret. It is in service once the node has the sealing key of the installation. Keys are RSA of 2048
 * to 4096 bits with the exponent 65537, or EC on P-256 or P-384; a DECRYPT key is RSA. Certificates are valid now, and
 * signed with SHA-256 or better. Threads: any that may block; dear operations wait for one another.
 *
 * <p>An IllegalArgumentException names the rule that a request breaks, and shows no secret. {@link
 * RegistryException.Unavailable}: this node cannot seal or open now.
 */
@ProviderType
public interface TenantKeyMaterial {
    /** The largest number of bytes of a file with keys or certificates. */
    int MOST_FILE_BYTES = 128 << 10;

    /** The largest number of bytes of a secret. */
    int MOST_SECRET_BYTES = 4 << 10;

    /** The largest number of keys of an issuer of tokens. */
    int MOST_TOKEN_KEYS = 20;

    /** The largest number of bytes of a list of revocations. */
    int MOST_LIST_BYTES = 1 << 20;

    /** The longest validity of a certificate that the bus signs itself. */
    Duration LONGEST_VALIDITY = Duration.ofDays(1_100);

    /** Generates a key with a certificate that it signs itself, from now on. */
    SealedKey generate(Owner owner, KeyAlgorithm algorithm, String subject, Duration validity) throws RegistryException;

    /** Reads a file of PKCS#12 with one private key and its chain. Its password protects all parts. */
    SealedKey readPkcs12(Owner owner, byte[] file, char[] password) throws RegistryException;

    /**
     * Reads a private key and its chain in PEM.
     *
     * @param password of an encrypted private key (PKCS#8)
     */
    SealedKey readPem(Owner owner, byte[] text, Optional<char[]> password) throws RegistryException;

    /**
     * Makes a request for a certificate (PKCS#10) in PEM.
     *
     * @param subject empty for the subject of the present certificate
     */
    String request(TenantKey key, Optional<String> subject) throws RegistryException;

    /**
     * Reads the signed certificate of a key, and its chain.
     *
     * @param text PEM, or one certificate in DER
     */
    Certificates certify(TenantKey key, byte[] text);

    /**
     * Seals a secret for one use. The caller clears the value.
     *
     * @param value a password in UTF-8 without control characters, or a bearer token (RFC 6750, section 2.1)
     */
    SealedValue seal(TenantId tenant, KeyName secret, SecretUse use, byte[] value) throws RegistryException;

    /**
     * Reads the certificate of a partner.
     *
     * @param text PEM, or DER; one certificate, whose key and signature are as strong as those of a tenant's key
     */
    Partner partner(byte[] text);

    /**
     * Reads the keys of an issuer of tokens (RFC 7517): 1 to {@value #MOST_TOKEN_KEYS} public keys, each with a {@code kid} of its
     * own and for one of the algorithms at least. RSA keys have 2048 to 4096 bits.
     *
     * @return the same keys in their shortest form
     */
    TokenKeys tokenKeys(String jwkSet, Set<TokenAlgorithm> algorithms);

    /**
     * Reads the certificate of an authority.
     *
     * @param text PEM, or DER; one certificate of an authority, whose key and signature are as strong as those of a
     * tenant's key, and whose key usage permits signatures of certificates; those of lists are for {@link #revocations} alone
     */
    Partner authority(byte[] text);

    /**
     * Reads a list of revocations (CRL, RFC 5280, section 5) that the authority has signed, with SHA-256 or better. The list
     * is complete: neither a delta, nor one for a part of the certificates, nor one of other issuers.
     *
     * @param file PEM, or DER, of at most {@value #MOST_LIST_BYTES} bytes
     */
    Revocations revocations(EncodedCertificate authority, byte[] file) throws RegistryException;

    /**
     * Selects the certificates that the authority issued and has revoked: its subject is their issuer, its key verifies their
     * signature, and their serial number is one of these. In the caller's thread.
     */
    List<EncodedCertificate> revoked(
            EncodedCertificate authority, RevokedSerials serials, List<EncodedCertificate> certificates);

    /** The place of a private key, to which its sealed form is bound. */
    record Owner(TenantId tenant, TenantKeyId key, KeyPurpose purpose) {
        public Owner {
            requireNonNull(tenant, "tenant");
            requireNonNull(key, "key");
            requireNonNull(purpose, "purpose");
        }
    }

    /** The certificate of a partner or of an authority. */
    record Partner(EncodedCertificate certificate, Instant notBefore, Instant notAfter) {
        public Partner {
            requireNonNull(certificate, "certificate");
            requireNonNull(notBefore, "notBefore");
            requireNonNull(notAfter, "notAfter");
        }
    }

    /**
     * A list of revocations. Its next update is later than now.
     *
     * @param digest the SHA-256 of the list in DER
     */
    record Revocations(
            BigInteger number, Instant thisUpdate, Instant nextUpdate, OpaqueBytes digest, RevokedSerials serials) {
        public Revocations {
            requireNonNull(number, "number");
            requireNonNull(thisUpdate, "thisUpdate");
            requireNonNull(nextUpdate, "nextUpdate");
            requireNonNull(digest, "digest");
            requireNonNull(serials, "serials");
        }
    }

    /**
     * The keys of an issuer.
     *
     * @param jwkSet at most {@value TenantIssuer#MOST_JWK_SET} characters
     * @param keyIds the values of {@code kid}, in order
     */
    record TokenKeys(String jwkSet, List<String> keyIds) {
        public TokenKeys {
            requireNonNull(jwkSet, "jwkSet");
            keyIds = List.copyOf(keyIds);
        }
    }

    /** A new private key. */
    record SealedKey(SealedValue sealed, Certificates certificates) {
        public SealedKey {
            requireNonNull(sealed, "sealed");
            requireNonNull(certificates, "certificates");
        }
    }

    /** The certificate of a key with its chain, as of {@link TenantKey}. */
    record Certificates(OpaqueBytes chain, Instant notBefore, Instant notAfter) {
        public Certificates {
            requireNonNull(chain, "chain");
            requireNonNull(notBefore, "notBefore");
            requireNonNull(notAfter, "notAfter");
        }
    }
}
