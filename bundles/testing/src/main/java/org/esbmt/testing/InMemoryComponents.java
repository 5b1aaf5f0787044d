package org.esbmt.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.LinkAdministration;

/**
 * Components, libraries and links for the tests of administration's adapters: believes every administrator, and takes the
 * text of an installer for a name, of a library if it begins with {@code lib}. The bus's own component is http-bc.
 */
public final class InMemoryComponents implements ComponentAdministration, LinkAdministration {
    private final Map<String, ComponentView> components = new TreeMap<>();
    private final Map<String, LibraryView> libraries = new TreeMap<>();
    private final List<LinkView> links = new ArrayList<>();

    public InMemoryComponents() {
        put("http-bc", "Started", false);
    }

    private ComponentView put(String name, String state, boolean trusted) {
        ComponentView view = new ComponentView(
                name, "binding-component", "the component " + name, state, trusted, List.of(), Optional.empty());
        components.put(name, view);
        return view;
    }

    @Override
    public synchronized InstalledView install(Administrator by, InputStream archive) throws AdministrationException {
        String name;
        try {
            name = new String(archive.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean library = name.startsWith("lib");
        if (components.containsKey(name) || libraries.containsKey(name)) {
            throw new AdministrationException(CONFLICT, "there is " + name + " already");
        }
        if (library) {
            libraries.put(name, new LibraryView(name, "1.0", "the library " + name, List.of()));
        } else {
            put(name, "Started", true);
        }
        return new InstalledView(library, name);
    }

    private ComponentView changed(String component, String state) throws AdministrationException {
        ComponentView before = components.get(component);
        if (before == null) {
            throw new AdministrationException(NOT_FOUND, "there is no component " + component);
        }
        return put(component, state, before.trusted());
    }

    @Override
    public synchronized ComponentView start(Administrator by, String component) throws AdministrationException {
        return changed(component, "Started");
    }

    @Override
    public synchronized ComponentView stop(Administrator by, String component) throws AdministrationException {
        return changed(component, "Stopped");
    }

    @Override
    public synchronized ComponentView shutDown(Administrator by, String component) throws AdministrationException {
        return changed(component, "Shutdown");
    }

    @Override
    public synchronized void uninstall(Administrator by, String component) throws AdministrationException {
        changed(component, "Shutdown");
        components.remove(component);
    }

    @Override
    public synchronized void uninstallLibrary(Administrator by, String library) throws AdministrationException {
        if (libraries.remove(library) == null) {
            throw new AdministrationException(NOT_FOUND, "there is no shared library " + library);
        }
    }

    @Override
    public synchronized List<ComponentView> components(Administrator by) {
        return List.copyOf(components.values());
    }

    @Override
    public synchronized List<LibraryView> libraries(Administrator by) {
        return List.copyOf(libraries.values());
    }

    @Override
    public synchronized void link(Administrator by, LinkView link) throws AdministrationException {
        if (links.contains(link)) {
            throw new AdministrationException(CONFLICT, "there is this link already");
        }
        links.add(link);
    }

    @Override
    public synchronized void unlink(Administrator by, LinkView link) throws AdministrationException {
        if (!links.remove(link)) {
            throw new AdministrationException(NOT_FOUND, "there is no such link");
        }
    }

    @Override
    public synchronized List<LinkView> links(Administrator by) {
        return List.copyOf(links);
    }
}
