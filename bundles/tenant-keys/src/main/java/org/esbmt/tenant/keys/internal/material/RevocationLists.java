package org.esbmt.tenant.keys.internal.material;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.CRLException;
import java.security.cert.CRLReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLEntry;
import java.security.cert.X509Certificate;
import java.security.cert.X509Extension;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.RevocationList;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.registry.api.TenantKeyMaterial.Revocations;

/**
 * Reads complete lists of revocations (CRL, RFC 5280, section 5). Each exception names the broken rule, and shows nothing of
 * the list.
 */
final class RevocationLists {
    private static final Duration SKEW = Duration.ofSeconds(60);
    private static final String BEGIN = "-----BEGIN X509 CRL-----";
    private static final String END = "-----END X509 CRL-----";
    private static final int SIGNS_LISTS = 6;

    private static final String NUMBER = "2.5.29.20";
    private static final String DELTA = "2.5.29.27";
    private static final String DISTRIBUTION_POINT = "2.5.29.28";
    private static final String CERTIFICATE_ISSUER = "2.5.29.29";
    /** The extensions that may be critical: the number, and the identifier of the authority's key. */
    private static final Set<String> KNOWN = Set.of(NUMBER, "2.5.29.35");
    /** The extensions of an entry that may be critical: the reason, and the date of the loss. */
    private static final Set<String> KNOWN_OF_ENTRY = Set.of("2.5.29.21", "2.5.29.24");

    private RevocationLists() {}

    /** @throws IllegalArgumentException if the list breaks a rule of {@link TenantKeyMaterial#revocations} */
    static Revocations read(X509Certificate authority, byte[] file, Instant now) {
        byte[] der = der(file);
        X509CRL list = parse(der);
        checkSigner(list, authority, now);
        checkKind(list);
        BigInteger number = number(list);
        Instant thisUpdate = list.getThisUpdate().toInstant();
        if (thisUpdate.isAfter(now.plus(SKEW))) {
            throw new IllegalArgumentException("the CRL is of the future: its update is of " + thisUpdate);
        }
        if (list.getNextUpdate() == null) {
            throw new IllegalArgumentException("a CRL has a next update, but this one has none");
        }
        Instant nextUpdate = list.getNextUpdate().toInstant();
        if (!nextUpdate.isAfter(now) || !nextUpdate.isAfter(thisUpdate)) {
            throw new IllegalArgumentException("the CRL is too old: its next update was due at " + nextUpdate);
        }
        return new Revocations(number, thisUpdate, nextUpdate, digest(der), serials(list));
    }

    private static byte[] der(byte[] file) {
        if (file.length == 0 || file.length > TenantKeyMaterial.MOST_LIST_BYTES) {
            throw new IllegalArgumentException("a CRL has 1 to " + TenantKeyMaterial.MOST_LIST_BYTES + " bytes");
        }
        String text = new String(file, ISO_8859_1);
        int begin = text.indexOf(BEGIN);
        if (begin < 0) {
            return file;
        }
        int end = text.indexOf(END, begin);
        if (end < 0 || text.indexOf(BEGIN, end) >= 0) {
            throw new IllegalArgumentException("a PEM has one X509 CRL");
        }
        try {
            return Base64.getMimeDecoder().decode(text.substring(begin + BEGIN.length(), end));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the PEM is no Base64", e);
        }
    }

