package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.esbmt.administration.api.LinkAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;

/**
 * Components, libraries and links for the tests of administration's adapters: believes every administrator, and takes the
 * text of an installer for a name, of a library if it begins with {@code lib}. The bus's own component is http-bc.
 */
public final class InMemoryComponents implements ComponentAdministration, ComponentConfiguration, LinkAdministration {
    /** The one that everything is on. */
    public static final UUID NODE = UUID.fromString("00000000-0000-4000-8000-00000000000a");

    private final Map<String, ComponentView> components = new TreeMap<>();
    private final Map<String, LibraryView> libraries = new TreeMap<>();
    private final Map<String, SettingView> settings = new TreeMap<>();
    private final List<LinkView> links = new ArrayList<>();

    public InMemoryComponents() {
        put("http-bc", "Started", false);
    }

    private ComponentView put(String name, String state, boolean trusted) {
        ComponentView view = new ComponentView(
                name,
                "binding-component",
                "the component " + name,
                state,
                trusted,
                List.of(),
                Optional.empty(),
                Optional.of(state),
                OptionalLong.of(1),
                new TreeMap<>(Map.of(NODE, state)));
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
            libraries.put(
                    name,
                    new LibraryView(
                            name,
                            "1.0",
                            "the library " + name,
                            List.of(),
                            Optional.of("Installed"),
                            OptionalLong.of(1),
                            new TreeMap<>(Map.of(NODE, "Installed"))));
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

    /** Of http-bc, whatever is set is known. */
    @Override
    public synchronized SettingsView configure(
            Administrator by, String component, Optional<UUID> node, Map<String, Optional<String>> changes)
            throws AdministrationException {
        settings(by, component);
        changes.forEach((key, value) -> {
            SettingView before =
                    settings.getOrDefault(key, new SettingView(key, "", Optional.empty(), new TreeMap<>()));
            TreeMap<UUID, String> single = new TreeMap<>(before.single());
            node.ifPresent(one -> {
                single.remove(one);
                value.ifPresent(set -> single.put(one, set));
            });
            Optional<String> all = node.isPresent() ? before.all() : value;
            settings.put(key, new SettingView(key, all.orElse(""), all, single));
        });
        return settings(by, component);
    }

    @Override
    public synchronized SettingsView settings(Administrator by, String component) throws AdministrationException {
        if (!component.equals("http-bc")) {
            throw new AdministrationException(INVALID, "nothing can be set of " + component);
        }
        return new SettingsView(component, 1, List.copyOf(settings.values()), new TreeMap<>(Map.of(NODE, true)));
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
    public synchronized Page<LinkView> links(Administrator by, PageRequest page) {
        return Page.of(List.copyOf(links), page);
    }
}
