package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;

/**
 * A value that a step computes from a message. As a condition, false, the empty text, the empty sequence and nothing
 * are false.
 */
public sealed interface Expression {

    record Constant(String text) implements Expression {
        public Constant {
            requireNonNull(text, "text");
        }
    }

    /** The text of a header; nothing if there is none. */
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
     * @param result the type that the value is turned into
     * @param header the header it looks into; empty for the body
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

        /** Version 2 reads the expression as XPath 3.1, of which 2.0 is a part. */
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

    /** Two texts, or two numbers if both are. */
    record Comparison(Expression left, Operator operator, Expression right) implements Expression {
        public Comparison {
            requireNonNull(left, "left");
            requireNonNull(operator, "operator");
            requireNonNull(right, "right");
        }

        /** As Camel's simple language writes them. */
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

    /** Texts one after the other. */
    record Concatenation(List<Expression> parts) implements Expression {
        public Concatenation {
            parts = List.copyOf(parts);
        }
    }
}
