package org.esbmt.message.security.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.spec.MGF1ParameterSpec;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts anything to the bus, as everybody can who has its certificate. */
final class Forger {
    final byte[] secret = new byte[16];
    private byte[] wrapped;
    private int count;
    private final StringBuilder references = new StringBuilder();

    Forger() throws Exception {
        new SecureRandom().nextBytes(secret);
        wrapped = wrap(secret, "", MGF1ParameterSpec.SHA256);
    }

    static byte[] wrap(byte[] secret, String label, MGF1ParameterSpec mask) throws Exception {
        Cipher rsa = Cipher.getInstance("RSA/ECB/OAEPPadding");
        PSource source = new PSource.PSpecified(label.getBytes(UTF_8));
        rsa.init(
                Cipher.ENCRYPT_MODE, TestKey.bus().publicKey(), new OAEPParameterSpec("SHA-256", "MGF1", mask, source));
        return rsa.doFinal(secret);
    }

    Forger wrapped(byte[] value) {
        wrapped = value;
        return this;
    }

    /** An EncryptedData, which the list of references names. */
    String data(String plain, String type) throws Exception {
        byte[] vector = new byte[12];
        new SecureRandom().nextBytes(vector);
        Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
        gcm.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(secret, "AES"), new GCMParameterSpec(128, vector));
        byte[] sealed = gcm.doFinal(plain.getBytes(UTF_8));
        byte[] content = new byte[12 + sealed.length];
        System.arraycopy(vector, 0, content, 0, 12);
        System.arraycopy(sealed, 0, content, 12, sealed.length);
        String id = "forged-" + count++;
        references.append("<x:DataReference URI=\"#").append(id).append("\"/>");
        return "<x:EncryptedData xmlns:x=\"" + Names.XENC + "\" Id=\"" + id + "\" Type=\"" + Names.XENC + type
                + "\"><x:EncryptionMethod Algorithm=\"http://www.w3.org/2009/xmlenc11#aes128-gcm\"/>"
                + keyInfo("<wsse:Reference URI=\"#K\"/>")
                + "<x:CipherData><x:CipherValue>" + Base64.getEncoder().encodeToString(content)
                + "</x:CipherValue></x:CipherData></x:EncryptedData>";
    }

    String header(String plain) throws Exception {
        return "<e:EncryptedHeader xmlns:e=\"" + Names.WSSE11 + "\">" + data(plain, "Element") + "</e:EncryptedHeader>";
    }

    private static String keyInfo(String reference) {
        return "<d:KeyInfo xmlns:d=\"" + Names.DS + "\"><wsse:SecurityTokenReference xmlns:wsse=\"" + Names.WSSE + "\">"
                + reference + "</wsse:SecurityTokenReference></d:KeyInfo>";
    }

    /** The EncryptedKey of all that was encrypted. */
    String key() throws Exception {
        byte[] thumbprint = MessageDigest.getInstance("SHA-1")
                .digest(TestKey.bus().certificate().getEncoded());
        return "<x:EncryptedKey xmlns:x=\"" + Names.XENC
                + "\" Id=\"K\"><x:EncryptionMethod Algorithm=\"http://www.w3.org/2009/xmlenc11#rsa-oaep\">"
                + "<d:DigestMethod xmlns:d=\"" + Names.DS + "\" Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"/>"
                + "<m:MGF xmlns:m=\"" + Names.XENC11
                + "\" Algorithm=\"http://www.w3.org/2009/xmlenc11#mgf1sha256\"/></x:EncryptionMethod>"
                + keyInfo("<wsse:KeyIdentifier ValueType=\"" + Names.THUMBPRINT + "\">"
                        + Base64.getEncoder().encodeToString(thumbprint) + "</wsse:KeyIdentifier>")
                + "<x:CipherData><x:CipherValue>" + Base64.getEncoder().encodeToString(wrapped)
                + "</x:CipherValue></x:CipherData>"
                + "<x:ReferenceList>" + references + "</x:ReferenceList></x:EncryptedKey>";
    }

    /** Puts the EncryptedKey into a message's Security block. */
    String complete(String message) throws Exception {
        return message.replace("</wsse:Security>", key() + "</wsse:Security>");
    }
}
