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
 * @param before what the node had for each key that was ever set; empty if it had nothing
 */
record SettingsRecord(Sha256 decision, Map<String, String> settings, Map<String, Optional<String>> before) {
    private static final String SET = "set.";
    private static final String BEFORE = "before.";
    private static final String NOTHING = "nothing.";

    SettingsRecord {
        requireNonNull(decision, "decision");
        settings = Map.copyOf(settings);
        before = Map.copyOf(before);
    }

    byte[] toBytes() throws IOException {
        Properties properties = new Properties();
        properties.setProperty("decision", decision.hex());
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
            Map<String, String> settings = new TreeMap<>();
            Map<String, Optional<String>> before = new TreeMap<>();
            for (String name : properties.stringPropertyNames()) {
                String value = properties.getProperty(name);
                if (name.startsWith(SET)) {
                    settings.put(name.substring(SET.length()), value);
                } else if (name.startsWith(BEFORE)) {
                    before.put(name.substring(BEFORE.length()), Optional.of(value));
                } else if (name.startsWith(NOTHING)) {
                    before.put(name.substring(NOTHING.length()), Optional.empty());
                }
            }
            return new SettingsRecord(new Sha256(properties.getProperty("decision", "")), settings, before);
        } catch (IllegalArgumentException e) {
            throw new IOException("the record is damaged: " + new String(bytes, StandardCharsets.ISO_8859_1), e);
        }
    }
}
