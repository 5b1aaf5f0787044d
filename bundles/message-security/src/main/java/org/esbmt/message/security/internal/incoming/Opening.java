package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.xml.Refusal.expired;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.security.MessageDigest;
import java.security.PublicKey;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.Tolerance;
import org.esbmt.message.security.internal.crypto.DigestAlgorithm;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.message.security.internal.xml.CheckedDocument;
import org.esbmt.tenancy.api.CertificateDigest;

/**
 * Opens one message, the cheap steps first. The signature of SignedInfo is verified before anything is decrypted: so
 * strangers cannot make the bus use a private key, and cannot ask it about padding. That a signature is bad is no
 * secret, since everybody can verify it.
 */
final class Opening {
    private static final long LONGEST_LIFETIME =
            SecurityProfile.STRICT.lifetime().toMillis();
    private static final long LONGEST_SKEW = SecurityProfile.STRICT.skew().toMillis();

    private final MessageReader read;
    private final SecurityBlock security;
    private final CertificateDigest certificate;
    private final Operations operations;
    private final KeptKeys keptKeys;
    private final long now;

    Opening(MessageReader read, CertificateDigest certificate, Operations operations, KeptKeys keptKeys, long now) {
        this.read = read;
        this.security = read.security;
        this.certificate = certificate;
        this.operations = operations;
        this.keptKeys = keptKeys;
        this.now = now;
    }

    /** The step that decrypts, if anything is encrypted. */
    private interface Decrypting {
        Decrypted decrypt(Decryption decryption) throws SecurityRefusedException;
    }

    OpenedMessage open(PublicKey sender, DecryptionKeys keys) throws SecurityRefusedException {
        verify(sender);
        return opened(decryption -> decryption.decrypt(read, keys));
    }

    /** Derives the key for content only behind a good signature. */
    OpenedMessage open(Session session) throws SecurityRefusedException {
        byte[] secret = session.key();
        SignatureBlock signature = security.signature;
        DerivedKey derived = security.derivedForSignature();
        SecretKeySpec key = derived.derive(secret, operations);
        invalidIf(
                !operations.verifyHmac(key, signature.signedInfo, signature.value),
                "The signature is not of the session's key.");
        invalidIf(derived.isOfAnswer(secret, operations), "The message is an answer of the bus, sent back.");
        return opened(decryption ->
                decryption.decrypt(read, security.derivedForContent().derive(secret, operations)));
    }

    private OpenedMessage opened(Decrypting how) throws SecurityRefusedException {
        SignedParts parts = new SignedParts(read, operations);
        parts.securityBlock();
        inTime();
        Decrypted decrypted = decrypt(how);
        parts.verify(decrypted);
        return new OpenedMessage(
                parts.message(),
                parts.signed(),
                parts.encrypted(),
                security.signature.value,
                claim(),
                expires(),
                tolerated(parts));
    }

    private Set<Tolerance> tolerated(SignedParts parts) {
        Set<Tolerance> tolerated = EnumSet.noneOf(Tolerance.class);
        if (security.key != null && security.key.oaep.usesSha1()) {
            tolerated.add(Tolerance.OAEP_SHA1);
        }
        if (parts.hasPlainIdentifiers()) {
            tolerated.add(Tolerance.PLAIN_ID);
        }
        return tolerated;
    }

    private void verify(PublicKey sender) throws SecurityRefusedException {
        SignatureBlock signature = security.signature;
        invalidIf(!signature.algorithm.accepts(sender), "The sender's key is weak, or not for this algorithm.");
        invalidIf(
                !operations.verify(signature.algorithm, sender, signature.signedInfo, signature.value),
                "The signature is not of the sender's key.");
    }

    /** By the receiver's profile and clock. */
    private void inTime() throws SecurityRefusedException {
        long skew = read.profile.skew().toMillis();
        long created = security.timestamp.created;
        long expires = Math.min(
                security.timestamp.expires, created + read.profile.lifetime().toMillis());
        if (created > now + skew) {
            throw expired("The Timestamp is of the future.");
        }
        if (expires + skew <= now) {
            throw expired("The message has expired.");
        }
    }

    /** By the signed times alone: see {@link OpenedMessage#expires()}. */
    private Instant expires() {
        long most = security.timestamp.created + LONGEST_LIFETIME;
        return Instant.ofEpochMilli(Math.min(security.timestamp.expires, most) + LONGEST_SKEW);
    }

    private Decrypted decrypt(Decrypting how) throws SecurityRefusedException {
        if (read.encrypted.isEmpty()) {
            return Decrypted.nothing(read);
        }
        Decrypted decrypted;
        try {
            decrypted = how.decrypt(new Decryption(operations, keptKeys));
        } catch (SecurityRefusedException e) {
            throw invalid(e.getMessage()); // a limit, too: the sender learns nothing of what was decrypted
        }
        CheckedDocument checked = decrypted.checked();
        boolean bodyInPlace = checked.partCount() == 2
                && checked.lastPartFrom() == decrypted.moved(read.checked.lastPartFrom())
                && checked.lastPartTo() == decrypted.moved(read.checked.lastPartTo());
        if (!bodyInPlace) {
            throw invalid("Plain text ends an element around it.");
        }
        invalidIf(checked.encryptedData() > 0, "There is encrypted data within encrypted data.");
        return decrypted;
    }

    private byte[] claim() {
        MessageDigest sha256 = operations.digest(DigestAlgorithm.SHA256);
        sha256.update(certificate.sha256());
        return sha256.digest(security.signature.signedInfo);
    }
}
