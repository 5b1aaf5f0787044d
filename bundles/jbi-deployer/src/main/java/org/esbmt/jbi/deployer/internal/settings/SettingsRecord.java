package org.esbmt.jbi.deployer.internal.settings;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.esbmt.management.api.message.Sha256;

/**
 * What was decided about a component's settings, and how it was set before.
 *
 * @param decided all that was
 * @param settings what the component has of it: it may know fewer keys, or not have been there
 * @param before what the node had for each key that was ever set; empty if it had nothing
 */
record SettingsRecord(
        Sha256 decision,
        Map<String, String> decided,
        Map<String, String> settings,
        Map<String, Optional<String>> before) {
    /** Without it an earlier build wrote the record, with what is set alone. */
    private static final String FORM = "form";

    private static final String DECIDED = "decided.";
    private static final String SET = "set.";
    private static final String BEFORE = "before.";
    private static final String NOTHING = "nothing.";

    SettingsRecord {
        requireNonNull(decision, "decision");
        decided = Map.copyOf(decided);
        settings = Map.copyOf(settings);
        before = Map.copyOf(before);
    }

    byte[] toBytes() throws IOException {
        Properties properties = new Properties();
        properties.setProperty(FORM, "2");
        properties.setProperty("decision", decision.hex());
        decided.forEach((key, value) -> properties.setProperty(DECIDED + key, value));
        settings.forEach((key, value) -> properties.setProperty(SET + key, value));
        before.forEach(
                (key, value) -> properties.setProperty((value.isPresent() ? BEFORE : NOTHING) + key, value.orElse("")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        properties.store(out, null);
        return out.toByteArray();
    }

    static SettingsRecord of(byte[] bytes) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new ByteArrayInputStream(bytes));
            Map<String, String> decided = new TreeMap<>();
            Map<String, String> settings = new TreeMap<>();
            Map<String, Optional<String>> before = new TreeMap<>();
            for (String name : properties.stringPropertyNames()) {
                String value = properties.getProperty(name);
                if (name.startsWith(DECIDED)) {
                    decided.put(name.substring(DECIDED.length()), value);
                } else if (name.startsWith(SET)) {
                    settings.put(name.substring(SET.length()), value);
                } else if (name.startsWith(BEFORE)) {
                    before.put(name.substring(BEFORE.length()), Optional.of(value));
                } else if (name.startsWith(NOTHING)) {
                    before.put(name.substring(NOTHING.length()), Optional.empty());
                }
            }
            return new SettingsRecord(
                    new Sha256(properties.getProperty("decision", "")),
                    properties.containsKey(FORM) ? decided : settings,
                    settings,
                    before);
        } catch (IllegalArgumentException e) {
            throw new IOException("the record is damaged: " + new String(bytes, StandardCharsets.ISO_8859_1), e);
        }
    }
}
