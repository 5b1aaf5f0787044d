package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

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
import org.esbmt.administration.api.command.ComponentCommand;
import org.esbmt.administration.api.command.LinkCommand;

/**
 * Components, libraries and links for the tests of administration's adapters. It accepts every administrator, and uses
 * the text of an installer as a name, of a library if it begins with {@code lib}. The bus's own component is http-bc.
 */
public final class InMemoryComponents implements ComponentAdministration, ComponentConfiguration, LinkAdministration {
    /** The node of all components. */
    public static final UUID NODE = UUID.fromString("00000000-0000-4000-8000-00000000000a");

    private final Map<String, ComponentView> components = new TreeMap<>();
    private final Map<String, LibraryView> libraries = new TreeMap<>();
    private final Map<String, SettingView> settings = new TreeMap<>();
    private final List<LinkView> links = new ArrayList<>();
    private final InMemoryCommands commands = new InMemoryCommands()
            .on(ComponentCommand.InstallComponent.class, (by, c) -> installed(InMemoryCommands.text(c.installer())))
            .on(ComponentCommand.StartComponent.class, (by, c) -> changed(c.component(), "Started"))
            .on(ComponentCommand.StopComponent.class, (by, c) -> changed(c.component(), "Stopped"))
            .on(ComponentCommand.ShutDownComponent.class, (by, c) -> changed(c.component(), "Shutdown"))
            .does(ComponentCommand.UninstallComponent.class, (by, c) -> {
                changed(c.component(), "Shutdown");
                components.remove(c.component());
            })
            .does(ComponentCommand.UninstallLibrary.class, (by, c) -> {
                if (libraries.remove(c.library()) == null) {
                    throw new AdministrationException(NOT_FOUND, "there is no shared library " + c.library());
                }
            })
            .on(ComponentCommand.ConfigureComponent.class, this::configured)
            .does(LinkCommand.CreateLink.class, (by, c) -> {
                LinkView link = new LinkView(c.component(), InMemoryCommands.id(c.tenant()), c.service(), c.endpoint());
                if (links.contains(link)) {
                    throw new AdministrationException(CONFLICT, "there is this link already");
                }
                links.add(link);
            })
            .does(LinkCommand.RemoveLink.class, (by, c) -> {
                if (!links.remove(
                        new LinkView(c.component(), InMemoryCommands.id(c.tenant()), c.service(), c.endpoint()))) {
                    throw new AdministrationException(NOT_FOUND, "there is no such link");
                }
            });

    public InMemoryComponents() {
        put("http-bc", "Started", false);
    }

    public InMemoryCommands commands() {
        return commands;
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

    private InstalledView installed(String name) throws AdministrationException {
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
    public List<ComponentView> components(Administrator by) {
        return List.copyOf(components.values());
    }

    @Override
    public List<LibraryView> libraries(Administrator by) {
        return List.copyOf(libraries.values());
    }

    /** Configures http-bc, and accepts every key. */
    private SettingsView configured(Administrator by, ComponentCommand.ConfigureComponent command)
            throws AdministrationException {
        settings(by, command.component());
        Optional<UUID> node = command.node();
        command.changes().forEach((key, value) -> {
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
        return settings(by, command.component());
    }

    @Override
    public SettingsView settings(Administrator by, String component) throws AdministrationException {
        if (!component.equals("http-bc")) {
            throw new AdministrationException(INVALID, "nothing can be set of " + component);
        }
        return new SettingsView(component, 1, List.copyOf(settings.values()), new TreeMap<>(Map.of(NODE, true)));
    }

    @Override
    public Page<LinkView> links(Administrator by, PageRequest page) {
        return Page.of(List.copyOf(links), page);
    }
}
