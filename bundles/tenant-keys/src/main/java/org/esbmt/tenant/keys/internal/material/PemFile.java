package org.esbmt.tenant.keys.internal.material;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/**
 * A text with one private key and its certificates (RFC 7468). The key is PKCS#8, plain or encrypted, or in the form of
 * RSA or EC alone.
 */
final class PemFile {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";
    private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

    private final List<PrivateKey> keys = new ArrayList<>();
    private final List<X509Certificate> certificates = new ArrayList<>();

    private PemFile() {}

    /** @throws IllegalArgumentException if the text has another form, or the password is missing or wrong */
    static ReadKey read(byte[] text, Optional<char[]> password) {
        PemFile file = new PemFile();
        file.readBlocks(new String(text, ISO_8859_1), password);
        if (file.keys.size() != 1) {
            throw new IllegalArgumentException("the PEM has " + file.keys.size() + " private keys, not one");
        }
        return ReadKey.of(file.keys.get(0), file.certificates);
    }

    private void readBlocks(String text, Optional<char[]> password) {
        for (int begin = text.indexOf(BEGIN); begin >= 0; begin = text.indexOf(BEGIN, begin)) {
            int name = begin + BEGIN.length();
            int first = text.indexOf(DASHES, name);
            int last = first < 0 ? -1 : text.indexOf(END, first);
            if (last < 0 || !text.startsWith(text.substring(name, first) + DASHES, last + END.length())) {
                throw new IllegalArgumentException("a block of PEM ends as it begins");
            }
            byte[] content = content(text.substring(first + DASHES.length(), last));
            try {
                add(text.substring(name, first), content, password);
            } finally {
                Arrays.fill(content, (byte) 0);
            }
            begin = last;
        }
    }

    private static byte[] content(String base64) {
        if (base64.contains(":")) {
            throw new IllegalArgumentException(
                    "a private key in PEM is encrypted as PKCS#8, not in the older form with headers");
        }
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a block of PEM is no Base64", e);
        }
    }

    private void add(String type, byte[] content, Optional<char[]> password) {
        switch (type) {
            case "PRIVATE KEY" -> keys.add(ReadKey.privateKey(content));
            case ENCRYPTED -> keys.add(decrypted(content, password));
            case "RSA PRIVATE KEY" ->
                keys.add(wrapped(
                        new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE), content));
            case "EC PRIVATE KEY" -> keys.add(wrapped(curve(content), content));
            case "EC PARAMETERS" -> {
                // The key names its curve, too.
            }
            case "CERTIFICATE" -> certificates.addAll(CertificateChain.read(content));
            default -> throw new IllegalArgumentException("the PEM has a block that is no private key or certificate");
        }
    }

    private static AlgorithmIdentifier curve(byte[] content) {
        ASN1Encodable parameters = ECPrivateKey.getInstance(content).getParametersObject();
        if (parameters == null) {
            throw new IllegalArgumentException("an EC private key names its curve");
        }
        return new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, parameters);
    }

    private static PrivateKey wrapped(AlgorithmIdentifier algorithm, byte[] content) {
        try {
            byte[] encoded =
                    new PrivateKeyInfo(algorithm, ASN1Primitive.fromByteArray(content)).getEncoded(ASN1Encoding.DER);
            try {
                return ReadKey.privateKey(encoded);
            } finally {
                Arrays.fill(encoded, (byte) 0);
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the private key cannot be read", e);
        }
    }

    private static PrivateKey decrypted(byte[] content, Optional<char[]> password) {
        char[] given = password.orElseThrow(
                () -> new IllegalArgumentException("the private key is encrypted, and its password is missing"));
        new EncryptionCost()
                .add(org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo.getInstance(content)
                        .getEncryptionAlgorithm());
        PBEKeySpec spec = new PBEKeySpec(given);
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(content);
            // The parameters of PBES2 know the name of the algorithm: PBEWithHmacSHA256AndAES_256.
            String name = info.getAlgParameters().getAlgorithm().equals("PBES2")
                    ? info.getAlgParameters().toString()
                    : info.getAlgName();
            Cipher cipher = Cipher.getInstance(name);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    SecretKeyFactory.getInstance(name).generateSecret(spec),
                    info.getAlgParameters());
            byte[] encoded = cipher.doFinal(info.getEncryptedData());
            try {
                return ReadKey.privateKey(encoded);
            } finally {
                Arrays.fill(encoded, (byte) 0);
            }
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("the private key does not open with this password", e);
        } finally {
            spec.clearPassword();
        }
    }
}
