package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.esbmt.administration.api.Secret;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.api.TenantSecretView;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;

/**
 * Changes of the private keys and secrets of tenants. A name is 1 to 64 letters, digits, dots, dashes and underscores.
 * INVALID for a weak or wrong key or certificate, CONFLICT for a name that is taken, EXCEEDED beyond the quota. UNAVAILABLE
 * on a node without the sealing keys of the installation. No result has a private key or a secret.
 *
 * <p>They are no steps of a batch, since the text of a batch is no place for keys and secrets.
 */
public sealed interface TenantKeyCommand<R> extends Command<R> {
    /** The days of validity of a certificate that signs itself, if the command names none. */
    int DEFAULT_DAYS = 365;
    /** The largest number of days of validity. */
    int MOST_DAYS = 1_100;

    /**
     * Generates a CURRENT key with a certificate that signs itself.
     *
     * @param algorithm a DECRYPT key is RSA
     * @param subject such as {@code CN=orders, O=Acme}
     * @param days the days of validity, 1 to {@value #MOST_DAYS}; absent for {@value #DEFAULT_DAYS}
     */
    record GenerateKey(
            TenantId tenant, String name, KeyPurpose purpose, KeyAlgorithm algorithm, String subject, OptionalInt days)
            implements TenantKeyCommand<TenantKeyView> {
        public GenerateKey {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(purpose, "purpose");
            requireNonNull(algorithm, "algorithm");
            requireNonNull(subject, "subject");
            if (days.isPresent() && (days.getAsInt() < 1 || days.getAsInt() > MOST_DAYS)) {
                throw new IllegalArgumentException("days must be 1 to " + MOST_DAYS + ", but is " + days.getAsInt());
            }
        }
    }

    /**
     * Imports a private key with its certificates as a CURRENT key.
     *
     * @param file PKCS#12, at most 128 KiB
     * @param password of the file
     */
    record ImportPkcs12(TenantId tenant, String name, KeyPurpose purpose, Content file, Secret password)
            implements TenantKeyCommand<TenantKeyView> {
        public ImportPkcs12 {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(purpose, "purpose");
            requireNonNull(file, "file");
            requireNonNull(password, "password");
        }
    }

    /**
     * Imports a private key with its certificates as a CURRENT key.
     *
     * @param file PEM, at most 128 KiB
     * @param password of an encrypted private key
     */
    record ImportPem(TenantId tenant, String name, KeyPurpose purpose, Content file, Optional<Secret> password)
            implements TenantKeyCommand<TenantKeyView> {
        public ImportPem {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(purpose, "purpose");
            requireNonNull(file, "file");
            requireNonNull(password, "password");
        }
    }

    /**
     * Gives a key the certificate that an authority signed, with its chain. NOT_FOUND if the tenant has no such key that is
     * not revoked.
     *
     * @param certificates PEM, at most 128 KiB
     */
    record CertifyKey(TenantId tenant, String name, Content certificates) implements TenantKeyCommand<TenantKeyView> {
        public CertifyKey {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(certificates, "certificates");
        }
    }

    /**
     * Makes a key FORMER: it decrypts until a moment, and is used for nothing new. The moment of a FORMER key can be moved.
     * NOT_FOUND as of {@link CertifyKey}; INVALID for a moment that is not in the next {@value #MOST_DAYS} days.
     */
    record MakeKeyFormer(TenantId tenant, String name, Instant until) implements TenantKeyCommand<TenantKeyView> {
        public MakeKeyFormer {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(until, "until");
        }
    }

    /** Revokes a key for good, and forgets its private key. NOT_FOUND as of {@link CertifyKey}. */
    record RevokeKey(TenantId tenant, String name) implements TenantKeyCommand<Done> {
        public RevokeKey {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }
    }

    /**
     * Adds a secret, or replaces the one of that name. A repetition is not compared by its value.
     *
     * @param use the kind, the user, and the only back end that gets the secret
     * @param value a password without control characters, or a bearer token (RFC 6750, section 2.1)
     */
    record SetSecret(TenantId tenant, String name, SecretUse use, Secret value)
            implements TenantKeyCommand<TenantSecretView> {
        public SetSecret {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
            requireNonNull(use, "use");
            requireNonNull(value, "value");
        }
    }

    /** Removes a secret. NOT_FOUND if there is none of that name. */
    record RemoveSecret(TenantId tenant, String name) implements TenantKeyCommand<Done> {
        public RemoveSecret {
            requireNonNull(tenant, "tenant");
            requireNonNull(name, "name");
        }
    }
}
