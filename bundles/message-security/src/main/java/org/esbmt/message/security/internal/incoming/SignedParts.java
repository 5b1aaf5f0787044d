package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.soap.Envelope;
import org.esbmt.message.security.internal.xml.CanonicalForm;
import org.esbmt.message.security.internal.xml.CanonicalOutput;
import org.esbmt.message.security.internal.xml.Markup;

/**
 * Compares the digests of the signed parts. It goes by places: TenantContext and WS-Addressing blocks in the Header,
 * Timestamp and token in the Security block, the Body. A Reference is good if the element at such a place has its
 * identifier; nothing is looked up by an identifier. So an element that was moved elsewhere is not signed, and the
 * element at the place is the one that the bus uses.
 */
final class SignedParts {
    private static final byte[] WSU = bytes(Names.WSU);
    private static final byte[] WSSE = bytes(Names.WSSE);
    private static final byte[] CONTEXT_NS = bytes(Names.TENANT_CONTEXT_NS);
    private static final byte[] ADDRESSING = bytes(Names.ADDRESSING);
    private static final byte[] ADDRESSING_2004 = bytes(Names.ADDRESSING_2004);
    private static final byte[] SECURITY = bytes("Security");
    private static final byte[] CONTEXT = bytes("TenantContext");
    private static final byte[] ID = bytes("Id");

    private final MessageReader read;
    private final Operations operations;
    private final CanonicalOutput out = new CanonicalOutput();
    private final CanonicalForm form = new CanonicalForm(out);
    private final Set<MessagePart> signed = EnumSet.noneOf(MessagePart.class);
    private final Set<MessagePart> encrypted = EnumSet.noneOf(MessagePart.class);
    private boolean contextSeen;
    /** True if the identifier that was read last is a plain one. */
    private boolean plainIdentifier;

    private boolean plainFound;
    private boolean utilityFound;
    private Decrypted decrypted;
    private Excerpt excerpt;

    SignedParts(MessageReader read, Operations operations) {
        this.read = read;
        this.operations = operations;
    }

    /** Compares the Timestamp and the tokens, which are never encrypted, before anything else. */
    void securityBlock() throws SecurityRefusedException {
        invalidIf(!isSigned(read.security.timestamp.at.again()), "The Timestamp is not signed.");
        signed.add(MessagePart.TIMESTAMP);
        Markup confirmation = read.security.confirmation;
        invalidIf(confirmation != null && !isSigned(confirmation), "The SignatureConfirmation is not signed.");
        for (Markup token : read.security.tokens) {
            isSigned(token);
        }
    }

    /** The same for a reader that is before the element, and is not used afterwards. */
    private boolean isSigned(Markup before) throws SecurityRefusedException {
        before.next();
        return reference(identifier(before)) != null && isSigned(before, CanonicalForm.UNDIVIDED);
    }

    void verify(Decrypted message) throws SecurityRefusedException {
        decrypted = message;
        excerpt = new Excerpt(message.message());
        ElementReader in = new ElementReader(new Markup(message.message()));
        byte[] soap = Envelope.header(in);
        while (in.child(Envelope.PART)) {
            block(in);
        }
        Envelope.body(in, soap);
        if (isSigned(in.markup(), excerpt)) {
            signed.add(MessagePart.BODY);
        }
        if (read.bodyEncrypted) {
            encrypted.add(MessagePart.BODY);
        }
        for (SignedReference reference : read.security.signature.references) {
            invalidIf(!reference.found, "A Reference is to no element at one of the places.");
            invalidIf(message.occurrences(reference.identifier) != 1, "An identifier occurs twice.");
        }
        invalidIf(plainFound && utilityFound, "Signed elements have two kinds of identifiers.");
        // An unsigned part would be anybody's: who signs a foreign EncryptedData would have it decrypted.
        invalidIf(!signed.containsAll(encrypted), "An encrypted part is not signed.");
    }

    private void block(ElementReader in) throws SecurityRefusedException {
        Markup m = in.markup();
        int from = m.from();
        boolean plainText = read.headerEncrypted && from >= decrypted.from(header()) && from < decrypted.to(header());
        if (in.is(CONTEXT_NS, CONTEXT)) {
            context(m, plainText, from);
        } else if (plainText) {
            throw invalid("An EncryptedHeader is not the TenantContext.");
        } else if (in.is(WSSE, SECURITY)) {
            // Of decrypted messages the block was left out. A second one is refused before, too.
            invalidIf(m.bytes() != read.message, "There is a second Security block.");
            m.skipTo(read.security.to); // it was compared before
            excerpt.cut(from, m.to());
        } else if (m.hasNamespace(ADDRESSING) || m.hasNamespace(ADDRESSING_2004)) {
            invalidIf(!isSigned(m, CanonicalForm.UNDIVIDED), "A WS-Addressing block is not signed.");
            signed.add(MessagePart.ADDRESSING);
        } else {
            m.skip();
        }
    }

    private EncryptedPart header() {
        return read.encrypted.get(0);
    }

    private void context(Markup m, boolean plainText, int from) throws SecurityRefusedException {
        if (contextSeen) {
            throw Envelope.twoOf("TenantContext");
        }
        contextSeen = true;
        if (isSigned(m, CanonicalForm.UNDIVIDED)) {
            signed.add(MessagePart.TENANT_CONTEXT);
        }
        if (read.headerEncrypted) {
            invalidIf(
                    !plainText || from != decrypted.from(header()) || m.to() != decrypted.to(header()),
                    "An EncryptedHeader is not one TenantContext.");
            encrypted.add(MessagePart.TENANT_CONTEXT);
        }
    }

    /**
     * Goes to the end of the element whose start tag is the current token. Returns whether a Reference names it.
     *
     * @throws SecurityRefusedException if one does, and its digest is another
     */
    private boolean isSigned(Markup m, CanonicalForm.Asides asides) throws SecurityRefusedException {
        SignedReference reference = reference(identifier(m));
        if (reference == null) {
            m.skip();
            return false;
        }
        invalidIf(reference.found, "Two elements have one identifier.");
        reference.found = true;
        plainFound |= plainIdentifier;
        utilityFound |= !plainIdentifier;
        out.begin(operations.digest(reference.algorithm));
        form.write(m, reference.prefixes, asides);
        invalidIf(!MessageDigest.isEqual(out.digested(), reference.digest), "A signed part was changed.");
        return true;
    }

    /** Null if the element has none. */
    private byte[] identifier(Markup m) throws SecurityRefusedException {
        byte[] utility = m.attribute(WSU, ID);
        byte[] plain = read.profile.plainIdentifiers() ? m.attribute(ID) : null;
        invalidIf(utility != null && plain != null, "An element has two identifiers.");
        plainIdentifier = plain != null;
        return utility == null ? plain : utility;
    }

    /** Null if none has this identifier. */
    private SignedReference reference(byte[] identifier) {
        for (SignedReference reference : read.security.signature.references) {
            if (Arrays.equals(reference.identifier, identifier)) {
                return reference;
            }
        }
        return null;
    }

    // ---- results

    /** True if the signed elements have identifiers without namespace. */
    boolean hasPlainIdentifiers() {
        return plainFound;
    }

    Set<MessagePart> signed() {
        return signed;
    }

    Set<MessagePart> encrypted() {
        return encrypted;
    }

    /** The message without its Security block, and without borders in the Body that the signature does not cover. */
    byte[] message() {
        return excerpt.bytes();
    }
}
