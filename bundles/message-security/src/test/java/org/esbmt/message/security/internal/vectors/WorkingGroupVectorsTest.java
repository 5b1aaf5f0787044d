package org.esbmt.message.security.internal.vectors;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.message.security.internal.vectors.VectorDocument.DS;

import java.io.ByteArrayInputStream;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.internal.Crypto;
import org.esbmt.message.security.internal.crypto.ContentCipher;
import org.esbmt.message.security.internal.crypto.DigestAlgorithm;
import org.esbmt.message.security.internal.crypto.Oaep;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.message.security.internal.crypto.OperationsPool;
import org.esbmt.message.security.internal.crypto.SignatureAlgorithm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The parts of the engine against documents of others. A whole vector is no SOAP message, and has its key inside, so
 * the engine itself would refuse each of them.
 */
@ParameterizedClass
@EnumSource(Crypto.class)
class WorkingGroupVectorsTest {
    private static final String MERLIN = "ie/baltimore/merlin-examples/merlin-exc-c14n-one/";
    private static final String XMLDSIG11 = "org/w3c/www/interop/xmldsig11/";
    private static final String XMLENC11 = "org/w3c/www/interop/xmlenc-core-11/";
    private static final String XENC = "http://www.w3.org/2001/04/xmlenc#";

    private final Operations operations;

    WorkingGroupVectorsTest(Crypto crypto) {
        operations = new OperationsPool(crypto.provider()).take();
    }

    @Test
    void exclusiveCanonicalFormsHaveTheBytesOfTheVectors() throws Exception {
        VectorDocument vector = VectorDocument.of(MERLIN + "exc-signature.xml");
        assertThat(vector.canonical(DS, "Object")).isEqualTo(VectorDocument.file(MERLIN + "c14n-0.txt"));
        assertThat(vector.canonical(DS, "Object", "bar", "")).isEqualTo(VectorDocument.file(MERLIN + "c14n-1.txt"));
        assertThat(vector.canonical(DS, "SignedInfo")).isEqualTo(VectorDocument.file(MERLIN + "c14n-4.txt"));
    }

