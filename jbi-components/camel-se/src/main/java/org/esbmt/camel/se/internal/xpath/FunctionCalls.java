package org.esbmt.camel.se.internal.xpath;

import java.util.function.Function;

/**
 * Finds the functions that an XPath of any version calls or names, by its tokens alone: a name before a '(' or a '#'.
 * It ends with the text, or at the closing brace in a template. It may report more calls than there are, such as tests
 * of nodes and keywords, never fewer.
 */
final class FunctionCalls {

    /** Receives each call. */
    interface Found {
        /**
         * Receives a call or reference.
         *
         * @param namespace null for an undeclared prefix, empty for a name without prefix
         * @param argument the text after the '(' or '#'
         */
        void call(String namespace, String local, String argument);
    }

    private final String text;
    private final Function<String, String> namespaces;
    private final Found found;
    private int at;

    private FunctionCalls(String text, Function<String, String> namespaces, Found found) {
        this.text = text;
        this.namespaces = namespaces;
        this.found = found;
    }

    /** Reports all calls; {@code namespaces} gives the namespace of a prefix, null if it is undeclared. */
    static void find(String text, Function<String, String> namespaces, Found found) {
        new FunctionCalls(text, namespaces, found).scan();
    }

    private void scan() {
        boolean afterDollar = false;
        int braces = 0;
        while (at < text.length() && braces >= 0) {
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                skipTo(c);
            } else if (text.startsWith("(:", at)) {
                skipComment();
                continue;
            } else if (c == 'Q' && text.startsWith("Q{", at)) {
                braced(afterDollar);
                afterDollar = false;
                continue;
            } else if (isNameStart(c)) {
                name(afterDollar);
                afterDollar = false;
                continue;
            }
            if (c == '{' || c == '}') {
                braces += c == '{' ? 1 : -1;
            }
            if (!Numbers.isSpace(c)) {
                afterDollar = c == '$';
            }
            at++;
        }
    }

    private void skipTo(char quote) {
        int end = text.indexOf(quote, at + 1);
        at = end < 0 ? text.length() : end;
    }

    private void skipComment() {
        int depth = 0;
        do {
            if (text.startsWith("(:", at)) {
                depth++;
                at += 2;
            } else if (text.startsWith(":)", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < text.length());
    }

    private void braced(boolean variable) {
        int end = text.indexOf('}', at);
        if (end < 0) {
            at = text.length();
            return;
        }
        String namespace = text.substring(at + 2, end).strip();
        at = end + 1;
        String local = ncName();
        tell(namespace, local, variable);
    }

    private void name(boolean variable) {
        String first = ncName();
        boolean prefixed = at + 1 < text.length() && text.charAt(at) == ':' && isNameStart(text.charAt(at + 1));
        if (prefixed) {
            at++;
            tell(namespaces.apply(first), ncName(), variable);
        } else {
            tell("", first, variable);
        }
    }

    private void tell(String namespace, String local, boolean variable) {
        int next = behindSpace(at);
        boolean called = next < text.length() && (text.charAt(next) == '(' || text.charAt(next) == '#');
        if (called && !variable && !local.isEmpty()) {
            found.call(namespace, local, text.substring(next + 1));
        }
    }

    private int behindSpace(int from) {
        int before = at;
        at = from;
        while (at < text.length()) {
            if (text.startsWith("(:", at)) {
                skipComment();
            } else if (Numbers.isSpace(text.charAt(at))) {
                at++;
            } else {
                break;
            }
        }
        int next = at;
        at = before;
        return next;
    }

    private String ncName() {
        int from = at;
        while (at < text.length() && (isNameStart(text.charAt(at)) || isNameRest(text.charAt(at)))) {
            at++;
        }
        return text.substring(from, at);
    }

    private static boolean isNameStart(char c) {
        return c == '_' || Character.isLetter(c) || c >= 0x80;
    }

    private static boolean isNameRest(char c) {
        return c == '-' || c == '.' || Character.isDigit(c);
    }
}
