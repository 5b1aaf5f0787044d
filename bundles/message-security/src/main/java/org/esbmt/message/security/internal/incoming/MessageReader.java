package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;
import static org.esbmt.message.security.internal.xml.Refusal.limitIf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.soap.Envelope;
import org.esbmt.message.security.internal.xml.CheckedDocument;
import org.esbmt.message.security.internal.xml.Markup;

/**
 * Reads a message as it was received: its Security block, and encrypted data at the two places where it may stand, in an
 * EncryptedHeader and as the whole content of the Body.
 */
final class MessageReader {
    private static final byte[] WSSE = bytes(Names.WSSE);
    private static final byte[] WSSE11 = bytes(Names.WSSE11);
    private static final byte[] SECURITY = bytes("Security");
    private static final byte[] ENCRYPTED_HEADER = bytes("EncryptedHeader");
    private static final byte[] CONTENT = bytes(Names.CONTENT);
    private static final byte[] ELEMENT = bytes(Names.ELEMENT);

    final byte[] message;
    final SecurityProfile profile;
    final CheckedDocument checked;
    /** The signature that an answer confirms; null for a message that is none. */
    final byte[] confirmed;

    SecurityBlock security;
    /** In document order. */
    final List<EncryptedPart> encrypted = new ArrayList<>();

    boolean headerEncrypted;
    boolean bodyEncrypted;

    MessageReader(byte[] message, SecurityProfile profile) throws SecurityRefusedException {
        this(message, profile, null);
    }

    private MessageReader(byte[] message, SecurityProfile profile, byte[] confirmed) throws SecurityRefusedException {
        limitIf(message.length > profile.messageBytes(), "The message is too large.");
        this.message = message;
        this.profile = profile;
        this.checked = CheckedDocument.of(message, profile.messageBytes());
        this.confirmed = confirmed;
    }

    /** A reader of the answer to the request with this signature. */
    static MessageReader ofAnswer(byte[] answer, SecurityProfile profile, byte[] signature)
            throws SecurityRefusedException {
        return new MessageReader(answer, profile, signature);
    }

    void read() throws SecurityRefusedException {
        ElementReader in = new ElementReader(new Markup(message));
        byte[] soap = Envelope.header(in);
        invalidIf(checked.partCount() != 2, "The Envelope has other elements than one Header and one Body.");
        while (in.child(Envelope.PART)) {
            block(in);
        }
        invalidIf(security == null, "There is no Security block.");
        invalidIf(
                security.assertion != null && checked.occurrences(security.assertion.identifier) != 1,
                "An identifier occurs twice.");
        Envelope.body(in, soap);
        body(in);
        listed();
    }

    private void block(ElementReader in) throws SecurityRefusedException {
        if (in.is(WSSE, SECURITY)) {
            if (security != null) {
                throw Envelope.twoOf("Security");
            }
            // A second line, should the two readers ever differ.
            invalidIf(in.markup().from() != checked.securityFrom(), "Two readers disagree about the Security block.");
            security = SecurityReader.read(in, profile, checked.securityTo(), confirmed);
        } else if (in.is(WSSE11, ENCRYPTED_HEADER)) {
            if (headerEncrypted) {
                throw Envelope.twoOf("EncryptedHeader");
            }
            headerEncrypted = true;
            encryptedHeader(in);
        } else {
            in.markup().skip();
        }
    }

    private void encryptedHeader(ElementReader in) throws SecurityRefusedException {
        int from = in.markup().from();
        invalidIf(
                !in.child(Envelope.BLOCK) || !EncryptionReader.isEncryptedData(in),
                "An EncryptedHeader has no encrypted data.");
        EncryptedPart part = EncryptionReader.encryptedData(in, ELEMENT, message.length);
        in.end(Envelope.BLOCK);
        encrypted.add(part.within(from, in.markup().to()));
    }

    private void body(ElementReader in) throws SecurityRefusedException {
        if (!security.decrypts() || !startsEncrypted(in.markup().again())) {
            return;
        }
        bodyEncrypted = true;
        in.child(Envelope.PART);
        encrypted.add(EncryptionReader.encryptedData(in, CONTENT, message.length));
        in.end(Envelope.PART);
    }

    /** True if the Body's first element is encrypted data. What is in front of it, its reader refuses. */
    private static boolean startsEncrypted(Markup body) throws SecurityRefusedException {
        body.next();
        if (body.token() == Markup.Token.EMPTY) {
            return false;
        }
        do {
            body.next();
        } while (!body.isElement() && body.token() != Markup.Token.END);
        return body.isElement() && EncryptionReader.isEncryptedData(new ElementReader(body));
    }

    /** The list of references names the encrypted parts and nothing else, and they all name the one key. */
    private void listed() throws SecurityRefusedException {
        invalidIf(encrypted.size() != security.listed.size(), "The list of references has other entries.");
        invalidIf(
                encrypted.isEmpty() == security.decrypts(),
                "There is a key without content, or content without a key.");
        for (EncryptedPart part : encrypted) {
            invalidIf(!isListed(part.identifier), "Encrypted content is not in the list of references.");
            invalidIf(!Arrays.equals(part.key, security.contentKey()), "Encrypted content has another key.");
            invalidIf(part.cipher != encrypted.get(0).cipher, "Parts are encrypted in different ways by one key.");
            invalidIf(checked.occurrences(part.identifier) != 1, "An identifier occurs twice.");
        }
        DerivedKey derived = security.derivedForContent();
        invalidIf(
                derived != null && derived.length != encrypted.get(0).cipher.keyBytes(),
                "A derived key has another length than its cipher.");
    }

    private boolean isListed(byte[] identifier) {
        for (byte[] one : security.listed) {
            if (Arrays.equals(one, identifier)) {
                return true;
            }
        }
        return false;
    }
}
