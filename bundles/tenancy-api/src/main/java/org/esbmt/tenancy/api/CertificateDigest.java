package org.esbmt.tenancy.api;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The SHA-256 of an X.509 certificate's DER form. It identifies the certificate, and is no secret. The components are
 * the digest's 32 bytes in their order, eight to a number.
 */
public record CertificateDigest(long first, long second, long third, long fourth) {
    private static final int BYTES = 4 * Long.BYTES;
    private static final Pattern FORM = Pattern.compile("[0-9A-Fa-f]{2}(:?[0-9A-Fa-f]{2}){31}");

    /** Computes the digest of a certificate in DER. Its content is not read. */
    public static CertificateDigest of(byte[] der) {
        return ofSha256(newSha256().digest(der));
    }

    /** Computes the digest of a certificate. */
    public static CertificateDigest of(X509Certificate certificate) {
        try {
            return of(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalArgumentException("the certificate has no DER form", e);
        }
    }

    /**
     * Reads a digest.
     *
     * @param sha256 32 bytes
     * @throws IllegalArgumentException for any other number of bytes
     */
    public static CertificateDigest ofSha256(byte[] sha256) {
        if (sha256.length != BYTES) {
            throw new IllegalArgumentException("a SHA-256 has " + BYTES + " bytes, not " + sha256.length);
        }
        ByteBuffer bytes = ByteBuffer.wrap(sha256);
        return new CertificateDigest(bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }

    /**
     * Reads 64 hexadecimal digits of either case. A colon may stand between two bytes, as openssl writes a fingerprint.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    public static CertificateDigest of(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("the digest of a certificate is its SHA-256 in 64 hexadecimal digits");
        }
        return ofSha256(HexFormat.of().parseHex(text.replace(":", "").toLowerCase(Locale.ROOT)));
    }

    /** The digest's 32 bytes, a new array. */
    public byte[] sha256() {
        return ByteBuffer.allocate(BYTES)
                .putLong(first)
                .putLong(second)
                .putLong(third)
                .putLong(fourth)
                .array();
    }

    /** 64 hexadecimal digits, lower case. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(sha256());
    }

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
