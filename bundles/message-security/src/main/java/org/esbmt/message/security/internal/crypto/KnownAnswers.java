package org.esbmt.message.security.internal.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Properties;
import javax.crypto.spec.SecretKeySpec;

/**
 * A test of a provider by answers that are known: each signature algorithm, each form of RSA-OAEP and each cipher of content
 * that messages use, with keys that protect nothing. Results that differ each time are checked by the Java platform.
 */
final class KnownAnswers {
    static final String FILE = "known-answers.properties";
    static final byte[] SIGNED = "ESB-MT asks a provider for known answers.".getBytes(US_ASCII);
    static final byte[] SECRET = "0123456789abcdef".getBytes(US_ASCII);
    /** Beyond the blocks that libraries do at once. */
    private static final int MOST_CONTENT = 2000;

    private static final int CONTENT_STEP = 125;
    private static final ContentCipher USE = ContentCipher.AES_128_GCM;

    private final Properties answers = new Properties();
    private final Operations tested;
    private final Operations platform;

    private KnownAnswers(CryptoProvider provider) throws IOException {
        SecureRandom random = new SecureRandom();
        tested = new Operations(random, provider);
        platform = new Operations(random, CryptoProvider.JDK);
        try (InputStream in = KnownAnswers.class.getResourceAsStream(FILE)) {
            answers.load(in);
        }
    }

    /** @throws GeneralSecurityException if an answer is wrong; providers may throw other exceptions */
    static void check(CryptoProvider provider) throws GeneralSecurityException, IOException {
        KnownAnswers known = new KnownAnswers(provider);
        for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
            known.signature(algorithm);
        }
        for (Oaep oaep : Oaep.values()) {
            known.oaep(oaep);
        }
        known.wrapping();
        for (ContentCipher cipher : ContentCipher.values()) {
            known.content(cipher);
        }
    }

    private void signature(SignatureAlgorithm algorithm) throws GeneralSecurityException {
        PublicKey key = publicKey(keyOf(algorithm));
        byte[] answer = answer("signature." + algorithm);
        right(tested.verify(algorithm, key, SIGNED, answer), algorithm + " refuses a right signature");
        right(!tested.verify(algorithm, key, SIGNED, changed(answer)), algorithm + " accepts a wrong signature");
        right(!tested.verify(algorithm, key, changed(SIGNED), answer), algorithm + " accepts other content");
        byte[] made = tested.sign(algorithm, privateKey(keyOf(algorithm)), SIGNED);
        right(platform.verify(algorithm, key, SIGNED, made), algorithm + " signs wrongly");
    }

    private void oaep(Oaep oaep) throws GeneralSecurityException {
        byte[] answer = answer("oaep." + oaep);
        right(isSecret(tested, oaep, answer), oaep + " unwraps wrongly");
        right(!isSecret(tested, oaep, changed(answer)), oaep + " unwraps a changed key");
        right(!isSecret(tested, oaep, new byte[answer.length]), oaep + " unwraps zeros");
    }

    private void wrapping() throws GeneralSecurityException {
        byte[] wrapped = tested.wrap(publicKey("RSA"), new SecretKeySpec(SECRET, "AES"));
        right(isSecret(platform, Oaep.SHA256, wrapped), "a key is wrapped wrongly");
    }

    private void content(ContentCipher cipher) throws GeneralSecurityException {
        byte[] bytes = new byte[cipher.keyBytes()];
        System.arraycopy(SECRET, 0, bytes, 0, SECRET.length);
        SecretKeySpec key = new SecretKeySpec(bytes, "AES");
        byte[] answer = answer("content." + cipher);
        right(decrypts(tested, key, answer, SIGNED), cipher + " decrypts wrongly");
        for (int i = 0; i < answer.length; i++) {
            right(!decrypts(tested, key, changed(answer, i), null), cipher + " decrypts changed content");
        }
        for (int length = 0; length <= MOST_CONTENT; length += CONTENT_STEP) {
            byte[] plain = new byte[length];
            Arrays.fill(plain, (byte) length);
            byte[] made = tested.encrypt(key, plain, 0, length);
            right(decrypts(platform, key, made, plain), cipher + " encrypts wrongly");
            right(decrypts(tested, key, made, plain), cipher + " decrypts wrongly");
        }
    }

    /** @param plain the expected text; null for any */
    private static boolean decrypts(Operations operations, SecretKeySpec key, byte[] content, byte[] plain) {
        try {
            byte[] decrypted = operations.decrypt(key, content);
            return plain == null || Arrays.equals(decrypted, plain);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private boolean isSecret(Operations operations, Oaep oaep, byte[] wrapped) throws GeneralSecurityException {
        SecretKeySpec unwrapped = operations.unwrap(privateKey("RSA"), oaep, wrapped, USE);
        return Arrays.equals(unwrapped.getEncoded(), SECRET);
    }

    private static void right(boolean right, String sentence) throws GeneralSecurityException {
        if (!right) {
            throw new GeneralSecurityException(sentence);
        }
    }

    /** The name of the key for an algorithm, in the file. */
    static String keyOf(SignatureAlgorithm algorithm) {
        return switch (algorithm) {
            case ECDSA_SHA256 -> "EC.P256";
            case ECDSA_SHA384 -> "EC.P384";
            case ED25519 -> "Ed25519";
            default -> "RSA";
        };
    }

    private static String kind(String key) {
        return key.startsWith("EC") ? "EC" : key;
    }

    private PublicKey publicKey(String key) throws GeneralSecurityException {
        return KeyFactory.getInstance(kind(key)).generatePublic(new X509EncodedKeySpec(answer("public." + key)));
    }

    private PrivateKey privateKey(String key) throws GeneralSecurityException {
        return KeyFactory.getInstance(kind(key)).generatePrivate(new PKCS8EncodedKeySpec(answer("private." + key)));
    }

    private byte[] answer(String name) {
        return Base64.getDecoder().decode(answers.getProperty(name));
    }

    private static byte[] changed(byte[] bytes) {
        return changed(bytes, bytes.length / 2);
    }

    private static byte[] changed(byte[] bytes, int at) {
        byte[] changed = bytes.clone();
        changed[at] ^= 1;
        return changed;
    }
}
