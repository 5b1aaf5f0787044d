package org.esbmt.camel.se.internal.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;
import org.xml.sax.ContentHandler;
import org.xml.sax.DTDHandler;
import org.xml.sax.EntityResolver;
import org.xml.sax.ErrorHandler;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.Locator2Impl;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reports one document to a SAX handler, from its bytes in memory. Each call of parse reads this document, whatever
 * source it names. Comments are left out. For one use.
 */
public final class DocumentXmlReader implements XMLReader, XmlEvents {
    private static final NamespaceTable NO_NAMESPACES = new NamespaceTable();

    private final byte[] bytes;
    private final XmlLimits limits;
    private final String systemId;
    private final Locator2Impl locator = new Locator2Impl();
    private final Deque<Open> open = new ArrayDeque<>();

    private ContentHandler handler = new DefaultHandler();
    private ErrorHandler errors = new DefaultHandler();
    private XmlLexer lexer;
    private long counted;

    private record Open(String namespace, String local, String name, List<String> prefixes) {}

    /** Creates a reader for a document with the id {@code systemId}. */
    public DocumentXmlReader(byte[] bytes, XmlLimits limits, String systemId) {
        this.bytes = bytes;
        this.limits = limits;
        this.systemId = systemId;
    }

    @Override
    public void parse(InputSource ignored) throws SAXException {
        parse(systemId);
    }

    @Override
    public void parse(String ignored) throws SAXException {
        locator.setSystemId(systemId);
        locator.setLineNumber(1);
        lexer = new XmlLexer(limits, NO_NAMESPACES, this);
        handler.setDocumentLocator(locator);
        handler.startDocument();
        try {
            lexer.feed(bytes, 0, bytes.length);
            lexer.finish();
        } catch (XmlRefusedException e) {
            line(Math.min(bytes.length, lexer.position()));
            SAXParseException refused = new SAXParseException(e.getMessage(), locator);
            errors.fatalError(refused);
            throw refused;
        } catch (Undeclared e) {
            throw e.cause;
        }
        handler.endDocument();
    }

    @Override
    public void startElement(StartTag tag, int depth) {
        try {
            flush();
            line(tag.from());
            List<String> prefixes = new ArrayList<>();
            for (int i = 0; i < tag.declarationCount(); i++) {
                prefixes.add(tag.declaredPrefix(i));
                handler.startPrefixMapping(tag.declaredPrefix(i), tag.declaredUri(i));
            }
            String name = tag.name();
            Open element = new Open(namespace(tag, name), tag.localName(), name, prefixes);
            open.push(element);
            handler.startElement(element.namespace(), element.local(), name, attributes(tag));
        } catch (SAXException e) {
            throw new Undeclared(e);
        }
        lexer.collect(Integer.MAX_VALUE);
    }

    private static String namespace(StartTag tag, String name) {
        return name.startsWith("xml:")
                ? "http://www.w3.org/XML/1998/namespace"
                : tag.qualified(name).orElseThrow().getNamespaceURI();
    }

    private static AttributesImpl attributes(StartTag tag) {
        AttributesImpl attributes = new AttributesImpl();
        for (int i = 0; i < tag.attributeCount(); i++) {
            String name = tag.attributeName(i);
            int colon = name.indexOf(':');
            attributes.addAttribute(
                    colon < 0 ? "" : namespace(tag, name),
                    name.substring(colon + 1),
                    name,
                    "CDATA",
                    tag.attributeValue(i));
        }
        return attributes;
    }

    @Override
    public void endElement(int depth, long to) {
        try {
            flush();
            line(to);
            Open element = open.pop();
            handler.endElement(element.namespace(), element.local(), element.name());
            for (String prefix : element.prefixes()) {
                handler.endPrefixMapping(prefix);
            }
        } catch (SAXException e) {
            throw new Undeclared(e);
        }
        if (depth > 1) {
            lexer.collect(Integer.MAX_VALUE);
        }
    }

    @Override
    public void aside(Aside kind, int depth) {
        // the text continues after it
    }

    @Override
    public void misplacedText(int depth) {
        // never called: text may occur everywhere
    }

    private void flush() throws SAXException {
        byte[] text = open.isEmpty() ? new byte[0] : lexer.text();
        if (text.length > 0) {
            char[] characters = new String(text, UTF_8).toCharArray();
            handler.characters(characters, 0, characters.length);
        }
    }

    /** Counts the lines up to an offset. */
    private void line(long to) {
        int line = locator.getLineNumber();
        for (long i = counted; i < to; i++) {
            if (bytes[(int) i] == '\n') {
                line++;
            }
        }
        counted = Math.max(counted, to);
        locator.setLineNumber(line);
    }

    /** Carries a checked exception of the handler through the lexer, which does not declare it. */
    private static final class Undeclared extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        private final SAXException cause;

        Undeclared(SAXException cause) {
            super(cause);
            this.cause = cause;
        }
    }

    // ---- methods of every reader

    @Override
    public void setContentHandler(ContentHandler next) {
        handler = next;
    }

    @Override
    public ContentHandler getContentHandler() {
        return handler;
    }

    @Override
    public void setErrorHandler(ErrorHandler next) {
        errors = next == null ? new DefaultHandler() : next;
    }

    @Override
    public ErrorHandler getErrorHandler() {
        return errors;
    }

    @Override
    public boolean getFeature(String name) {
        return name.equals("http://xml.org/sax/features/namespaces");
    }

    @Override
    public void setFeature(String name, boolean value) {
        // there are no features
    }

    @Override
    public Object getProperty(String name) {
        return null;
    }

    @Override
    public void setProperty(String name, Object value) {
        // there are no properties
    }

    @Override
    public void setEntityResolver(EntityResolver resolver) {
        // there are no entities
    }

    @Override
    public EntityResolver getEntityResolver() {
        return null;
    }

    @Override
    public void setDTDHandler(DTDHandler next) {
        // there is no DTD
    }

    @Override
    public DTDHandler getDTDHandler() {
        return null;
    }
}
