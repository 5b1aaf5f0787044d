package org.esbmt.camel.se.internal.reader;

import java.util.stream.Collectors;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.Comparison.Operator;

/** Writes expressions in simple; {@link SimpleParser} reads them. */
final class SimpleText {
    private SimpleText() {}

    static String template(Expression expression) {
        if (expression instanceof Expression.Concatenation parts) {
            return parts.parts().stream().map(SimpleText::template).collect(Collectors.joining());
        }
        return expression instanceof Expression.Constant constant ? constant.text() : function(expression);
    }

    static String condition(Expression expression) {
        if (expression instanceof Expression.Logical logical) {
            return logical.parts().stream()
                    .map(SimpleText::condition)
                    .collect(Collectors.joining(logical.all() ? " && " : " || "));
        } else if (expression instanceof Expression.Comparison comparison) {
            return operand(comparison.left()) + " " + word(comparison.operator()) + " " + operand(comparison.right());
        }
        return operand(expression);
    }

    private static String operand(Expression expression) {
        if (expression instanceof Expression.Constant constant) {
            char quote = constant.text().indexOf('\'') < 0 ? '\'' : '"';
            return quote + constant.text() + quote;
        }
        return function(expression);
    }

    private static String function(Expression expression) {
        if (expression instanceof Expression.Body) {
            return "${body}";
        } else if (expression instanceof Expression.Header header) {
            return "${header." + header.name() + "}";
        }
        throw new IllegalStateException(
                "simple has no word for " + expression.getClass().getSimpleName());
    }

    private static String word(Operator operator) {
        return switch (operator) {
            case EQUAL -> "==";
            case NOT_EQUAL -> "!=";
            case LESS -> "<";
            case LESS_OR_EQUAL -> "<=";
            case GREATER -> ">";
            case GREATER_OR_EQUAL -> ">=";
            case CONTAINS -> "contains";
            case STARTS_WITH -> "startsWith";
            case ENDS_WITH -> "endsWith";
        };
    }
}
