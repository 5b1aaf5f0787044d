package org.esbmt.tenant.keys.internal.material;

import static java.util.Objects.requireNonNull;

import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.security.auth.x500.X500Principal;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.tenancy.api.KeyAlgorithm;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenant.keys.internal.seal.SealedPlace;
import org.esbmt.tenant.keys.internal.seal.Sealer;
import org.esbmt.tenant.keys.internal.seal.Sealer.CannotOpenException;

/** Makes and reads keys, and seals them with the present sealing key. */
public final class SealedKeyMaterial implements TenantKeyMaterial {
    private final Supplier<Sealer> sealer;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final DearWork dear;

    /** @param dear the thread of dear operations */
    public SealedKeyMaterial(Supplier<Sealer> sealer, InstantSource clock, DearWork dear) {
        this.sealer = requireNonNull(sealer, "sealer");
        this.clock = requireNonNull(clock, "clock");
        this.dear = requireNonNull(dear, "dear");
    }

    @Override
    public SealedKey generate(Owner owner, KeyAlgorithm algorithm, String subject, Duration validity)
            throws RegistryException {
        X500Principal name = CertificateWriter.subject(subject);
        if (validity.isNegative() || validity.isZero() || validity.compareTo(LONGEST_VALIDITY) > 0) {
            throw new IllegalArgumentException(
                    "a certificate is valid for 1 to " + LONGEST_VALIDITY.toDays() + " days");
        }
        return dear.run(() -> {
            KeyPair pair = KeyRules.generate(algorithm, random);
            KeyRules.check(pair.getPublic(), owner.purpose());
            Instant from = clock.instant().truncatedTo(ChronoUnit.SECONDS);
            X509Certificate certificate =
                    CertificateWriter.selfSigned(pair, name, owner.purpose(), from, from.plus(validity), random);
            return sealed(owner, pair.getPrivate(), List.of(certificate));
        });
    }

    @Override
    public SealedKey readPkcs12(Owner owner, byte[] file, char[] password) throws RegistryException {
        checkSize(file);
        return dear.run(() -> sealed(owner, read(() -> Pkcs12File.read(file, password), "PKCS#12")));
    }

    @Override
    public SealedKey readPem(Owner owner, byte[] text, Optional<char[]> password) throws RegistryException {
        checkSize(text);
        return dear.run(() -> sealed(owner, read(() -> PemFile.read(text, password), "PEM")));
    }

    private static void checkSize(byte[] file) {
        if (file.length == 0 || file.length > MOST_FILE_BYTES) {
            throw new IllegalArgumentException(
                    "a file with a key has 1 to " + MOST_FILE_BYTES + " bytes, but has " + file.length);
        }
    }

    /** Reads foreign bytes. Their readers refuse garbage with exceptions of several kinds, which may show parts of it. */
    private static ReadKey read(Supplier<ReadKey> reader, String form) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw e.getStackTrace().length > 0
                            && e.getStackTrace()[0].getClassName().startsWith("org.bouncycastle")
                    ? new IllegalArgumentException("the file is no " + form)
                    : e;
        } catch (RuntimeException | StackOverflowError e) {
            throw new IllegalArgumentException("the file is no " + form);
        }
    }

    private SealedKey sealed(Owner owner, ReadKey read) {
        return sealed(owner, read.key(), read.certificates());
    }

    private SealedKey sealed(Owner owner, PrivateKey key, List<X509Certificate> certificates) {
        PublicKey publicKey = certificates.stream()
                .map(X509Certificate::getPublicKey)
                .filter(candidate -> isOwn(key, candidate))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no certificate is of the key"));
        KeyRules.check(publicKey, owner.purpose());
        CertificateChain chain = CertificateChain.of(certificates, publicKey, owner.purpose(), clock.instant());
        byte[] encoded = key.getEncoded();
        try {
            return new SealedKey(sealer.get().seal(SealedPlace.of(owner), encoded), chain.encoded());
        } finally {
            Arrays.fill(encoded, (byte) 0);
        }
    }

    /** A signature is made with keys of a permitted kind alone, since the cost of others has no bound. */
    private static boolean isOwn(PrivateKey key, PublicKey candidate) {
        if (!key.getAlgorithm().equals(candidate.getAlgorithm())) {
            return false;
        }
        KeyRules.checkIssuer(candidate);
        KeyRules.check(key);
        return KeyRules.isPair(key, candidate);
    }

    @Override
    public String request(TenantKey key, Optional<String> subject) throws RegistryException {
        X509Certificate certificate = certificate(key);
        X500Principal name = subject.map(CertificateWriter::subject).orElseGet(certificate::getSubjectX500Principal);
        return CertificateWriter.request(name, open(key), certificate.getPublicKey());
    }

    private PrivateKey open(TenantKey key) throws RegistryException {
        SealedValue sealed =
                key.sealed().orElseThrow(() -> new IllegalArgumentException("key '" + key.name() + "' is revoked"));
        try {
            byte[] encoded = sealer.get().open(SealedPlace.of(key), sealed);
            try {
                return ReadKey.privateKey(encoded);
            } finally {
                Arrays.fill(encoded, (byte) 0);
            }
        } catch (CannotOpenException e) {
            throw new RegistryException.Unavailable("This node cannot open a key: " + e.getMessage() + ".", e);
        }
    }

    private static X509Certificate certificate(TenantKey key) {
        return CertificateChain.read(key.chain().bytes()).get(0);
    }

    @Override
    public Certificates certify(TenantKey key, byte[] text) {
        checkSize(text);
        return CertificateChain.of(
                        CertificateChain.read(text), certificate(key).getPublicKey(), key.purpose(), clock.instant())
                .encoded();
    }

    @Override
    public Partner partner(byte[] text) {
        checkSize(text);
        return encoded(CertificateChain.partner(CertificateChain.read(text), clock.instant()));
    }

    private static Partner encoded(X509Certificate certificate) {
        try {
            return new Partner(
                    EncodedCertificate.of(certificate.getEncoded()),
                    CertificateChain.moment(certificate.getNotBefore()),
                    CertificateChain.moment(certificate.getNotAfter()));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("the certificate cannot be encoded", e);
        }
    }

    @Override
    public Partner authority(byte[] text) {
        checkSize(text);
        return encoded(CertificateChain.authority(CertificateChain.read(text), clock.instant()));
    }

    @Override
    public Revocations revocations(EncodedCertificate authority, byte[] file) throws RegistryException {
        X509Certificate signer = read(authority);
        return dear.run(() -> RevocationLists.read(signer, file, clock.instant()));
    }

    @Override
    public List<EncodedCertificate> revoked(
            EncodedCertificate authority, RevokedSerials serials, List<EncodedCertificate> certificates) {
        return RevocationLists.revoked(read(authority), serials, certificates);
    }

    private static X509Certificate read(EncodedCertificate certificate) {
        try {
            return certificate.read();
        } catch (CertificateException e) {
            throw new IllegalArgumentException("the certificate of the authority cannot be read", e);
        }
    }

    @Override
    public TokenKeys tokenKeys(String jwkSet, Set<TokenAlgorithm> algorithms) {
        return JwkSets.checked(jwkSet, algorithms);
    }

    @Override
    public SealedValue seal(TenantId tenant, KeyName secret, SecretUse use, byte[] value) {
        SecretRules.check(use.kind(), value);
        return sealer.get().seal(SealedPlace.of(tenant, secret, Optional.of(use)), value);
    }
}
