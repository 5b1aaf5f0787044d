package org.esbmt.http.bc.internal.soap;

import java.util.Optional;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlLexer;

/**
 * Finds the proofs in the Security block that is for this bus: a UsernameToken, and the place of a SAML 2.0 assertion. It
 * never refuses a message, since the block may pass to the back end. Blocks for other roles are not read.
 */
final class SecurityBlockReader {
    private static final byte[] ACTOR = Names.bytes("actor");
    private static final byte[] ROLE = Names.bytes("role");
    private static final byte[] ASSERTION = Names.bytes("Assertion");
    private static final String ACTOR_NEXT = "http://schemas.xmlsoap.org/soap/actor/next";
    private static final String ROLES = "http://www.w3.org/2003/05/soap-envelope/role/";
    private static final String TWO_BLOCKS = "the message has two Security blocks";

    private final int soap;
    private final UsernameTokenReader usernameToken;
    private boolean ours;
    private int blocks;
    private int blockFrom;
    private int blockTo;
    private boolean inAssertion;
    private int assertions;
    private int assertionFrom;
    private int assertionTo;

    SecurityBlockReader(XmlLexer lexer, SoapVersion version) {
        this.soap = version == SoapVersion.SOAP_1_1 ? Names.SOAP_1_1 : Names.SOAP_1_2;
        this.usernameToken = new UsernameTokenReader(lexer);
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
            inAssertion = tag.is(Names.SAML_2, ASSERTION);
            if (inAssertion && ++assertions == 1) {
                assertionFrom = (int) tag.from();
            }
        }
        usernameToken.startElement(tag, level);
    }

    /** The end tag of an element inside; {@code level} as in {@link #startElement}, {@code to} as in {@link #end}. */
    void endElement(int level, long to) {
        if (!ours) {
            return;
        }
        if (level == 1 && inAssertion) {
            inAssertion = false;
            if (assertions == 1) {
                assertionTo = (int) to;
            }
        }
        usernameToken.endElement(level);
    }

    /** A comment or a processing instruction in the block. */
    void aside() {
        if (ours) {
            usernameToken.aside();
        }
    }

    /** The end of the block; {@code to} is the offset of the byte after it. */
    void end(long to) {
        if (ours && blocks == 1) {
            blockTo = (int) to;
        }
    }

    /** Returns true if there is a proof, with or without a flaw. */
    boolean found() {
        return usernameToken.found() || assertions > 0;
    }

    /** The UsernameToken, with or without a flaw; empty if there is none. Valid once the Header has ended. */
    Optional<UsernameToken> usernameToken() {
        if (blocks > 1) {
            usernameToken.flawed(TWO_BLOCKS);
        }
        return usernameToken.token(blockFrom, blockTo);
    }

    /** The assertion, with or without a flaw; empty if there is none. Valid once the Header has ended. */
    Optional<EmbeddedAssertion> assertion() {
        if (assertions == 0) {
            return Optional.empty();
        }
        Optional<String> flaw = blocks > 1
                ? Optional.of(TWO_BLOCKS)
                : assertions > 1 ? Optional.of("it has a second one beside it") : Optional.empty();
        return Optional.of(new EmbeddedAssertion(assertionFrom, assertionTo, flaw, blockFrom, blockTo));
    }
}
