package org.esbmt.administration.console.internal.view;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * A field of a form.
 *
 * @param label translated
 * @param help a translated sentence about the expected value; may be empty
 * @param autocomplete the HTML token; empty for {@code off}
 * @param options of a choice
 */
public record Field(
        Kind kind,
        String name,
        String label,
        String help,
        String value,
        boolean required,
        String autocomplete,
        List<Option> options) {
    public Field {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(label, "label");
        requireNonNull(help, "help");
        requireNonNull(value, "value");
        requireNonNull(autocomplete, "autocomplete");
        options = List.copyOf(options);
    }

    /** The kinds of fields. */
    public enum Kind {
        HIDDEN,
        /** The login of a form with passwords, for the browser's own store of passwords. */
        ACCOUNT,
        TEXT,
        SEARCH,
        NUMBER,
        PASSWORD,
        AREA,
        FILE,
        FILES,
        CHOICE,
        CHOICES
    }

    /**
     * One of several values.
     *
     * @param data true if the label is data of administration
     */
    public record Option(String value, String label, boolean data, boolean chosen) {
        /** A name of the contract. */
        public static Option name(String name) {
            return new Option(name, name, true, false);
        }

        Option chosen(boolean now) {
            return new Option(value, label, data, now);
        }
    }

    public static Field hidden(String name, String value) {
        return new Field(Kind.HIDDEN, name, "", "", value, false, "", List.of());
    }

    /** The login whose passwords the form has. It is not shown. */
    public static Field account(String login) {
        return new Field(Kind.ACCOUNT, "account", "", "", login, false, "username", List.of());
    }

    public static Field text(String name, String label) {
        return new Field(Kind.TEXT, name, label, "", "", true, "", List.of());
    }

    public static Field search(String name, String label, String value) {
        return new Field(Kind.SEARCH, name, label, "", value, false, "", List.of());
    }

    public static Field number(String name, String label) {
        return new Field(Kind.NUMBER, name, label, "", "", true, "", List.of());
    }

    /**
     * A password, which no answer contains.
     *
     * @param autocomplete {@code current-password} or {@code new-password}
     */
    public static Field password(String name, String label, String autocomplete) {
        return new Field(Kind.PASSWORD, name, label, "", "", true, autocomplete, List.of());
    }

    public static Field area(String name, String label) {
        return new Field(Kind.AREA, name, label, "", "", true, "", List.of());
    }

    public static Field file(String name, String label) {
        return new Field(Kind.FILE, name, label, "", "", true, "", List.of());
    }

    /** Several files may be chosen. */
    public static Field files(String name, String label) {
        return new Field(Kind.FILES, name, label, "", "", false, "", List.of());
    }

    public static Field choice(String name, String label, List<Option> options) {
        return new Field(Kind.CHOICE, name, label, "", "", true, "", options);
    }

    /** Several values may be chosen. */
    public static Field choices(String name, String label, List<Option> options) {
        return new Field(Kind.CHOICES, name, label, "", "", false, "", options);
    }

    public Field saying(String sentence) {
        return new Field(kind, name, label, sentence, value, required, autocomplete, options);
    }

    public Field optional() {
        return new Field(kind, name, label, help, value, false, autocomplete, options);
    }

    public Field completing(String token) {
        return new Field(kind, name, label, help, value, required, token, options);
    }

    public Field with(String other) {
        return new Field(kind, name, label, help, other, required, autocomplete, options)
                .choosing(options.isEmpty() ? Set.of() : Set.of(other));
    }

    /** Marks these values of a choice. */
    public Field choosing(Set<String> chosen) {
        List<Option> marked = options.stream()
                .map(option -> option.chosen(chosen.contains(option.value())))
                .toList();
        return new Field(kind, name, label, help, value, required, autocomplete, marked);
    }

    /** True for a kind that a browser may get back after a refusal. */
    public boolean isKept() {
        return kind != Kind.HIDDEN && kind != Kind.ACCOUNT && kind != Kind.PASSWORD && !isFile();
    }

    private boolean isFile() {
        return kind == Kind.FILE || kind == Kind.FILES;
    }

    /** The HTML type of an input. */
    public String type() {
        return switch (kind) {
            case NUMBER -> "number";
            case PASSWORD -> "password";
            case SEARCH -> "search";
            case FILE, FILES -> "file";
            case HIDDEN -> "hidden";
            case ACCOUNT, TEXT, AREA, CHOICE, CHOICES -> "text";
        };
    }
}
