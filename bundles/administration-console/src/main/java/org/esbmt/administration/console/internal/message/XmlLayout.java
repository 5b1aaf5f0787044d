package org.esbmt.administration.console.internal.message;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.w3c.dom.Text;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** Lays an XML text out for people: an element on a line, indented. Mixed content keeps its form. */
public final class XmlLayout {
    private static final int DEEPEST = 100;

    private final List<String> lines = new ArrayList<>();

    private XmlLayout() {}

    /** The lines of a text. One that is no XML, or is too deep, keeps its own lines. */
    public static List<String> lines(String text) {
        try {
            XmlLayout layout = new XmlLayout();
            layout.write(parsed(text).getDocumentElement(), 0);
            return layout.lines;
        } catch (SAXException | IllegalArgumentException e) {
            return text.lines().toList();
        }
    }

    /** @throws SAXException for a text that is no XML, or has a DOCTYPE */
    static org.w3c.dom.Document parsed(String text) throws SAXException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setXIncludeAware(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new InputSource(new StringReader(text)));
        } catch (ParserConfigurationException | java.io.IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void write(Element element, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("too deep");
        }
        String indent = "  ".repeat(depth);
        if (!hasOnlyElements(element)) {
            lines.add(indent + whole(element, depth));
            return;
        }
        lines.add(indent + opened(element, ""));
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element inside) {
                write(inside, depth + 1);
            }
        }
        lines.add(indent + "</" + element.getTagName() + ">");
    }

    private static boolean hasOnlyElements(Element element) {
        boolean elements = false;
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            boolean blank = child instanceof Text text && text.getData().isBlank();
            if (!blank && !(child instanceof Element)) {
                return false;
            }
            elements |= child instanceof Element;
        }
        return elements;
    }

    /** Returns true for an element whose only content is the indent of elements that were taken out. */
    private static boolean isBlankBetweenLines(Element element) {
        String text = element.getTextContent();
        return element.getChildNodes().getLength() == 1
                && element.getFirstChild() instanceof Text
                && text.isBlank()
                && text.indexOf('\n') >= 0;
    }

    /** The element with its content as it is. */
    private static String whole(Element element, int depth) {
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("too deep");
        }
        if (element.getFirstChild() == null) {
            return opened(element, "/");
        }
        if (isBlankBetweenLines(element)) {
            return opened(element, "") + "</" + element.getTagName() + ">";
        }
        StringBuilder text = new StringBuilder(opened(element, ""));
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element inside) {
                text.append(whole(inside, depth + 1));
            } else if (child.getNodeType() == Node.COMMENT_NODE) {
                text.append("<!--").append(child.getNodeValue()).append("-->");
            } else if (child instanceof Text data) {
                text.append(escaped(data.getData()));
            }
        }
        return text.append("</").append(element.getTagName()).append('>').toString();
    }

    private static String opened(Element element, String end) {
        StringBuilder tag = new StringBuilder("<").append(element.getTagName());
        NamedNodeMap attributes = element.getAttributes();
        for (int i = 0; i < attributes.getLength(); i++) {
            Node attribute = attributes.item(i);
            tag.append(' ')
                    .append(attribute.getNodeName())
                    .append("=\"")
                    .append(escaped(attribute.getNodeValue()).replace("\"", "&quot;"))
                    .append('"');
        }
        return tag.append(end).append('>').toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
