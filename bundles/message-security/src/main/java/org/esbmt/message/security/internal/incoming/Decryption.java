package org.esbmt.message.security.internal.incoming;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.util.List;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.SecurityRefusedException;
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

    /** Puts plain text in the place of the encrypted parts, and has the lexer read the whole message again. */
    Decrypted decrypt(MessageReader read, DecryptionKeys keys) throws SecurityRefusedException {
        List<EncryptedPart> parts = read.encrypted;
        byte[][] plain = plain(read.security.key, parts, keys);
        int length = read.message.length;
        for (int i = 0; i < plain.length; i++) {
            length += plain[i].length - (parts.get(i).to - parts.get(i).from);
        }
        byte[] message = new byte[length];
        int from = 0;
        int to = 0;
        for (int i = 0; i < plain.length; i++) {
            EncryptedPart part = parts.get(i);
            System.arraycopy(read.message, from, message, to, part.from - from);
            to += part.from - from;
            System.arraycopy(plain[i], 0, message, to, plain[i].length);
            to += plain[i].length;
            from = part.to;
        }
        System.arraycopy(read.message, from, message, to, read.message.length - from);
        CheckedDocument checked = CheckedDocument.of(message, read.profile.messageBytes());
        return new Decrypted(message, checked, parts, plain);
    }

    private byte[][] plain(WrappedKey wrapped, List<EncryptedPart> parts, DecryptionKeys keys)
            throws SecurityRefusedException {
        PrivateKey key = keys.find(wrapped.recipient)
                .orElseThrow(() -> invalid("The message is encrypted to a key that the tenant does not have."));
        invalidIf(!Operations.fits(key, wrapped.value), "A wrapped key has another length than the key that wraps it.");
        for (EncryptedPart part : parts) {
            invalidIf(part.cipher != parts.get(0).cipher, "Parts are encrypted in different ways by one key.");
        }
        MessageDigest digest = operations.digest(DigestAlgorithm.SHA256);
        digest.update(wrapped.oaep.name().getBytes(US_ASCII));
        digest.update(parts.get(0).cipher.name().getBytes(US_ASCII));
        byte[] sha256 = digest.digest(wrapped.value);
        Optional<SecretKeySpec> kept = keptKeys.find(key, sha256);
        SecretKeySpec secret =
                kept.orElseGet(() -> operations.unwrap(key, wrapped.oaep, wrapped.value, parts.get(0).cipher));
        byte[][] plain = new byte[parts.size()][];
        try {
            for (int i = 0; i < plain.length; i++) {
                plain[i] = operations.decrypt(secret, parts.get(i).content);
            }
        } catch (GeneralSecurityException e) {
            throw invalid("The message cannot be decrypted.");
        }
        if (kept.isEmpty()) {
            keptKeys.keep(key, sha256, secret);
        }
        return plain;
    }
}
