package org.esbmt.message.security.internal.outgoing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.OutgoingSecurity.Signer;
import org.esbmt.message.security.api.SecuredRequest;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.crypto.ContentCipher;
import org.esbmt.message.security.internal.crypto.DigestAlgorithm;
import org.esbmt.message.security.internal.crypto.KeyStrength;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.message.security.internal.crypto.OperationsPool;
import org.esbmt.message.security.internal.crypto.SignatureAlgorithm;
import org.esbmt.message.security.internal.outgoing.OutgoingKeys.OutgoingKey;
import org.esbmt.message.security.internal.xml.Refusal;

/**
 * Signs and encrypts messages. All that it writes itself is in canonical form, so only the parts of the message are
 * canonicalized.
 */
public final class MessageWriter {
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final int LIFETIME_SECONDS = 300;
    private static final int NONCE_BYTES = 16;

    private final OperationsPool pool;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final OutgoingKeys outgoingKeys = new OutgoingKeys(System::nanoTime);

    public MessageWriter(OperationsPool pool, Clock clock) {
        this.pool = pool;
        this.clock = clock;
    }

    /** {@link org.esbmt.message.security.api.MessageSecurity#secureRequest}. */
    public SecuredRequest secure(byte[] message, OutgoingSecurity how) throws SecurityRefusedException {
        check(how);
        return secured(message, (marked, xml, prefix, operations) -> write(marked, how, xml, operations));
    }

    /** Secures an answer under the session of its request. */
    public byte[] secure(byte[] message, Session session, SessionToken token, boolean encrypted)
            throws SecurityRefusedException {
        return secured(message, (marked, xml, prefix, operations) -> {
                    SessionKeys keys = new SessionKeys(session, token, prefix, operations);
                    byte[] answer = write(marked, keys, encrypted, xml, operations);
                    return new SecuredRequest(answer, Optional.empty());
                })
                .message();
    }

    private interface Writing {
        SecuredRequest write(MarkedMessage marked, SecurityXml xml, String prefix, Operations operations)
                throws SecurityRefusedException, GeneralSecurityException;
    }

