package org.esbmt.camel.se.internal.xpath;

import java.util.List;
import org.esbmt.guarded.saxon.LinearSearch;

/** A test on a stream that is true or false. It identifies paths by their numbers. */
sealed interface StreamTest {

    /** The number of tests at its leaves. */
    default int size() {
        return 1;
    }

    /** True if a path selects anything. */
    record Exists(int path) implements StreamTest {}

    /**
     * True if any node that a path selects satisfies the comparison.
     *
     * @param text the other operand, if it is a text or a header
     * @param isHeader true if {@code text} is a header's name
     * @param number the other operand, if {@code text} is null
     */
    record Compares(int path, Operator operator, String text, boolean isHeader, double number) implements StreamTest {

        /** Compares a node with a text or a number, by XPath 1.0, section 3.4. */
        boolean holds(String node, String header) {
            String other = isHeader ? header : text;
            if (other != null && (operator == Operator.EQUAL || operator == Operator.NOT_EQUAL)) {
                return node.equals(other) == (operator == Operator.EQUAL);
            }
            return operator.holds(Numbers.fromText(node), other == null ? number : Numbers.fromText(other));
        }
    }

    /**
     * The result of a function for the first node of a path, in the order of the document. Without a node, the function
     * gets the empty text.
     *
     * @param text the function's second argument, or the name of the header that is
     */
    record OfFirst(int path, Function function, String text, boolean isHeader) implements StreamTest {
        boolean holds(String node, String header) {
            String other = isHeader ? header : text;
            return function == Function.CONTAINS ? LinearSearch.contains(node, other) : node.startsWith(other);
        }
    }

    /** True if the number of nodes that a path selects satisfies the comparison. */
    record Count(int path, Operator operator, double number) implements StreamTest {
        /** The result, if more nodes cannot change it; else null. */
        Boolean known(long counted) {
            return switch (operator) {
                case EQUAL -> (double) counted > number ? Boolean.FALSE : null;
                case NOT_EQUAL -> (double) counted > number ? Boolean.TRUE : null;
                case LESS -> (double) counted >= number ? Boolean.FALSE : null;
                case LESS_OR_EQUAL -> (double) counted > number ? Boolean.FALSE : null;
                case GREATER -> (double) counted > number ? Boolean.TRUE : null;
                case GREATER_OR_EQUAL -> (double) counted >= number ? Boolean.TRUE : null;
            };
        }
    }

    record Not(StreamTest test) implements StreamTest {
        @Override
        public int size() {
            return test.size();
        }
    }

    record All(List<StreamTest> tests) implements StreamTest {
        @Override
        public int size() {
            return tests.stream().mapToInt(StreamTest::size).sum();
        }
    }

    record Any(List<StreamTest> tests) implements StreamTest {
        @Override
        public int size() {
            return tests.stream().mapToInt(StreamTest::size).sum();
        }
    }

    enum Function {
        CONTAINS,
        STARTS_WITH
    }

    enum Operator {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL;

        boolean holds(double left, double right) {
            return switch (this) {
                case EQUAL -> left == right;
                case NOT_EQUAL -> left != right;
                case LESS -> left < right;
                case LESS_OR_EQUAL -> left <= right;
                case GREATER -> left > right;
                case GREATER_OR_EQUAL -> left >= right;
            };
        }
    }
}
