package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;
import static org.esbmt.message.security.internal.xml.Refusal.limitIf;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Conversation;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;

/**
 * Reads a Security block: a Signature, a Timestamp, at most one token, one SAML assertion and one EncryptedKey, in any
 * order. In a session there are derived keys in place of the EncryptedKey. An answer has no assertion, and one
 * SignatureConfirmation, too.
 */
final class SecurityReader {
    private static final int MOST_BYTES = 32 * 1024;
    private static final int MOST_DERIVED = 2;

    private static final byte[] WSSE = bytes(Names.WSSE);
    private static final byte[] WSSE11 = bytes(Names.WSSE11);
    private static final byte[] WSU = bytes(Names.WSU);
    private static final byte[] DS = bytes(Names.DS);
    private static final byte[] XENC = bytes(Names.XENC);
    private static final byte[] SIGNATURE = bytes("Signature");
    private static final byte[] CONFIRMATION = bytes("SignatureConfirmation");
    private static final byte[] TIMESTAMP = bytes("Timestamp");
    private static final byte[] TOKEN = bytes("BinarySecurityToken");
    private static final byte[] ENCRYPTED_KEY = bytes("EncryptedKey");
    private static final byte[] REFERENCE_LIST = bytes("ReferenceList");
    private static final byte[] VALUE_TYPE = bytes("ValueType");
    private static final byte[] X509V3 = bytes(Names.X509V3);
    private static final byte[] VALUE = bytes("Value");
    private static final byte[] ID = bytes("Id");

    private SecurityReader() {}

    /**
     * Reads the element whose start tag was just read, and goes to its end tag. Nothing of it is read before its size is
     * known.
     *
     * @param to the offset of the byte after the element
     * @param confirmed the signature that an answer confirms; null for a message that is none
     */
    static SecurityBlock read(ElementReader in, SecurityProfile profile, int to, byte[] confirmed)
            throws SecurityRefusedException {
        SecurityBlock block = new SecurityBlock();
        int at = in.depth();
        block.from = in.markup().from();
        block.to = to;
        limitIf(block.to - block.from > MOST_BYTES, "The Security block is too large.");
        while (in.child(at)) {
            child(in, block, profile, confirmed);
        }
        invalidIf(block.signature == null, "The message is not signed.");
        invalidIf(block.timestamp == null, "The message has no Timestamp.");
        invalidIf(
                confirmed != null && block.confirmation == null,
                "The answer does not confirm the signature of the request.");
        block.checkKind();
        invalidIf(!block.decrypts() && !block.listed.isEmpty(), "The key of encrypted content is missing.");
        return block;
    }

    private static void child(ElementReader in, SecurityBlock block, SecurityProfile profile, byte[] confirmed)
            throws SecurityRefusedException {
        if (in.is(DS, SIGNATURE) && block.signature == null) {
            block.signature = SignatureReader.read(in);
        } else if (in.is(WSU, TIMESTAMP) && block.timestamp == null) {
            block.timestamp = TimestampReader.read(in);
        } else if (in.is(WSSE, TOKEN) && block.token == null) {
            block.tokens.add(in.markup().again());
            token(in, block);
        } else if (in.is(XENC, ENCRYPTED_KEY) && block.key == null) {
            block.key = EncryptionReader.encryptedKey(in, profile, block.listed);
        } else if (in.is(XENC, REFERENCE_LIST)) {
            EncryptionReader.referenceList(in, block.listed);
        } else if (in.is(WSSE11, CONFIRMATION) && confirmed != null && block.confirmation == null) {
            confirmation(in, block, confirmed);
        } else if (AssertionReader.is(in) && confirmed == null && block.assertion == null) {
            block.assertion = AssertionReader.read(in);
        } else if (!profile.sessions() || !session(in, block)) {
            throw invalid("The Security block has an element twice, or one that is not accepted.");
        }
    }

    /** Returns false if the element is none of a session, or one too many. */
    private static boolean session(ElementReader in, SecurityBlock block) throws SecurityRefusedException {
        Optional<Conversation> token = SessionReader.token(in);
        if (token.isPresent() && block.session == null) {
            block.tokens.add(in.markup().again());
            block.session = SessionReader.readToken(in, token.get());
            return true;
        }
        Optional<Conversation> derived = SessionReader.derivedKey(in);
        if (derived.isPresent() && block.derived.size() < MOST_DERIVED) {
            block.tokens.add(in.markup().again());
            block.derived.add(SessionReader.readDerivedKey(in, derived.get()));
            return true;
        }
        return false;
    }

    private static void confirmation(ElementReader in, SecurityBlock block, byte[] confirmed)
            throws SecurityRefusedException {
        block.confirmation = in.markup().again();
        byte[] value = in.markup().attribute(VALUE);
        boolean same = value != null
                && MessageDigest.isEqual(value, Base64.getEncoder().encode(confirmed));
        invalidIf(!same, "The answer confirms the signature of another request.");
        in.end(in.depth());
    }

    private static void token(ElementReader in, SecurityBlock block) throws SecurityRefusedException {
        invalidIf(!in.markup().attributeIs(VALUE_TYPE, X509V3), "The token is not an X.509 certificate.");
        KeyInfoReader.encoding(in);
        block.tokenIdentifier = in.markup().attribute(WSU, ID);
        block.token = in.base64(KeyInfoReader.LONGEST_CERTIFICATE);
    }
}
