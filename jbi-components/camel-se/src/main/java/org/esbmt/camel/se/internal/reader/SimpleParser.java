package org.esbmt.camel.se.internal.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.Comparison.Operator;

/**
 * The part of Camel's simple language that reads only the message: <code>${body}</code>,
 * <code>${header.NAME}</code>, literals, comparisons, {@code &&} and {@code ||}. Each character is read a bounded
 * number of times.
 */
final class SimpleParser {
    /** Text outside of the supported part of {@code simple}; the sentence is for the author. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String sentence) {
            super(sentence, null, false, false);
        }
    }

    private static final int MOST_PARTS = 64;
    private static final Map<String, Operator> OPERATORS = Map.of(
            "==", Operator.EQUAL,
            "!=", Operator.NOT_EQUAL,
            "<", Operator.LESS,
            "<=", Operator.LESS_OR_EQUAL,
            ">", Operator.GREATER,
            ">=", Operator.GREATER_OR_EQUAL,
            "contains", Operator.CONTAINS,
            "startsWith", Operator.STARTS_WITH,
            "endsWith", Operator.ENDS_WITH);

    private final String text;
    private int at;

    private SimpleParser(String text) throws RefusedException {
        this.text = text;
        if (text.indexOf('\\') >= 0) {
            throw new RefusedException("a '\\' is not accepted in simple");
        }
        if (text.contains("$simple{")) {
            throw new RefusedException("write ${...} instead of $simple{...}");
        }
    }

    /** The texts and values of a template, one after the other. */
    static Expression template(String text) throws RefusedException {
        SimpleParser parser = new SimpleParser(text);
        List<Expression> parts = new ArrayList<>();
        while (parser.at < text.length()) {
            int next = text.indexOf("${", parser.at);
            if (next == parser.at) {
                parts.add(parser.function());
            } else {
                int to = next < 0 ? text.length() : next;
                parts.add(new Expression.Constant(text.substring(parser.at, to)));
                parser.at = to;
            }
            if (parts.size() > MOST_PARTS) {
                throw new RefusedException("has more than " + MOST_PARTS + " parts");
            }
        }
        if (parts.isEmpty()) {
            return new Expression.Constant("");
        }
        return parts.size() == 1 ? parts.get(0) : new Expression.Concatenation(parts);
    }

    static Expression condition(String text) throws RefusedException {
        SimpleParser parser = new SimpleParser(text);
        List<Expression> parts = new ArrayList<>();
        parts.add(parser.comparison());
        Optional<String> joint = parser.word();
        Optional<String> first = joint;
        while (joint.isPresent()) {
            if (!joint.get().equals("&&") && !joint.get().equals("||")) {
                throw new RefusedException("has " + Findings.quoted(joint.get())
                        + " where && or || may stand, with white space on both sides");
            }
            if (!joint.equals(first)) {
                throw new RefusedException("mixes && and ||; put one filter or choice into the other instead");
            }
            parts.add(parser.comparison());
            if (parts.size() > MOST_PARTS) {
                throw new RefusedException("has more than " + MOST_PARTS + " parts");
            }
            joint = parser.word();
        }
        return parts.size() == 1
                ? parts.get(0)
                : new Expression.Logical(first.orElseThrow().equals("&&"), parts);
    }

    private Expression comparison() throws RefusedException {
        Expression left = operand();
        int before = at;
        Optional<String> word = word();
        if (word.isEmpty() || word.get().equals("&&") || word.get().equals("||")) {
            at = before;
            return left;
        }
        Operator operator = OPERATORS.get(word.get());
        if (operator == null) {
            throw new RefusedException("has " + Findings.quoted(word.get())
                    + " where an operator may stand; they are ==, !=, <, <=, >, >=, contains, startsWith, endsWith");
        }
        return new Expression.Comparison(left, operator, operand());
    }

    private Expression operand() throws RefusedException {
        skipSpace();
        if (at == text.length()) {
            throw new RefusedException("ends where a value must stand");
        }
        char c = text.charAt(at);
        if (c == '$') {
            return function();
        }
        if (c == '\'' || c == '"') {
            int to = text.indexOf(c, at + 1);
            if (to < 0) {
                throw new RefusedException("has a quote without its end");
            }
            String literal = text.substring(at + 1, to);
            if (literal.contains("${")) {
                throw new RefusedException("has ${ within quotes");
            }
            at = to + 1;
            return new Expression.Constant(literal);
        }
        String word = word().orElse("");
        boolean number = !word.isEmpty() && word.matches("-?[0-9]{1,18}(\\.[0-9]{1,18})?");
        if (number || word.equals("true") || word.equals("false")) {
            return new Expression.Constant(word);
        }
        throw new RefusedException("has " + Findings.quoted(word)
                + " where a value must stand: ${body}, ${header.NAME}, a text in quotes, a number, true or false");
    }

    private Expression function() throws RefusedException {
        int to = text.startsWith("${", at) ? text.indexOf('}', at) : -1;
        if (to < 0) {
            throw new RefusedException("has a $ without a function in braces");
        }
        String name = text.substring(at + 2, to);
        at = to + 1;
        if (name.equals("body")) {
            return new Expression.Body();
        }
        int dot = name.indexOf('.');
        String before = dot < 0 ? "" : name.substring(0, dot);
        if (before.equals("header") || before.equals("headers")) {
            String header = name.substring(dot + 1);
            if (header.indexOf('.') < 0 && HeaderNames.wrong(header).isEmpty()) {
                return new Expression.Header(header);
            }
            if (header.indexOf('.') < 0) {
                throw new RefusedException(HeaderNames.wrong(header).orElseThrow());
            }
        }
        throw new RefusedException(
                "has ${" + Findings.shown(name) + "}; of simple's functions only ${body} and ${header.NAME} are there");
    }

    private void skipSpace() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /** The characters up to the next white space; empty at the end. */
    private Optional<String> word() {
        skipSpace();
        int from = at;
        while (at < text.length() && !isSpace(text.charAt(at))) {
            at++;
        }
        return from == at ? Optional.empty() : Optional.of(text.substring(from, at));
    }
}
