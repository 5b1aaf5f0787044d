package org.esbmt.management.api.message;

import java.net.URL;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/**
 * The schema of messages, and parsers that refuse document types, and so entities. The parsers are the JDK's own,
 * whatever other bundles register. Thread-safe; a builder belongs to its caller.
 */
final class MessageSchema {
    private static final String FILE = "management.xsd";

    private final DocumentBuilderFactory checked;
    private final DocumentBuilderFactory unchecked;

    private MessageSchema(Schema schema) throws ParserConfigurationException {
        this.unchecked = factory();
        this.checked = factory();
        checked.setSchema(schema);
    }

    static MessageSchema get() {
        return Holder.SCHEMA;
    }

    /** Parses and validates; the first error ends the parse. */
    DocumentBuilder builder() {
        return builder(checked);
    }

    /** Parses without validation. */
    DocumentBuilder unchecked() {
        return builder(unchecked);
    }

    private static DocumentBuilder builder(DocumentBuilderFactory factory) {
        try {
            DocumentBuilder builder;
            // A factory is not thread-safe.
            synchronized (factory) {
                builder = factory.newDocumentBuilder();
            }
            builder.setErrorHandler(FIRST_ERROR);
            return builder;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("the JDK's parser knows these features", e);
        }
    }

    private static DocumentBuilderFactory factory() throws ParserConfigurationException {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        factory.setXIncludeAware(false);
        factory.setExpandEntityReferences(false);
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
        return factory;
    }

    private static final ErrorHandler FIRST_ERROR = new ErrorHandler() {
        @Override
        public void warning(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }
    };

    private static final class Holder {
        static final MessageSchema SCHEMA = load();

        private static MessageSchema load() {
            URL file = MessageSchema.class.getResource(FILE);
            if (file == null) {
                throw new IllegalStateException(FILE + " is missing in this bundle");
            }
            try {
                return new MessageSchema(SchemaFactory.newDefaultInstance().newSchema(file));
            } catch (SAXException | ParserConfigurationException e) {
                throw new IllegalStateException(FILE + " is not a schema", e);
            }
        }
    }
}
