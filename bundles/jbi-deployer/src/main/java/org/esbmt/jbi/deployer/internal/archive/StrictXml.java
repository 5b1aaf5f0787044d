package org.esbmt.jbi.deployer.internal.archive;

import java.io.ByteArrayInputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;

/**
 * Reads a file of JBI's namespace, element by element. It refuses all content that its reader does not ask for, with
 * file and line: no DOCTYPE, no unknown element or attribute, no text between elements. Elements of other namespaces
 * are skipped where the reader permits extensions. One object reads one file.
 */
final class StrictXml {
    private static final String NAMESPACE = "http://java.sun.com/xml/ns/jbi";
    private static final int LENGTH = 1024 * 1024;
    private static final int TEXT_LENGTH = 4096;
    private static final int EXTENSION_DEPTH = 64;
    /** Separates the location from the reason in the messages of the JDK's parser. */
    private static final String PARSERS_MARK = "Message: ";

    private final String file;
    private final XMLStreamReader xml;
    private final Findings findings;

    private StrictXml(String file, XMLStreamReader xml, Findings findings) {
        this.file = file;
        this.xml = xml;
        this.findings = findings;
    }

    interface Reading<T> {
        T of(StrictXml xml) throws XMLStreamException, DeploymentException;
    }

    /** @param file its name in messages */
    static <T> T read(String file, byte[] content, Reading<T> reading) throws DeploymentException {
        Findings findings = new Findings();
        Optional<T> read = read(file, content, findings, reading);
        findings.throwIfAny();
        return read.orElseThrow();
    }

    /** Continues after errors, as far as possible; empty otherwise. */
    static <T> Optional<T> read(String file, byte[] content, Findings findings, Reading<T> reading)
            throws DeploymentException {
        if (content.length > LENGTH) {
            findings.add(file, 0, ArchiveRule.XML_LIMIT, "is longer than " + LENGTH + " bytes");
            return Optional.empty();
        }
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(new ByteArrayInputStream(content));
            try {
                return Optional.of(reading.of(new StrictXml(file, xml, findings)));
            } finally {
                xml.close();
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
            findings.add(file, line, ArchiveRule.NOT_WELL_FORMED, "is not well-formed XML" + reason(e));
            return Optional.empty();
        } catch (DeploymentException e) {
            findings.add(e);
            return Optional.empty();
        }
    }

    /** The parser's message, without the leading location; as a part of a sentence. */
    private static String reason(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int at = message.indexOf(PARSERS_MARK);
        if (at < 0) {
            return "";
        }
        String said = message.substring(at + PARSERS_MARK.length()).strip();
        return ": " + Refusal.shown(said.endsWith(".") ? said.substring(0, said.length() - 1) : said);
    }

    /** Reads to the root element, which must be jbi. */
    void root() throws XMLStreamException, DeploymentException {
        while (xml.next() != XMLStreamConstants.START_ELEMENT) {
            if (xml.getEventType() == XMLStreamConstants.DTD) {
                throw refused(line(), ArchiveRule.DOCTYPE, "a DOCTYPE is not allowed");
            }
        }
        if (!NAMESPACE.equals(xml.getNamespaceURI()) || !xml.getLocalName().equals("jbi")) {
            throw refused("the root element must be jbi of the namespace " + NAMESPACE);
        }
        String version = attributes("version").get("version");
        if (version != null && !version.equals("1.0")) {
            found(ArchiveRule.ATTRIBUTE, "the version of the jbi element must be 1.0");
        }
    }

    /** Reads to the end of the file. */
    void end() throws XMLStreamException {
        while (xml.hasNext()) {
            xml.next();
        }
    }

    /**
     * Reads to the start of the next child, which must be of JBI's namespace, or past the end of the current element.
     */
    boolean nextChild() throws XMLStreamException, DeploymentException {
        return next(false);
    }

    /** Like {@link #nextChild}, but skips children of other namespaces, with any content. */
    boolean nextChildOrExtension() throws XMLStreamException, DeploymentException {
        return next(true);
    }