    // In the documents with inclusive canonicalization no namespace is declared that SignedInfo does not show. There
    // both forms have the same bytes.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "microsoft/rsa2048_sha256_exc-c14n.xml",
                "microsoft/rsa2048_sha256_c14n.xml",
                "microsoft/rsa2048_sha512_exc-c14n.xml",
                "microsoft/rsa2048_sha512_c14n.xml",
                "microsoft/ecc_p256_sha256_exc-c14n.xml",
                "microsoft/ecc_p256_sha256_c14n.xml",
                "microsoft/ecc_p256_sha384_exc-c14n.xml",
                "microsoft/ecc_p384_sha256_exc-c14n.xml",
                "microsoft/ecc_p384_sha384_exc-c14n.xml",
                "microsoft/ecc_p384_sha384_c14n.xml",
                "oracle/signature-enveloping-p256_sha256.xml",
                "oracle/signature-enveloping-p256_sha256_4050.xml",
                "oracle/signature-enveloping-p256_sha384.xml",
                "oracle/signature-enveloping-p384_sha256.xml",
                "oracle/signature-enveloping-p384_sha384.xml",
                "oracle/signature-enveloping-p384_sha384_4050.xml",
                "oracle/signature-enveloping-rsa-sha256.xml",
                "oracle/signature-enveloping-rsa_sha512.xml",
                "oracle/signature-enveloping-sha256-rsa-sha256.xml",
                "oracle/signature-enveloping-sha512-rsa_sha256.xml",
                "sun/signature-enveloping-rsa-sha256.xml",
                "sun/signature-enveloping-rsa_sha512.xml",
                "sun/signature-enveloping-sha512-rsa_sha256.xml",
            })
    void signaturesOfTheVectorsAreGood(String name) throws Exception {
        VectorDocument vector = VectorDocument.of(XMLDSIG11 + name);
        SignatureAlgorithm algorithm = algorithm(vector).orElseThrow();
        byte[] signedInfo = vector.canonical(DS, "SignedInfo");
        byte[] value = vector.base64(DS, "SignatureValue");

        assertThat(operations.verify(algorithm, vector.key(), signedInfo, value))
                .isTrue();
        digestIsGood(vector);

        value[value.length / 2] ^= 1;
        assertThat(operations.verify(algorithm, vector.key(), signedInfo, value))
                .isFalse();
    }

    /** The digest of the one reference, if its algorithm is accepted. */
    private void digestIsGood(VectorDocument vector) throws Exception {
        Optional<DigestAlgorithm> digest =
                DigestAlgorithm.of(vector.algorithm("DigestMethod").getBytes(US_ASCII));
        if (digest.isEmpty()) {
            return;
        }
        byte[] referenced =
                vector.has(DS, "Object") ? vector.canonical(DS, "Object") : vector.canonicalWithoutSignature();
        assertThat(operations.digest(digest.get()).digest(referenced)).isEqualTo(vector.base64(DS, "DigestValue"));
    }

    @Test
    void hmacOfTheVectorIsGood() throws Exception {
        VectorDocument vector = VectorDocument.of(XMLDSIG11 + "microsoft/hmac_sha256_exc-c14n.xml");
        SecretKeySpec key =
                new SecretKeySpec(VectorDocument.file(XMLDSIG11 + "microsoft/secret-sha256.hmac"), "HmacSHA256");
        byte[] signedInfo = vector.canonical(DS, "SignedInfo");
        byte[] value = vector.base64(DS, "SignatureValue");
        assertThat(operations.verifyHmac(key, signedInfo, value)).isTrue();
        signedInfo[signedInfo.length / 2] ^= 1;
        assertThat(operations.verifyHmac(key, signedInfo, value)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "microsoft/dsa_1024_sha1_exc-c14n.xml",
                "microsoft/rsa2048_sha1_exc-c14n.xml",
                "microsoft/rsa2048_sha384_exc-c14n.xml",
                "microsoft/ecc_p256_sha1_exc-c14n.xml",
                "microsoft/ecc_p256_sha512_exc-c14n.xml",
                "microsoft/hmac_sha1_exc-c14n.xml",
                "oracle/signature-enveloping-hmac-sha384.xml",
                "sun/signature-enveloping-rsa_sha384.xml",
            })
    void otherAlgorithmsOfTheVectorsAreUnknown(String name) {
        assertThat(algorithm(VectorDocument.of(XMLDSIG11 + name))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"microsoft/ecc_p521_sha256_exc-c14n.xml", "oracle/signature-enveloping-p521_sha384.xml"})
    void otherCurvesOfTheVectorsAreRefused(String name) throws Exception {
        VectorDocument vector = VectorDocument.of(XMLDSIG11 + name);
        assertThat(algorithm(vector).orElseThrow().accepts(vector.key())).isFalse();
    }

    private static Optional<SignatureAlgorithm> algorithm(VectorDocument vector) {
        return SignatureAlgorithm.of(vector.algorithm("SignatureMethod").getBytes(US_ASCII));
    }

    @Test
    void encryptedVectorOpensWithTheKeyOfItsRecipient() throws Exception {
        VectorDocument vector = VectorDocument.of(XMLENC11 + "cipherText__RSA-2048__aes128-gcm__rsa-oaep-mgf1p.xml");
        assertThat(method(vector, 1)).isEqualTo(Oaep.MGF1P_URI);
        ContentCipher cipher =
                ContentCipher.of(method(vector, 0).getBytes(US_ASCII)).orElseThrow();

        SecretKeySpec key = operations.unwrap(recipient("RSA-2048"), Oaep.SHA1, cipherValue(vector, 0), cipher);
        byte[] plain = operations.decrypt(key, cipherValue(vector, 1));

        assertThat(plain)
                .isEqualTo(VectorDocument.of(XMLENC11 + "plaintext.xml").canonical("urn:example:po", "PurchaseOrder"));
    }

    @ParameterizedTest
    @CsvSource({
        "cipherText__RSA-3072__aes192-gcm__rsa-oaep-mgf1p__Sha256.xml, 0",
        "cipherText__RSA-3072__aes256-gcm__rsa-oaep__Sha384-MGF_Sha1.xml, 1",
        "cipherText__RSA-4096__aes256-gcm__rsa-oaep__Sha512-MGF_Sha1_PSource.xml, 1",
    })
    void vectorsWithOtherHashesAndKeyLengthsHaveNoAcceptedParameters(String name, int ciphers) {
        VectorDocument vector = VectorDocument.of(XMLENC11 + name);
        assertThat(ContentCipher.of(method(vector, 0).getBytes(US_ASCII)).stream())
                .hasSize(ciphers);
        String hash = vector.algorithm("DigestMethod");
        assertThat(ciphers == 0 || !(hash.endsWith("#sha256") || hash.equals(Oaep.SHA1_URI)))
                .isTrue();
    }

    private static PrivateKey recipient(String name) throws Exception {
        char[] password = "passwd".toCharArray();
        KeyStore store = KeyStore.getInstance("JKS");
        store.load(new ByteArrayInputStream(VectorDocument.file(XMLENC11 + name + "_SHA256WithRSA.jks")), password);
        return (PrivateKey) store.getKey(store.aliases().nextElement(), password);
    }

    /** The algorithm of the content (0) or of the key (1). */
    private static String method(VectorDocument vector, int n) {
        var methods = vector.tree().getElementsByTagNameNS(XENC, "EncryptionMethod");
        return methods.item(n).getAttributes().getNamedItem("Algorithm").getNodeValue();
    }

    /** The wrapped key (0) or the content (1). */
    private static byte[] cipherValue(VectorDocument vector, int n) {
        String text = vector.tree()
                .getElementsByTagNameNS(XENC, "CipherValue")
                .item(n)
                .getTextContent();
        return Base64.getMimeDecoder().decode(text);
    }
}
