package org.esbmt.administration.internal.harness;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.esbmt.management.api.ComponentConfigurator;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Sha256;

/** The settings of one component, which does not start with a limit of 13. */
public final class InMemorySettings implements ComponentConfigurator {
    /** The component. */
    public static final String COMPONENT = "http-bc";

    private static final List<String> KEYS = List.of("limit", "hosts", "others", "more", "most");

    private Map<String, String> set = new TreeMap<>();
    private Optional<Sha256> decision = Optional.empty();

    /** The values in force. */
    public Map<String, String> set() {
        return Map.copyOf(set);
    }

    /** The digest of the settings in force. */
    public Optional<Sha256> decision() {
        return decision;
    }

    @Override
    public SortedMap<String, String> settings(String name) throws DeploymentException {
        if (!name.equals(COMPONENT)) {
            throw new DeploymentException(DeploymentException.Reason.NO_SUCH_COMPONENT, "there is no " + name);
        }
        TreeMap<String, String> here = new TreeMap<>();
        KEYS.forEach(key -> here.put(key, key.equals("limit") ? "10" : ""));
        here.putAll(set);
        return here;
    }

    @Override
    public void check(String name, Map<String, String> settings) throws DeploymentException {
        if (!KEYS.containsAll(settings.keySet())
                || !settings.getOrDefault("limit", "1").matches("[0-9]+")) {
            throw new DeploymentException(DeploymentException.Reason.INVALID_SETTING, "not " + settings);
        }
    }

    @Override
    public boolean configure(String name, Map<String, String> settings, Sha256 decided) throws DeploymentException {
        if (settings.getOrDefault("limit", "").equals("13")) {
            throw new DeploymentException(DeploymentException.Reason.COMPONENT_FAILED, "it does not start");
        }
        set = new TreeMap<>(settings);
        decision = Optional.of(decided);
        return true;
    }

    @Override
    public List<Configured> configured() {
        return List.of();
    }
}
