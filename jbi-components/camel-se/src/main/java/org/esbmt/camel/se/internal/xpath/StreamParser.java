package org.esbmt.camel.se.internal.xpath;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.camel.se.internal.xpath.StreamPath.End;
import org.esbmt.camel.se.internal.xpath.StreamTest.Operator;
import org.esbmt.xml.api.NamespaceTable;

/**
 * Reads the expressions of XPath 1.0 that can be answered from the stream: absolute paths of names. These occur alone,
 * compared with a text, a number or a variable, in {@code contains()}, {@code starts-with()} and {@code boolean()}, or
 * counted and compared with a number. All of these may be joined by {@code and}, {@code or}, {@code not()}. It reports
 * any other expression, valid or not, as none of these.
 */
final class StreamParser {
    private static final int MOST_DEPTH = 16;

    /** The expression is none of these. */
    private static final class Other extends Exception {
        private static final long serialVersionUID = 1L;

        Other() {
            super(null, null, false, false);
        }
    }

    private final String text;
    private final Map<String, String> namespaces;
    private final List<StreamPath> paths = new ArrayList<>();
    private final List<String> uris = new ArrayList<>();
    private int at;

    private StreamParser(String text, Map<String, String> namespaces) {
        this.text = text;
        this.namespaces = namespaces;
    }

    static Optional<StreamPlan> parse(String text, Map<String, String> namespaces) {
        StreamParser parser = new StreamParser(text, namespaces);
        try {
            StreamTest test = parser.any(0);
            parser.space();
            if (parser.at < text.length()) {
                return Optional.empty();
            }
            StreamTest asked = test instanceof StreamTest.Exists ? null : test;
            return Optional.of(
                    StreamPlan.of(asked, parser.paths, new NamespaceTable(parser.uris.toArray(String[]::new))));
        } catch (Other e) {
            return Optional.empty();
        }
    }

    private StreamTest any(int depth) throws Other {
        List<StreamTest> tests = new ArrayList<>();
        do {
            tests.add(all(depth));
        } while (word("or"));
        return tests.size() == 1 ? tests.get(0) : new StreamTest.Any(tests);
    }

    private StreamTest all(int depth) throws Other {
        List<StreamTest> tests = new ArrayList<>();
        do {
            tests.add(one(depth));
        } while (word("and"));
        return tests.size() == 1 ? tests.get(0) : new StreamTest.All(tests);
    }

    private StreamTest one(int depth) throws Other {
        if (depth > MOST_DEPTH) {
            throw new Other();
        }
        space();
        if (function("not")) {
            return new StreamTest.Not(inBrackets(depth));
        } else if (function("boolean")) {
            return new StreamTest.All(List.of(inBrackets(depth)));
        } else if (function("contains")) {
            return ofFirst(StreamTest.Function.CONTAINS);
        } else if (function("starts-with")) {
            return ofFirst(StreamTest.Function.STARTS_WITH);
        } else if (function("count")) {
            return count();
        } else if (at < text.length() && text.charAt(at) == '(') {
            at++;
            return inBrackets(depth);
        }
        int path = path();
        Operator operator = operator();
        if (operator == null) {
            return new StreamTest.Exists(path);
        }
        space();
        if (at >= text.length()) {
            throw new Other();
        }
        char c = text.charAt(at);
        if (c == '\'' || c == '"') {
            return new StreamTest.Compares(path, operator, literal(), false, 0);
        }
        if (c == '$') {
            at++;
            return new StreamTest.Compares(path, operator, name(), true, 0);
        }
        return new StreamTest.Compares(path, operator, null, false, number());
    }

    /** Reads a test after its opening bracket. */
    private StreamTest inBrackets(int depth) throws Other {
        StreamTest test = any(depth + 1);
        take(')');
        return test;
    }

    private StreamTest ofFirst(StreamTest.Function function) throws Other {
        int path = path();
        take(',');
        space();
        boolean isHeader = at < text.length() && text.charAt(at) == '$';
        if (isHeader) {
            at++;
        }
        String argument = isHeader ? name() : literal();
        take(')');
        return new StreamTest.OfFirst(path, function, argument, isHeader);
    }

    private StreamTest count() throws Other {
        int path = path();
        take(')');
        Operator operator = operator();
        if (operator == null) {
            throw new Other();
        }
        space();
        return new StreamTest.Count(path, operator, number());
    }

    private double number() throws Other {
        int from = at;
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        double number = Numbers.fromText(text.substring(from, at));
        if (Double.isNaN(number)) {
            throw new Other();
        }
        return number;
    }

    private Operator operator() {
        space();
        String[] signs = {"!=", "<=", ">=", "=", "<", ">"};
        Operator[] operators = {
            Operator.NOT_EQUAL,
            Operator.LESS_OR_EQUAL,
            Operator.GREATER_OR_EQUAL,
            Operator.EQUAL,
            Operator.LESS,
            Operator.GREATER
        };
        for (int i = 0; i < signs.length; i++) {
            if (text.startsWith(signs[i], at)) {
                at += signs[i].length();
                return operators[i];
            }
        }
        return null;
    }

