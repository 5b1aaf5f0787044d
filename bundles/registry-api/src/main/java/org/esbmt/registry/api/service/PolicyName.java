package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/** Names a policy of a service: 1 to 100 letters, digits, {@code _}, {@code .} and {@code -}. */
public record PolicyName(String value) implements Comparable<PolicyName> {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_.-]{1,100}");

    public PolicyName {
        if (!FORM.matcher(requireNonNull(value, "value")).matches()) {
            throw new IllegalArgumentException("a policy's name is 1 to 100 letters, digits, '_', '.' and '-'");
        }
    }

    @Override
    public int compareTo(PolicyName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
