package org.esbmt.message.security.internal.incoming;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.crypto.ContentCipher;
import org.esbmt.message.security.internal.crypto.DigestAlgorithm;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.message.security.internal.xml.CheckedDocument;

/** Decrypts the parts of one message, each once. */
final class Decryption {
    private final Operations operations;
    private final KeptKeys keptKeys;

    Decryption(Operations operations, KeptKeys keptKeys) {
        this.operations = operations;
        this.keptKeys = keptKeys;
    }

    /** Decrypts by the EncryptedKey of the message. A key that was used is remembered. */
    Decrypted decrypt(MessageReader read, DecryptionKeys keys) throws SecurityRefusedException {
        WrappedKey wrapped = read.security.key;
        ContentCipher cipher = read.encrypted.get(0).cipher;
        PrivateKey key = keys.find(wrapped.recipient)
                .orElseThrow(() -> invalid("The message is encrypted to a key that the tenant does not have."));
        invalidIf(!Operations.fits(key, wrapped.value), "A wrapped key has another length than the key that wraps it.");
        MessageDigest digest = operations.digest(DigestAlgorithm.SHA256);
        digest.update(wrapped.oaep.name().getBytes(US_ASCII));
        digest.update(cipher.name().getBytes(US_ASCII));
        byte[] sha256 = digest.digest(wrapped.value);
        Optional<SecretKeySpec> kept = keptKeys.find(key, sha256);
        SecretKeySpec secret = kept.orElseGet(() -> operations.unwrap(key, wrapped.oaep, wrapped.value, cipher));
        byte[][] plain = plain(read.encrypted, secret);
        if (kept.isEmpty()) {
            keptKeys.keep(key, sha256, secret);
        }
        return inPlace(read, plain);
    }

    /** Decrypts by a key that is derived from a session's. */
    Decrypted decrypt(MessageReader read, SecretKeySpec secret) throws SecurityRefusedException {
        return inPlace(read, plain(read.encrypted, secret));
    }

    private byte[][] plain(List<EncryptedPart> parts, SecretKeySpec secret) throws SecurityRefusedException {
        byte[][] plain = new byte[parts.size()][];
        try {
            for (int i = 0; i < plain.length; i++) {
                plain[i] = operations.decrypt(secret, parts.get(i).content);
            }
        } catch (GeneralSecurityException e) {
            throw invalid("The message cannot be decrypted.");
        }
        return plain;
    }

    /**
     * Puts plain text in the place of the encrypted parts, leaves the Security block out, and has the lexer read the message
     * again. The signed parts of the Security block were compared before.
     */
    private static Decrypted inPlace(MessageReader read, byte[][] plain) throws SecurityRefusedException {
        List<EncryptedPart> parts = new ArrayList<>(read.encrypted);
        List<byte[]> texts = new ArrayList<>(List.of(plain));
        int at = 0;
        while (at < parts.size() && parts.get(at).from < read.security.from) {
            at++;
        }
        parts.add(at, EncryptedPart.nothing(read.security.from, read.security.to));
        texts.add(at, new byte[0]);
        int length = read.message.length;
        for (int i = 0; i < parts.size(); i++) {
            length += texts.get(i).length - (parts.get(i).to - parts.get(i).from);
        }
        byte[] whole = new byte[length];
        int from = 0;
        int end = 0;
        for (int i = 0; i < parts.size(); i++) {
            end = append(read.message, from, parts.get(i).from, whole, end);
            end = append(texts.get(i), 0, texts.get(i).length, whole, end);
            from = parts.get(i).to;
        }
        append(read.message, from, read.message.length, whole, end);
        return new Decrypted(read, whole, CheckedDocument.of(whole, read.profile.messageBytes()), parts, texts);
    }

    private static int append(byte[] b, int from, int to, byte[] whole, int at) {
        System.arraycopy(b, from, whole, at, to - from);
        return at + to - from;
    }
}
