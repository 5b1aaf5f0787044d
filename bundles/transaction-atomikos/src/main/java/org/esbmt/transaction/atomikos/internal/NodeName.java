package org.esbmt.transaction.atomikos.internal;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * The name of this node, unique among all nodes that share databases and brokers.
 *
 * @param value 1 to 16 lower-case letters, digits and dashes
 */
record NodeName(String value) {
    private static final Pattern RULE = Pattern.compile("[a-z0-9-]{1,16}");

    NodeName {
        requireNonNull(value, "value");
        if (!RULE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the name of a node is 1 to 16 lower-case letters, digits and dashes, but is '" + value + "'");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
