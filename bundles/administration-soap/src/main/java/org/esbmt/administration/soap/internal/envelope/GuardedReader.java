package org.esbmt.administration.soap.internal.envelope;

import static java.util.Objects.requireNonNull;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.InputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.esbmt.administration.soap.internal.vocabulary.SoapVersion;
import org.w3c.dom.Element;

/**
 * The only reader of a message. It hands CXF an envelope with one Header at most, one Body, and one element in it. It
 * refuses document types, processing instructions, other encodings than UTF-8, and anything beyond its limits.
 */
public final class GuardedReader extends StreamReaderDelegate {
    private static final int MAX_DEPTH = 24;
    /** The depth of Header and Body. */
    private static final int OF_ENVELOPE = 2;

    private static final int MAX_ATTRIBUTES = 32;
    private static final int MAX_ATTRIBUTE_LENGTH = 8_192;
    private static final long MAX_ELEMENTS = 20_000;
    private static final XMLInputFactory READERS = readers();

    private final SoapVersion version;
    private int depth;
    private boolean hasHeader;
    private boolean hasBody;
    private boolean inBody;
    private boolean hasRequest;
    private Optional<RecordedBody> record = Optional.empty();

    /** A message that breaks a rule, on its way through the readers of CXF. */
    public static final class RefusedException extends XMLStreamException {
        private static final long serialVersionUID = 1L;

        private final Refusal refusal;

        RefusedException(Refusal refusal) {
            super(refusal);
            this.refusal = requireNonNull(refusal, "refusal");
        }

        public Refusal refusal() {
            return refusal;
        }
    }

    private GuardedReader(XMLStreamReader in, SoapVersion version) {
        super(in);
        this.version = requireNonNull(version, "version");
    }

    private static XMLInputFactory readers() {
        WstxInputFactory readers = new WstxInputFactory();
        readers.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        readers.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        readers.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, MAX_DEPTH + 1);
        readers.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, MAX_ATTRIBUTES);
        readers.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, MAX_ATTRIBUTE_LENGTH);
        readers.setProperty(WstxInputProperties.P_MAX_ELEMENT_COUNT, MAX_ELEMENTS);
        return readers;
    }

    /**
     * Opens a message at the start tag of its envelope. A document type is refused here, before CXF reads anything.
     *
     * @param body with a limited number of bytes
     */
    public static GuardedReader open(InputStream body, SoapVersion version) throws XMLStreamException {
        XMLStreamReader in = READERS.createXMLStreamReader(body);
        String encoding = in.getEncoding();
        String declared = in.getCharacterEncodingScheme();
        if (!isUtf8(encoding) || !isUtf8(declared)) {
            throw new RefusedException(Refusal.invalid("a message is in UTF-8"));
        }
        // XML 1.1 permits other characters and line ends, and a reader of XML 1.0 could see another message.
        if (in.getVersion() != null && !in.getVersion().equals("1.0")) {
            throw new RefusedException(Refusal.invalid("a message is in XML 1.0"));
        }
        GuardedReader reader = new GuardedReader(in, version);
        reader.nextTag();
        return reader;
    }

    private static boolean isUtf8(String encoding) {
        return encoding == null || encoding.equalsIgnoreCase("UTF-8");
    }

    @Override
    public int next() throws XMLStreamException {
        int event = super.next();
        switch (event) {
            case DTD, ENTITY_REFERENCE, ENTITY_DECLARATION, NOTATION_DECLARATION ->
                throw new RefusedException(Refusal.invalid("a message has no document type"));
            case PROCESSING_INSTRUCTION ->
                throw new RefusedException(Refusal.invalid("a message has no processing instruction"));
            case START_ELEMENT -> startElement();
            case END_ELEMENT -> depth--;
            case CHARACTERS, CDATA -> {
                if (depth <= OF_ENVELOPE && !isWhiteSpace()) {
                    throw new RefusedException(Refusal.invalid("the envelope has a text between its elements"));
                }
            }
            default -> {
                // texts and comments are up to the readers of values
            }
        }
        if (inBody && record.isPresent()) {
            record.get().add(event, this);
        }
        return event;
    }

    /** Records the Body for {@link #recordedBody}. Called at the start tag of the envelope. */
    public void recordBody() {
        record = Optional.of(new RecordedBody());
        record.get().add(START_ELEMENT, this);
    }

    /** The recorded Body, once the message is read to its end. */
    public Element recordedBody() {
        return record.orElseThrow().body();
    }

    private void startElement() throws RefusedException {
        depth++;
        boolean soap = version.namespace().equals(getNamespaceURI());
        String name = getLocalName();
        boolean permitted =
                switch (depth) {
                    case 1 -> isEnvelope(soap, name);
                    case 2 -> soap && (name.equals("Header") ? header() : name.equals("Body") && body());
                    case 3 -> !isSoap() && (!inBody || request());
                    default -> !isSoap();
                };
        if (!permitted) {
            throw new RefusedException(Refusal.invalid(
                    "a message is an Envelope with a Header, perhaps, and a Body with one element; nothing else"));
        }
    }

    private boolean isEnvelope(boolean soap, String name) throws RefusedException {
        if (!soap || !name.equals("Envelope")) {
            throw new RefusedException(Refusal.versionMismatch());
        }
        return true;
    }

    /** Tells whether the element has a name of SOAP, of whatever version: each of them has its one place. */
    private boolean isSoap() {
        String namespace = getNamespaceURI();
        return SoapVersion.SOAP_11.namespace().equals(namespace)
                || SoapVersion.SOAP_12.namespace().equals(namespace);
    }

    private boolean header() {
        boolean first = !hasHeader && !hasBody;
        hasHeader = true;
        return first;
    }

    private boolean body() {
        boolean first = !hasBody;
        hasBody = true;
        inBody = true;
        return first;
    }

    private boolean request() {
        boolean first = !hasRequest;
        hasRequest = true;
        return first;
    }

    /** Refuses a message that does not get to its Body. */
    void checkAtBody() throws XMLStreamException {
        if (!hasBody) {
            throw new RefusedException(Refusal.malformed());
        }
    }

    /** Reads the message to its end, after its one request. */
    public void finish() throws XMLStreamException {
        while (hasNext()) {
            next();
        }
        if (!hasRequest) {
            throw new RefusedException(Refusal.invalid("the Body has no element"));
        }
    }

    // The delegate's own methods would go around next().

    @Override
    public int nextTag() throws XMLStreamException {
        while (true) {
            int event = next();
            switch (event) {
                case START_ELEMENT, END_ELEMENT -> {
                    return event;
                }
                case SPACE, COMMENT -> {
                    // between tags, they have no meaning
                }
                case CHARACTERS, CDATA -> {
                    if (!isWhiteSpace()) {
                        throw new RefusedException(Refusal.invalid("the envelope has a text between its elements"));
                    }
                }
                default -> throw new RefusedException(Refusal.invalid("the message is no SOAP envelope"));
            }
        }
    }

    @Override
    public String getElementText() throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        while (true) {
            switch (next()) {
                case END_ELEMENT -> {
                    return text.toString();
                }
                case CHARACTERS, CDATA, SPACE -> text.append(getText());
                case COMMENT -> {
                    // not a part of the text
                }
                default -> throw new RefusedException(Refusal.invalid("an element has a text only"));
            }
        }
    }
}
