package org.esbmt.message.security.internal.outgoing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.soap.Envelope;
import org.esbmt.message.security.internal.xml.CheckedDocument;
import org.esbmt.message.security.internal.xml.Markup;

/**
 * A message whose parts to be signed have identifiers, and which has a Header with an end tag. The places of the new
 * Security block and of the Body's content are known.
 */
final class MarkedMessage {
    private static final byte[] WSU = bytes(Names.WSU);
    private static final byte[] WSSE = bytes(Names.WSSE);
    private static final byte[] ADDRESSING = bytes(Names.ADDRESSING);
    private static final byte[] ADDRESSING_2004 = bytes(Names.ADDRESSING_2004);
    private static final byte[] SECURITY = bytes("Security");
    private static final byte[] ID = bytes("Id");

    private final byte[] plain;
    private final CheckedDocument checked;
    private final String prefix;
    private final ByteArrayOutputStream out;
    private int done;

    /** Identifiers of the parts to be signed, in document order; the Body's is the last. */
    final List<String> identifiers = new ArrayList<>();

    byte[] soap;
    /** The offset for the Security block, here and below in the marked message. */
    int headerContent;

    int bodyContentFrom;
    int bodyContentTo;
    byte[] bytes;

    /** @param prefix of new identifiers; nobody else has any that begins so */
    MarkedMessage(byte[] plain, int most, String prefix) throws SecurityRefusedException {
        this.plain = plain;
        this.prefix = prefix;
        this.checked = CheckedDocument.of(plain, most);
        this.out = new ByteArrayOutputStream(plain.length + 512);
        mark();
        this.bytes = out.toByteArray();
    }

    private void mark() throws SecurityRefusedException {
        ElementReader in = new ElementReader(new Markup(plain));
        Markup m = in.markup();
        in.root();
        soap = Envelope.version(in);
        String qualifier = m.prefix().length == 0 ? "" : new String(m.prefix(), UTF_8) + ":";
        invalidIf(!in.child(1), "The Envelope is empty.");
        if (in.is(soap, Envelope.HEADER)) {
            header(in);
            invalidIf(!in.child(1), "There is no Body.");
        } else {
            copyTo(m.from());
            write("<" + qualifier + "Header>");
            headerContent = out.size();
            write("</" + qualifier + "Header>");
        }
        in.expect(soap, Envelope.BODY);
        body(in);
        invalidIf(in.child(1), "The Envelope has an element behind the Body.");
        copyTo(plain.length);
    }

    private void header(ElementReader in) throws SecurityRefusedException {
        Markup m = in.markup();
        open(m);
        headerContent = out.size();
        if (m.token() == Markup.Token.EMPTY) {
            close(m);
            return;
        }
        while (in.child(Envelope.PART)) {
            invalidIf(in.is(WSSE, SECURITY), "The message has a Security block already.");
            if (m.hasNamespace(ADDRESSING) || m.hasNamespace(ADDRESSING_2004)) {
                identify(m);
            }
            m.skip();
        }
    }

    private void body(ElementReader in) throws SecurityRefusedException {
        Markup m = in.markup();
        identify(m);
        open(m);
        bodyContentFrom = out.size();
        if (m.token() == Markup.Token.EMPTY) {
            bodyContentTo = bodyContentFrom;
            close(m);
            return;
        }
        m.skip();
        copyTo(m.from());
        bodyContentTo = out.size();
    }

    /** Gives the element an identifier, unless it has one. */
    private void identify(Markup m) throws SecurityRefusedException {
        byte[] present = m.attribute(WSU, ID);
        if (present != null) {
            invalidIf(checked.occurrences(present) != 1, "An identifier occurs twice.");
            identifiers.add(new String(present, UTF_8));
            return;
        }
        String identifier = prefix + identifiers.size();
        String wsu = "wsu";
        for (int i = 1; m.declaresHere(wsu.getBytes(US_ASCII)); i++) {
            wsu = "wsu" + i;
        }
        copyTo(m.nameTo());
        write(" xmlns:" + wsu + "=\"" + Names.WSU + "\" " + wsu + ":Id=\"" + identifier + "\"");
        identifiers.add(identifier);
    }

    /** Copies up to the end of a start tag. That of an empty element loses its slash. */
    private void open(Markup m) {
        if (m.token() == Markup.Token.EMPTY) {
            copyTo(m.to() - 2);
            write(">");
            done = m.to();
        } else {
            copyTo(m.to());
        }
    }

    private void close(Markup m) {
        write("</");
        out.write(plain, m.from() + 1, m.nameTo() - m.from() - 1);
        write(">");
    }

    private void copyTo(int to) {
        out.write(plain, done, to - done);
        done = to;
    }

    private void write(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        out.write(utf8, 0, utf8.length);
    }
}
