package org.esbmt.registry.api.configuration;

import java.util.regex.Pattern;

/**
 * The name of a cluster, unique on the installation and part of its destinations: 1 to 63 of {@code a-z 0-9 -}, no dash
 * first.
 */
public record ClusterName(String value) {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    public ClusterName {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("a cluster's name is 1 to 63 of a-z, 0-9 and '-', and no '-' first");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
