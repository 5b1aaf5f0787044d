package org.esbmt.message.security.internal.incoming;

import static org.esbmt.message.security.internal.Names.bytes;
import static org.esbmt.message.security.internal.xml.Refusal.invalid;
import static org.esbmt.message.security.internal.xml.Refusal.invalidIf;

import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.soap.Envelope;
import org.esbmt.message.security.internal.xml.Markup;
import org.esbmt.tenancy.api.SamlAssertion;

/** Reads the assertion in the head of a message without a signature. */
public final class BearerAssertion {
    private static final byte[] WSSE = bytes(Names.WSSE);
    private static final byte[] SECURITY = bytes("Security");

    private BearerAssertion() {}

    /**
     * Reads the assertion at its place, a child of a Security block, with the namespaces that are declared around it.
     *
     * @param head from the message's first byte
     * @param from the offset of the assertion's first byte
     */
    public static SamlAssertion read(byte[] head, int from) throws SecurityRefusedException {
        ElementReader in = new ElementReader(new Markup(head));
        Envelope.header(in);
        while (in.child(Envelope.PART)) {
            if (!in.is(WSSE, SECURITY)) {
                in.markup().skip();
                continue;
            }
            while (in.child(Envelope.BLOCK)) {
                if (in.markup().from() == from) {
                    invalidIf(!AssertionReader.is(in), "Two readers disagree about the assertion.");
                    SamlAssertion read = AssertionReader.read(in).claims;
                    invalidIf(
                            read.holder().isPresent(),
                            "An assertion with a holder is in a message without a signature.");
                    return read;
                }
                in.markup().skip();
            }
        }
        throw invalid("Two readers disagree about the assertion.");
    }
}
