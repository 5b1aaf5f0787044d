package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.http.bc.internal.soap.Names.bytes;

import java.util.Optional;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Reads the WS-Addressing headers that name the destination of an answer and the operation. The bus answers on the
 * request's connection and nowhere else; an answer to another address would make the bus a relay.
 */
final class AddressingReader {
    private static final byte[] ACTION = bytes("Action");
    private static final byte[] TO = bytes("To");
    private static final byte[] FROM = bytes("From");
    private static final byte[] MESSAGE_ID = bytes("MessageID");
    private static final byte[] REPLY_TO = bytes("ReplyTo");
    private static final byte[] FAULT_TO = bytes("FaultTo");
    private static final byte[] ADDRESS = bytes("Address");
    /** Headers that a message has once (WS-Addressing 1.0 Core, section 3.2); RelatesTo may be repeated. */
    private static final byte[][] ONCE = {ACTION, TO, FROM, MESSAGE_ID, REPLY_TO, FAULT_TO};

    private static final int MOST_BYTES = 4096;

    private enum Block {
        NONE,
        ACTION,
        REPLY_TO,
        FAULT_TO
    }

    private final XmlLexer lexer;
    private final Optional<String> transportAction;
    private Block block = Block.NONE;
    private int namespace;
    private boolean inAddress;
    private boolean addressSeen;
    /** A bit for each of {@link #ONCE}. */
    private int seen;

    private Optional<String> action = Optional.empty();

    AddressingReader(XmlLexer lexer, Optional<String> transportAction) {
        this.lexer = lexer;
        this.transportAction = transportAction;
    }

    Optional<String> action() {
        return action;
    }

    /** Returns true while the lexer collects a value. */
    boolean inValue() {
        return block == Block.ACTION || inAddress;
    }

    /** The start tag of a header block. */
    void begin(StartTag tag, int tagNamespace) throws XmlRefusedException {
        namespace = tagNamespace;
        addressSeen = false;
        once(tag);
        if (tag.localIs(ACTION)) {
            block = Block.ACTION;
            lexer.collect(MOST_BYTES);
        } else if (tag.localIs(REPLY_TO)) {
            block = Block.REPLY_TO;
        } else if (tag.localIs(FAULT_TO)) {
            block = Block.FAULT_TO;
        }
    }

    private void once(StartTag tag) throws XmlRefusedException {
        for (int i = 0; i < ONCE.length; i++) {
            if (tag.localIs(ONCE[i])) {
                if ((seen & 1 << i) != 0) {
                    throw doubled();
                }
                seen |= 1 << i;
                return;
            }
        }
    }

    private static MessageRefusedException doubled() {
        return refused("A WS-Addressing header is doubled.");
    }

    /** The start tag of an element inside the block; level 1 for its children. */
    void startElement(StartTag tag, int level) throws XmlRefusedException {
        if (inValue()) {
            throw refused("There is an element inside a WS-Addressing address or action.");
        }
        if (block != Block.NONE && level == 1 && tag.is(namespace, ADDRESS)) {
            if (addressSeen) {
                throw doubled();
            }
            addressSeen = true;
            inAddress = true;
            lexer.collect(MOST_BYTES);
        }
    }

    void endElement() throws XmlRefusedException {
        if (inAddress) {
            inAddress = false;
            String address = value();
            String prefix = namespace == Names.ADDRESSING
                    ? "http://www.w3.org/2005/08/addressing/"
                    : "http://schemas.xmlsoap.org/ws/2004/08/addressing/role/";
            if (!address.equals(prefix + "anonymous")
                    && !(namespace == Names.ADDRESSING && address.equals(prefix + "none"))) {
                throw refused(
                        "Answers and faults go back on the connection only: ReplyTo and FaultTo must be anonymous.");
            }
        }
    }

    /** The block's end tag. */
    void end() throws XmlRefusedException {
        if (block == Block.ACTION) {
            String found = value();
            if (transportAction.isPresent() && !transportAction.get().equals(found)) {
                throw refused("The WS-Addressing Action is not the action that the transport names.");
            }
            action = Optional.of(found);
        } else if (block != Block.NONE && !addressSeen) {
            throw refused("ReplyTo or FaultTo has no Address.");
        }
        block = Block.NONE;
    }

    private String value() throws XmlRefusedException {
        if (lexer.textOverflow()) {
            throw refused("A WS-Addressing address or action is too long.");
        }
        return new String(lexer.text(), UTF_8).strip();
    }

    static MessageRefusedException refused(String sentence) {
        return new MessageRefusedException(FaultCode.ADDRESSING_REFUSED, sentence);
    }
}
