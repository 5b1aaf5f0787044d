package org.esbmt.camel.se.internal.schema;

import javax.xml.validation.TypeInfoProvider;
import javax.xml.validation.ValidatorHandler;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/** Keeps a validator from texts that are too long for the patterns of its schema. Of plain types texts have any length. */
final class BoundedTexts extends XMLFilterImpl {
    private final int most;
    private Locator locator;
    /** Whether it is the text of an element without elements, so far, whose type is not plain. */
    private boolean matched;

    private int length;

    /** A text that is too long; no stack trace, since a message is to blame. */
    static final class TooLong extends SAXException {
        private static final long serialVersionUID = 1L;

        TooLong(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    BoundedTexts(int most, PlainTypes plainTypes, ValidatorHandler validator) {
        this.most = most;
        TypeInfoProvider types = validator.getTypeInfoProvider();
        // the validator tells types only while it hands on the element that has one
        validator.setContentHandler(new DefaultHandler() {
            @Override
            public void startElement(String namespace, String local, String name, Attributes attributes) {
                matched = !plainTypes.has(types.getElementTypeInfo());
            }
        });
    }

    @Override
    public void setDocumentLocator(Locator given) {
        locator = given;
        super.setDocumentLocator(given);
    }

    @Override
    public void startElement(String namespace, String local, String name, Attributes attributes) throws SAXException {
        for (int i = 0; i < attributes.getLength(); i++) {
            check(attributes.getValue(i).length());
        }
        length = 0;
        matched = true;
        super.startElement(namespace, local, name, attributes);
    }

    @Override
    public void characters(char[] text, int offset, int count) throws SAXException {
        length += count;
        super.characters(text, offset, count);
    }

    @Override
    public void endElement(String namespace, String local, String name) throws SAXException {
        if (matched) {
            check(length);
        }
        matched = false;
        super.endElement(namespace, local, name);
    }

    private void check(int count) throws TooLong {
        if (count > most) {
            throw new TooLong(", line " + locator.getLineNumber() + ": longer than " + most
                    + " characters, which its patterns are for.");
        }
    }
}
