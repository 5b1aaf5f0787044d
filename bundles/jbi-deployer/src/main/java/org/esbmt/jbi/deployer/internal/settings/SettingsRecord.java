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
 * The decided settings of a component, and its former settings.
 *
 * @param decided all decided settings
 * @param settings the decided settings that the component has: it may know fewer keys, or have been absent
 * @param before the node's own value of each key that was ever set; empty if it had none
 * @param trial present until the component has started with these settings
 * @param refused the part of {@code decided} that waited for the component, which then did not start with it. It is not
 * set again before the next request
 */
record SettingsRecord(
        Sha256 decision,
        Map<String, String> decided,
        Map<String, String> settings,
        Map<String, Optional<String>> before,
        Optional<Trial> trial,
        Optional<Map<String, String>> refused) {
    /** A record without this key is from an earlier build; it contains only the settings. */
    private static final String FORM = "form";

    private static final String DECIDED = "decided.";
    private static final String SET = "set.";
    private static final String BEFORE = "before.";
    private static final String NOTHING = "nothing.";
    private static final String TRIAL = "trial";
    /** The prefix of all keys of the former record. */
    private static final String FORMER = "former.";

    private static final String REFUSED = "refused";

    /**
     * The settings to restore if the component does not start.
     *
     * @param former the record of its last successful start, without a trial; empty if there was none
     */
    record Trial(Optional<SettingsRecord> former) {}

    SettingsRecord {
        requireNonNull(decision, "decision");
        decided = Map.copyOf(decided);
        settings = Map.copyOf(settings);
        before = Map.copyOf(before);
        requireNonNull(trial, "trial");
        refused = refused.map(Map::copyOf);
    }

    /** A record of settings with which the component has started. */
    static SettingsRecord proven(
            Sha256 decision,
            Map<String, String> decided,
            Map<String, String> settings,
            Map<String, Optional<String>> before) {
        return new SettingsRecord(decision, decided, settings, before, Optional.empty(), Optional.empty());
    }

    SettingsRecord tried(Optional<SettingsRecord> former) {
        return new SettingsRecord(decision, decided, settings, before, Optional.of(new Trial(former)), refused);
    }

    SettingsRecord refusing(Map<String, String> waited) {
        return new SettingsRecord(decision, decided, settings, before, trial, Optional.of(waited));
    }

    boolean isTried() {
        return trial.isPresent();
    }

    /** The last record with which the component started. */
    Optional<SettingsRecord> lastProven() {
        return trial.isPresent() ? trial.get().former() : Optional.of(this);
    }

    byte[] toBytes() throws IOException {
        Properties properties = new Properties();
        properties.setProperty(FORM, "2");
        write(properties, "");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        properties.store(out, null);
        return out.toByteArray();
    }

    private void write(Properties properties, String prefix) {
        properties.setProperty(prefix + "decision", decision.hex());
        write(properties, prefix + DECIDED, decided);
        write(properties, prefix + SET, settings);
        before.forEach((key, value) ->
                properties.setProperty(prefix + (value.isPresent() ? BEFORE : NOTHING) + key, value.orElse("")));
        refused.ifPresent(waited -> {
            properties.setProperty(prefix + REFUSED, "");
            write(properties, prefix + REFUSED + ".", waited);
        });
        trial.ifPresent(tried -> {
            properties.setProperty(prefix + TRIAL, "");
            tried.former().ifPresent(former -> former.write(properties, prefix + FORMER));
        });
    }

    private static void write(Properties properties, String prefix, Map<String, String> values) {
        values.forEach((key, value) -> properties.setProperty(prefix + key, value));
    }

    static SettingsRecord of(byte[] bytes) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(new ByteArrayInputStream(bytes));
            Map<String, String> all = new TreeMap<>();
            properties.stringPropertyNames().forEach(name -> all.put(name, properties.getProperty(name)));
            return read(all, properties.containsKey(FORM));
        } catch (IllegalArgumentException e) {
            throw new IOException("the record is damaged: " + new String(bytes, StandardCharsets.ISO_8859_1), e);
        }
    }

    private static SettingsRecord read(Map<String, String> all, boolean formed) {
        Map<String, String> settings = behind(SET, all);
        Map<String, Optional<String>> before = new TreeMap<>();
        behind(BEFORE, all).forEach((key, value) -> before.put(key, Optional.of(value)));
        behind(NOTHING, all).keySet().forEach(key -> before.put(key, Optional.empty()));
        Map<String, String> former = behind(FORMER, all);
        return new SettingsRecord(
                new Sha256(all.getOrDefault("decision", "")),
                formed ? behind(DECIDED, all) : settings,
                settings,
                before,
                all.containsKey(TRIAL)
                        ? Optional.of(new Trial(former.isEmpty() ? Optional.empty() : Optional.of(read(former, true))))
                        : Optional.empty(),
                all.containsKey(REFUSED) ? Optional.of(behind(REFUSED + ".", all)) : Optional.empty());
    }

    private static Map<String, String> behind(String prefix, Map<String, String> all) {
        Map<String, String> found = new TreeMap<>();
        all.forEach((name, value) -> {
            if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value);
            }
        });
        return found;
    }
}
