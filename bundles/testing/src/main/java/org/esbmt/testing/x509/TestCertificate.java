package org.esbmt.testing.x509;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A self-signed certificate with its key. */
public record TestCertificate(KeyPair key, X509Certificate certificate) {
    private static final byte[] NULL = {5, 0};
    static final Map<String, byte[]> ALGORITHMS = Map.ofEntries(
            algorithm("MD5withRSA", "1.2.840.113549.1.1.4", NULL),
            algorithm("SHA1withRSA", "1.2.840.113549.1.1.5", NULL),
            algorithm("SHA256withRSA", "1.2.840.113549.1.1.11", NULL),
            algorithm("SHA512withRSA", "1.2.840.113549.1.1.13", NULL),
            algorithm("SHA1withECDSA", "1.2.840.10045.4.1"),
            algorithm("SHA256withECDSA", "1.2.840.10045.4.3.2"),
            algorithm("SHA384withECDSA", "1.2.840.10045.4.3.3"),
            algorithm("SHA512withECDSA", "1.2.840.10045.4.3.4"),
            algorithm("Ed25519", "1.3.101.112"));

    private static Map.Entry<String, byte[]> algorithm(String name, String oid, byte[]... parameters) {
        byte[] identifier = Der.oid(oid);
        return Map.entry(
                name, parameters.length == 0 ? Der.sequence(identifier) : Der.sequence(identifier, parameters[0]));
    }

    /** The parts of a certificate that tests vary. */
    public record Content(
            KeyPair key,
            String subject,
            String signature,
            Instant notBefore,
            Instant notAfter,
            Optional<byte[]> keyUsage,
            Optional<Boolean> authority,
            Optional<byte[]> names) {

        /** Valid since yesterday for a year, without extensions. */
        public static Content of(KeyPair key, String signature) {
            Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            return new Content(
                    key,
                    "sender",
                    signature,
                    now.minus(Duration.ofDays(1)),
                    now.plus(Duration.ofDays(365)),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }

        /** Names the subject, also by alternative names, such as {@code dns:localhost} and {@code ip:127.0.0.1}. */
        public Content subject(String commonName, List<String> alternatives) {
            byte[] all =
                    Der.sequence(alternatives.stream().map(Content::alternative).toArray(byte[][]::new));
            return new Content(key, commonName, signature, notBefore, notAfter, keyUsage, authority, Optional.of(all));
        }

        private static byte[] alternative(String name) {
            String value = name.substring(name.indexOf(':') + 1);
            if (name.startsWith("dns:")) {
                return Der.value(0x82, value.getBytes(US_ASCII));
            }
            String[] numbers = value.split("\\.", -1);
            byte[] address = new byte[numbers.length];
            for (int i = 0; i < numbers.length; i++) {
                address[i] = (byte) Integer.parseInt(numbers[i]);
            }
            return Der.value(0x87, address);
        }

        public Content validity(Instant from, Instant until) {
            return new Content(key, subject, signature, from, until, keyUsage, authority, names);
        }

        /**
         * Adds a key usage.
         *
         * @param bits of the BIT STRING's first byte: 0x80 is digitalSignature, 0x20 keyEncipherment, 0x04 keyCertSign
         */
        public Content usage(int bits) {
            byte[] usage = Der.value(0x03, new byte[] {0, (byte) bits});
            return new Content(key, subject, signature, notBefore, notAfter, Optional.of(usage), authority, names);
        }

        /** Adds basic constraints. */
        public Content authority(boolean is) {
            return new Content(key, subject, signature, notBefore, notAfter, keyUsage, Optional.of(is), names);
        }

        public TestCertificate make() throws GeneralSecurityException {
            byte[] name = Der.commonName(subject);
            byte[] content = Der.sequence(
                    Der.value(0xa0, Der.integer(BigInteger.TWO)),
                    Der.integer(new BigInteger(120, new SecureRandom()).add(BigInteger.ONE)),
                    ALGORITHMS.get(signature),
                    name,
                    Der.sequence(Der.time(notBefore), Der.time(notAfter)),
                    name,
                    key.getPublic().getEncoded(),
                    extensions());
            byte[] der = signed(key, signature, content);
            return new TestCertificate(key, (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der)));
        }

        private byte[] extensions() throws GeneralSecurityException {
            byte[] usage = keyUsage.map(bits -> critical("2.5.29.15", bits)).orElse(new byte[0]);
            byte[] constraints = authority
                    .map(is -> critical(
                            "2.5.29.19", is ? Der.sequence(Der.value(0x01, new byte[] {(byte) 0xff})) : Der.sequence()))
                    .orElse(new byte[0]);
            byte[] alternatives = names.map(all -> extension("2.5.29.17", all)).orElse(new byte[0]);
            byte[] identifier = names.isEmpty() ? new byte[0] : extension("2.5.29.14", Der.value(0x04, identifier()));
            return usage.length + constraints.length + alternatives.length == 0
                    ? new byte[0]
                    : Der.value(0xa3, Der.sequence(usage, constraints, alternatives, identifier));
        }

        /** Of the key, for messages that name it by an identifier. */
        private byte[] identifier() throws GeneralSecurityException {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(key.getPublic().getEncoded());
            return Arrays.copyOf(digest, 20);
        }

        private static byte[] extension(String oid, byte[] value) {
            return Der.sequence(Der.oid(oid), Der.value(0x04, value));
        }

        private static byte[] critical(String oid, byte[] value) {
            return Der.sequence(Der.oid(oid), Der.value(0x01, new byte[] {(byte) 0xff}), Der.value(0x04, value));
        }
    }

    /** A certificate of a new key on P-256. */
    public static TestCertificate make() throws GeneralSecurityException {
        return Content.of(ec("secp256r1"), "SHA256withECDSA").make();
    }

    public static KeyPair ec(String curve) throws GeneralSecurityException {
        return key("EC", new ECGenParameterSpec(curve));
    }

    /** A new key with parameters. */
    public static KeyPair key(String algorithm, AlgorithmParameterSpec parameters) throws GeneralSecurityException {
        KeyPairGenerator keys = KeyPairGenerator.getInstance(algorithm);
        keys.initialize(parameters);
        return keys.generateKeyPair();
    }

    /** The certificate in DER. */
    public byte[] der() {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException(e);
        }
    }

    public String pem() {
        return pem("CERTIFICATE", der());
    }

    /** A request that this key signs (PKCS#10), in PEM. */
    public String request(String commonName) throws GeneralSecurityException {
        return pem("CERTIFICATE REQUEST", requestDer(commonName, certificate.getSigAlgName()));
    }

    /**
     * A request that this key signs, in DER.
     *
     * @param signature the algorithm of its signature
     */
    public byte[] requestDer(String commonName, String signature) throws GeneralSecurityException {
        return signed(
                key,
                signature,
                Der.sequence(
                        Der.integer(BigInteger.ZERO),
                        Der.commonName(commonName),
                        key.getPublic().getEncoded(),
                        Der.value(0xa0)));
    }

    /** Any content in PEM. */
    public static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der) + "\n-----END " + label
                + "-----\n";
    }

    static byte[] signed(KeyPair key, String algorithm, byte[] content) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key.getPrivate());
        signature.update(content);
        return Der.sequence(content, ALGORITHMS.get(algorithm), Der.bitString(signature.sign()));
    }
}
