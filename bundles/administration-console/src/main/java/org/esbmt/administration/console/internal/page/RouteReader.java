package org.esbmt.administration.console.internal.page;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.esbmt.administration.console.internal.view.Outline;
import org.esbmt.administration.console.internal.view.Outline.Branch;

/**
 * Reads the outline of routes in Camel's XML. The bus has checked the file before; a file that is none of Camel has no
 * outline.
 */
final class RouteReader {
    private static final Set<String> EXPRESSIONS = Set.of(
            "constant",
            "exchangeProperty",
            "header",
            "method",
            "simple",
            "tokenize",
            "xpath",
            "xquery",
            "xtokenize",
            "correlationExpression",
            "completionPredicate",
            "completionSizeExpression");

    private static final Set<String> WAYS = Set.of("when", "otherwise", "doCatch", "doFinally");
    private static final List<String> LABELS = List.of("uri", "ref", "name", "id", "message");
    private static final int DEEPEST = 64;

    private final XMLStreamReader xml;

    private RouteReader(XMLStreamReader xml) {
        this.xml = xml;
    }

    /**
     * A route.
     *
     * @param id may be empty
     */
    record Route(String id, List<Outline> steps) {}

    /** Returns the routes of a file. */
    static List<Route> read(byte[] file) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        List<Route> routes = new ArrayList<>();
        try {
            RouteReader reader = new RouteReader(factory.createXMLStreamReader(new ByteArrayInputStream(file)));
            while (reader.xml.hasNext()) {
                if (reader.xml.next() == XMLStreamConstants.START_ELEMENT
                        && reader.xml.getLocalName().equals("route")) {
                    Element route = reader.element(0);
                    routes.add(new Route(route.label(), route.steps()));
                }
            }
        } catch (XMLStreamException e) {
            return List.of(); // the text of the file is shown beside the picture
        }
        return routes;
    }

    /** An element with its steps, branches and expression. */
    private record Element(String kind, String label, int line, List<Outline> steps, List<Branch> branches) {}

    private Element element(int depth) throws XMLStreamException {
        if (depth > DEEPEST) {
            throw new XMLStreamException("too deep");
        }
        String kind = xml.getLocalName();
        int line = xml.getLocation().getLineNumber();
        String label = attribute();
        List<Outline> steps = new ArrayList<>();
        List<Branch> branches = new ArrayList<>();
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            if (xml.getEventType() != XMLStreamConstants.START_ELEMENT) {
                continue;
            }
            String name = xml.getLocalName();
            if (EXPRESSIONS.contains(name)) {
                String expression = text(depth + 1);
                label = label.isEmpty() ? name + " " + expression : label;
                continue;
            }
            if (name.equals("description")) {
                text(depth + 1);
                continue;
            }
            Element inside = element(depth + 1);
            if (WAYS.contains(name)) {
                branches.add(new Branch(inside.label().isEmpty() ? name : inside.label(), inside.steps()));
            } else {
                steps.add(step(inside));
            }
        }
        return new Element(kind, label, line, steps, branches);
    }

    private static Outline step(Element element) {
        List<Branch> branches = new ArrayList<>();
        if (element.kind().equals("multicast")) {
            element.steps().forEach(step -> branches.add(new Branch("", List.of(step))));
        } else if (!element.steps().isEmpty()) {
            branches.add(new Branch("", element.steps()));
        }
        branches.addAll(element.branches());
        return new Outline(element.kind(), element.label(), element.line(), branches);
    }

    private String attribute() {
        for (String name : LABELS) {
            String value = xml.getAttributeValue(null, name);
            if (value != null) {
                return value;
            }
        }
        return "";
    }

    /** The text of an expression, with the texts inside of it. */
    private String text(int depth) throws XMLStreamException {
        if (depth > DEEPEST) {
            throw new XMLStreamException("too deep");
        }
        StringBuilder text = new StringBuilder();
        while (xml.next() != XMLStreamConstants.END_ELEMENT) {
            switch (xml.getEventType()) {
                case XMLStreamConstants.START_ELEMENT -> text.append(text(depth + 1));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> text.append(xml.getText());
                default -> {}
            }
        }
        return text.toString().strip();
    }
}
