package org.esbmt.readiness.internal;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.AttributeDefinition;
import org.osgi.service.metatype.MetaTypeInformation;
import org.osgi.service.metatype.MetaTypeService;
import org.osgi.service.metatype.ObjectClassDefinition;

/**
 * Reads the bus's configurations, and the known keys from the metatypes of its bundles. {@link Health} reports unknown keys
 * and wrong values. Threads: any.
 */
@Component(service = ConfigurationFiles.class)
public final class ConfigurationFiles {
    static final String OURS = "org.esbmt.";
    /** Karaf's defaults are open to every machine: those of the shell and of JMX. */
    static final Set<String> KARAFS = Set.of("org.apache.karaf.shell", "org.apache.karaf.management");

    private static final String FILE = "felix.fileinstall.filename";

    private final BundleContext context;
    private final ConfigurationAdmin configurations;
    private final MetaTypeService types;
    /** Keyed by bundle and the time of its last change. */
    private final Map<String, Map<String, List<ConfigurationKey>>> known = new ConcurrentHashMap<>();

    @Activate
    public ConfigurationFiles(
            BundleContext context, @Reference ConfigurationAdmin configurations, @Reference MetaTypeService types) {
        this.context = context;
        this.configurations = configurations;
        this.types = types;
    }

    /** All configurations by PID, including those without a file. */
    Map<String, ConfigurationFile> read() throws IOException {
        Map<String, List<ConfigurationKey>> keys = keys();
        Map<String, ConfigurationFile> files = new TreeMap<>();
        keys.forEach((pid, its) -> files.put(pid, new ConfigurationFile(pid, Optional.empty(), Map.of(), its)));
        for (Configuration configuration : configurations()) {
            String pid = configuration.getPid();
            Dictionary<String, Object> properties = configuration.getProperties();
            if (properties != null) {
                files.put(pid, file(pid, properties, keys.getOrDefault(pid, List.of())));
            }
        }
        return files;
    }

    private List<Configuration> configurations() throws IOException {
        try {
            Configuration[] found = configurations.listConfigurations(null);
            return found == null
                    ? List.of()
                    : Stream.of(found).filter(one -> isGuarded(one.getPid())).toList();
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ConfigurationFile file(
            String pid, Dictionary<String, Object> properties, List<ConfigurationKey> keys) {
        Map<String, String> values = new TreeMap<>();
        properties.keys().asIterator().forEachRemaining(key -> values.put(key, String.valueOf(properties.get(key))));
        return new ConfigurationFile(pid, path(properties), values, keys);
    }

    /** Whether a file of that name is delivered with an end. */
    static boolean isGuarded(String pid) {
        return pid.startsWith(OURS) || KARAFS.contains(pid);
    }

    /** The file that a configuration was read from. */
    static Optional<Path> path(Dictionary<String, ?> properties) {
        return properties.get(FILE) instanceof String uri ? Optional.of(Path.of(URI.create(uri))) : Optional.empty();
    }

    private Map<String, List<ConfigurationKey>> keys() {
        Map<String, List<ConfigurationKey>> keys = new LinkedHashMap<>();
        for (Bundle bundle : context.getBundles()) {
            if (isOurs(bundle)) {
                keys.putAll(known.computeIfAbsent(
                        bundle.getBundleId() + "/" + bundle.getLastModified(), version -> keys(bundle)));
            }
        }
        return keys;
    }

    private Map<String, List<ConfigurationKey>> keys(Bundle bundle) {
        Map<String, List<ConfigurationKey>> keys = new LinkedHashMap<>();
        MetaTypeInformation information = types.getMetaTypeInformation(bundle);
        for (String pid : information == null ? new String[0] : information.getPids()) {
            keys.put(pid, keys(information.getObjectClassDefinition(pid, null)));
        }
        return keys;
    }

    static boolean isOurs(Bundle bundle) {
        return bundle.getSymbolicName() != null && bundle.getSymbolicName().startsWith(OURS);
    }

    private static List<ConfigurationKey> keys(ObjectClassDefinition definition) {
        List<ConfigurationKey> keys = new ArrayList<>();
        for (AttributeDefinition attribute : definition.getAttributeDefinitions(ObjectClassDefinition.ALL)) {
            String[] byDefault = attribute.getDefaultValue();
            keys.add(new ConfigurationKey(
                    attribute.getID(), type(attribute), byDefault == null ? "" : String.join(",", byDefault)));
        }
        return keys;
    }

    private static ConfigurationKey.Type type(AttributeDefinition attribute) {
        return switch (attribute.getType()) {
            case AttributeDefinition.INTEGER -> ConfigurationKey.Type.INTEGER;
            case AttributeDefinition.LONG -> ConfigurationKey.Type.LONG;
            case AttributeDefinition.BOOLEAN -> ConfigurationKey.Type.BOOLEAN;
            case AttributeDefinition.PASSWORD -> ConfigurationKey.Type.SECRET;
            default -> ConfigurationKey.Type.TEXT;
        };
    }
}
