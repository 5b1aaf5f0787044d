package org.esbmt.camel.se.internal.engine;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.model.Expression;

/** Compiles the expressions of routes. Those of XPath are somebody else's. */
final class Values {
    private abstract static class Compound implements Value {
        private final boolean readsBody;
        private final boolean costly;

        Compound(List<Value> parts) {
            this.readsBody = parts.stream().anyMatch(Value::readsBody);
            this.costly = parts.stream().anyMatch(Value::isCostly);
        }

        Compound(boolean readsBody) {
            this.readsBody = readsBody;
            this.costly = false;
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

    /** Gives the text; from that, whether it is true. */
    private abstract static class Text extends Compound {
        Text(boolean readsBody) {
            super(readsBody);
        }

        Text(List<Value> parts) {
            super(parts);
        }

        @Override
        public boolean test(Exchange exchange) throws RouteFailure {
            String text = text(exchange);
            return !text.isEmpty() && !text.equals("false");
        }
    }

    private abstract static class Condition extends Compound {
        Condition(List<Value> parts) {
            super(parts);
        }

        @Override
        public final String text(Exchange exchange) throws RouteFailure {
            return test(exchange) ? "true" : "false";
        }
    }

    private final Function<Expression.XPath, Value> xpaths;

    /** @param xpaths compiles XPath */
    Values(Function<Expression.XPath, Value> xpaths) {
        this.xpaths = xpaths;
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
            public String text(Exchange exchange) {
                return text;
            }
        };
    }

    private static Value header(String name) {
        return new Text(false) {
            @Override
            public String text(Exchange exchange) {
                Object value = exchange.getMessage().getHeader(name);
                return value == null ? "" : value.toString();
            }
        };
    }

    private static Value body() {
        return new Text(true) {
            @Override
            public String text(Exchange exchange) {
                return StandardCharsets.UTF_8
                        .decode(FirstExchange.body(exchange.getMessage())
                                .bytes()
                                .bytes())
                        .toString();
            }
        };
    }

    private Value comparison(Expression.Comparison comparison) {
        Value left = compile(comparison.left());
        Value right = compile(comparison.right());
        Expression.Comparison.Operator operator = comparison.operator();
        return new Condition(List.of(left, right)) {
            @Override
            public boolean test(Exchange exchange) throws RouteFailure {
                return holds(left.text(exchange), operator, right.text(exchange));
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
            case CONTAINS -> left.contains(right);
            case STARTS_WITH -> left.startsWith(right);
            case ENDS_WITH -> left.endsWith(right);
        };
    }

    /** As numbers if both are, else as texts. */
    private static int compare(String left, String right) {
        BigDecimal first = number(left);
        BigDecimal second = first == null ? null : number(right);
        return second == null ? left.compareTo(right) : first.compareTo(second);
    }

    /** Null for what is no number; without exponents, of which small texts make numbers that take minutes. */
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
            public boolean test(Exchange exchange) throws RouteFailure {
                for (Value part : parts) {
                    if (part.test(exchange) != all) {
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
            public String text(Exchange exchange) throws RouteFailure {
                StringBuilder text = new StringBuilder();
                for (Value part : parts) {
                    text.append(part.text(exchange));
                }
                return text.toString();
            }
        };
    }
}
