package org.esbmt.administration.internal.component;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.esbmt.registry.api.configuration.DoneOperation;

/**
 * A decision about the settings of a component.
 *
 * @param revision the component's revision after the decision
 * @param former the values of the changed keys before the decision, for the compensation
 */
record DecidedSettings(long revision, Map<String, Optional<String>> former) {
    DecidedSettings {
        former = Collections.unmodifiableMap(new TreeMap<>(former));
    }

    /**
     * Returns the form that {@link #read} reads.
     *
     * @throws IllegalArgumentException if it is longer than the journal of operations accepts
     */
    String text() {
        StringBuilder text = new StringBuilder(Long.toString(revision));
        former.forEach((key, value) -> {
            text.append(' ').append(URLEncoder.encode(key, UTF_8));
            value.ifPresent(one -> text.append('=').append(URLEncoder.encode(one, UTF_8)));
        });
        if (text.length() > DoneOperation.MAX_RESULT) {
            throw new IllegalArgumentException(
                    "the present values of these keys are too long to be kept for the compensation; change fewer at once");
        }
        return text.toString();
    }

    static DecidedSettings read(String text) {
        String[] parts = text.split(" ", -1);
        Map<String, Optional<String>> former = new TreeMap<>();
        for (int i = 1; i < parts.length; i++) {
            int end = parts[i].indexOf('=');
            String key = end < 0 ? parts[i] : parts[i].substring(0, end);
            former.put(
                    URLDecoder.decode(key, UTF_8),
                    end < 0 ? Optional.empty() : Optional.of(URLDecoder.decode(parts[i].substring(end + 1), UTF_8)));
        }
        return new DecidedSettings(Long.parseLong(parts[0]), former);
    }
}
