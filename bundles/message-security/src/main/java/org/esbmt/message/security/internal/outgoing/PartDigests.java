package org.esbmt.message.security.internal.outgoing;

import static org.esbmt.message.security.internal.Names.bytes;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.internal.Names;
import org.esbmt.message.security.internal.crypto.DigestAlgorithm;
import org.esbmt.message.security.internal.crypto.Operations;
import org.esbmt.message.security.internal.soap.ElementReader;
import org.esbmt.message.security.internal.soap.Envelope;
import org.esbmt.message.security.internal.xml.CanonicalForm;
import org.esbmt.message.security.internal.xml.CanonicalOutput;
import org.esbmt.message.security.internal.xml.Markup;

/** The digests of the parts of a marked message. */
final class PartDigests {
    private static final byte[][] NO_PREFIXES = {};
    private static final byte[] ADDRESSING = bytes(Names.ADDRESSING);
    private static final byte[] ADDRESSING_2004 = bytes(Names.ADDRESSING_2004);

    private final Operations operations;
    private final CanonicalOutput out = new CanonicalOutput();
    private final CanonicalForm form = new CanonicalForm(out);
    private final List<String> digests = new ArrayList<>();

    private PartDigests(Operations operations) {
        this.operations = operations;
    }

    /** The digests in Base64, in the order of the message's identifiers. */
    static List<String> of(MarkedMessage message, Operations operations) throws SecurityRefusedException {
        PartDigests all = new PartDigests(operations);
        ElementReader in = new ElementReader(new Markup(message.bytes));
        byte[] soap = Envelope.header(in);
        while (in.child(Envelope.PART)) {
            if (in.markup().hasNamespace(ADDRESSING) || in.markup().hasNamespace(ADDRESSING_2004)) {
                all.add(in.markup());
            } else {
                in.markup().skip();
            }
        }
        Envelope.body(in, soap);
        all.add(in.markup());
        return all.digests;
    }

    private void add(Markup m) throws SecurityRefusedException {
        out.begin(operations.digest(DigestAlgorithm.SHA256));
        form.write(m, NO_PREFIXES, CanonicalForm.ANY);
        digests.add(Base64.getEncoder().encodeToString(out.digested()));
    }
}
