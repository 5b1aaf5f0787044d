package org.esbmt.administration.shell.internal.support;

import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.esbmt.tenancy.api.Audit;

/** Numbers and identifiers as typed. They arrive as strings, since the shell passes numbers as its own tokens. */
public final class Numbers {
    private static final Pattern UUID_FORM = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

    private Numbers() {}

    /** Parses a number of 0 or more. */
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

    /** Parses a number; empty if none was typed. */
    public static OptionalLong optional(String name, String value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(of(name, value));
    }

    /** Parses the canonical form only. Java parses other forms, too, and would show them differently. */
    public static UUID uuid(String name, String value) {
        if (!UUID_FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(name + " must be a UUID, but is '" + Audit.shown(value) + "'");
        }
        return UUID.fromString(value);
    }
}
