package org.esbmt.management.service.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.esbmt.management.service.internal.NodeWorker.Rhythm;

/**
 * The configuration, validated as a whole.
 *
 * @param startComponents the components that must be started before the first change is applied
 * @param startLimit the longest wait of the start for these components and for the cluster's changes
 */
record ManagementSettings(List<String> startComponents, Duration startLimit, Rhythm rhythm) {

    /** @throws IllegalArgumentException naming every invalid key */
    static ManagementSettings of(ManagementConfiguration c) {
        List<String> wrong = new ArrayList<>();
        between(wrong, "start.limit.seconds", c.start_limit_seconds(), 1, 3600);
        between(wrong, "poll.seconds", c.poll_seconds(), 1, 3600);
        between(wrong, "retry.seconds", c.retry_seconds(), 1, 300);
        List<String> components = Stream.of(c.start_components())
                .flatMap(names -> Stream.of(names.split(",", -1)))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
        components.stream()
                .filter(name -> !name.matches("[^\\s;:]+"))
                .forEach(name -> wrong.add("start.components has '" + name
                        + "', which is not the name of a component; a comma separates names"));
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(ManagementService.PID + ": " + String.join("; ", wrong));
        }
        return new ManagementSettings(
                components,
                Duration.ofSeconds(c.start_limit_seconds()),
                new Rhythm(Duration.ofSeconds(c.poll_seconds()), Duration.ofSeconds(c.retry_seconds())));
    }

    private static void between(List<String> wrong, String key, int value, int min, int max) {
        if (value < min || value > max) {
            wrong.add(key + " is " + min + " to " + max + ", but is '" + value + "'");
        }
    }
}
