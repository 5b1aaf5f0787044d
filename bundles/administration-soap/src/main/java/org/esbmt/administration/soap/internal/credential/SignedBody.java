package org.esbmt.administration.soap.internal.credential;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The Body that a signature is for. The signature itself is verified before the Body arrives. */
public final class SignedBody {
    private static final String XOP = "http://www.w3.org/2004/08/xop/include";

    private final SignedReference reference;

    SignedBody(SignedReference reference) {
        this.reference = requireNonNull(reference, "reference");
    }

    /** The parts of a multipart message. */
    @FunctionalInterface
    public interface PartBytes {
        /** Opens the bytes of a part, by the href of its Include. */
        InputStream open(String href) throws IOException, Refusal;
    }

    /**
     * Refuses a Body that is not the signed one. An Include counts as the Base64 of its part, so a signature protects the
     * archives, too. The parts are read once more, and not kept.
     *
     * @param body the whole element, which changes
     */
    public void check(Element body, PartBytes parts) throws IOException, Refusal {
        if (!SignedReference.id(body).equals(Optional.of(reference.id()))) {
            throw Refusal.failedCheck();
        }
        // Nobody can have written the mark, since it is made now.
        String mark = UUID.randomUUID().toString();
        List<String> included = new ArrayList<>();
        mark(body, mark, included);
        ByteArrayOutputStream canonical = new ByteArrayOutputStream();
        SignedReference.canonicalize(body, reference.prefixes(), canonical);
        MessageDigest digest = reference.begin();
        byte[] bytes = canonical.toByteArray();
        byte[] sought = mark.getBytes(US_ASCII);
        int from = 0;
        for (String href : included) {
            int at = indexOf(bytes, sought, from);
            digest.update(bytes, from, at - from);
            encode(parts, href, digest);
            from = at + sought.length;
        }
        digest.update(bytes, from, bytes.length - from);
        reference.check(digest.digest());
    }

    /** Puts the mark in the place of each Include, in document order. */
    private static void mark(Node parent, String mark, List<String> included) {
        Node child = parent.getFirstChild();
        while (child != null) {
            Node next = child.getNextSibling();
            if (child instanceof Element element) {
                if (XOP.equals(element.getNamespaceURI())
                        && element.getLocalName().equals("Include")) {
                    included.add(element.getAttributeNS(null, "href"));
                    parent.replaceChild(parent.getOwnerDocument().createTextNode(mark), element);
                } else {
                    mark(element, mark, included);
                }
            }
            child = next;
        }
    }

    private static int indexOf(byte[] bytes, byte[] sought, int from) {
        int at = from;
        while (!java.util.Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
            at++;
        }
        return at;
    }

    private static void encode(PartBytes parts, String href, MessageDigest digest) throws IOException, Refusal {
        try (InputStream in = parts.open(href);
                OutputStream out =
                        Base64.getEncoder().wrap(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
            in.transferTo(out);
        }
    }
}