    private boolean next(boolean extensible) throws XMLStreamException, DeploymentException {
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    String namespace = xml.getNamespaceURI();
                    if (NAMESPACE.equals(namespace)) {
                        return true;
                    }
                    if (!extensible) {
                        foundUnexpected("elements of JBI");
                    } else if (namespace == null || namespace.isEmpty()) {
                        foundUnexpected("elements of JBI or of another namespace");
                    }
                    skip();
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return false;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!xml.isWhiteSpace()) {
                        found(ArchiveRule.ELEMENT, "there is text where there may be elements only");
                    }
                }
                case XMLStreamConstants.COMMENT, XMLStreamConstants.SPACE -> {}
                default -> found(ArchiveRule.ELEMENT, "there is something else than elements, text and comments");
            }
        }
    }

    /** Reads past the end of the current element. */
    void skip() throws XMLStreamException, DeploymentException {
        int depth = 1;
        while (depth > 0) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> depth++;
                case XMLStreamConstants.END_ELEMENT -> depth--;
                default -> {}
            }
            if (depth > EXTENSION_DEPTH) {
                throw refused(line(), ArchiveRule.XML_LIMIT, "elements are nested deeper than " + EXTENSION_DEPTH);
            }
        }
    }

    /** The text of the current element, and past its end. The element has only these attributes, and no children. */
    String text(String... known) throws XMLStreamException, DeploymentException {
        attributes(known);
        StringBuilder text = new StringBuilder();
        while (true) {
            switch (xml.next()) {
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    text.append(xml.getText());
                    if (text.length() > TEXT_LENGTH) {
                        throw refused(
                                line(), ArchiveRule.XML_LIMIT, "a text is longer than " + TEXT_LENGTH + " characters");
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    return text.toString().strip();
                }
                case XMLStreamConstants.START_ELEMENT -> {
                    found(ArchiveRule.ELEMENT, "there is an element where there may be text only");
                    skip();
                }
                default -> found(ArchiveRule.ELEMENT, "there is something else than text");
            }
        }
    }

    String element() {
        return xml.getLocalName();
    }

    void expect(String name) throws DeploymentException {
        if (!element().equals(name)) {
            throw unexpected(name);
        }
    }

    /** Records a finding if the content of the current element was given before. */
    void once(Object before) {
        if (before != null) {
            found(ArchiveRule.DUPLICATE, "the element " + element() + " is there twice");
        }
    }

    /** The attributes of the current element without a namespace; all others are refused. */
    Map<String, String> attributes(String... known) {
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String namespace = xml.getAttributeNamespace(i);
            if (namespace != null && !namespace.isEmpty()) {
                continue; // extensions, such as xsi:schemaLocation, which are not followed
            }
            String name = xml.getAttributeLocalName(i);
            if (!List.of(known).contains(name)) {
                found(
                        ArchiveRule.ATTRIBUTE,
                        "the element " + element() + " does not have an attribute " + Refusal.shown(name)
                                + (known.length == 0 ? "" : ", but " + String.join(", ", known)));
            }
            attributes.put(name, xml.getAttributeValue(i));
        }
        return attributes;
    }

    String required(Map<String, String> attributes, String name) throws DeploymentException {
        String value = attributes.get(name);
        if (value == null || value.isBlank()) {
            throw refused(line(), ArchiveRule.NEEDED, "the element " + element() + " needs the attribute " + name);
        }
        return value.strip();
    }

    /** XML Schema part 2, section 3.2.18: a name without a prefix is in the default namespace. */
    QName qname(String value, String attribute) throws DeploymentException {
        int colon = value.indexOf(':');
        String prefix = colon < 0 ? XMLConstants.DEFAULT_NS_PREFIX : value.substring(0, colon);
        String local = value.substring(colon + 1);
        String namespace = xml.getNamespaceContext().getNamespaceURI(prefix);
        if (local.isBlank() || local.indexOf(':') >= 0) {
            throw refused(
                    line(),
                    ArchiveRule.NAME,
                    "'" + Refusal.shown(value) + "' of " + attribute + " is not a qualified name");
        }
        if (namespace == null || namespace.isEmpty()) {
            if (!prefix.isEmpty()) {
                throw refused(
                        line(),
                        ArchiveRule.NAME,
                        "the prefix of '" + Refusal.shown(value) + "' of " + attribute + " is not declared");
            }
            namespace = XMLConstants.NULL_NS_URI;
        }
        return new QName(namespace, local);
    }

    int line() {
        return xml.getLocation().getLineNumber();
    }

    /** The exception for an unknown element, for readers that stop. */
    DeploymentException unexpected(String known) {
        return refused(notKnown(known));
    }

    /** Records an unknown element; the caller skips it. */
    void foundUnexpected(String known) {
        found(ArchiveRule.ELEMENT, notKnown(known));
    }

    private String notKnown(String known) {
        return "the element " + Refusal.shown(element()) + " is not known here, but " + known;
    }

    /** Records an error at the current position; reading continues. */
    void found(ArchiveRule rule, String sentence) {
        found(line(), rule, sentence);
    }

    void found(int line, ArchiveRule rule, String sentence) {
        findings.add(file, line, rule, sentence);
    }

    /** Records the findings of an exception; reading continues. */
    void found(DeploymentException refused) throws DeploymentException {
        findings.add(refused);
    }

    DeploymentException refused(String sentence) {
        return refused(line(), ArchiveRule.ELEMENT, sentence);
    }

    DeploymentException refused(int line, ArchiveRule rule, String sentence) {
        return new DeploymentException(
                List.of(new ArchiveFinding(Refusal.shown(file), line, rule.toString(), sentence)));
    }
}
