package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules for values of messages. They ensure that every written message can be read. */
final class Checks {
    static final int MAX_NAME = 500;
    private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");
    private static final Pattern COMPONENT = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");

    private Checks() {}

    static void revision(long revision) {
        if (revision < 1) {
            throw new IllegalArgumentException("revisions count from 1, not " + revision);
        }
    }

    /** Restricts times to years that have a form in the schema. */
    static void time(String field, Instant time) {
        if (time.isBefore(Instant.EPOCH) || !time.isBefore(END)) {
            throw new IllegalArgumentException(field + " is in the years 1970 to 9999, not " + time);
        }
    }

    static void size(String field, List<?> list, int max) {
        if (list.isEmpty() || list.size() > max) {
            throw new IllegalArgumentException("1 to " + max + " " + field + ", not " + list.size());
        }
    }

    static void name(String field, String name) {
        requireNonNull(name, field);
        if (name.isBlank() || name.length() > MAX_NAME || !name.codePoints().allMatch(Checks::plain)) {
            throw new IllegalArgumentException(
                    "the name of the " + field + " has 1 to " + MAX_NAME + " characters, and none of control");
        }
    }

    static void component(String name) {
        requireNonNull(name, "name");
        if (!COMPONENT.matcher(name).matches()) {
            throw new IllegalArgumentException("this is not the name of a component");
        }
    }

    static void setting(String key, String value) {
        name("setting", key);
        if (key.length() > 128 || key.chars().anyMatch(Character::isWhitespace)) {
            throw new IllegalArgumentException("the key of a setting has at most 128 characters and no spaces");
        }
        requireNonNull(value, "value");
        if (value.length() > SettingsManagementCommand.Setting.MAX_VALUE
                || !value.codePoints().allMatch(Checks::plain)) {
            throw new IllegalArgumentException("the value of the setting " + key + " is one line of at most "
                    + SettingsManagementCommand.Setting.MAX_VALUE + " characters");
        }
    }

    static void artifact(Enum<?> action, boolean needed, Optional<Artifact> artifact) {
        if (needed != artifact.isPresent()) {
            throw new IllegalArgumentException(action + (needed ? " needs an artifact" : " has no artifact"));
        }
    }

    /** Makes a foreign text safe for a message and for one line of a log. */
    static String tidied(String text, int max) {
        String shortened = shortened(requireNonNull(text, "text"), max);
        StringBuilder tidied = new StringBuilder(shortened.length());
        shortened.codePoints().forEach(c -> tidied.appendCodePoint(plain(c) ? c : ' '));
        return tidied.toString();
    }

    /** Makes a foreign text encodable in UTF-8; other characters stay. */
    static String encodable(String text, int max) {
        String shortened = shortened(requireNonNull(text, "text"), max);
        StringBuilder encodable = new StringBuilder(shortened.length());
        shortened
                .codePoints()
                .forEach(c -> encodable.appendCodePoint(Character.getType(c) == Character.SURROGATE ? '?' : c));
        return encodable.toString();
    }

    private static String shortened(String text, int max) {
        if (text.length() <= max) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(max - 1)) ? max - 1 : max);
    }

    /** Returns true for a character of XML 1.0 (section 2.2) that neither ends a line nor moves a cursor. */
    private static boolean plain(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> c != 0xFFFE && c != 0xFFFF;
        };
    }
}