    private SecuredRequest secured(byte[] message, Writing how) throws SecurityRefusedException {
        if (message.length > MOST_BYTES) {
            throw Refusal.limit("The message is too large.");
        }
        String prefix = "esbmt-"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()) + "-";
        MarkedMessage marked = new MarkedMessage(message, MOST_BYTES, prefix);
        Operations operations = pool.take();
        try {
            return how.write(marked, new SecurityXml(prefix), prefix, operations);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a key of the message's protection cannot be used", e);
        } finally {
            pool.giveBack(operations);
        }
    }

    private static void check(OutgoingSecurity how) {
        how.usernameToken().ifPresent(u -> {
            if (!SecurityXml.isText(u.user()) || !SecurityXml.isText(u.password())) {
                throw new IllegalArgumentException("a name or password has characters that XML does not have");
            }
        });
        how.recipient().ifPresent(r -> {
            if (!(r.getPublicKey() instanceof RSAPublicKey) || !KeyStrength.isEnough(r.getPublicKey())) {
                throw new IllegalArgumentException("messages are encrypted to RSA keys of 2,048 to 4,096 bits");
            }
        });
        how.signer().ifPresent(s -> {
            boolean good = SignatureAlgorithm.forSigning(s.key())
                    .filter(a -> a.accepts(s.certificate().getPublicKey()))
                    .isPresent();
            if (!good) {
                throw new IllegalArgumentException("a key is too weak for signatures, or of another kind");
            }
        });
    }

    private SecuredRequest write(MarkedMessage marked, OutgoingSecurity how, SecurityXml xml, Operations operations)
            throws SecurityRefusedException, GeneralSecurityException {
        StringBuilder security = new StringBuilder(6144);
        xml.begin(security, new String(marked.soap, US_ASCII));
        byte[] data = null;
        if (how.recipient().isPresent()) {
            X509Certificate recipient = how.recipient().get();
            OutgoingKey key = outgoingKeys.of(recipient, how.keepKey(), operations);
            xml.encryptedKey(security, operations.sha1(recipient.getEncoded()), key.wrapped());
            data = encrypted(marked, xml, OutgoingKeys.CIPHER, key.secret(), xml.wrappedKey(), operations);
        }
        byte[] signature = null;
        if (how.signer().isPresent()) {
            Signer signer = how.signer().get();
            SignatureAlgorithm algorithm =
                    SignatureAlgorithm.forSigning(signer.key()).orElseThrow();
            String timestamp = timestamp(xml);
            String confirmation = how.confirmed().map(xml::confirmation).orElse("");
            String signedInfo = signedInfo(marked, algorithm.uri(), timestamp, confirmation, xml, operations);
            signature = operations.sign(algorithm, signer.key(), signedInfo.getBytes(UTF_8));
            xml.token(security, signer.certificate().getEncoded());
            security.append(timestamp).append(confirmation);
            xml.signature(security, signedInfo, signature, xml.certificate());
        }
        if (how.usernameToken().isPresent()) {
            byte[] nonce = new byte[NONCE_BYTES];
            random.nextBytes(nonce);
            xml.usernameToken(security, how.usernameToken().get(), nonce, clock.instant());
        }
        xml.end(security);
        return new SecuredRequest(assemble(marked, security.toString(), data), Optional.ofNullable(signature));
    }

    private byte[] write(
            MarkedMessage marked, SessionKeys keys, boolean encrypted, SecurityXml xml, Operations operations)
            throws SecurityRefusedException, GeneralSecurityException {
        StringBuilder security = new StringBuilder(6144);
        xml.begin(security, new String(marked.soap, US_ASCII));
        keys.write(security, encrypted);
        byte[] data = null;
        if (encrypted) {
            xml.referenceList(security);
            data = encrypted(marked, xml, keys.cipher(), keys.content(), keys.contentName(), operations);
        }
        String timestamp = timestamp(xml);
        String signedInfo = signedInfo(marked, Names.HMAC_SHA256, timestamp, "", xml, operations);
        security.append(timestamp);
        byte[] value = operations.hmac(keys.signature(), signedInfo.getBytes(UTF_8));
        xml.signature(security, signedInfo, value, keys.signatureName());
        xml.end(security);
        return assemble(marked, security.toString(), data);
    }

    private static byte[] encrypted(
            MarkedMessage marked,
            SecurityXml xml,
            ContentCipher cipher,
            SecretKeySpec key,
            KeyName name,
            Operations operations)
            throws GeneralSecurityException {
        byte[] content = operations.encrypt(key, marked.bytes, marked.bodyContentFrom, marked.bodyContentTo);
        return xml.encryptedData(cipher, content, name);
    }

    private String timestamp(SecurityXml xml) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return xml.timestamp(now, now.plusSeconds(LIFETIME_SECONDS));
    }

    /** @param confirmation of a request's signature; empty for none */
    private static String signedInfo(
            MarkedMessage marked,
            String algorithm,
            String timestamp,
            String confirmation,
            SecurityXml xml,
            Operations operations)
            throws SecurityRefusedException {
        List<String> identifiers = new ArrayList<>(marked.identifiers);
        List<String> digests = new ArrayList<>(PartDigests.of(marked, operations));
        if (!confirmation.isEmpty()) {
            identifiers.add(xml.confirmation());
            digests.add(digest(confirmation, operations));
        }
        return xml.signedInfo(algorithm, digest(timestamp, operations), identifiers, digests);
    }

    private static String digest(String canonical, Operations operations) {
        byte[] digest = operations.digest(DigestAlgorithm.SHA256).digest(canonical.getBytes(US_ASCII));
        return Base64.getEncoder().encodeToString(digest);
    }

    /** @param data takes the place of the Body's content; null if it is not encrypted */
    private static byte[] assemble(MarkedMessage marked, String security, byte[] data) {
        byte[] head = security.getBytes(UTF_8);
        int contentLength = data == null ? 0 : data.length;
        ByteArrayOutputStream out = new ByteArrayOutputStream(marked.bytes.length + head.length + contentLength);
        out.write(marked.bytes, 0, marked.headerContent);
        out.write(head, 0, head.length);
        int from = marked.headerContent;
        if (data != null) {
            out.write(marked.bytes, from, marked.bodyContentFrom - from);
            out.write(data, 0, data.length);
            from = marked.bodyContentTo;
        }
        out.write(marked.bytes, from, marked.bytes.length - from);
        return out.toByteArray();
    }
}
