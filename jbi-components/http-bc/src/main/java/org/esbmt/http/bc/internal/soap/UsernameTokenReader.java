package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.http.bc.internal.soap.Names.bytes;

import java.util.Optional;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlLexer;

/**
 * Reads the UsernameToken of the Security block that is for this bus. A token that proves nothing has a flaw. The user name
 * comes first, then one password in the clear. Nonce and Created may be there, and prove nothing.
 */
final class UsernameTokenReader {
    private static final byte[] USERNAME_TOKEN = bytes("UsernameToken");
    private static final byte[] USERNAME = bytes("Username");
    private static final byte[] PASSWORD = bytes("Password");
    private static final byte[] NONCE = bytes("Nonce");
    private static final byte[] CREATED = bytes("Created");
    private static final byte[] TYPE = bytes("Type");
    private static final String PROFILE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#";
    private static final String TEXT = PROFILE + "PasswordText";
    private static final String DIGEST = PROFILE + "PasswordDigest";

    private static final int USERNAME_BYTES = 1024;
    private static final int PASSWORD_BYTES = 1024;

    private enum Value {
        NONE,
        USERNAME,
        PASSWORD,
        OTHER
    }

    private final XmlLexer lexer;
    private int tokens;
    private boolean inToken;
    private Value value = Value.NONE;
    private String username;
    private byte[] password;
    private boolean nonce;
    private boolean created;
    private String flaw;

    UsernameTokenReader(XmlLexer lexer) {
        this.lexer = lexer;
    }

    /**
     * The start tag of an element inside.
     *
     * @param level 1 for the children of the Security block
     */
    void startElement(StartTag tag, int level) {
        if (level == 1) {
            inToken = tag.is(Names.SECURITY_1_0, USERNAME_TOKEN);
            if (inToken && ++tokens > 1) {
                flawed("it has a second one beside it");
            }
        } else if (inToken && level == 2) {
            child(tag);
        } else if (inToken) {
            flawed("it has an element inside a value");
        }
    }

    private void child(StartTag tag) {
        boolean wsse = tag.namespace() == Names.SECURITY_1_0;
        if (wsse && tag.localIs(USERNAME) && username == null && password == null) {
            value = Value.USERNAME;
            lexer.collect(USERNAME_BYTES);
        } else if (wsse && tag.localIs(PASSWORD) && username != null && password == null) {
            value = Value.PASSWORD;
            checkType(tag);
            lexer.collect(PASSWORD_BYTES);
        } else if (wsse && tag.localIs(NONCE) && !nonce) {
            value = Value.OTHER;
            nonce = true;
        } else if (tag.namespace() == Names.SECURITY_UTILITY && tag.localIs(CREATED) && !created) {
            value = Value.OTHER;
            created = true;
        } else {
            flawed("it has an element that is unknown, doubled or not at its place");
        }
    }

    /** The type is that of the clear text, or left out, which means the same. */
    private void checkType(StartTag tag) {
        for (int i = 0; i < tag.attributeCount(); i++) {
            if (tag.attributeNamespace(i) == NamespaceTable.NONE && tag.attributeLocalIs(i, TYPE)) {
                String type = tag.attributeValue(i);
                if (type.equals(DIGEST)) {
                    flawed("it has a PasswordDigest, which the bus cannot compare: it stores no passwords");
                } else if (!type.equals(TEXT)) {
                    flawed("its password has an unknown type");
                }
            }
        }
    }

    /** The end tag of an element inside; {@code level} as in {@link #startElement}. */
    void endElement(int level) {
        if (!inToken) {
            return;
        }
        if (level == 2) {
            endValue();
        } else if (level == 1) {
            inToken = false;
            if (password == null) {
                flawed("it has no password");
            }
        }
    }

    private void endValue() {
        if (value == Value.USERNAME || value == Value.PASSWORD) {
            byte[] text = lexer.text();
            if (lexer.textOverflow() || text.length == 0) {
                flawed("its user name or password is empty or too long");
            }
            lexer.forgetText();
            if (value == Value.USERNAME) {
                username = new String(text, UTF_8);
            } else {
                password = text;
            }
        }
        value = Value.NONE;
    }

    /** A comment or a processing instruction in the block: another reader might stop there. */
    void aside() {
        if (inToken) {
            flawed("it has a comment inside");
        }
    }

    /** Keeps the first flaw. */
    void flawed(String why) {
        if (flaw == null) {
            flaw = why;
        }
    }

    boolean found() {
        return tokens > 0;
    }

    /**
     * The token, with or without a flaw; empty if there is none.
     *
     * @param blockFrom the first byte of its Security block
     * @param blockTo the byte after its Security block
     */
    Optional<UsernameToken> token(int blockFrom, int blockTo) {
        if (tokens == 0) {
            return Optional.empty();
        }
        return Optional.of(new UsernameToken(
                username == null ? "" : username, password == null ? new byte[0] : password, flaw, blockFrom, blockTo));
    }
}