    /** The reader refuses garbage with exceptions of several kinds, and leaves bytes behind a list unread. */
    private static X509CRL parse(byte[] der) {
        try {
            X509CRL list = (X509CRL) CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(der));
            if (Arrays.equals(list.getEncoded(), der)) {
                return list;
            }
        } catch (CertificateException | CRLException | RuntimeException | StackOverflowError e) {
            throw new IllegalArgumentException("the file is no X.509 CRL in PEM or DER", e);
        }
        throw new IllegalArgumentException("the file is no X.509 CRL in PEM or DER");
    }

    private static void checkSigner(X509CRL list, X509Certificate authority, Instant now) {
        CertificateChain.checkValidity(authority, now);
        boolean[] usage = authority.getKeyUsage();
        if (usage == null || !usage[SIGNS_LISTS]) {
            throw new IllegalArgumentException("the key usage of the authority does not permit cRLSign");
        }
        CertificateChain.checkSignature("a CRL", list.getSigAlgOID(), list.getSigAlgName());
        if (!list.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
            throw new IllegalArgumentException("the issuer of the CRL is not the subject of the authority");
        }
        try {
            list.verify(authority.getPublicKey());
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the authority has not signed the CRL", e);
        }
    }

    private static void checkKind(X509CRL list) {
        if (list.getExtensionValue(DELTA) != null) {
            throw new IllegalArgumentException("a delta CRL is not complete");
        }
        if (list.getExtensionValue(DISTRIBUTION_POINT) != null) {
            throw new IllegalArgumentException("a CRL with an issuing distribution point may be partial or indirect");
        }
        checkCritical(list, KNOWN);
    }

    private static void checkCritical(X509Extension part, Set<String> known) {
        Set<String> critical = part.getCriticalExtensionOIDs();
        if (critical != null && !known.containsAll(critical)) {
            throw new IllegalArgumentException("a critical extension of the CRL is unknown");
        }
    }

    private static BigInteger number(X509CRL list) {
        byte[] value = list.getExtensionValue(NUMBER);
        if (value == null) {
            throw new IllegalArgumentException("a CRL has a number, but this one has none");
        }
        BigInteger number;
        try {
            number = ASN1Integer.getInstance(ASN1OctetString.getInstance(value).getOctets())
                    .getValue();
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("the number of the CRL cannot be read", e);
        }
        if (number.signum() < 0 || number.toByteArray().length > RevokedSerials.MOST_SERIAL_BYTES) {
            throw new IllegalArgumentException(
                    "the number of a CRL has at most " + RevokedSerials.MOST_SERIAL_BYTES + " bytes, and no sign");
        }
        return number;
    }

    private static RevokedSerials serials(X509CRL list) {
        Collection<? extends X509CRLEntry> entries = list.getRevokedCertificates();
        if (entries == null) {
            return RevokedSerials.of(List.of());
        }
        if (entries.size() > RevocationList.MOST_ENTRIES) {
            throw new IllegalArgumentException("a CRL has at most " + RevocationList.MOST_ENTRIES
                    + " entries, but this one has " + entries.size());
        }
        List<BigInteger> serials = new ArrayList<>(entries.size());
        for (X509CRLEntry entry : entries) {
            if (entry.getExtensionValue(CERTIFICATE_ISSUER) != null) {
                throw new IllegalArgumentException("an indirect CRL has certificates of other issuers");
            }
            checkCritical(entry, KNOWN_OF_ENTRY);
            if (entry.getRevocationReason() == CRLReason.REMOVE_FROM_CRL) {
                throw new IllegalArgumentException("an entry with removeFromCRL is for delta CRLs alone");
            }
            serials.add(entry.getSerialNumber());
        }
        return RevokedSerials.of(serials);
    }

    private static OpaqueBytes digest(byte[] der) {
        try {
            return OpaqueBytes.of(MessageDigest.getInstance("SHA-256").digest(der));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** As {@link TenantKeyMaterial#revoked}. A certificate that cannot be read is not selected. */
    static List<EncodedCertificate> revoked(
            X509Certificate authority, RevokedSerials serials, List<EncodedCertificate> certificates) {
        return certificates.stream()
                .filter(one -> isRevoked(authority, serials, one))
                .toList();
    }

    private static boolean isRevoked(
            X509Certificate authority, RevokedSerials serials, EncodedCertificate certificate) {
        try {
            X509Certificate read = certificate.read();
            return serials.contains(read.getSerialNumber()) && isIssued(read, authority);
        } catch (CertificateException e) {
            // Nobody uses it: its owner cannot read it either.
            return false;
        }
    }

    private static boolean isIssued(X509Certificate certificate, X509Certificate authority) {
        if (!certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
            return false;
        }
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
