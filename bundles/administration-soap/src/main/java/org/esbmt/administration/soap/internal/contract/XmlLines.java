package org.esbmt.administration.soap.internal.contract;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes an indented XML document with a line for each tag. Confined to one thread. */
final class XmlLines {
    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Opens an element.
     *
     * @param attributes names and values in turn
     */
    XmlLines open(String name, String... attributes) {
        tag(name, attributes).append(">\n");
        open.push(name);
        return this;
    }

    XmlLines empty(String name, String... attributes) {
        tag(name, attributes).append("/>\n");
        return this;
    }

    XmlLines text(String name, String content) {
        tag(name).append('>').append(escaped(content)).append("</").append(name).append(">\n");
        return this;
    }

    /** An element with one child that is a text, in one line. */
    XmlLines text(String name, String child, String content) {
        tag(name)
                .append("><")
                .append(child)
                .append('>')
                .append(escaped(content))
                .append("</")
                .append(child);
        text.append("></").append(name).append(">\n");
        return this;
    }

    XmlLines close() {
        String name = open.pop();
        indent().append("</").append(name).append(">\n");
        return this;
    }

    /** The document, with a line feed at its end. */
    String document() {
        if (!open.isEmpty()) {
            throw new IllegalStateException(open.peek() + " is open");
        }
        return text.toString();
    }

    private StringBuilder tag(String name, String... attributes) {
        indent().append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escaped(attributes[i + 1]))
                    .append('"');
        }
        return text;
    }

    private StringBuilder indent() {
        return text.append("  ".repeat(open.size()));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
