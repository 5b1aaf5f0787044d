package org.esbmt.camel.se.internal.xslt;

import java.util.Map;
import org.esbmt.camel.se.internal.xslt.IdentityTemplates.Whole;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.AttributesImpl;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Reads a file of a stylesheet with other bodies of identity templates: {@code <xsl:copy-of select="."/>} for a node
 * without elements in it. All positions stay. For one use.
 */
final class IdentityFilter extends XMLFilterImpl {
    private static final String XSLT = IdentityTemplates.XSLT;

    private final Map<Integer, Whole> templates;
    private int number = -1;
    private Whole current = Whole.NONE;
    private String prefix = "";

    /** @param templates by their numbers in the file, from 0 */
    IdentityFilter(XMLReader file, Map<Integer, Whole> templates) {
        super(file);
        this.templates = templates;
    }

    private static boolean isTemplate(String uri, String local) {
        return uri.equals(XSLT) && local.equals("template");
    }

    @Override
    public void startElement(String uri, String local, String name, Attributes attributes) throws SAXException {
        super.startElement(uri, local, name, attributes);
        if (isTemplate(uri, local)) {
            number++;
            current = templates.getOrDefault(number, Whole.NONE);
            prefix = name.substring(0, name.length() - local.length());
            if (current == Whole.LEAVES) {
                start("choose");
                start("when", "test", "not(*)");
                start("copy-of", "select", ".");
                end("copy-of");
                end("when");
                start("otherwise");
            }
        }
    }

    @Override
    public void endElement(String uri, String local, String name) throws SAXException {
        if (isTemplate(uri, local)) {
            if (current == Whole.LEAVES) {
                end("otherwise");
                end("choose");
            }
            current = Whole.NONE;
        }
        super.endElement(uri, local, name);
    }

    @Override
    public void characters(char[] text, int from, int length) throws SAXException {
        if (current == Whole.NONE) {
            super.characters(text, from, length); // an identity template has white space alone
        }
    }

    private void start(String local, String... attribute) throws SAXException {
        AttributesImpl attributes = new AttributesImpl();
        if (attribute.length > 0) {
            attributes.addAttribute("", attribute[0], attribute[0], "CDATA", attribute[1]);
        }
        super.startElement(XSLT, local, prefix + local, attributes);
    }

    private void end(String local) throws SAXException {
        super.endElement(XSLT, local, prefix + local);
    }
}
