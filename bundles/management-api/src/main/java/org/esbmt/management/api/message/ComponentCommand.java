package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A JBI component, or a shared library of components.
 *
 * @param name as its installer names it
 * @param artifact the installer; only with {@link Action#INSTALL}
 * @param properties the configuration that holds from now on, all of it, sorted by name and at most
 *     {@value #MAX_PROPERTIES}; only with {@link Action#CONFIGURE}
 */
public record ComponentCommand(String name, Action action, Optional<Artifact> artifact, Map<String, String> properties)
        implements ManagementCommand {

    public static final int MAX_PROPERTIES = 1_000;

    public ComponentCommand {
        Checks.component(name);
        requireNonNull(action, "action");
        requireNonNull(artifact, "artifact");
        properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        Checks.artifact(action, action == Action.INSTALL, artifact);
        if (!properties.isEmpty() && action != Action.CONFIGURE) {
            throw new IllegalArgumentException(action + " has no properties");
        }
        if (properties.size() > MAX_PROPERTIES) {
            throw new IllegalArgumentException("at most " + MAX_PROPERTIES + " properties, not " + properties.size());
        }
        properties.forEach((key, value) -> {
            Checks.name("property", key);
            Checks.text("value of the property", value, MAX_VALUE);
        });
    }

    private static final int MAX_VALUE = 10_000;

    public enum Action {
        INSTALL,
        UNINSTALL,
        UNINSTALL_LIBRARY,
        START,
        STOP,
        SHUT_DOWN,
        CONFIGURE
    }
}