    // ---- paths

    private int path() throws Other {
        space();
        boolean anywhere = text.startsWith("//", at);
        take('/');
        if (anywhere) {
            at++;
        }
        List<StreamPath.Step> steps = new ArrayList<>();
        steps.add(step(anywhere));
        End end = End.ELEMENT;
        byte[] attribute = null;
        int attributeNamespace = 0;
        while (at < text.length() && text.charAt(at) == '/') {
            at++;
            if (at < text.length() && text.charAt(at) == '@') {
                at++;
                String[] name = qualified();
                attributeNamespace = namespace(name[0]);
                attribute = name[1].getBytes(UTF_8);
                end = End.ATTRIBUTE;
                break;
            }
            if (text.startsWith("text()", at)) {
                at += 6;
                end = End.TEXT;
                break;
            }
            steps.add(step(false));
        }
        if (steps.size() > StreamPath.MOST_STEPS || paths.size() == 16) {
            throw new Other();
        }
        paths.add(new StreamPath(anywhere, List.copyOf(steps), end, attribute, attributeNamespace));
        return paths.size() - 1;
    }

    private StreamPath.Step step(boolean anywhere) throws Other {
        byte[] local = null;
        int namespace = 0;
        if (at < text.length() && text.charAt(at) == '*') {
            at++;
        } else {
            String[] name = qualified();
            local = name[1].getBytes(UTF_8);
            namespace = namespace(name[0]);
        }
        byte[] attribute = null;
        int attributeNamespace = 0;
        byte[] value = null;
        int position = 0;
        if (at < text.length() && text.charAt(at) == '[') {
            at++;
            space();
            if (at < text.length() && text.charAt(at) == '@') {
                at++;
                String[] name = qualified();
                attribute = name[1].getBytes(UTF_8);
                attributeNamespace = namespace(name[0]);
                space();
                take('=');
                space();
                value = literal().getBytes(UTF_8);
            } else {
                position = position(anywhere);
            }
            space();
            take(']');
        }
        if (at < text.length() && "[(:".indexOf(text.charAt(at)) >= 0) {
            throw new Other();
        }
        return new StreamPath.Step(local, namespace, position, attribute, attributeNamespace, value);
    }

    private int position(boolean anywhere) throws Other {
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (anywhere || at == from || at - from > 6 || text.charAt(from) == '0') {
            throw new Other();
        }
        return Integer.parseInt(text.substring(from, at));
    }

    private String[] qualified() throws Other {
        String first = name();
        if (at + 1 < text.length() && text.charAt(at) == ':' && text.charAt(at + 1) != ':') {
            at++;
            return new String[] {first, name()};
        }
        return new String[] {"", first};
    }

    private int namespace(String prefix) throws Other {
        if (prefix.isEmpty()) {
            return NamespaceTable.NONE;
        }
        String uri = namespaces.get(prefix);
        if (uri == null || uri.isEmpty() || uri.startsWith("http://www.w3.org/XML/1998/") || uri.contains("/xmlns/")) {
            throw new Other();
        }
        int known = uris.indexOf(uri);
        if (known < 0) {
            uris.add(uri);
        }
        return (known < 0 ? uris.size() - 1 : known) + 1;
    }

    private String name() throws Other {
        int from = at;
        while (at < text.length() && isName(text.charAt(at), at > from)) {
            at++;
        }
        if (at == from) {
            throw new Other();
        }
        return text.substring(from, at);
    }

    /** Returns true for ASCII characters of names; others are left to a reader that knows them all. */
    private static boolean isName(char c, boolean inside) {
        boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        return letter || (inside && ((c >= '0' && c <= '9') || c == '-' || c == '.'));
    }

    private String literal() throws Other {
        if (at >= text.length() || (text.charAt(at) != '\'' && text.charAt(at) != '"')) {
            throw new Other();
        }
        int end = text.indexOf(text.charAt(at), at + 1);
        if (end < 0) {
            throw new Other();
        }
        String literal = text.substring(at + 1, end);
        at = end + 1;
        return literal;
    }

    private void take(char c) throws Other {
        space();
        if (at >= text.length() || text.charAt(at) != c) {
            throw new Other();
        }
        at++;
    }

    /** Skips the name and opening bracket of a call of the function, if one follows. */
    private boolean function(String name) {
        int i = at + name.length();
        while (i < text.length() && Numbers.isSpace(text.charAt(i))) {
            i++;
        }
        if (!text.startsWith(name, at) || i >= text.length() || text.charAt(i) != '(') {
            return false;
        }
        at = i + 1;
        return true;
    }

    private boolean word(String word) {
        space();
        int end = at + word.length();
        if (!text.startsWith(word, at) || (end < text.length() && isName(text.charAt(end), true))) {
            return false;
        }
        at = end;
        return true;
    }

    private void space() {
        while (at < text.length() && Numbers.isSpace(text.charAt(at))) {
            at++;
        }
    }
}
