package org.esbmt.camel.se.internal.reader;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Writes elements, each on a line of its own, up to a length. There is no result if the text is longer. */
final class XmlText {
    private final int most;
    private final StringBuilder text = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    private final Deque<String> open = new ArrayDeque<>();
    /** True if the last tag may still get attributes. */
    private boolean inTag;

    private boolean hasText;

    XmlText(int most) {
        this.most = most;
    }

    XmlText open(String name) {
        endTag();
        newLine();
        append("<" + name);
        open.push(name);
        inTag = true;
        hasText = false;
        return this;
    }

    XmlText attribute(String name, String value) {
        append(" " + name + "=\"" + escaped(value) + "\"");
        return this;
    }

    void text(String content) {
        endTag();
        append(escaped(content));
        hasText = true;
    }

    XmlText close() {
        String name = open.pop();
        if (inTag) {
            append("/>");
            inTag = false;
        } else {
            if (!hasText) {
                newLine();
            }
            append("</" + name + ">");
        }
        hasText = false;
        return this;
    }

    private void newLine() {
        append("\n");
    }

    private void endTag() {
        if (inTag) {
            append(">");
            inTag = false;
        }
    }

    private void append(String more) {
        if (text.length() <= most) {
            text.append(more);
        }
    }

    /** Escapes line ends and tabs as references, in attributes, too. */
    private static String escaped(String s) {
        StringBuilder escaped = new StringBuilder(s.length() + 16);
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\n', '\r', '\t' -> escaped.append("&#").append((int) c).append(';');
                default -> escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** The text; empty if it exceeds the length. */
    Optional<String> text() {
        if (text.length() > most) {
            return Optional.empty();
        }
        append("\n");
        return Optional.of(text.toString());
    }
}
