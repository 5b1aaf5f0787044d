package org.esbmt.camel.se.internal.engine;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.guarded.saxon.LinearSearch;

/** Compiles the expressions of routes, except for XPath. */
final class ExpressionCompiler {
    /** One evaluation: the body becomes text once, however many parts use it. */
    private static final class Round {
        final Exchange exchange;
        private String body;

        Round(Exchange exchange) {
            this.exchange = exchange;
        }

        String body() {
            if (body == null) {
                ByteBuffer from =
                        InboundExchange.body(exchange.getMessage()).bytes().bytes();
                byte[] bytes = new byte[from.remaining()];
                from.get(bytes);
                body = new String(bytes, StandardCharsets.UTF_8);
            }
            return body;
        }

        String text(Value value) throws RouteFailure {
            return value instanceof Compound ours ? ours.text(this) : value.text(exchange);
        }

        boolean test(Value value) throws RouteFailure {
            return value instanceof Compound ours ? ours.test(this) : value.test(exchange);
        }
    }

    private abstract static class Compound implements Value {
        private final boolean readsBody;
        private final boolean costly;
        private final int looks;

        Compound(List<Value> parts) {
            this.readsBody = parts.stream().anyMatch(Value::readsBody);
            this.costly = parts.stream().anyMatch(Value::isCostly);
            this.looks = Math.max(
                    1,
                    parts.stream()
                            .filter(part -> part.readsBody() && !part.isCostly())
                            .mapToInt(Value::readingCost)
                            .sum());
        }

        Compound(boolean readsBody) {
            this.readsBody = readsBody;
            this.costly = false;
            this.looks = 1;
        }

        abstract String text(Round round) throws RouteFailure;

        abstract boolean test(Round round) throws RouteFailure;

        @Override
        public final String text(Exchange exchange) throws RouteFailure {
            return text(new Round(exchange));
        }

        @Override
        public final boolean test(Exchange exchange) throws RouteFailure {
            return test(new Round(exchange));
        }

        @Override
        public final int readingCost() {
            return looks;
        }

        @Override
        public final boolean readsBody() {
            return readsBody;
        }

        @Override
        public final boolean isCostly() {
            return costly;
        }
    }

    /** A value whose condition follows from its text. */
    private abstract static class Text extends Compound {
        Text(boolean readsBody) {
            super(readsBody);
        }

        Text(List<Value> parts) {
            super(parts);
        }

        @Override
        final boolean test(Round round) throws RouteFailure {
            String text = text(round);
            return !text.isEmpty() && !text.equals("false");
        }
    }

    private abstract static class Condition extends Compound {
        Condition(List<Value> parts) {
            super(parts);
        }

        @Override
        final String text(Round round) throws RouteFailure {
            return test(round) ? "true" : "false";
        }
    }

    private final Function<Expression.XPath, Value> xpaths;
    private final int most;

    /**
     * Creates the compiler of one unit.
     *
     * @param xpaths compiles XPath
     * @param most the largest number of characters of a concatenated text
     */
    ExpressionCompiler(Function<Expression.XPath, Value> xpaths, int most) {
        this.xpaths = xpaths;
        this.most = most;
    }

    Value compile(Expression expression) {
        if (expression instanceof Expression.Constant constant) {
            return constant(constant.text());
        } else if (expression instanceof Expression.Header header) {
            return header(header.name());
        } else if (expression instanceof Expression.Body) {
            return body();
        } else if (expression instanceof Expression.XPath xpath) {
            return xpaths.apply(xpath);
        } else if (expression instanceof Expression.Comparison comparison) {
            return comparison(comparison);
        } else if (expression instanceof Expression.Logical logical) {
            return logical(logical);
        } else if (expression instanceof Expression.Concatenation concatenation) {
            return concatenation(concatenation);
        }
        throw new IllegalArgumentException("an expression of another kind");
    }

    private static Value constant(String text) {
        return new Text(false) {
            @Override
            String text(Round round) {
                return text;
            }
        };
    }

    private static Value header(String name) {
        return new Text(false) {
            @Override
            String text(Round round) {
                Object value = round.exchange.getMessage().getHeader(name);
                return value == null ? "" : value.toString();
            }
        };
    }

    private static Value body() {
        return new Text(true) {
            @Override
            String text(Round round) {
                return round.body();
            }
        };
    }

    private Value comparison(Expression.Comparison comparison) {
        Value left = compile(comparison.left());
        Value right = compile(comparison.right());
        Expression.Comparison.Operator operator = comparison.operator();
        return new Condition(List.of(left, right)) {
            @Override
            boolean test(Round round) throws RouteFailure {
                return holds(round.text(left), operator, round.text(right));
            }
        };
    }

    static boolean holds(String left, Expression.Comparison.Operator operator, String right) {
        return switch (operator) {
            case EQUAL -> compare(left, right) == 0;
            case NOT_EQUAL -> compare(left, right) != 0;
            case LESS -> compare(left, right) < 0;
            case LESS_OR_EQUAL -> compare(left, right) <= 0;
            case GREATER -> compare(left, right) > 0;
            case GREATER_OR_EQUAL -> compare(left, right) >= 0;
            case CONTAINS -> LinearSearch.contains(left, right);
            case STARTS_WITH -> left.startsWith(right);
            case ENDS_WITH -> left.endsWith(right);
        };
    }

    /** Compares as numbers if both are numbers, else as texts. */
    private static int compare(String left, String right) {
        BigDecimal first = number(left);
        BigDecimal second = first == null ? null : number(right);
        return second == null ? left.compareTo(right) : first.compareTo(second);
    }

    /**
     * The number, or null for another text. Exponents are refused: a short text with one makes a number that takes
     * minutes.
     */
    private static BigDecimal number(String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty() || trimmed.length() > 40) {
            return null;
        }
        for (int i = 0; i < trimmed.length(); i++) {
            char c = trimmed.charAt(i);
            if ((c < '0' || c > '9') && c != '.' && !(i == 0 && (c == '-' || c == '+'))) {
                return null;
            }
        }
        try {
            return new BigDecimal(trimmed);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private Value logical(Expression.Logical logical) {
        List<Value> parts = logical.parts().stream().map(this::compile).toList();
        boolean all = logical.all();
        return new Condition(parts) {
            @Override
            boolean test(Round round) throws RouteFailure {
                for (Value part : parts) {
                    if (round.test(part) != all) {
                        return !all;
                    }
                }
                return all;
            }
        };
    }

    private Value concatenation(Expression.Concatenation concatenation) {
        List<Value> parts = concatenation.parts().stream().map(this::compile).toList();
        return new Text(parts) {
            @Override
            String text(Round round) throws RouteFailure {
                String[] texts = new String[parts.size()];
                long length = 0;
                for (int i = 0; i < texts.length; i++) {
                    texts[i] = round.text(parts.get(i));
                    length += texts[i].length();
                    if (length > most) {
                        throw new RouteFailure.Invalid(
                                "an expression would make a text of more than " + most + " characters");
                    }
                }
                return String.join("", texts);
            }
        };
    }
}
