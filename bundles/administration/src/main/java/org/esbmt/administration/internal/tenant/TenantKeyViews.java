package org.esbmt.administration.internal.tenant;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.TenantAuthorityView;
import org.esbmt.administration.api.TenantKeyView;
import org.esbmt.administration.api.TenantPartnerView;
import org.esbmt.registry.api.CredentialDigest;
import org.esbmt.registry.api.RevocationList;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.tenancy.api.KeyState;

/** Views of keys, read from their certificates. */
public final class TenantKeyViews {
    /** The time before the end of a certificate in which it expires soon. */
    public static final Duration SOON = Duration.ofDays(30);

    private static final int LINE = 64;

    private TenantKeyViews() {}

    static TenantKeyView of(TenantKey key, Instant now) {
        List<X509Certificate> chain = chain(key.chain().bytes());
        X509Certificate certificate = chain.get(0);
        return new TenantKeyView(
                key.id(),
                key.name().value(),
                key.purpose(),
                key.state(),
                algorithm(certificate.getPublicKey()),
                certificate.getSubjectX500Principal().getName(),
                certificate.getIssuerX500Principal().getName(),
                CredentialDigest.of(encoded(certificate)).hex(),
                key.notBefore(),
                key.notAfter(),
                key.state() != KeyState.REVOKED && key.notAfter().isBefore(now.plus(SOON)),
                key.formerUntil(),
                key.createdAt(),
                key.revokedAt(),
                pem(chain));
    }

    /** The state of a key for the audit trail. */
    static String audited(TenantKeyView view) {
        return view.id() + ", " + view.purpose() + " " + view.state() + ", " + view.algorithm() + ", certificate "
                + view.digest() + " until " + view.notAfter()
                + view.formerUntil().map(until -> ", used until " + until).orElse("");
    }

    static TenantPartnerView of(TenantPartner partner, Instant now) {
        X509Certificate certificate = chain(partner.certificate().der()).get(0);
        return new TenantPartnerView(
                partner.name().value(),
                algorithm(certificate.getPublicKey()),
                certificate.getSubjectX500Principal().getName(),
                certificate.getIssuerX500Principal().getName(),
                partner.digest().toString(),
                partner.notBefore(),
                partner.notAfter(),
                partner.revokedAt().isEmpty() && partner.notAfter().isBefore(now.plus(SOON)),
                partner.registeredAt(),
                partner.revokedAt(),
                pem(List.of(certificate)));
    }

    /** @param list the authority's present list, if it has one */
    static TenantAuthorityView of(TenantAuthority authority, Optional<RevocationList> list, Instant now) {
        X509Certificate certificate = chain(authority.certificate().der()).get(0);
        return new TenantAuthorityView(
                authority.name().value(),
                algorithm(certificate.getPublicKey()),
                certificate.getSubjectX500Principal().getName(),
                authority.digest().toString(),
                authority.notBefore(),
                authority.notAfter(),
                authority.notAfter().isBefore(now.plus(SOON)),
                authority.addedAt(),
                list.map(present -> present.number().toString()),
                list.map(RevocationList::nextUpdate),
                list.filter(present -> present.isOverdue(now)).isPresent(),
                pem(List.of(certificate)));
    }

    private static String algorithm(PublicKey key) {
        if (key instanceof RSAPublicKey rsa) {
            return "RSA " + rsa.getModulus().bitLength();
        }
        return key instanceof ECPublicKey ec
                ? "EC P-" + ec.getParams().getOrder().bitLength()
                : key.getAlgorithm();
    }

    private static List<X509Certificate> chain(byte[] encoded) {
        try {
            List<X509Certificate> chain = new ArrayList<>();
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(encoded))) {
                chain.add((X509Certificate) each);
            }
            return chain;
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate in the registry cannot be read", e);
        }
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate in the registry cannot be encoded", e);
        }
    }

    private static String pem(List<X509Certificate> chain) {
        StringBuilder text = new StringBuilder();
        for (X509Certificate each : chain) {
            text.append("-----BEGIN CERTIFICATE-----\n")
                    .append(Base64.getMimeEncoder(LINE, "\n".getBytes(US_ASCII)).encodeToString(encoded(each)))
                    .append("\n-----END CERTIFICATE-----\n");
        }
        return text.toString();
    }
}
