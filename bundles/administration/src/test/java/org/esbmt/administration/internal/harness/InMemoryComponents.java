package org.esbmt.administration.internal.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Sha256;

/**
 * Components of a node, named by the text of their installers up to a slash. A name that begins with "lib" is that of a library.
 */
public final class InMemoryComponents implements ComponentDeployer {
    /** The operations so far. */
    public final List<String> diary = new ArrayList<>();

    private final Map<String, String> states = new TreeMap<>();
    private final List<String> libraries = new ArrayList<>();
    private final Set<String> own = new HashSet<>();
    private final Map<String, String> digests = new TreeMap<>();
    /** The parts that came from the hot deployment folder. */
    public final Set<String> fromFolder = new HashSet<>();
    /** Whether the component "used" has no units any more. */
    public boolean freed;

    /** Adds a started component of the bus itself. */
    public void own(String name) {
        own.add(name);
        states.put(name, "Started");
    }

    @Override
    public CheckedInstaller check(InputStream archive) throws DeploymentException {
        String text = text(archive);
        String name = name(text);
        if (name.equals("bad")) {
            throw new DeploymentException(DeploymentException.Reason.INVALID_ARCHIVE, "not a zip");
        }
        if (own.contains(name)) {
            throw new DeploymentException(DeploymentException.Reason.ALREADY_DEPLOYED, "it is the bus's own");
        }
        Optional<String> type = isLibrary(name) ? Optional.empty() : Optional.of("service-engine");
        return new CheckedInstaller(name, type, List.of(), text.getBytes(UTF_8));
    }

    @Override
    public InstalledPart install(InputStream archive) throws DeploymentException {
        diary.add("install");
        String text = text(archive);
        String name = name(text);
        if (states.containsKey(name) || libraries.contains(name)) {
            throw new DeploymentException(DeploymentException.Reason.ALREADY_DEPLOYED, "it is there");
        }
        if (name.equals("broken")) {
            throw new DeploymentException(DeploymentException.Reason.COMPONENT_FAILED, "it does not start");
        }
        digests.put(name, Sha256.of(text.getBytes(UTF_8)).hex());
        if (isLibrary(name)) {
            libraries.add(name);
            return new InstalledPart(true, name);
        }
        states.put(name, "Started");
        return new InstalledPart(false, name);
    }

    private static boolean isLibrary(String name) {
        return name.startsWith("lib");
    }

    private static String name(String text) {
        return text.split("/", 2)[0];
    }

    private static String text(InputStream archive) {
        try {
            return new String(archive.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private DeployedComponent change(String step, String component, String state) throws DeploymentException {
        diary.add(step);
        if (component.equals("stubborn") && step.equals("stop")) {
            throw new DeploymentException(DeploymentException.Reason.COMPONENT_FAILED, "it does not want to");
        }
        if (states.replace(component, state) == null) {
            throw new DeploymentException(DeploymentException.Reason.NO_SUCH_COMPONENT, "there is none");
        }
        return view(component);
    }

    private DeployedComponent view(String name) {
        return new DeployedComponent(
                name,
                "service-engine",
                "",
                states.get(name),
                !own.contains(name),
                List.of(),
                Optional.empty(),
                own.contains(name) ? Optional.empty() : Optional.of(digests.get(name)),
                fromFolder.contains(name),
                Optional.empty());
    }

    @Override
    public DeployedComponent start(String component) throws DeploymentException {
        return change("start", component, "Started");
    }

    @Override
    public DeployedComponent stop(String component) throws DeploymentException {
        return change("stop", component, "Stopped");
    }

    @Override
    public DeployedComponent shutDown(String component) throws DeploymentException {
        return change("shutDown", component, "Shutdown");
    }

    @Override
    public void uninstall(String component) throws DeploymentException {
        diary.add("uninstall");
        if (component.equals("used") && !freed) {
            throw new DeploymentException(DeploymentException.Reason.IN_USE, "units are deployed to it");
        }
        states.remove(component);
    }

    @Override
    public void uninstallLibrary(String library) {
        diary.add("uninstallLibrary");
        libraries.remove(library);
    }

    @Override
    public List<DeployedComponent> components() {
        return states.keySet().stream().map(this::view).toList();
    }

    @Override
    public List<SharedLibrary> libraries() {
        return libraries.stream()
                .map(name -> new SharedLibrary(name, "1", "", List.of(), digests.get(name), false))
                .toList();
    }
}
