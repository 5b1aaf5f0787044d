package org.esbmt.message.security.internal.incoming;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.util.Arrays;
import java.util.Optional;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Conversation;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;

/**
 * Reads SecurityContextToken and DerivedKeyToken (WS-SecureConversation 1.3, sections 3 and 7). A key is derived from the
 * token of the same Security block by P_SHA-1, from an offset in bytes. All lengths are bounded before anything is derived.
 */
final class SessionReader {
    private static final int LONGEST_IDENTIFIER = 512;
    private static final int LEAST_LENGTH = 16;
    private static final int MOST_LENGTH = 64;
    private static final int MOST_OFFSET = 64;
    private static final int DEFAULT_LENGTH = 32;
    private static final int LONGEST_LABEL = 128;
    private static final int LEAST_NONCE = 8;
    private static final int MOST_NONCE = 64;
    private static final int LONGEST_NONCE_TEXT = 128;
    private static final int LONGEST_NUMBER = 3;
    private static final byte[] DEFAULT_LABEL = bytes("WS-SecureConversationWS-SecureConversation");

    private static final byte[] WSU = bytes(Names.WSU);
    private static final byte[] WSSE = bytes(Names.WSSE);
    private static final byte[] ID = bytes("Id");
    private static final byte[] ALGORITHM = bytes("Algorithm");
    private static final byte[] CONTEXT_TOKEN = bytes("SecurityContextToken");
    private static final byte[] IDENTIFIER = bytes("Identifier");
    private static final byte[] DERIVED_KEY = bytes("DerivedKeyToken");
    private static final byte[] TOKEN_REFERENCE = bytes("SecurityTokenReference");
    private static final byte[] OFFSET = bytes("Offset");
    private static final byte[] LENGTH = bytes("Length");
    private static final byte[] LABEL = bytes("Label");
    private static final byte[] NONCE = bytes("Nonce");

    private SessionReader() {}

    static Optional<Conversation> token(ElementReader in) {
        return version(in, CONTEXT_TOKEN);
    }

    static Optional<Conversation> derivedKey(ElementReader in) {
        return version(in, DERIVED_KEY);
    }

    private static Optional<Conversation> version(ElementReader in, byte[] local) {
        if (in.markup().localIs(local)) {
            for (Conversation version : Conversation.all()) {
                if (in.markup().hasNamespace(version.namespaceBytes())) {
                    return Optional.of(version);
                }
            }
        }
        return Optional.empty();
    }

    /** Reads a SecurityContextToken to its end. */
    static SessionBlock readToken(ElementReader in, Conversation version) throws SecurityRefusedException {
        int at = in.depth();
        byte[] place = place(in);
        in.one(at, version.namespaceBytes(), IDENTIFIER);
        byte[] identifier = in.text(LONGEST_IDENTIFIER);
        in.end(at);
        return new SessionBlock(version, place, new String(identifier, UTF_8));
    }

    private static byte[] place(ElementReader in) throws SecurityRefusedException {
        byte[] place = in.markup().attribute(WSU, ID);
        invalidIf(place == null, "A token of a session has no wsu:Id.");
        return place;
    }

    /** Reads a DerivedKeyToken to its end. Its parts come in any order, since senders disagree about it. */
    static DerivedKey readDerivedKey(ElementReader in, Conversation version) throws SecurityRefusedException {
        int at = in.depth();
        byte[] algorithm = in.markup().attribute(ALGORITHM);
        invalidIf(algorithm != null && !version.isDerivation(algorithm), "A key is not derived by P_SHA-1.");
        byte[] place = place(in);
        byte[] namespace = version.namespaceBytes();
        byte[] token = null;
        byte[] nonce = null;
        byte[] label = null;
        int offset = -1;
        int length = -1;
        while (in.child(at)) {
            if (token == null && in.is(WSSE, TOKEN_REFERENCE)) {
                token = KeyInfoReader.contextToken(in, version);
            } else if (offset < 0 && in.is(namespace, OFFSET)) {
                offset = number(in, 0, MOST_OFFSET);
            } else if (length < 0 && in.is(namespace, LENGTH)) {
                length = number(in, LEAST_LENGTH, MOST_LENGTH);
            } else if (label == null && in.is(namespace, LABEL)) {
                label = in.text(LONGEST_LABEL);
                plain(label);
            } else if (nonce == null && in.is(namespace, NONCE)) {
                KeyInfoReader.encoding(in);
                nonce = in.base64(LONGEST_NONCE_TEXT);
            } else {
                throw invalid("A DerivedKeyToken has an element twice, or one that is not accepted.");
            }
        }
        invalidIf(token == null || nonce == null, "A DerivedKeyToken lacks its token or its nonce.");
        invalidIf(
                nonce.length < LEAST_NONCE || nonce.length > MOST_NONCE, "A nonce has a length that is not accepted.");
        return new DerivedKey(
                version,
                place,
                token,
                Math.max(offset, 0),
                length < 0 ? DEFAULT_LENGTH : length,
                joined(label == null ? DEFAULT_LABEL : label, nonce));
    }

    private static int number(ElementReader in, int least, int most) throws SecurityRefusedException {
        byte[] text = in.text(LONGEST_NUMBER);
        int number = 0;
        for (byte digit : text) {
            invalidIf(digit < '0' || digit > '9', "A number of a derived key is malformed.");
            number = 10 * number + digit - '0';
        }
        invalidIf(number < least || number > most, "A number of a derived key is out of range.");
        return number;
    }

    /** A label is used as it is written, so it must not have references. */
    private static void plain(byte[] label) throws SecurityRefusedException {
        for (byte c : label) {
            invalidIf(c == '&', "A label has a reference to a character.");
        }
    }

    private static byte[] joined(byte[] label, byte[] nonce) {
        byte[] seed = Arrays.copyOf(label, label.length + nonce.length);
        System.arraycopy(nonce, 0, seed, label.length, nonce.length);
        return seed;
    }
}
