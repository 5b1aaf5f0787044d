package org.esbmt.registry.api;

import java.util.regex.Pattern;

/**
 * The name of a tenant's key or secret: 1 to 64 ASCII letters, digits, dots, dashes and underscores, beginning with a
 * letter or digit. Endpoints refer to it.
 */
public record KeyName(String value) {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    public KeyName {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the name of a key or secret is 1 to 64 letters, digits, '.', '-' and '_',"
                            + " beginning with a letter or digit, but is " + Printable.shown(value));
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
