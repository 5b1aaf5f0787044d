package org.esbmt.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts the Body of signed messages by XML Encryption 1.1: AES-128-GCM under a new key for each message, wrapped by
 * RSA-OAEP with SHA-256 for one certificate.
 */
public final class EncryptedSoap {
    private static final String XENC = "http://www.w3.org/2001/04/xmlenc#";
    private static final String XENC11 = "http://www.w3.org/2009/xmlenc11#";
    private static final String DS = "http://www.w3.org/2000/09/xmldsig#";
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    private static final String THUMBPRINT =
            "http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#ThumbprintSHA1";
    private static final String BASE64 =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
    private static final String BODY_END = "</soap:Body>";
    private static final String SECURITY_END = "</wsse:Security>";
    private static final int KEY_BYTES = 16;
    private static final int VECTOR_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final X509Certificate recipient;
    private final SecureRandom random = new SecureRandom();

    /** @param pem the recipient's certificate, with an RSA key */
    public EncryptedSoap(String pem) throws GeneralSecurityException {
        this.recipient = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(UTF_8)));
    }

    /** Encrypts the content of the Body of a message by {@link SignedSoap}. */
    public String encrypt(String signed) throws GeneralSecurityException {
        int bodyFrom = signed.indexOf('>', signed.indexOf("<soap:Body")) + 1;
        int bodyTo = signed.lastIndexOf(BODY_END);
        int security = signed.indexOf(SECURITY_END);
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        String data =
                encryptedData(sealed(key, signed.substring(bodyFrom, bodyTo).getBytes(UTF_8)));
        return signed.substring(0, security)
                + encryptedKey(wrapped(key))
                + signed.substring(security, bodyFrom)
                + data
                + signed.substring(bodyTo);
    }

    private byte[] sealed(byte[] key, byte[] plain) throws GeneralSecurityException {
        byte[] vector = new byte[VECTOR_BYTES];
        random.nextBytes(vector);
        Cipher aes = Cipher.getInstance("AES/GCM/NoPadding");
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, vector));
        byte[] sealed = aes.doFinal(plain);
        byte[] all = new byte[vector.length + sealed.length];
        System.arraycopy(vector, 0, all, 0, vector.length);
        System.arraycopy(sealed, 0, all, vector.length, sealed.length);
        return all;
    }

    private byte[] wrapped(byte[] key) throws GeneralSecurityException {
        Cipher rsa = Cipher.getInstance("RSA/ECB/OAEPPadding");
        rsa.init(
                Cipher.ENCRYPT_MODE,
                recipient.getPublicKey(),
                new OAEPParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT));
        return rsa.doFinal(key);
    }

    private String encryptedKey(byte[] wrapped) throws GeneralSecurityException {
        String thumbprint = base64(MessageDigest.getInstance("SHA-1").digest(recipient.getEncoded()));
        return "<xenc:EncryptedKey xmlns:xenc=\"" + XENC + "\" Id=\"key\"><xenc:EncryptionMethod Algorithm=\"" + XENC11
                + "rsa-oaep\"><ds:DigestMethod xmlns:ds=\"" + DS + "\" Algorithm=\"" + XENC
                + "sha256\"/><xenc11:MGF xmlns:xenc11=\"" + XENC11 + "\" Algorithm=\"" + XENC11
                + "mgf1sha256\"/></xenc:EncryptionMethod><ds:KeyInfo xmlns:ds=\"" + DS
                + "\"><wsse:SecurityTokenReference><wsse:KeyIdentifier EncodingType=\"" + BASE64 + "\" ValueType=\""
                + THUMBPRINT + "\">" + thumbprint
                + "</wsse:KeyIdentifier></wsse:SecurityTokenReference></ds:KeyInfo><xenc:CipherData><xenc:CipherValue>"
                + base64(wrapped) + "</xenc:CipherValue></xenc:CipherData><xenc:ReferenceList><xenc:DataReference"
                + " URI=\"#data\"/></xenc:ReferenceList></xenc:EncryptedKey>";
    }

    private static String encryptedData(byte[] sealed) {
        return "<xenc:EncryptedData xmlns:xenc=\"" + XENC + "\" Id=\"data\" Type=\"" + XENC
                + "Content\"><xenc:EncryptionMethod Algorithm=\"" + XENC11 + "aes128-gcm\"/><ds:KeyInfo xmlns:ds=\""
                + DS
                + "\"><wsse:SecurityTokenReference xmlns:wsse=\"" + WSSE
                + "\"><wsse:Reference URI=\"#key\"/></wsse:SecurityTokenReference></ds:KeyInfo><xenc:CipherData>"
                + "<xenc:CipherValue>" + base64(sealed)
                + "</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>";
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
