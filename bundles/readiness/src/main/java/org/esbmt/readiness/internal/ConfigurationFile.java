package org.esbmt.readiness.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A file of {@code etc/} as the container has read it, compared with the keys of the bus.
 *
 * @param pid the name of the configuration
 * @param path the file; empty for a configuration from another source
 * @param values by key
 * @param keys all keys that the bus reads from it
 */
record ConfigurationFile(String pid, Optional<Path> path, Map<String, String> values, List<ConfigurationKey> keys) {
    /** The last key of every file; its value is the release that the file was delivered with. */
    static final String END = "file.end";

    private static final Pattern LINE = Pattern.compile("\\s*[#!]*\\s*([a-z][a-z0-9.]*)\\s*[=:].*");
    /** Keys that the container adds. */
    private static final Pattern CONTAINERS =
            Pattern.compile("service\\..*|felix\\..*|org\\..*|component\\..*|osgi\\..*");

    ConfigurationFile {
        requireNonNull(pid, "pid");
        requireNonNull(path, "path");
        values = new TreeMap<>(values);
        keys = List.copyOf(keys);
    }

    /** The name of the file for operators. */
    String name() {
        return path.map(file -> "etc/" + file.getFileName()).orElse("the configuration " + pid);
    }

    /** True if the file has been read to its end. A configuration without a file is whole. */
    boolean isWhole() {
        return path.isEmpty() || values.containsKey(END);
    }

    /** Values that do not have their key's type, or a missing end marker. */
    List<Finding> refused() {
        List<Finding> found = new ArrayList<>();
        if (!isWhole()) {
            found.add(
                    refusal("the line '" + END + " = ...' is missing, so the file is cut or was not saved whole. It is"
                            + " not taken. Restore the file; at least its last line has to be there"));
            return found;
        }
        for (ConfigurationKey key : keys) {
            String value = values.get(key.name());
            if (value == null) {
                continue;
            }
            switch (key.type()) {
                case INTEGER -> {
                    if (!isNumber(value, Integer::valueOf)) {
                        found.add(refusal(key.name() + " must be a whole number, but is '" + value + "'"));
                    }
                }
                case LONG -> {
                    if (!isNumber(value, Long::valueOf)) {
                        found.add(refusal(key.name() + " must be a whole number, but is '" + value + "'"));
                    }
                }
                case BOOLEAN -> {
                    if (!value.equals("true") && !value.equals("false")) {
                        found.add(refusal(key.name() + " must be true or false, but is '" + value + "'"));
                    }
                }
                case TEXT, SECRET -> {}
            }
        }
        return found;
    }

    /**
     * Completes a component's refusal of this configuration. The values of the named keys are added, if the sentence
     * has none of them.
     */
    Finding refusal(String sentence) {
        String prefix = pid + ": ";
        String said = sentence.startsWith(prefix) ? sentence.substring(prefix.length()) : sentence;
        List<ConfigurationKey> named = new ArrayList<>();
        for (ConfigurationKey key : keys) {
            String value = value(key);
            if (key.type() == ConfigurationKey.Type.SECRET) {
                said = value.isEmpty() ? said : said.replace(value, "(secret)");
            } else if (!value.isEmpty() && names(said, key)) {
                named.add(key);
            }
        }
        if (named.stream().map(this::value).noneMatch(said::contains)) {
            said += named.stream()
                    .map(key -> " (" + key.name() + " is '" + value(key) + "')")
                    .collect(Collectors.joining());
        }
        // A URL that is refused may have a password in front of its host.
        String shown = said.replaceAll("://[^/@\\s']+@", "://(secret)@");
        return new Finding(Finding.CONFIGURATION, name() + ": " + shown + (shown.endsWith(".") ? "" : "."));
    }

    /** The keys whose value is a path that the sentence names: where it cannot be used, the operator changes them. */
    List<String> pathsIn(String sentence) {
        return keys.stream()
                .filter(key -> key.type() == ConfigurationKey.Type.TEXT)
                .filter(key -> value(key).contains("/") && sentence.contains(value(key)))
                .map(key -> " (" + key.name() + " of " + name() + " is '" + value(key) + "')")
                .toList();
    }

    /** Whether a component was configured with other values than the file has now: its failure is of the file as it was. */
    boolean isNewerThan(Map<String, Object> configured) {
        return keys.stream()
                .map(ConfigurationKey::name)
                .filter(key -> values.containsKey(key) && configured.containsKey(key))
                .anyMatch(key -> !values.get(key).equals(String.valueOf(configured.get(key))));
    }

    private String value(ConfigurationKey key) {
        return values.getOrDefault(key.name(), "");
    }

    private static boolean names(String sentence, ConfigurationKey key) {
        return Pattern.compile("(?<![a-z.<])" + Pattern.quote(key.name()) + "(?!\\.?[a-z]|>)")
                .matcher(sentence)
                .find();
    }

    /** Unknown keys, and known keys that the file does not mention. */
    List<Finding> notes(String release) throws IOException {
        List<Finding> found = new ArrayList<>();
        if (path.isEmpty() && values.isEmpty() && !keys.isEmpty()) {
            found.add(new Finding(
                    Finding.NOTE, "etc/" + pid + ".cfg is not there, so the defaults of all its keys hold."));
        }
        Set<String> unknown = new TreeSet<>(values.keySet());
        Set<String> missing = new TreeSet<>();
        keys.forEach(key -> unknown.remove(key.name()));
        unknown.removeIf(key -> key.equals(END) || CONTAINERS.matcher(key).matches());
        if (path.isPresent() && isWhole() && !keys.isEmpty()) {
            Set<String> mentioned = mentioned(path.get());
            for (ConfigurationKey key : keys) {
                if (!mentioned.contains(key.name()) && !values.containsKey(key.name())) {
                    missing.add(
                            key.name() + " = " + (key.type() == ConfigurationKey.Type.SECRET ? "" : key.byDefault()));
                }
            }
        }
        // Nobody tells which keys Karaf reads.
        if (!unknown.isEmpty() && !keys.isEmpty()) {
            found.add(new Finding(
                    Finding.NOTE, name() + ": unknown keys " + String.join(", ", unknown) + "; check their spelling."));
        }
        if (!missing.isEmpty()) {
            String from = values.getOrDefault(END, release);
            found.add(new Finding(
                    Finding.NOTE,
                    name() + (from.equals(release) ? "" : " of release " + from)
                            + ": the file does not mention keys, so their defaults hold: " + String.join(", ", missing)
                            + ". Add them, be it as comments."));
        }
        return found;
    }

    private static boolean isNumber(String text, Function<String, Number> reader) {
        try {
            return reader.apply(text) != null;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Keys in the file, including commented keys. */
    private static Set<String> mentioned(Path file) throws IOException {
        Set<String> mentioned = new TreeSet<>();
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                mentioned.add(matcher.group(1));
            }
        }
        return mentioned;
    }
}
