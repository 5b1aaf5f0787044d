package org.esbmt.readiness.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.esbmt.management.api.health.Part;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentConfigurationDTO;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;
import org.osgi.service.component.runtime.dto.UnsatisfiedReferenceDTO;

/** Lists the failed and the waiting components of the bus, with their causes, from the service component runtime. */
final class Components {
    private static final String CONDITION = "osgi.ds.satisfying.condition";

    /** An enabled component that is not active. */
    private record Idle(String bundle, ComponentConfigurationDTO state) {
        Collection<String> missing() {
            return Stream.of(state.unsatisfiedReferences)
                    .filter(reference -> !reference.name.equals(CONDITION))
                    .map(reference -> type(state.description, reference))
                    .toList();
        }

        private static String type(ComponentDescriptionDTO description, UnsatisfiedReferenceDTO reference) {
            return Stream.of(description.references)
                    .filter(described -> described.name.equals(reference.name))
                    .map(described -> described.interfaceName)
                    .findFirst()
                    .orElse(reference.name);
        }
    }

    private final List<Idle> failed = new ArrayList<>();
    private final List<Idle> waiting = new ArrayList<>();
    private boolean attempting;

    private Components() {}

    static Components of(ServiceComponentRuntime runtime, FormerFailures former) {
        Components components = new Components();
        for (ComponentDescriptionDTO description : runtime.getComponentDescriptionDTOs()) {
            String bundle = description.bundle.symbolicName;
            if (!bundle.startsWith(ConfigurationFiles.OURS) || !runtime.isComponentEnabled(description)) {
                continue;
            }
            for (ComponentConfigurationDTO state : runtime.getComponentConfigurationDTOs(description)) {
                Idle idle = new Idle(bundle, state);
                switch (state.state) {
                    case ComponentConfigurationDTO.FAILED_ACTIVATION -> {
                        if (former.isFormer(state)) {
                            components.attempting = true;
                        } else {
                            components.failed.add(idle);
                        }
                    }
                    case ComponentConfigurationDTO.UNSATISFIED_REFERENCE,
                            ComponentConfigurationDTO.UNSATISFIED_CONFIGURATION -> components.waiting.add(idle);
                    default -> {}
                }
            }
        }
        return components;
    }

    /** Whether the runtime is trying a component with a new configuration. */
    boolean isAttempting() {
        return attempting;
    }

    /** Failed activations. If a configuration is the cause, the sentence names its file of {@code etc/}. */
    List<Finding> failures(Map<String, ConfigurationFile> files, Set<String> refused) {
        Set<Finding> findings = new TreeSet<>();
        for (Idle idle : failed) {
            Optional<Failure> failure = Failure.of(idle.state().failure);
            if (failure.isEmpty()) {
                continue;
            }
            List<String> pids = pids(idle, files);
            if (isOfFile(idle, files, refused)) {
                continue;
            }
            if (isOfConfiguration(failure.get(), pids)) {
                findings.add(files.get(pids.get(0)).refusal(failure.get().sentence()));
            } else {
                String sentence = failure.get().sentence();
                String places = pids.stream()
                        .flatMap(pid -> files.get(pid).pathsIn(sentence).stream())
                        .collect(Collectors.joining());
                findings.add(new Finding(
                        part(idle.bundle()).text(),
                        simple(idle.state().description.implementationClass) + " does not start: " + sentence + places
                                + (places.isEmpty() && sentence.endsWith(".") ? "" : ".")));
            }
        }
        return List.copyOf(findings);
    }

    /**
     * The failures that no configuration explains, by the name of the component's class. The log has their stack traces
     * from here alone.
     */
    Map<String, Failure> unexplained(Map<String, ConfigurationFile> files, Set<String> refused) {
        Map<String, Failure> unexplained = new TreeMap<>();
        for (Idle idle : failed) {
            Failure.of(idle.state().failure)
                    .filter(failure ->
                            !isOfFile(idle, files, refused) && !isOfConfiguration(failure, pids(idle, files)))
                    .ifPresent(failure -> unexplained.put(idle.state().description.implementationClass, failure));
        }
        return unexplained;
    }

    /** Whether a file of the component is refused itself, or is to be tried again. */
    private static boolean isOfFile(Idle idle, Map<String, ConfigurationFile> files, Set<String> refused) {
        return pids(idle, files).stream()
                .anyMatch(pid -> refused.contains(pid) || files.get(pid).isNewerThan(idle.state().properties));
    }

    private static List<String> pids(Idle idle, Map<String, ConfigurationFile> files) {
        return Stream.of(idle.state().description.configurationPid)
                .filter(files::containsKey)
                .toList();
    }

    private static boolean isOfConfiguration(Failure failure, List<String> pids) {
        return failure.isRefusal() && !pids.isEmpty();
    }

    /**
     * Waiting parts, with their missing services. A service of another idle component is not listed: its component is
     * reported itself.
     */
    List<Finding> waiting() {
        Set<String> offered = new HashSet<>();
        Stream.concat(failed.stream(), waiting.stream())
                .forEach(idle -> offered.addAll(List.of(idle.state().description.serviceInterfaces)));
        Map<Part, Set<String>> missing = new TreeMap<>();
        for (Idle idle : waiting) {
            Set<String> its = missing.computeIfAbsent(part(idle.bundle()), part -> new TreeSet<>());
            idle.missing().stream()
                    .filter(type -> !offered.contains(type))
                    .map(Components::simple)
                    .forEach(its::add);
        }
        List<Finding> findings = new ArrayList<>();
        missing.forEach((part, types) -> findings.add(new Finding(
                part.text(),
                "it does not run, since "
                        + (types.isEmpty() ? "another part does not." : String.join(", ", types) + " is missing."))));
        return findings;
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static Part part(String bundle) {
        return switch (bundle.substring(ConfigurationFiles.OURS.length())) {
            case "administration",
                    "administration-api",
                    "administration-jaas",
                    "administration-http",
                    "administration-http-api",
                    "administration-console",
                    "administration-rest",
                    "administration-soap" -> Part.ADMINISTRATION;
            case "administration-shell" -> Part.SHELL;
            case "administration-jmx" -> Part.JMX;
            case "management-cluster", "management-service", "embedded-broker" -> Part.CHANGES;
            default -> Part.MESSAGES;
        };
    }
}
