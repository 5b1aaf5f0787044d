package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * The name of a database or broker in transactions, such as {@code registry.tenants}. The name is stored with every
 * prepared branch. It has to stay the same from start to start, even if the resource moves.
 *
 * @param value 1 to 48 lower-case letters, digits, dots and dashes; a letter first
 */
public record ResourceName(String value) implements Comparable<ResourceName> {
    private static final Pattern RULE = Pattern.compile("[a-z][a-z0-9.-]{0,47}");

    public ResourceName {
        requireNonNull(value, "value");
        if (!RULE.matcher(value).matches()) {
            throw new IllegalArgumentException("the name of a resource is 1 to 48 lower-case letters, digits, dots and"
                    + " dashes, a letter first, but is '" + value + "'");
        }
    }

    @Override
    public int compareTo(ResourceName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
