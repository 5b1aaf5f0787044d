package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * Identifies one transaction permanently, on this node and all others. Logs and databases show it.
 *
 * @param value 1 to 64 lower-case letters, digits, dots and dashes
 */
public record TransactionId(String value) {
    private static final Pattern RULE = Pattern.compile("[a-z0-9.-]{1,64}");

    public TransactionId {
        requireNonNull(value, "value");
        if (!RULE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "a transaction id is 1 to 64 lower-case letters, digits, dots and dashes, but is '" + value + "'");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
