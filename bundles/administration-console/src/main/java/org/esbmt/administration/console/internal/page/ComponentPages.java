package org.esbmt.administration.console.internal.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.ComponentAdministration.ComponentView;
import org.esbmt.administration.api.ComponentAdministration.InstalledView;
import org.esbmt.administration.api.ComponentAdministration.LibraryView;
import org.esbmt.administration.api.ComponentConfiguration.SettingsView;
import org.esbmt.administration.api.command.ComponentCommand;
import org.esbmt.administration.api.command.ComponentCommand.ConfigureComponent;
import org.esbmt.administration.api.command.ComponentCommand.InstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.ShutDownComponent;
import org.esbmt.administration.api.command.ComponentCommand.StartComponent;
import org.esbmt.administration.api.command.ComponentCommand.StopComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallComponent;
import org.esbmt.administration.api.command.ComponentCommand.UninstallLibrary;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.console.internal.view.Block;
import org.esbmt.administration.console.internal.view.Block.FormKind;
import org.esbmt.administration.console.internal.view.Cell;
import org.esbmt.administration.console.internal.view.Field;
import org.esbmt.administration.console.internal.view.Field.Option;
import org.esbmt.administration.console.internal.view.View;
import org.esbmt.administration.console.internal.web.Answer;
import org.esbmt.administration.console.internal.web.Answer.Moved;
import org.esbmt.administration.console.internal.web.Answer.Shown;
import org.esbmt.administration.console.internal.web.Call;
import org.esbmt.administration.console.internal.web.Links;
import org.esbmt.administration.console.internal.web.Routes;

/** The JBI components of the bus, their settings, and shared libraries. */
final class ComponentPages {
    private final Contract contract;

    ComponentPages(Contract contract) {
        this.contract = contract;
    }

    void addTo(Routes routes) {
        routes.page("components", this::list);
        routes.upload("components/install", this::list, this::install);
        routes.page("component", this::show);
        change(routes, "start", "component.started", StartComponent::new);
        change(routes, "stop", "component.stopped", StopComponent::new);
        change(routes, "shutdown", "component.shutDown", ShutDownComponent::new);
        routes.change("component/configure", this::show, this::configure);
        routes.change("component/uninstall", this::show, this::uninstall);
        routes.page("library", this::showLibrary);
        routes.change("library/uninstall", this::showLibrary, this::uninstallLibrary);
    }

    /** Makes a command about one component. */
    @FunctionalInterface
    private interface Maker {
        ComponentCommand<?> command(String component);
    }

    private void change(Routes routes, String deed, String done, Maker maker) {
        routes.change("component/" + deed, this::show, call -> {
            contract.administration().execute(call.changing(), maker.command(call.named("name")));
            return Moved.done(page(call, "component", call.named("name")), done);
        });
    }

    private static String page(Call call, String kind, String name) {
        return Links.with(call.link(kind), "name", name);
    }

    private Answer install(Call call) throws AdministrationException {
        InstalledView installed = contract.administration()
                .execute(
                        call.changing(),
                        new InstallComponent(Content.of(call.file("installer").bytes())));
        return Moved.done(
                page(call, installed.library() ? "library" : "component", installed.name()), "component.installed");
    }

    private Answer uninstall(Call call) throws AdministrationException {
        Parts.checkTyped(call, call.named("name"));
        contract.administration().execute(call.changing(), new UninstallComponent(call.named("name")));
        return Moved.done(call.link("components"), "component.uninstalled");
    }

    private Answer uninstallLibrary(Call call) throws AdministrationException {
        Parts.checkTyped(call, call.named("name"));
        contract.administration().execute(call.changing(), new UninstallLibrary(call.named("name")));
        return Moved.done(call.link("components"), "component.uninstalled");
    }

    private Answer configure(Call call) throws AdministrationException {
        Optional<UUID> node = call.form().given("node").isPresent()
                ? Optional.of(call.identified(call.form().text("node"), UUID::fromString))
                : Optional.empty();
        Map<String, Optional<String>> changes =
                Map.of(call.form().text("key"), call.form().given("value"));
        contract.administration().execute(call.changing(), new ConfigureComponent(call.named("name"), node, changes));
        return Moved.done(page(call, "component", call.named("name")), "component.configured");
    }

    private Answer list(Call call) throws AdministrationException {
        List<List<Cell>> components = contract.components().components(call.by()).stream()
                .map(component -> List.<Cell>of(
                        new Cell.Linked(page(call, "component", component.name()), component.name()),
                        new Cell.Data(component.type()),
                        Parts.state(component.state()),
                        component.desired().map(Parts::state).orElse(Cell.NONE),
                        new Cell.Data(component.description())))
                .toList();
        List<List<Cell>> libraries = contract.components().libraries(call.by()).stream()
                .map(library -> List.<Cell>of(
                        new Cell.Linked(page(call, "library", library.name()), library.name()),
                        new Cell.Data(library.version()),
                        data(library.usedBy()),
                        new Cell.Data(library.description())))
                .toList();
        return new Shown(View.of(
                call.text("components.title"),
                Parts.table(
                        call,
                        "components",
                        "components.caption",
                        Parts.columns(
                                call,
                                "component.name",
                                "component.type",
                                "component.here",
                                "component.desired",
                                "component.description"),
                        components,
                        "components.empty"),
                Parts.table(
                        call,
                        "libraries",
                        "libraries.caption",
                        Parts.columns(
                                call, "component.name", "library.version", "library.usedBy", "component.description"),
                        libraries,
                        "libraries.empty"),
                Parts.change(
                        call,
                        "install",
                        "component.install",
                        call.link("components", "install"),
                        FormKind.UPLOAD,
                        Field.file("installer", call.text("component.installer")))));
    }

