package org.esbmt.message.security.internal.outgoing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.OutgoingSecurity.Signer;
import org.esbmt.message.security.api.SecurityRefusedException;
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

    private final OperationsPool pool;
    private final Clock clock;
    private final OutgoingKeys keys = new OutgoingKeys(System::nanoTime);

    public MessageWriter(OperationsPool pool, Clock clock) {
        this.pool = pool;
        this.clock = clock;
    }

    /** {@link org.esbmt.message.security.api.MessageSecurity#secure}. */
    public byte[] secure(byte[] message, OutgoingSecurity how) throws SecurityRefusedException {
        if (message.length > MOST_BYTES) {
            throw Refusal.limit("The message is too large.");
        }
        check(how);
        String prefix = "esbmt-"
                + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong()) + "-";
        MarkedMessage marked = new MarkedMessage(message, MOST_BYTES, prefix);
        Operations operations = pool.take();
        try {
            return write(marked, how, new SecurityXml(prefix), operations);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a key of the message's protection cannot be used", e);
        } finally {
            pool.giveBack(operations);
        }
    }

    private static void check(OutgoingSecurity how) {
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

    private byte[] write(MarkedMessage marked, OutgoingSecurity how, SecurityXml xml, Operations operations)
            throws SecurityRefusedException, GeneralSecurityException {
        StringBuilder security = new StringBuilder(6144);
        xml.begin(security, new String(marked.soap, US_ASCII));
        byte[] content = null;
        if (how.recipient().isPresent()) {
            X509Certificate recipient = how.recipient().get();
            OutgoingKey key = keys.of(recipient, how.keepKey(), operations);
            xml.encryptedKey(security, operations.sha1(recipient.getEncoded()), key.wrapped());
            content = operations.encrypt(key.secret(), marked.bytes, marked.bodyContentFrom, marked.bodyContentTo);
        }
        if (how.signer().isPresent()) {
            sign(security, marked, how.signer().get(), xml, operations);
        }
        xml.end(security);
        return assemble(marked, security.toString(), content, xml);
    }

    private void sign(
            StringBuilder security, MarkedMessage marked, Signer signer, SecurityXml xml, Operations operations)
            throws SecurityRefusedException, GeneralSecurityException {
        List<String> digests = PartDigests.of(marked, operations);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        String timestamp = xml.timestamp(now, now.plusSeconds(LIFETIME_SECONDS));
        byte[] digest = operations.digest(DigestAlgorithm.SHA256).digest(timestamp.getBytes(US_ASCII));
        SignatureAlgorithm algorithm =
                SignatureAlgorithm.forSigning(signer.key()).orElseThrow();
        String signedInfo =
                xml.signedInfo(algorithm, Base64.getEncoder().encodeToString(digest), marked.identifiers, digests);
        byte[] value = operations.sign(algorithm, signer.key(), signedInfo.getBytes(UTF_8));
        xml.token(security, signer.certificate().getEncoded());
        security.append(timestamp);
        xml.signature(security, signedInfo, value);
    }

    /** @param content null if the Body is not encrypted */
    private static byte[] assemble(MarkedMessage marked, String security, byte[] content, SecurityXml xml) {
        byte[] head = security.getBytes(UTF_8);
        int contentLength = content == null ? 0 : content.length * 4 / 3 + 1024;
        ByteArrayOutputStream out = new ByteArrayOutputStream(marked.bytes.length + head.length + contentLength);
        out.write(marked.bytes, 0, marked.headerContent);
        out.write(head, 0, head.length);
        int from = marked.headerContent;
        if (content != null) {
            out.write(marked.bytes, from, marked.bodyContentFrom - from);
            byte[] data = xml.encryptedData(OutgoingKeys.CIPHER, content);
            out.write(data, 0, data.length);
            from = marked.bodyContentTo;
        }
        out.write(marked.bytes, from, marked.bytes.length - from);
        return out.toByteArray();
    }
}
