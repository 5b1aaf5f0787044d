package org.esbmt.administration.shell.internal.support;

import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.esbmt.tenancy.api.Audit;

/** Numbers and identifiers, as they are typed. They come as strings since the shell hands numbers over as its own tokens. */
public final class Numbers {
    private static final Pattern UUID_FORM = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private Numbers() {}

    /** 0 or more. */
    public static long of(String name, String value) {
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, but is '" + Audit.shown(value) + "'", e);
        }
        if (number < 0) {
            throw new IllegalArgumentException(name + " must be 0 or more, but is " + number);
        }
        return number;
    }

    /** Empty for what was not given. */
    public static OptionalLong optional(String name, String value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(of(name, value));
    }

    /** In the canonical form alone: Java reads others too, and would show them differently. */
    public static UUID uuid(String name, String value) {
        if (!UUID_FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(name + " must be a UUID, but is '" + Audit.shown(value) + "'");
        }
        return UUID.fromString(value);
    }
}
