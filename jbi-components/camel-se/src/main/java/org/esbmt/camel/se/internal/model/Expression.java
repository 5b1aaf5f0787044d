package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/**
 * A value that a step computes from a message. As a condition, false, the empty text, the empty sequence and no value
 * are false.
 */
public sealed interface Expression {

    record Constant(String text) implements Expression {
        public Constant {
            requireNonNull(text, "text");
        }
    }

    /** The text of a header; no value if the header is missing. */
    record Header(String name) implements Expression {
        public Header {
            requireNonNull(name, "name");
        }
    }

    /** The whole body. */
    record Body() implements Expression {}

    /**
     * XPath over the body, or over a header's text.
     *
     * @param namespaces by prefix
     * @param result the type of the result
     * @param header the header to read; empty for the body
     */
    record XPath(
            String text, Map<String, String> namespaces, Version version, Result result, String header, Place place)
            implements Expression {
        public XPath {
            requireNonNull(text, "text");
            namespaces = Map.copyOf(namespaces);
            requireNonNull(version, "version");
            requireNonNull(result, "result");
            requireNonNull(header, "header");
            requireNonNull(place, "place");
        }

        /** Version 2 reads the expression as XPath 3.1, which includes 2.0. */
        public enum Version {
            V1,
            V2
        }

        /** NODES is for splitting and for taking over a part of the body as XML. */
        public enum Result {
            NODES,
            STRING,
            NUMBER,
            BOOLEAN
        }
    }

    /** A comparison of two texts, or of two numbers if both are numbers. */
    record Comparison(Expression left, Operator operator, Expression right) implements Expression {
        public Comparison {
            requireNonNull(left, "left");
            requireNonNull(operator, "operator");
            requireNonNull(right, "right");
        }

        /** The operators of Camel's simple language. */
        public enum Operator {
            EQUAL,
            NOT_EQUAL,
            LESS,
            LESS_OR_EQUAL,
            GREATER,
            GREATER_OR_EQUAL,
            CONTAINS,
            STARTS_WITH,
            ENDS_WITH
        }
    }

    /** All of the parts, or any of them. */
    record Logical(boolean all, List<Expression> parts) implements Expression {
        public Logical {
            parts = List.copyOf(parts);
        }
    }

    /** A concatenation of texts. */
    record Concatenation(List<Expression> parts) implements Expression {
        public Concatenation {
            parts = List.copyOf(parts);
        }
    }
}