    private static Cell data(List<String> texts) {
        return texts.isEmpty()
                ? Cell.NONE
                : new Cell.Many(
                        texts.stream().map(text -> (Cell) new Cell.Data(text)).toList());
    }

    private static Block nodes(Call call, SortedMap<UUID, String> nodes) {
        List<List<Cell>> rows = nodes.entrySet().stream()
                .map(node -> List.<Cell>of(new Cell.Code(node.getKey().toString()), Parts.state(node.getValue())))
                .toList();
        return Parts.table(
                call,
                "nodes",
                "component.nodes",
                Parts.columns(call, "operation.node", "component.state"),
                rows,
                "component.nodes.empty");
    }

    private Answer show(Call call) throws AdministrationException {
        String name = call.named("name");
        ComponentView component = contract.components().components(call.by()).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Parts.notFound("The bus has no component of that name"));
        List<Block> blocks = new ArrayList<>();
        blocks.add(Block.Facts.of(
                Parts.fact(call, "component.description", new Cell.Data(component.description())),
                Parts.fact(call, "component.type", new Cell.Data(component.type())),
                Parts.fact(call, "component.here", Parts.state(component.state())),
                Parts.fact(
                        call,
                        "component.desired",
                        component.desired().map(Parts::state).orElse(Cell.NONE)),
                Parts.fact(
                        call,
                        "component.failure",
                        component.failure().<Cell>map(Cell.Sentence::new).orElse(Cell.NONE)),
                Parts.fact(call, "component.libraries", data(component.libraries())),
                Parts.fact(call, "revision", Cell.number(component.revision()))));
        blocks.add(nodes(call, component.nodes()));
        if (component.trusted()) {
            blocks.add(form(call, component, "start", FormKind.PLAIN));
            blocks.add(form(call, component, "stop", FormKind.PLAIN));
            blocks.add(form(call, component, "shutdown", FormKind.PLAIN));
            blocks.add(form(call, component, "uninstall", FormKind.FINAL, Parts.typed(call, component.name())));
        } else {
            blocks.addAll(settings(call, component));
        }
        return new Shown(new View(
                call.text("component.title", component.name()),
                List.of(new Cell.Deed(call.link("components"), call.text("menu.components"))),
                blocks));
    }

    private List<Block> settings(Call call, ComponentView component) throws AdministrationException {
        SettingsView settings = contract.settings().settings(call.by(), component.name());
        List<List<Cell>> rows = settings.settings().stream()
                .map(setting -> List.<Cell>of(
                        new Cell.Code(setting.key()),
                        new Cell.Data(setting.here()),
                        Cell.data(setting.all()),
                        data(setting.single().entrySet().stream()
                                .map(single -> single.getKey() + " " + single.getValue())
                                .toList())))
                .toList();
        List<Option> keys = settings.settings().stream()
                .map(setting -> Option.name(setting.key()))
                .toList();
        if (keys.isEmpty()) {
            return List.of();
        }
        List<Field> fields = new ArrayList<>(List.of(
                Field.hidden("name", component.name()),
                Field.choice("key", call.text("setting.key"), keys),
                Field.text("value", call.text("setting.value")).optional().saying(call.text("setting.value.help")),
                Field.text("node", call.text("setting.node")).optional().saying(call.text("setting.node.help"))));
        if (settings.revision() > 0) {
            fields.add(Parts.revision(settings.revision()));
        }
        return List.of(
                Parts.table(
                        call,
                        "settings",
                        "settings.caption",
                        Parts.columns(call, "setting.key", "setting.here", "setting.all", "setting.single"),
                        rows,
                        "settings.empty"),
                Parts.change(
                        call,
                        "configure",
                        "component.configure",
                        call.link("component", "configure"),
                        FormKind.PLAIN,
                        fields.toArray(new Field[0])));
    }

    private static Block form(Call call, ComponentView component, String deed, FormKind kind, Field... more) {
        List<Field> fields = new ArrayList<>();
        fields.add(Field.hidden("name", component.name()));
        component.revision().ifPresent(revision -> fields.add(Parts.revision(revision)));
        fields.addAll(List.of(more));
        return Parts.change(
                call, deed, "component." + deed, call.link("component", deed), kind, fields.toArray(new Field[0]));
    }

    private Answer showLibrary(Call call) throws AdministrationException {
        String name = call.named("name");
        LibraryView library = contract.components().libraries(call.by()).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Parts.notFound("The bus has no shared library of that name"));
        List<Field> fields = new ArrayList<>();
        fields.add(Field.hidden("name", library.name()));
        library.revision().ifPresent(revision -> fields.add(Parts.revision(revision)));
        fields.add(Parts.typed(call, library.name()));
        return new Shown(new View(
                call.text("library.title", library.name()),
                List.of(new Cell.Deed(call.link("components"), call.text("menu.components"))),
                List.of(
                        Block.Facts.of(
                                Parts.fact(call, "component.description", new Cell.Data(library.description())),
                                Parts.fact(call, "library.version", new Cell.Data(library.version())),
                                Parts.fact(call, "library.usedBy", data(library.usedBy())),
                                Parts.fact(call, "revision", Cell.number(library.revision()))),
                        nodes(call, library.nodes()),
                        Parts.change(
                                call,
                                "uninstall",
                                "library.uninstall",
                                call.link("library", "uninstall"),
                                FormKind.FINAL,
                                fields.toArray(new Field[0])))));
    }
}
