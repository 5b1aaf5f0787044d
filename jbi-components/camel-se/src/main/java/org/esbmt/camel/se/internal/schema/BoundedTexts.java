package org.esbmt.camel.se.internal.schema;

import javax.xml.validation.TypeInfoProvider;
import javax.xml.validation.ValidatorHandler;
import org.w3c.dom.TypeInfo;
import org.xml.sax.Attributes;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;
import org.xml.sax.helpers.XMLFilterImpl;

/** Refuses texts that are too long for the types of a validator's schema. Texts of plain types may have any length. */
final class BoundedTexts extends XMLFilterImpl {
    private final int most;
    private Locator locator;
    /** The largest number of characters in the current element's text, as long as it has no child element. */
    private int mostHere;

    private int length;

    /** A text is too long. The exception has no stack trace, because the message is the cause. */
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

    /**
     * Creates the filter for one document.
     *
     * @param most the largest number of characters in texts whose types are not plain, and in attributes. Texts of slow
     *     types have at most {@link SlowTypes#LONGEST_TEXT} in any case, attributes at most the limits of documents
     */
    BoundedTexts(int most, PlainTypes plainTypes, SlowTypes slowTypes, ValidatorHandler validator) {
        this.most = most;
        TypeInfoProvider types = validator.getTypeInfoProvider();
        // the validator gives an element's type only during that element's event
        validator.setContentHandler(new DefaultHandler() {
            @Override
            public void startElement(String namespace, String local, String name, Attributes attributes) {
                TypeInfo type = types.getElementTypeInfo();
                mostHere = plainTypes.has(type) ? Patterns.ANY_LENGTH : most;
                if (slowTypes.has(type)) {
                    mostHere = Math.min(mostHere, SlowTypes.LONGEST_TEXT);
                }
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
            check(attributes.getValue(i).length(), most);
        }
        length = 0;
        mostHere = most;
        super.startElement(namespace, local, name, attributes);
    }

    @Override
    public void characters(char[] text, int offset, int count) throws SAXException {
        length += count;
        super.characters(text, offset, count);
    }

    @Override
    public void endElement(String namespace, String local, String name) throws SAXException {
        check(length, mostHere);
        mostHere = Patterns.ANY_LENGTH;
        super.endElement(namespace, local, name);
    }

    private void check(int count, int allowed) throws TooLong {
        if (count > allowed) {
            throw new TooLong(", line " + locator.getLineNumber() + ": longer than " + allowed
                    + " characters, which its " + (allowed == most ? "patterns are for." : "type is for."));
        }
    }
}
