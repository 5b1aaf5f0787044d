package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.http.bc.internal.soap.Names.bytes;

import java.util.Optional;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlLexer;

/**
 * Reads the UsernameToken of the Security block that is for this bus. It never refuses a message, since the block may
 * pass to the back end; a token that proves nothing has a flaw. The user name comes first, then one password in the
 * clear. Nonce and Created may be there, and prove nothing. Blocks for other roles are not read.
 */
final class UsernameTokenReader {
    private static final byte[] USERNAME_TOKEN = bytes("UsernameToken");
    private static final byte[] USERNAME = bytes("Username");
    private static final byte[] PASSWORD = bytes("Password");
    private static final byte[] NONCE = bytes("Nonce");
    private static final byte[] CREATED = bytes("Created");
    private static final byte[] TYPE = bytes("Type");
    private static final byte[] ACTOR = bytes("actor");
    private static final byte[] ROLE = bytes("role");
    private static final String PROFILE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#";
    private static final String TEXT = PROFILE + "PasswordText";
    private static final String DIGEST = PROFILE + "PasswordDigest";
    private static final String ACTOR_NEXT = "http://schemas.xmlsoap.org/soap/actor/next";
    private static final String ROLES = "http://www.w3.org/2003/05/soap-envelope/role/";

    private static final int USERNAME_BYTES = 1024;
    private static final int PASSWORD_BYTES = 1024;

    private enum Value {
        NONE,
        USERNAME,
        PASSWORD,
        OTHER
    }

    private final XmlLexer lexer;
    private final int soap;
    private boolean ours;
    private int blocks;
    private int blockFrom;
    private int blockTo;
    private int tokens;
    private boolean inToken;
    private Value value = Value.NONE;
    private String username;
    private byte[] password;
    private boolean nonce;
    private boolean created;
    private String flaw;

    UsernameTokenReader(XmlLexer lexer, SoapVersion version) {
        this.lexer = lexer;
        this.soap = version == SoapVersion.SOAP_1_1 ? Names.SOAP_1_1 : Names.SOAP_1_2;
    }

    /** The start tag of a Security block. */
    void begin(StartTag tag) {
        ours = true;
        for (int i = 0; i < tag.attributeCount(); i++) {
            if (tag.attributeNamespace(i) == soap
                    && (tag.attributeLocalIs(i, ACTOR) || tag.attributeLocalIs(i, ROLE))) {
                ours &= isOurs(tag.attributeValue(i));
            }
        }
        if (ours && ++blocks == 1) {
            blockFrom = (int) tag.from();
        }
    }

    private static boolean isOurs(String role) {
        return role.isEmpty()
                || role.equals(ACTOR_NEXT)
                || role.equals(ROLES + "next")
                || role.equals(ROLES + "ultimateReceiver");
    }

    /**
     * The start tag of an element inside.
     *
     * @param level 1 for the children of the Security block
     */
    void startElement(StartTag tag, int level) {
        if (!ours) {
            return;
        }
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
        if (!ours || !inToken) {
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
        if (ours && inToken) {
            flawed("it has a comment inside");
        }
    }

    /** The end of the block; {@code to} is the offset of the byte after it. */
    void end(long to) {
        if (ours && blocks == 1) {
            blockTo = (int) to;
        }
    }

    private void flawed(String why) {
        if (flaw == null) {
            flaw = why;
        }
    }

    boolean found() {
        return tokens > 0;
    }

    /** The token, with or without a flaw; empty if there is none. Valid once the Header has ended. */
    Optional<UsernameToken> token() {
        if (tokens == 0) {
            return Optional.empty();
        }
        if (blocks > 1) {
            flawed("the message has two Security blocks");
        }
        return Optional.of(new UsernameToken(
                username == null ? "" : username, password == null ? new byte[0] : password, flaw, blockFrom, blockTo));
    }
}
