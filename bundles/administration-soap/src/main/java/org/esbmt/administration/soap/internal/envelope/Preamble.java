package org.esbmt.administration.soap.internal.envelope;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.staxutils.PartialXMLStreamReader;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.staxutils.W3CDOMStreamWriter;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * An envelope up to the start tag of its Body.
 *
 * @param envelope with the Header alone, if there is one
 */
public record Preamble(SoapVersion version, Element envelope) {
    public Preamble {
        requireNonNull(version, "version");
        requireNonNull(envelope, "envelope");
    }

    /**
     * Reads the beginning of a message.
     *
     * @param beginning as of {@link EnvelopeScan}
     * @param boundary of a multipart message
     * @param start the Content-ID of the envelope in a multipart message, if the content type names it
     */
    public static Preamble read(
            byte[] beginning, SoapVersion version, Optional<String> boundary, Optional<String> start) throws Refusal {
        int from = boundary.isPresent() ? FirstPart.envelope(beginning, boundary.get(), start) : 0;
        try {
            GuardedReader in =
                    GuardedReader.open(new ByteArrayInputStream(beginning, from, beginning.length - from), version);
            W3CDOMStreamWriter out = new W3CDOMStreamWriter();
            StaxUtils.copy(new PartialXMLStreamReader(in, new QName(version.namespace(), "Body")), out);
            in.checkAtBody();
            Element envelope = out.getDocument().getDocumentElement();
            envelope.normalize(); // readers may split a text anywhere, such as at a reference of a character
            return new Preamble(version, envelope);
        } catch (GuardedReader.RefusedException e) {
            throw e.refusal();
        } catch (XMLStreamException e) {
            throw Refusal.malformed();
        }
    }

    /** The header blocks, in order. */
    public List<Element> blocks() {
        List<Element> blocks = new ArrayList<>();
        for (Node child = envelope.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element header && header.getLocalName().equals("Header")) {
                for (Node block = header.getFirstChild(); block != null; block = block.getNextSibling()) {
                    if (block instanceof Element element) {
                        blocks.add(element);
                    }
                }
            }
        }
        return blocks;
    }
}
